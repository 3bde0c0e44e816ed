import type { List, ListRow } from '../../hub/lists/bound-list.js';
import { element } from '../base/dom.js';
import { words } from '../base/words.js';
import type { ListFailure } from './lookup.js';

/** More rows would take long to draw. */
const MAX_ROWS = 200;

/** A level with more rows has a search field. */
const MAX_WITHOUT_SEARCH = 20;

/** The rows of one list of the hub, or the reason of its failure. */
export class TreeLevel {
  readonly element = element('div', { class: 'hub-level' }, note(words('pick.loading')));
  readonly #row: (entry: ListRow) => HTMLElement;
  readonly #list = element('ul');
  readonly #note = note('');
  /** Rows that were shown stay, also while a search hides them. */
  readonly #shown = new Map<ListRow, HTMLElement>();

  constructor(answer: Promise<List | ListFailure>, row: (entry: ListRow) => HTMLElement) {
    this.#row = row;
    void this.#load(answer);
  }

  async #load(listing: Promise<List | ListFailure>): Promise<void> {
    const answer = await listing;
    if ('reason' in answer) {
      this.element.replaceChildren(note(answer.reason));
      return;
    }
    const search = element('input', { type: 'text', class: 'hub-search', placeholder: words('pick.search') });
    search.setAttribute('aria-label', words('pick.search'));
    search.addEventListener('input', () => this.#show(answer, search.value));
    const hasSearch = answer.entries.length > MAX_WITHOUT_SEARCH;
    this.element.replaceChildren(...(hasSearch ? [search] : []), this.#list, this.#note);
    this.#show(answer, '');
  }

  #show({ entries, more }: List, search: string): void {
    const searchWords = search.toLowerCase().split(/\s+/);
    const matching = entries.filter(({ label }) => searchWords.every((word) => label.toLowerCase().includes(word)));
    const rows = matching.slice(0, MAX_ROWS).map((entry) => this.#rowOf(entry));
    this.#list.replaceChildren(...rows);
    const hidden = matching.length - rows.length + more;
    if (hidden > 0) this.#note.textContent = words('pick.more', { count: hidden });
    else this.#note.textContent = rows.length > 0 ? '' : words(entries.length > 0 ? 'pick.noMatch' : 'pick.none');
  }

  #rowOf(entry: ListRow): HTMLElement {
    const row = this.#shown.get(entry) ?? element('li', {}, this.#row(entry));
    this.#shown.set(entry, row);
    return row;
  }
}

const note = (text: string): HTMLElement => element('div', { class: 'hub-blank' }, text);
