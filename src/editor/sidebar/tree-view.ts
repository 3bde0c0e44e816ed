import { element } from '../base/dom.js';
import { words } from '../base/words.js';
import type { Row } from './tree-row.js';
import type { Shown } from './tree-shown.js';
import { kindName } from './tree-things.js';

/** What somebody wants of a row. */
interface TreeDeeds {
  /** Opens or closes what stands below it. */
  toggle(row: Row): void;
  /** Enter on what does not open, or Insert or + on any row; `shift`: Shift is held, too. */
  add(row: Row, shift: boolean): void;
  /** Opens the row's menu beside its button. */
  menu(row: Row, button: HTMLElement): void;
  canDrag(row: Row): boolean;
  drag(row: Row, event: DragEvent): void;
}

/** Letters that follow one another so soon, in ms, are one word. */
const ONE_WORD_MS = 800;

/** So that each row has an id of its own, which tells a screen reader the current one. */
let count = 0;

/**
 * A tree by mouse and keyboard, as the WAI-ARIA practices have it: arrows, Home, End, first letters. The focus stays on
 * the tree, which tells the current row, so that drawing anew never loses it.
 */
export class TreeView {
  readonly element = element('div', { role: 'tree', tabindex: '0', class: 'hub-side-tree' });
  readonly #deeds: TreeDeeds;
  #shown: readonly Shown[] = [];
  readonly #elements = new Map<Row, HTMLElement>();
  #current: Row | undefined;
  #typed = { text: '', at: 0 };

  constructor(label: string, deeds: TreeDeeds) {
    this.#deeds = deeds;
    this.element.setAttribute('aria-label', label);
    this.element.addEventListener('keydown', (event) => this.#key(event));
  }

  draw(shown: readonly Shown[]): void {
    this.#shown = shown;
    const rows = new Set(shown.map(({ row }) => row));
    for (const row of this.#elements.keys()) if (!rows.has(row)) this.#elements.delete(row);
    const drawn = shown.map((each) => this.#draw(each));
    this.element.replaceChildren(...drawn);
    this.#go(this.#index >= 0 ? this.#index : this.#nearest());
  }

  focus(): void {
    this.element.focus();
  }

  get #index(): number {
    return this.#shown.findIndex(({ row }) => row === this.#current);
  }

  /** What the current row stood below, once it is not there any more. */
  #nearest(): number {
    for (let row = this.#current?.above; row; row = row.above) {
      const index = this.#shown.findIndex((each) => each.row === row);
      if (index >= 0) return index;
    }
    return 0;
  }

  #draw({ row, level, position, size, isOpen }: Shown): HTMLElement {
    const item = this.#elements.get(row) ?? this.#make(row);
    this.#elements.set(row, item);
    item.style.paddingLeft = `${(level - 1) * 14}px`;
    item.setAttribute('aria-level', String(level));
    item.setAttribute('aria-posinset', String(position));
    item.setAttribute('aria-setsize', String(size));
    if (isOpen !== undefined) item.setAttribute('aria-expanded', String(isOpen));
    return item;
  }

  #make(row: Row): HTMLElement {
    count += 1;
    const item = element('div', { role: 'treeitem', id: `hub-side-thing-${count}`, 'aria-selected': 'false' });
    item.append(element('span', { class: 'hub-side-twist', 'aria-hidden': 'true' }));
    const kind = row.thing ? kindName(row.thing.kind) : '';
    // What the picture and the button tell is told in words.
    item.setAttribute('aria-label', [row.label, kind, row.aside].filter(Boolean).join(', '));
    if (row.icon) item.append(element('span', { class: `fa fa-${row.icon}`, title: kind, 'aria-hidden': 'true' }));
    item.append(element('span', { class: row.icon ? 'hub-side-label' : 'hub-side-label hub-blank' }, row.label));
    if (row.aside) item.append(element('span', { class: 'hub-side-aside' }, row.aside));
    item.addEventListener('click', () => this.#click(row));
    if (row.thing) item.append(this.#menuButton(row));
    if (row.thing) item.addEventListener('contextmenu', (event) => this.#menu(event, row));
    if (this.#deeds.canDrag(row)) {
      item.draggable = true;
      item.addEventListener('dragstart', (event) => this.#deeds.drag(row, event));
    }
    return item;
  }

  #menuButton(row: Row): HTMLElement {
    const button = element('button', { type: 'button', tabindex: '-1', 'aria-haspopup': 'menu' }, '⋯');
    button.setAttribute('aria-label', words('tree.actions', { name: row.label }));
    button.addEventListener('click', (event) => this.#menu(event, row));
    return button;
  }

  #menu(event: Event, row: Row): void {
    const button = this.#elements.get(row)?.querySelector('button');
    event.preventDefault();
    event.stopPropagation();
    if (!button) return;
    this.#go(this.#shown.findIndex((each) => each.row === row));
    this.#deeds.menu(row, button);
  }

  #click(row: Row): void {
    this.focus();
    this.#go(this.#shown.findIndex((each) => each.row === row));
    this.#open(row);
  }

  /** Opens or closes a row; false where nothing can stand below it. */
  #open(row: Row): boolean {
    if (row.below.length > 0) this.#deeds.toggle(row);
    return row.below.length > 0;
  }

  #key(event: KeyboardEvent): void {
    const shown = this.#shown[this.#index];
    if (event.target !== this.element || !shown || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!this.#move(event.key, shown) && !this.#do(event, shown.row)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #do(event: KeyboardEvent, row: Row): boolean {
    const { key, shiftKey } = event;
    if (key === 'Enter' || key === ' ') return this.#open(row) || this.#add(row, shiftKey);
    if (key === 'Insert') return this.#add(row, shiftKey);
    // It is typed with Shift on many keyboards.
    if (key === '+') return this.#add(row, false);
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
      this.#menu(event, row);
      return true;
    }
    return key.length === 1 && this.#seek(key);
  }

  #add(row: Row, shift: boolean): true {
    this.#deeds.add(row, shift);
    return true;
  }

  #move(key: string, { row, isOpen }: Shown): boolean {
    const index = this.#index;
    const to: Record<string, () => number | undefined> = {
      ArrowDown: () => index + 1,
      ArrowUp: () => index - 1,
      Home: () => 0,
      End: () => this.#shown.length - 1,
      ArrowRight: () => (isOpen ? index + 1 : void this.#open(row)),
      ArrowLeft: () => (isOpen ? void this.#open(row) : this.#shown.findIndex((each) => each.row === row.above)),
    };
    if (!Object.hasOwn(to, key)) return false;
    this.#go(to[key]?.() ?? index);
    return true;
  }

  /** Goes to the next row that begins with what was typed. */
  #seek(letter: string): boolean {
    const { text, at } = this.#typed;
    const isMore = Date.now() - at < ONE_WORD_MS;
    this.#typed = { text: (isMore ? text : '') + letter.toLowerCase(), at: Date.now() };
    // One letter goes on to another row, a longer word may still mean this one.
    const from = this.#index + (isMore ? 0 : 1);
    const order = [...this.#shown.slice(from), ...this.#shown.slice(0, from)];
    const next = order.find(({ row }) => row.label.toLowerCase().startsWith(this.#typed.text));
    if (next) this.#go(this.#shown.indexOf(next));
    return true;
  }

  #go(to: number): void {
    const index = Math.max(0, Math.min(to, this.#shown.length - 1));
    const row = this.#shown[index]?.row;
    for (const [each, item] of this.#elements) {
      item.setAttribute('aria-selected', String(each === row));
      const button = item.querySelector('button');
      if (button) button.tabIndex = each === row ? 0 : -1;
    }
    const item = row && this.#elements.get(row);
    if (row !== this.#current) item?.scrollIntoView({ block: 'nearest' });
    this.#current = row;
    if (item) this.element.setAttribute('aria-activedescendant', item.id);
    else this.element.removeAttribute('aria-activedescendant');
  }
}
