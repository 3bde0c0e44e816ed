import { element, setText } from '../../base/dom.js';
import { words } from '../../base/words.js';
import { kindName } from './tree-kinds.js';
import type { TreeRow } from './tree-row.js';
import type { VisibleRow } from './visible-rows.js';

interface TreeActions {
  /** Opens or closes a row. */
  toggle(row: TreeRow): void;
  /** Called for Enter on a row that does not open, and for Insert or + on any row. `isAlone` is true if Shift is held. */
  add(row: TreeRow, isAlone: boolean): void;
  /** Opens the row's menu below its button. */
  menu(row: TreeRow, button: HTMLElement): void;
  canDrag(row: TreeRow): boolean;
  drag(row: TreeRow, event: DragEvent): void;
}

/** Letters within this pause, in ms, form one word. */
const TYPING_PAUSE_MS = 800;

/** Gives each row a unique id, for screen readers. */
let count = 0;

/**
 * A tree for mouse and keyboard, as the WAI-ARIA practices have it: arrows, Home, End, first letters. The focus stays
 * on the tree, which names the current row. Redrawing never loses it.
 */
export class TreeView {
  readonly element = element('div', { role: 'tree', tabindex: '0', class: 'hub-side-tree', id: 'hub-side-things' });
  readonly #actions: TreeActions;
  #rows: readonly VisibleRow[] = [];
  readonly #elements = new Map<TreeRow, HTMLElement>();
  #current: TreeRow | undefined;
  #typed = { text: '', at: 0 };

  constructor(label: string, actions: TreeActions) {
    this.#actions = actions;
    this.element.setAttribute('aria-label', label);
    this.element.addEventListener('keydown', (event) => this.#key(event));
  }

  /** The rows whose entries are in view, from top to bottom. */
  get parentsInView(): readonly TreeRow[] {
    const { top, bottom } = (this.element.parentElement ?? this.element).getBoundingClientRect();
    const parents = this.#rows.flatMap(({ row }) => {
      const place = row.parent && this.#elements.get(row)?.getBoundingClientRect();
      return place && row.parent && place.bottom > top && place.top < bottom ? [row.parent] : [];
    });
    return [...new Set(parents)];
  }

  draw(rows: readonly VisibleRow[]): void {
    this.#rows = rows;
    const current = new Set(rows.map(({ row }) => row));
    for (const row of this.#elements.keys()) if (!current.has(row)) this.#elements.delete(row);
    const elements = rows.map((each) => this.#draw(each));
    const { children } = this.element;
    // A row that stays keeps its drag.
    if (children.length !== elements.length || elements.some((each, index) => children[index] !== each))
      this.element.replaceChildren(...elements);
    this.#select(this.#index >= 0 ? this.#index : this.#nearestParent());
  }

  focus(): void {
    this.element.focus();
  }

  get #index(): number {
    return this.#rows.findIndex(({ row }) => row === this.#current);
  }

  /** The nearest visible parent of a current row that was removed. */
  #nearestParent(): number {
    for (let row = this.#current?.parent; row; row = row.parent) {
      const index = this.#rows.findIndex((each) => each.row === row);
      if (index >= 0) return index;
    }
    return 0;
  }

  #draw({ row, level, position, size, isOpen }: VisibleRow): HTMLElement {
    const item = this.#elements.get(row) ?? this.#create(row);
    this.#elements.set(row, item);
    drawFacts(item, row);
    item.style.paddingLeft = `${(level - 1) * 14}px`;
    item.setAttribute('aria-level', String(level));
    item.setAttribute('aria-posinset', String(position));
    item.setAttribute('aria-setsize', String(size));
    if (isOpen === undefined) item.removeAttribute('aria-expanded');
    else item.setAttribute('aria-expanded', String(isOpen));
    return item;
  }

  #create(row: TreeRow): HTMLElement {
    count += 1;
    const item = element('div', { role: 'treeitem', id: `hub-side-thing-${count}`, 'aria-selected': 'false' });
    item.append(element('span', { class: 'hub-side-twist', 'aria-hidden': 'true' }));
    const kind = kindOf(row);
    if (row.icon) item.append(element('span', { class: `fa fa-${row.icon}`, title: kind, 'aria-hidden': 'true' }));
    item.append(element('span', { class: row.icon ? 'hub-side-label' : 'hub-side-label hub-blank' }));
    item.append(element('span', { class: 'hub-side-aside' }));
    item.addEventListener('click', () => this.#click(row));
    if (row.thing) item.append(this.#menuButton(row));
    if (row.thing) item.addEventListener('contextmenu', (event) => this.#menu(event, row));
    if (this.#actions.canDrag(row)) {
      item.draggable = true;
      item.addEventListener('dragstart', (event) => this.#actions.drag(row, event));
    }
    return item;
  }

  #menuButton(row: TreeRow): HTMLElement {
    const button = element('button', { type: 'button', tabindex: '-1', 'aria-haspopup': 'menu' }, '⋯');
    button.setAttribute('aria-label', words('tree.actions', { name: row.label }));
    button.addEventListener('click', (event) => this.#menu(event, row));
    return button;
  }

  #menu(event: Event, row: TreeRow): void {
    const button = this.#elements.get(row)?.querySelector('button');
    event.preventDefault();
    event.stopPropagation();
    if (!button) return;
    this.#select(this.#rows.findIndex((each) => each.row === row));
    this.#actions.menu(row, button);
  }

  #click(row: TreeRow): void {
    this.focus();
    this.#select(this.#rows.findIndex((each) => each.row === row));
    this.#open(row);
  }

  /** Opens or closes a row. Returns false if it cannot have rows below. */
  #open(row: TreeRow): boolean {
    if (row.childKinds.length > 0) this.#actions.toggle(row);
    return row.childKinds.length > 0;
  }

  #key(event: KeyboardEvent): void {
    const rows = this.#rows[this.#index];
    if (event.target !== this.element || !rows || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!this.#move(event.key, rows) && !this.#activate(event, rows.row)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #activate(event: KeyboardEvent, row: TreeRow): boolean {
    const { key, shiftKey } = event;
    if (key === 'Enter' || key === ' ') return this.#open(row) || this.#add(row, shiftKey);
    if (key === 'Insert') return this.#add(row, shiftKey);
    // On many keyboards, + needs Shift.
    if (key === '+') return this.#add(row, false);
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
      this.#menu(event, row);
      return true;
    }
    return key.length === 1 && this.#findTyped(key);
  }

  #add(row: TreeRow, isAlone: boolean): true {
    this.#actions.add(row, isAlone);
    return true;
  }

  #move(key: string, { row, isOpen }: VisibleRow): boolean {
    const index = this.#index;
    const to: Record<string, () => number | undefined> = {
      ArrowDown: () => index + 1,
      ArrowUp: () => index - 1,
      Home: () => 0,
      End: () => this.#rows.length - 1,
      ArrowRight: () => (isOpen ? index + 1 : void this.#open(row)),
      ArrowLeft: () => (isOpen ? void this.#open(row) : this.#rows.findIndex((each) => each.row === row.parent)),
    };
    if (!Object.hasOwn(to, key)) return false;
    this.#select(to[key]?.() ?? index);
    return true;
  }

  /** Selects the next row that begins with the typed text. */
  #findTyped(letter: string): boolean {
    const { text, at } = this.#typed;
    const isMore = Date.now() - at < TYPING_PAUSE_MS;
    this.#typed = { text: (isMore ? text : '') + letter.toLowerCase(), at: Date.now() };
    // A single letter selects another row. A longer text can still match the current one.
    const from = this.#index + (isMore ? 0 : 1);
    const order = [...this.#rows.slice(from), ...this.#rows.slice(0, from)];
    const next = order.find(({ row }) => row.label.toLowerCase().startsWith(this.#typed.text));
    if (next) this.#select(this.#rows.indexOf(next));
    return true;
  }

  #select(to: number): void {
    const index = Math.max(0, Math.min(to, this.#rows.length - 1));
    const row = this.#rows[index]?.row;
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

const kindOf = ({ thing }: TreeRow): string => (thing ? kindName(thing.kind) : '');

/** The facts of a row change when its list is read again. */
function drawFacts(item: HTMLElement, row: TreeRow): void {
  const { label, detail } = row;
  // The label includes the texts of icon and button, for screen readers.
  item.setAttribute('aria-label', [label, kindOf(row), detail].filter(Boolean).join(', '));
  for (const [part, text] of [
    ['.hub-side-label', label],
    ['.hub-side-aside', detail],
  ] as const) {
    const shown = item.querySelector<HTMLElement>(part);
    if (!shown) continue;
    setText(shown, text);
    shown.hidden = text === '';
  }
}
