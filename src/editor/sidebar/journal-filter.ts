import type { JournalRow } from '../../hub/records/journal.js';
import { element } from '../base/dom.js';
import { words } from '../base/words.js';
import { journalOutcomeOf, nodeName, OUTCOMES, searchText } from './journal-row.js';

const ALL = '';

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
    this.#outcome.append(option(ALL, words('sidebar.journal.allOutcomes')), ...outcomes);
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

  matches = (row: JournalRow): boolean => {
    const text = this.#text.value.trim().toLowerCase();
    if (this.#node.value !== ALL && row.node !== this.#node.value) return false;
    if (this.#outcome.value !== ALL && journalOutcomeOf(row) !== this.#outcome.value) return false;
    return text === '' || searchText(row).toLowerCase().includes(text);
  };
}

const option = (value: string, label: string): HTMLOptionElement => element('option', { value }, label);
