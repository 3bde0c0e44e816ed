import type { JournalRow } from '../../../hub/records/journal.js';
import { element } from '../../base/dom.js';
import { words } from '../../base/words.js';
import { journalOutcomeOf, nodeName, OUTCOMES, searchText } from './journal-list.js';

const ALL = '';

/** An outcome of the filter: every failure. */
const FAILED = 'failed';

/** Filters rows by node, outcome and text. */
export class JournalFilter {
  readonly #node = element('select', { 'aria-label': words('sidebar.journal.node') });
  readonly #outcome = element('select', { 'aria-label': words('sidebar.journal.outcome') });
  readonly #text = element('input', {
    type: 'text',
    placeholder: words('pick.search'),
    'aria-label': words('sidebar.journal.text'),
  });
  readonly element = element('div', { class: 'hub-side-filter' }, this.#node, this.#outcome, this.#text);
  #shownNodes = '';

  constructor(onChange: () => void) {
    for (const field of [this.#node, this.#outcome]) field.addEventListener('change', onChange);
    this.#text.addEventListener('input', onChange);
    const outcomes = OUTCOMES.map((outcome) => option(outcome, words(`sidebar.journal.outcomes.${outcome}`)));
    const groups = [
      option(ALL, words('sidebar.journal.allOutcomes')),
      option(FAILED, words('sidebar.journal.allFailures')),
    ];
    this.#outcome.append(...groups, ...outcomes);
    this.offer([]);
  }

  /** Lists the nodes that sent these commands. The selected node stays. */
  offer(rows: readonly JournalRow[]): void {
    const chosen = this.#node.value;
    const nodes = [...new Set([...rows.map(({ node }) => node), chosen])].filter((node) => node !== ALL);
    const named = nodes.map((id) => [id, nodeName(id)] as const).sort(([, one], [, other]) => one.localeCompare(other));
    const shownNodes = JSON.stringify(named);
    if (shownNodes === this.#shownNodes) return;
    this.#shownNodes = shownNodes;
    const options = named.map(([id, name]) => option(id, name));
    this.#node.replaceChildren(option(ALL, words('sidebar.journal.allNodes')), ...options);
    this.#node.value = chosen;
  }

  /** Shows all failures, and focuses the field that changes this. */
  showFailures(): void {
    this.#node.value = ALL;
    this.#outcome.value = FAILED;
    this.#text.value = '';
    this.#outcome.focus();
  }

  matches = (row: JournalRow): boolean => {
    const text = this.#text.value.trim().toLowerCase();
    if (this.#node.value !== ALL && row.node !== this.#node.value) return false;
    if (!this.#hasOutcome(row)) return false;
    return text === '' || searchText(row).toLowerCase().includes(text);
  };

  #hasOutcome(row: JournalRow): boolean {
    const { value } = this.#outcome;
    if (value === FAILED) return row.failed;
    return value === ALL || journalOutcomeOf(row) === value;
  }
}

const option = (value: string, label: string): HTMLOptionElement => element('option', { value }, label);
