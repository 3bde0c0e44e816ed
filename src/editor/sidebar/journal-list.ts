import type { JournalRow } from '../../hub/records/journal.js';
import { element, putText } from '../base/dom.js';
import { red } from '../base/red.js';
import { words } from '../base/words.js';
import { rowOf } from './journal-row.js';

/** The rows that are drawn, the newest first. Arrow keys go from one to the other; a press shows the node. */
export class JournalList {
  /** So many are drawn at most. */
  readonly most = 200;
  readonly #gone = element('div', { class: 'hub-side-problem', role: 'status' });
  readonly #list = element('ul', { class: 'hub-side-rows' });
  readonly element = element('div', { class: 'hub-side-scroll' }, this.#gone, this.#list);
  /** What was drawn once is not made again. */
  readonly #made = new WeakMap<JournalRow, HTMLElement>();

  /** `changed` is called when somebody begins to read, or ends. */
  constructor(changed: () => void) {
    // Where the focus and the pointer are by then is known only after the event.
    const later = () => setTimeout(changed);
    for (const event of ['mouseenter', 'mouseleave', 'focusin', 'focusout', 'scroll'])
      this.element.addEventListener(event, later);
    this.#list.addEventListener('keydown', (event) => this.#move(event));
  }

  /** Whether somebody reads: the pointer or the focus is among the rows, or they are scrolled. */
  get isRead(): boolean {
    const box = this.element;
    return box.matches(':hover') || box.contains(document.activeElement) || box.scrollTop > 0;
  }

  /** Of these, the oldest first. */
  draw(rows: readonly JournalRow[]): void {
    const shown = rows
      .slice(-this.most)
      .reverse()
      .map((row) => this.#rowFor(row));
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
    const made = this.#made.get(row) ?? rowOf(row, () => this.#reveal(row));
    this.#made.set(row, made);
    return made;
  }

  #reveal({ node }: JournalRow): void {
    const isThere = Boolean(red.nodes.node(node));
    putText(this.#gone, isThere ? '' : words('sidebar.journal.gone'));
    if (isThere) red.view.reveal(node);
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
