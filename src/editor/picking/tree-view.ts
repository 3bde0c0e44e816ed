import { searchKey } from '../../base/names.js';
import { element, placeInOrder, setText } from '../base/dom.js';
import { words } from '../base/words.js';
import { kindName } from './tree-kinds.js';
import type { TreeRow, VisibleRow } from './tree-row.js';
import { TreeSelection } from './tree-selection.js';

/** The parts and actions of one tree. */
export interface TreeViewOptions {
  readonly id: string;
  readonly label: string;
  /** The action of a click, Enter or Space on a row, instead of opening it. */
  readonly choose?: (row: TreeRow) => (() => void) | undefined;
  /** Undefined for a row without a tick. */
  readonly isTicked?: (row: TreeRow) => boolean | undefined;
  /** True for a thing that can only be looked at. */
  readonly isDim?: (row: TreeRow) => boolean;
  /** A button at the end of a row. */
  readonly button?: (row: TreeRow) => HTMLButtonElement | undefined;
  /** Several rows can be selected: by Shift or Ctrl and a click, and by Shift and an arrow. */
  readonly selectsSeveral?: boolean;
  /**
   * Called for the selected rows: for Enter if the current row does not open, and for Insert or + on any row. `isAlone` is
   * true if Shift is held.
   */
  readonly add?: (rows: readonly TreeRow[], isAlone: boolean) => void;
  /** Opens the menu of a thing below its button. `rows` are the selected rows. */
  readonly menu?: (row: TreeRow, button: HTMLElement, rows: readonly TreeRow[]) => void;
  /** The start of a drag of the selected rows. Undefined if the row cannot be dragged. */
  readonly drag?: (row: TreeRow) => ((event: DragEvent, rows: readonly TreeRow[]) => void) | undefined;
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
  readonly element: HTMLElement;
  readonly #options: TreeViewOptions;
  readonly #toggle: (row: TreeRow) => void;
  #rows: readonly VisibleRow[] = [];
  readonly #elements = new Map<TreeRow, HTMLElement>();
  /** The row that is shown as the current one. */
  #current: TreeRow | undefined;
  readonly #selection = new TreeSelection((row) => this.#showCurrent(row));
  #typed = { text: '', at: Number.NEGATIVE_INFINITY };

  /** `toggle` opens or closes a row. */
  constructor(options: TreeViewOptions, toggle: (row: TreeRow) => void) {
    const { id, label } = options;
    this.#options = options;
    this.#toggle = toggle;
    this.element = element('div', { role: 'tree', tabindex: '0', class: 'hub-tree', id, 'aria-label': label });
    if (options.selectsSeveral) this.element.setAttribute('aria-multiselectable', 'true');
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
    // A row that stays keeps its drag.
    placeInOrder(
      this.element,
      rows.map((each) => this.#draw(each)),
    );
    this.#selection.setRows(rows);
  }

  focus(): void {
    this.element.focus();
  }

  #draw({ row, level, position, size, isOpen }: VisibleRow): HTMLElement {
    const item = this.#elements.get(row) ?? this.#create(row);
    this.#elements.set(row, item);
    drawFacts(item, row);
    const isTicked = this.#options.isTicked?.(row);
    if (isTicked !== undefined) item.setAttribute('aria-checked', String(isTicked));
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
    const { isTicked, isDim, button, menu, drag } = this.#options;
    const item = element('div', { role: 'treeitem', id: `hub-row-${count}`, 'aria-selected': 'false' });
    item.append(element('span', { class: 'hub-twist', 'aria-hidden': 'true' }));
    if (isTicked?.(row) !== undefined) item.append(element('span', { class: 'fa hub-box', 'aria-hidden': 'true' }));
    if (row.icon) item.append(element('span', { class: `fa fa-${row.icon}`, 'aria-hidden': 'true' }));
    item.append(element('span', { class: !row.icon || isDim?.(row) ? 'hub-label hub-blank' : 'hub-label' }));
    item.append(element('span', { class: 'hub-row-aside' }));
    // A part of the row cannot have the text: a drag starts at the row itself.
    if (kindOf(row)) item.title = kindOf(row);
    item.addEventListener('click', (event) => this.#click(row, event));
    const ownButton = button?.(row);
    if (ownButton) item.append(ownButton);
    ownButton?.addEventListener('click', (event) => event.stopPropagation());
    if (menu && row.thing) item.append(this.#menuButton(row));
    if (menu && row.thing) item.addEventListener('contextmenu', (event) => this.#menu(event, row));
    const startDrag = drag?.(row);
    if (startDrag) {
      item.draggable = true;
      item.addEventListener('dragstart', (event) => {
        this.#selection.selectFor(row);
        startDrag(event, this.#selection.rows);
      });
    }
    return item;
  }

  #menuButton(row: TreeRow): HTMLElement {
    const button = element(
      'button',
      { type: 'button', class: 'hub-row-menu', tabindex: '-1', 'aria-haspopup': 'menu' },
      '⋯',
    );
    button.setAttribute('aria-label', words('tree.actions', { name: row.label }));
    button.addEventListener('click', (event) => this.#menu(event, row));
    return button;
  }

  #menu(event: Event, row: TreeRow): void {
    const button = this.#elements.get(row)?.querySelector<HTMLElement>('.hub-row-menu');
    event.preventDefault();
    event.stopPropagation();
    if (!button) return;
    this.#selection.selectFor(row);
    this.#options.menu?.(row, button, this.#selection.rows);
  }

  #click(row: TreeRow, event: MouseEvent): void {
    this.focus();
    const index = this.#selection.indexOf(row);
    if (this.#options.selectsSeveral && event.shiftKey) this.#selection.extend(index);
    else if (this.#options.selectsSeveral && (event.ctrlKey || event.metaKey)) this.#selection.toggle(row);
    else {
      this.#selection.select(index);
      // The arrow also opens a row with an action.
      if ((event.target as Element).matches('.hub-twist') || !this.#choose(row)) this.#open(row);
    }
  }

  /** Opens or closes a row. Returns false if it cannot have rows below. */
  #open(row: TreeRow): boolean {
    if (row.childKinds.length > 0) this.#toggle(row);
    return row.childKinds.length > 0;
  }

  /** Performs the action of a row. Returns false without an action. */
  #choose(row: TreeRow): boolean {
    const choose = this.#options.choose?.(row);
    choose?.();
    return choose !== undefined;
  }

  #key(event: KeyboardEvent): void {
    const rows = this.#rows[this.#selection.index];
    if (event.target !== this.element || !rows || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!this.#move(event, rows) && !this.#activate(event, rows.row)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #activate(event: KeyboardEvent, row: TreeRow): boolean {
    const { key, shiftKey, repeat } = event;
    // A held key acts once.
    if (repeat && ['Enter', ' ', 'Insert', '+'].includes(key)) return true;
    if (key === 'Enter' || key === ' ') return this.#choose(row) || this.#open(row) || this.#add(shiftKey);
    if (key === 'Insert') return this.#add(shiftKey);
    // On many keyboards, + needs Shift.
    if (key === '+') return this.#add(false);
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
      this.#menu(event, row);
      return true;
    }
    return key.length === 1 && this.#findTyped(key, event.timeStamp);
  }

  #add(isAlone: boolean): boolean {
    this.#options.add?.(this.#selection.rows, isAlone);
    return this.#options.add !== undefined;
  }

  #move({ key, shiftKey }: KeyboardEvent, { row, isOpen }: VisibleRow): boolean {
    const index = this.#selection.index;
    const to: Record<string, () => number | undefined> = {
      ArrowDown: () => index + 1,
      ArrowUp: () => index - 1,
      Home: () => 0,
      End: () => this.#rows.length - 1,
      ArrowRight: () => (isOpen ? index + 1 : void this.#open(row)),
      ArrowLeft: () => (isOpen ? void this.#open(row) : this.#rowAbove(row)),
    };
    if (!Object.hasOwn(to, key)) return false;
    const next = to[key]?.() ?? index;
    const isExtended = this.#options.selectsSeveral && shiftKey && !['ArrowLeft', 'ArrowRight'].includes(key);
    if (isExtended) this.#selection.extend(next);
    else this.#selection.select(next);
    return true;
  }

  /** Undefined for a row of the highest level. */
  #rowAbove({ parent }: TreeRow): number | undefined {
    const index = this.#selection.indexOf(parent);
    return index < 0 ? undefined : index;
  }

  /** Selects the next row that begins with the typed text. */
  #findTyped(letter: string, typedAt: number): boolean {
    const { text, at } = this.#typed;
    const isMore = typedAt - at < TYPING_PAUSE_MS;
    this.#typed = { text: (isMore ? text : '') + letter.toLowerCase(), at: typedAt };
    // A single letter selects another row. A longer text can still match the current one.
    const from = this.#selection.index + (isMore ? 0 : 1);
    const order = [...this.#rows.slice(from), ...this.#rows.slice(0, from)];
    const next = order.find(({ row }) => searchKey(row.label).startsWith(searchKey(this.#typed.text)));
    if (next) this.#selection.select(this.#rows.indexOf(next));
    return true;
  }

  #showCurrent(row: TreeRow | undefined): void {
    const item = row && this.#elements.get(row);
    // Without the focus, a new tree would scroll its dialog.
    if (row !== this.#current && this.element === document.activeElement) item?.scrollIntoView({ block: 'nearest' });
    this.#current = row;
    for (const [each, drawn] of this.#elements) {
      drawn.setAttribute('aria-selected', String(this.#selection.has(each)));
      drawn.classList.toggle('hub-current', each === row);
      const button = drawn.querySelector('button');
      if (button) button.tabIndex = each === row ? 0 : -1;
    }
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
    ['.hub-label', label],
    ['.hub-row-aside', detail],
  ] as const) {
    const shown = item.querySelector<HTMLElement>(part);
    if (!shown) continue;
    setText(shown, text);
    shown.hidden = text === '';
  }
}
