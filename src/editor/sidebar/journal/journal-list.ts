import type { JournalRow } from '../../../hub/records/journal.js';
import { element, setText } from '../../base/dom.js';
import { red } from '../../base/red.js';
import { words } from '../../base/words.js';
import { createRow } from './journal-row.js';

/** The visible rows, the newest first. Arrow keys move between them. A press shows the node. */
export class JournalList {
  readonly #notice = element('div', { class: 'hub-side-problem', role: 'status' });
  readonly #list = element('ul', { class: 'hub-side-rows' });
  readonly element = element('div', { class: 'hub-side-scroll' }, this.#notice, this.#list);
  /** Keeps the element of each row, so that it is created once. */
  readonly #rowElements = new WeakMap<JournalRow, HTMLElement>();

  /** `onChange` runs when reading starts or ends. */
  constructor(onChange: () => void) {
    // Focus and pointer have moved only after the event.
    const later = () => setTimeout(onChange);
    for (const event of ['mouseenter', 'mouseleave', 'focusin', 'focusout', 'scroll'])
      this.element.addEventListener(event, later);
    this.#list.addEventListener('keydown', (event) => this.#move(event));
  }

  /** True if the pointer or the focus is on the rows, or if they are scrolled. */
  get isBeingRead(): boolean {
    const box = this.element;
    return box.matches(':hover') || box.contains(document.activeElement) || box.scrollTop > 0;
  }

  /** `rows` begins with the oldest. */
  draw(rows: readonly JournalRow[]): void {
    const shown = rows.map((row) => this.#rowFor(row)).reverse();
    const { children } = this.#list;
    if (shown.length === children.length && shown.every((row, index) => row === children[index])) return;
    this.#list.replaceChildren(...shown);
    this.#buttons.forEach((button, index) => {
      button.tabIndex = index === 0 ? 0 : -1;
    });
  }

  get #buttons(): HTMLButtonElement[] {
    return [...this.#list.querySelectorAll('button')];
  }

  #rowFor(row: JournalRow): HTMLElement {
    const rowElement = this.#rowElements.get(row) ?? createRow(row, () => this.#reveal(row));
    this.#rowElements.set(row, rowElement);
    return rowElement;
  }

  #reveal({ node }: JournalRow): void {
    const exists = Boolean(red.nodes.node(node));
    setText(this.#notice, exists ? '' : words('sidebar.journal.gone'));
    if (exists) red.view.reveal(node);
  }

  #move(event: KeyboardEvent): void {
    const buttons = this.#buttons;
    const from = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: buttons.length - 1 }[event.key];
    const next = to === undefined ? undefined : buttons[to];
    if (!next) return;
    event.preventDefault();
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  }
}
