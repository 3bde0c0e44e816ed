import type { JournalRow } from '../../hub/records/journal-row.js';
import { element, setText, smallButton } from '../base/dom.js';
import { hubName } from '../base/hubs.js';
import { nodeName } from '../base/node-label.js';
import { red } from '../base/red.js';
import { words } from '../base/words.js';
import { commandText, durationText, failureText, type HubRow, keyOf, outcomeText, timeText } from './row-text.js';

/** The visible rows, the newest first, one line each. Arrow keys move between them. A press shows the rest of a row. */
export class JournalList {
  readonly #notice = element('div', { class: 'hub-side-problem', role: 'status' });
  readonly #list = element('ul', { class: 'hub-side-rows' });
  readonly element = element('div', { class: 'hub-side-scroll' }, this.#notice, this.#list);
  /** Keeps the element of each row, so that it is created once. */
  readonly #rowElements = new WeakMap<HubRow, HTMLElement>();
  /** The keys of the rows that a user has opened. */
  readonly #opened = new Set<string>();

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
  draw(rows: readonly HubRow[]): void {
    const shown = rows.map((row) => this.#rowFor(row)).reverse();
    const { children } = this.#list;
    if (shown.length === children.length && shown.every((row, index) => row === children[index])) return;
    this.#list.replaceChildren(...shown);
    this.#buttons.forEach((button, index) => {
      button.tabIndex = index === 0 ? 0 : -1;
    });
  }

  get #buttons(): HTMLButtonElement[] {
    return [...this.#list.querySelectorAll<HTMLButtonElement>('.hub-side-row')];
  }

  #rowFor(row: HubRow): HTMLElement {
    const rowElement = this.#rowElements.get(row) ?? this.#createRow(row);
    this.#rowElements.set(row, rowElement);
    return rowElement;
  }

  #createRow(row: HubRow): HTMLElement {
    const { outcome, failed } = row;
    const icon = element('i', { class: `fa ${ICONS[outcome]}`, 'aria-hidden': 'true' });
    const button = element(
      'button',
      { type: 'button', class: 'hub-side-row', 'data-outcome': outcome, 'data-failed': String(failed) },
      element('span', { class: 'hub-side-time' }, timeText(row)),
      element('strong', {}, nodeName(row.node)),
      element('span', { class: 'hub-side-outcome' }, icon, ' ', element('span', {}, outcomeText(row))),
      element('span', { class: 'hub-side-command' }, commandText(row)),
    );
    const details = element('div', { class: 'hub-side-details' });
    const draw = () => {
      const isOpen = this.#opened.has(keyOf(row));
      button.setAttribute('aria-expanded', String(isOpen));
      details.hidden = !isOpen;
      if (isOpen && details.children.length === 0) details.append(...this.#detailsOf(row));
    };
    button.addEventListener('click', () => {
      if (!this.#opened.delete(keyOf(row))) this.#opened.add(keyOf(row));
      draw();
    });
    draw();
    return element('li', {}, button, details);
  }

  /** The rest of a row: the texts in full, the sentence of a failure, and the way to its node. */
  #detailsOf(row: HubRow): HTMLElement[] {
    const texts = [
      `${nodeName(row.node)} (${hubName(row.hub) ?? row.hub})`,
      commandText(row),
      outcomeText(row),
      durationText(row),
    ];
    return [
      ...texts.filter(Boolean).map((text) => element('p', {}, text)),
      ...stepsOf(row),
      ...sentenceOf(row),
      smallButton(words('sidebar.journal.showNode'), () => this.#reveal(row)),
    ];
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

const ICONS: Readonly<Record<JournalRow['outcome'], string>> = {
  done: 'fa-check',
  refused: 'fa-ban',
  unknown: 'fa-question-circle',
  'not-sent': 'fa-times',
  rehearsal: 'fa-pause-circle',
};

/** A line for each step of a cue. */
function stepsOf({ group }: JournalRow): HTMLElement[] {
  if (!group?.steps) return [];
  const lines = group.steps.map((step) => element('li', {}, `${commandText(step)} · ${outcomeText(step)}`));
  return [element('ol', { class: 'hub-side-steps' }, ...lines)];
}

/** The line with the sentence of a failure. */
function sentenceOf(row: JournalRow): HTMLElement[] {
  const text = failureText(row);
  return text ? [element('p', { class: 'hub-side-sentence' }, text)] : [];
}
