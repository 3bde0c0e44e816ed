import { searchKey } from '../../base/names.js';
import type { JournalRow } from '../../hub/records/journal-row.js';
import { element, fillSelect } from '../base/dom.js';
import { nodeName } from '../base/node-label.js';
import { words } from '../base/words.js';
import { OUTCOMES, searchText } from './row-text.js';

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

  constructor(onChange: () => void) {
    for (const field of [this.#node, this.#outcome]) field.addEventListener('change', onChange);
    this.#text.addEventListener('input', onChange);
    const outcomes = [
      { value: ALL, label: words('sidebar.journal.allOutcomes') },
      { value: FAILED, label: words('sidebar.journal.allFailures') },
      ...OUTCOMES.map((value) => ({ value, label: words(`sidebar.journal.outcomes.${value}`) })),
    ];
    fillSelect(this.#outcome, outcomes, ALL);
    this.offer([]);
  }

  /** Lists the nodes that sent these commands. The selected node stays. */
  offer(rows: readonly JournalRow[]): void {
    const chosen = this.#node.value;
    const nodes = [...new Set([...rows.map(({ node }) => node), chosen])].filter((node) => node !== ALL);
    const named = nodes.map((value) => ({ value, label: nodeName(value) }));
    named.sort((one, other) => one.label.localeCompare(other.label));
    fillSelect(this.#node, [{ value: ALL, label: words('sidebar.journal.allNodes') }, ...named], chosen);
  }

  /** Shows all failures, and focuses the field that changes this. */
  showFailures(): void {
    this.#node.value = ALL;
    this.#outcome.value = FAILED;
    this.#text.value = '';
    this.#outcome.focus();
  }

  matches = (row: JournalRow): boolean => {
    const text = searchKey(this.#text.value);
    if (this.#node.value !== ALL && row.node !== this.#node.value) return false;
    if (!this.#hasOutcome(row)) return false;
    return text === '' || searchKey(searchText(row)).includes(text);
  };

  #hasOutcome(row: JournalRow): boolean {
    const { value } = this.#outcome;
    if (value === FAILED) return row.failed;
    return value === ALL || row.outcome === value;
  }
}
