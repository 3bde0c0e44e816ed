import type { CueListReport, CueReport } from '../base/cue-lists.js';
import { element, placeInOrder } from '../base/dom.js';
import { words } from '../base/words.js';

/** Gives each row a unique id, for screen readers. */
let count = 0;

const ICONS: Readonly<Record<NonNullable<CueReport['outcome']>, string>> = {
  running: 'fa-play',
  done: 'fa-check',
  failed: 'fa-times-circle',
  unknown: 'fa-question-circle',
  superseded: 'fa-step-forward',
  stopped: 'fa-stop',
};

/** The cues of a node for mouse and keyboard: arrows, Home, End, Enter. The focus stays on the list. */
export class CueRows {
  readonly element = element('div', { role: 'listbox', tabindex: '0', class: 'hub-cue-rows' });
  readonly #choose: (number: string) => void;
  readonly #onSelect: (number: string) => void;
  /** By number. */
  readonly #rows = new Map<string, HTMLElement>();
  /** A cue is drawn again only if its facts differ. By number. */
  readonly #facts = new Map<string, string>();
  #numbers: readonly string[] = [];
  #current: string | undefined;
  #standby: string | undefined;

  /** `choose` is called for a click, Enter or Space, `onSelect` when the mouse or a key selects a cue. */
  constructor(choose: (number: string) => void, onSelect: (number: string) => void) {
    this.#choose = choose;
    this.#onSelect = onSelect;
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('click', ({ target }) => this.#click(target as Element));
  }

  set label(label: string) {
    this.element.setAttribute('aria-label', label);
  }

  /** Makes a cue the current one, with the focus on the list. */
  focus(number: string): void {
    this.element.focus();
    this.#select(number);
  }

  draw({ cues, state }: CueListReport): void {
    const standby = state.standby?.number;
    const numbers = cues.map(({ number }) => number);
    const isSameOrder = numbers.join() === this.#numbers.join();
    this.#numbers = numbers;
    for (const cue of cues)
      this.#draw(cue, cue.number === standby, cue.number === state.current?.number ? state.remaining : null);
    if (!isSameOrder) this.#place();
    if (this.#current === undefined || !this.#rows.has(this.#current)) this.#moveTo(standby ?? numbers[0]);
    if (standby !== this.#standby) this.#show(standby);
    this.#standby = standby;
  }

  /** Shows no result and no position, because none is certain now. */
  forgetStates(): void {
    this.#standby = undefined;
    this.#facts.clear();
    for (const row of this.#rows.values()) {
      row.removeAttribute('data-state');
      row.querySelector('.hub-cue-state')?.replaceChildren();
    }
  }

  #place(): void {
    const present = new Set(this.#numbers);
    for (const number of this.#rows.keys())
      if (!present.has(number) && this.#rows.delete(number)) this.#facts.delete(number);
    const rows = this.#numbers.flatMap((number) => this.#rows.get(number) ?? []);
    placeInOrder(this.element, rows);
  }

  #draw(cue: CueReport, isStandby: boolean, remaining: number | null): void {
    const facts = JSON.stringify([cue, isStandby, remaining]);
    const row = this.#rows.get(cue.number) ?? createRow(cue.number);
    this.#rows.set(cue.number, row);
    if (this.#facts.get(cue.number) === facts) return;
    this.#facts.set(cue.number, facts);
    const { number, name, note, steps, afterwards, outcome } = cue;
    const about = [words('sidebar.cues.steps', { count: steps }), afterwards && words(`cues.afterwards.${afterwards}`)];
    const states = [
      ...(outcome ? [stateOf(outcome, remaining)] : []),
      ...(isStandby ? [element('strong', {}, words('cues.choices.standby'))] : []),
    ];
    row.setAttribute('data-state', isStandby ? 'standby' : (outcome ?? ''));
    row.title = about.filter(Boolean).join(', ');
    row.replaceChildren(
      element('span', { class: 'hub-cue-number' }, number),
      element('span', { class: 'hub-cue-name' }, name, ...(note ? [element('small', {}, note)] : [])),
      element('span', { class: 'hub-cue-state' }, ...states),
    );
  }

  #click(target: Element): void {
    const option = target.closest('[role=option]');
    const number = this.#numbers.find((each) => this.#rows.get(each) === option);
    if (number === undefined) return;
    this.#select(number);
    this.#choose(number);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const at = this.#numbers.indexOf(this.#current ?? '');
    const last = this.#numbers.length - 1;
    const to: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last };
    const next = to[event.key];
    if (next !== undefined) this.#select(this.#numbers[Math.max(0, Math.min(next, last))]);
    else if ((event.key === 'Enter' || event.key === ' ') && this.#current !== undefined) {
      // A key that is held sends one command.
      if (!event.repeat) this.#choose(this.#current);
    } else return;
    event.preventDefault();
    // The editor has its own shortcuts.
    event.stopPropagation();
  }

  /** The user makes a cue the current one. */
  #select(number: string | undefined): void {
    this.#moveTo(number);
    if (number !== undefined) this.#onSelect(number);
  }

  #moveTo(number: string | undefined): void {
    const before = this.#rows.get(this.#current ?? '');
    const option = this.#rows.get(number ?? '');
    before?.setAttribute('aria-selected', 'false');
    option?.setAttribute('aria-selected', 'true');
    if (option) this.element.setAttribute('aria-activedescendant', option.id);
    else this.element.removeAttribute('aria-activedescendant');
    this.#current = number;
    if (document.activeElement === this.element) this.#show(number);
  }

  /** Scrolls only the list. */
  #show(number: string | undefined): void {
    const option = this.#rows.get(number ?? '');
    if (!option) return;
    const [box, list] = [option.getBoundingClientRect(), this.element.getBoundingClientRect()];
    if (box.top < list.top) this.element.scrollTop += box.top - list.top;
    if (box.bottom > list.bottom) this.element.scrollTop += box.bottom - list.bottom;
  }
}

function createRow(number: string): HTMLElement {
  count += 1;
  const attributes = { role: 'option', id: `hub-cue-${count}`, class: 'hub-cue', 'aria-selected': 'false' };
  return element('div', { ...attributes, 'data-number': number });
}

function stateOf(outcome: NonNullable<CueReport['outcome']>, remaining: number | null): HTMLElement {
  const icon = element('i', { class: `fa ${ICONS[outcome]}`, 'aria-hidden': 'true' });
  const seconds = outcome === 'running' && remaining !== null ? ` ${secondsText(remaining)}` : '';
  return element('span', {}, icon, ` ${words(`sidebar.cues.outcomes.${outcome}`)}${seconds}`);
}

/** The time that is left, in full seconds. */
const secondsText = (remaining: number): string => words('sidebar.cues.seconds', { seconds: Math.ceil(remaining) });
