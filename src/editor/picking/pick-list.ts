import type { ListRow } from '../../hub/lists/bound-list.js';
import { element } from '../base/dom.js';
import { formatValue } from '../base/format-value.js';
import { words } from '../base/words.js';
import { distinctionOf } from './selected-path.js';

/** More would make typing slow. */
const MAX_OPTIONS = 100;

/** A list of the hub with a search, for mouse and keyboard. */
export class PickList {
  readonly #search = element('input', {
    ...{ type: 'text', role: 'combobox', class: 'hub-search' },
    ...{ 'aria-expanded': 'true', 'aria-controls': 'hub-options' },
  });
  readonly #options = element('div', { role: 'listbox', id: 'hub-options', class: 'hub-options', tabindex: '-1' });
  readonly #note = element('div', { class: 'hub-note', 'aria-live': 'polite' });
  readonly element = element('div', {}, this.#search, this.#options, this.#note);
  readonly #choose: (entry: ListRow) => void;
  #entries: readonly { readonly entry: ListRow; readonly text: string }[] = [];
  #more = 0;
  #visible: readonly ListRow[] = [];
  #current = 0;

  constructor(choose: (entry: ListRow) => void) {
    this.#choose = choose;
    this.#search.placeholder = words('pick.search');
    this.#search.setAttribute('aria-label', words('pick.search'));
    this.#options.setAttribute('aria-label', words('pick.fromHub'));
    this.#search.addEventListener('input', () => this.#filter());
    this.#search.addEventListener('keydown', (event) => this.#key(event));
  }

  /** `chosen` is the value of the field. */
  show(entries: readonly ListRow[], more: number, chosen: string): void {
    this.#entries = entries.map((entry) => ({ entry, text: textOf(entry).toLowerCase() }));
    this.#more = more;
    this.#search.value = '';
    this.#filter(chosen);
  }

  /** Empties the list and shows a note instead. */
  showNote(reason: string): void {
    this.#entries = [];
    this.#more = 0;
    this.#filter();
    this.#note.textContent = reason;
  }

  focus(): void {
    this.#search.focus();
  }

  #filter(chosen?: string): void {
    const searchWords = this.#search.value.toLowerCase().split(/\s+/);
    const matching = this.#entries.filter(({ text }) => searchWords.every((word) => text.includes(word)));
    this.#visible = matching.slice(0, MAX_OPTIONS).map(({ entry }) => entry);
    const rows = this.#visible.map((entry, index) => this.#row(entry, index));
    this.#options.replaceChildren(...rows);
    this.#note.textContent = this.#noteOf(matching.length);
    this.#move(
      Math.max(
        0,
        this.#visible.findIndex(({ value }) => String(value) === chosen),
      ),
    );
  }

  #noteOf(matching: number): string {
    if (this.#entries.length === 0) return words('pick.none');
    if (matching === 0) return words('pick.noMatch');
    const hidden = matching - this.#visible.length + this.#more;
    return hidden > 0 ? words('pick.more', { count: hidden }) : '';
  }

  #row(entry: ListRow, index: number): HTMLElement {
    const value = String(entry.value);
    const row = element('div', { role: 'option', id: `hub-option-${index}`, 'data-value': value }, entry.label);
    row.append(element('span', { class: 'hub-aside' }, distinctionOf(entry)));
    if (entry.present !== undefined) row.append(element('span', { class: 'hub-present' }, formatValue(entry.present)));
    row.addEventListener('click', () => this.#choose(entry));
    return row;
  }

  #key(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const step = steps[event.key];
    const chosen = this.#visible[this.#current];
    if (step) this.#move(this.#current + step);
    else if (event.key === 'Enter' && chosen) this.#choose(chosen);
    else if (event.key !== 'Enter') return;
    // Otherwise Enter would also close the dialog.
    event.preventDefault();
    event.stopPropagation();
  }

  #move(to: number): void {
    this.#options.children[this.#current]?.setAttribute('aria-selected', 'false');
    this.#current = Math.max(0, Math.min(to, this.#visible.length - 1));
    const row = this.#options.children[this.#current];
    row?.setAttribute('aria-selected', 'true');
    row?.scrollIntoView({ block: 'nearest' });
    this.#search.setAttribute('aria-activedescendant', row?.id ?? '');
  }
}

const textOf = ({ label, value, note = '' }: ListRow): string => `${label} ${value} ${note}`;
