import { isObject } from '../../base/values.js';
import { textOf } from '../../looks/look.js';
import { isEnvironment } from '../../saved/environment.js';
import { rowFaults } from '../../saved/field.js';
import { LOOK, rowKeyOf, type SavedLookProperty } from '../../saved/look.js';
import { element } from '../base/dom.js';
import { words } from '../base/words.js';
import { iconButton } from '../desk/icon-button.js';

/** A longer table would be slow to draw. */
export const MAX_ROWS = 500;

/** The rows of a saved table. A flow written by hand may have any value. */
export const savedProperties = (value: unknown): SavedLookProperty[] =>
  (Array.isArray(value) ? value : []).filter(isObject).map((row) => row as unknown as SavedLookProperty);

/** The table of properties. Each change ends in a `change` event of its element. */
export class LookTable {
  readonly element: HTMLElement;
  readonly #rows = new Map<Element, SavedLookProperty>();
  readonly #savedText: string;

  constructor(list: HTMLElement, saved: readonly SavedLookProperty[]) {
    this.element = list;
    list.append(...saved.map((property) => this.#row(property)));
    this.#savedText = JSON.stringify(this.read());
    list.addEventListener('input', () => this.#markFaults());
    list.addEventListener('change', () => this.#markFaults());
    this.#markFaults();
  }

  read(): SavedLookProperty[] {
    return this.#elements().map((row) => readRow(row, this.#rows.get(row) as SavedLookProperty));
  }

  /** Undefined if the rows are as saved. */
  get changedRows(): SavedLookProperty[] | undefined {
    const rows = this.read();
    return JSON.stringify(rows) === this.#savedText ? undefined : rows;
  }

  /** The keys of all rows. */
  keys(): Set<string> {
    return new Set([...this.#rows.values()].map(rowKeyOf));
  }

  /** Adds the properties that are not in the table yet. Returns the numbers of added ones and of those beyond the limit. */
  add(properties: readonly SavedLookProperty[]): { readonly added: number; readonly refused: number } {
    const keys = this.keys();
    const missing = properties.filter((property) => keys.size !== keys.add(rowKeyOf(property)).size);
    const rows = missing.slice(0, Math.max(0, MAX_ROWS - this.#rows.size)).map((property) => this.#row(property));
    this.element.append(...rows);
    if (rows.length > 0) this.#changed();
    return { added: rows.length, refused: missing.length - rows.length };
  }

  /** Removes the rows of a property. */
  remove(key: string): void {
    for (const [row, property] of this.#rows) if (rowKeyOf(property) === key) this.#remove(row);
    this.#changed();
  }

  #elements = (): HTMLElement[] => [...this.element.children] as HTMLElement[];

  #row(property: SavedLookProperty): HTMLElement {
    const text = textOf(property);
    const removeRow = () => {
      const next = (row.nextElementSibling ?? row.previousElementSibling)?.querySelector('button');
      this.#remove(row);
      this.#changed();
      next?.focus();
    };
    const recall = words('look.choices.recall');
    const row: HTMLLIElement = element(
      'li',
      {},
      element('div', { class: 'hub-property' }, text),
      field('text', 'name', words('editor.name'), text),
      element('label', { class: 'hub-tick' }, field('checkbox', 'recall', recall, text), recall),
      field('text', 'fade', words('look.fade'), text),
      iconButton('fa-remove', removeRow, { 'aria-label': words('look.remove', { property: text }) }),
    );
    inputOf(row, 'name').value = String(property.name ?? '');
    inputOf(row, 'recall').checked = property.recall !== false;
    inputOf(row, 'fade').value = String(property.fade ?? '');
    this.#rows.set(row, property);
    return row;
  }

  #remove(row: Element): void {
    // A row that loses the focus causes a validation, which still reads this row.
    row.remove();
    this.#rows.delete(row);
  }

  #changed(): void {
    this.element.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #markFaults(): void {
    const faults = rowFaults('properties', LOOK.fields.properties, this.read(), isEnvironment);
    const wrongRows = new Set(faults.map(({ row }) => row));
    for (const [index, row] of this.#elements().entries()) row.classList.toggle('hub-wrong', wrongRows.has(index + 1));
  }
}

type RowField = 'name' | 'recall' | 'fade';

const field = (type: string, name: RowField, label: string, property: string): HTMLInputElement =>
  element('input', {
    ...{ type, class: `hub-row-${name}`, 'aria-label': `${label}: ${property}` },
    ...(type === 'text' && { placeholder: label }),
  });

const inputOf = (row: HTMLElement, name: RowField): HTMLInputElement =>
  row.querySelector(`.hub-row-${name}`) as HTMLInputElement;

/** Saves only fields that differ from their defaults. */
function readRow(row: HTMLElement, { name: _, recall: __, fade: ___, ...property }: SavedLookProperty) {
  const [name, fade] = [inputOf(row, 'name').value.trim(), inputOf(row, 'fade').value.trim()];
  return {
    ...property,
    ...(name && { name }),
    ...(!inputOf(row, 'recall').checked && { recall: false }),
    ...(fade && { fade }),
  };
}
