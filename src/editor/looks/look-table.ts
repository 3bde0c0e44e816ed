import { isObject } from '../../base/values.js';
import { textOf } from '../../looks/look.js';
import { isEnvironment } from '../../saved/environment.js';
import { rowFaults } from '../../saved/field.js';
import { LOOK, rowKeyOf, type SavedLookProperty } from '../../saved/look.js';
import { element, iconButton } from '../base/dom.js';
import { words } from '../base/words.js';

/** A longer table would be slow to draw. */
export const MAX_ROWS = 500;

/** The rows of a saved table. A flow written by hand may have any value. */
export const savedProperties = (value: unknown): SavedLookProperty[] =>
  (Array.isArray(value) ? value : []).filter(isObject).map((row) => row as unknown as SavedLookProperty);

/** A property in the table. */
interface Row {
  readonly element: HTMLElement;
  readonly key: string;
  /** Only fields that differ from their defaults are saved. */
  read(): SavedLookProperty;
}

/** The table of properties. Each change ends in a `change` event of its element. */
export class LookTable {
  readonly element: HTMLElement;
  /** In the order of the table. */
  readonly #rows = new Set<Row>();

  constructor(list: HTMLElement, saved: readonly SavedLookProperty[]) {
    this.element = list;
    for (const property of saved) this.#append(property);
    list.addEventListener('input', () => this.#markFaults());
    list.addEventListener('change', () => this.#markFaults());
    this.#markFaults();
  }

  read(): SavedLookProperty[] {
    return [...this.#rows].map((row) => row.read());
  }

  /** The keys of all rows. */
  keys(): Set<string> {
    return new Set([...this.#rows].map(({ key }) => key));
  }

  /** Adds the properties that are not in the table yet. Returns the numbers of added ones and of those beyond the limit. */
  add(properties: readonly SavedLookProperty[]): { readonly added: number; readonly refused: number } {
    const keys = this.keys();
    const missing = properties.filter((property) => keys.size !== keys.add(rowKeyOf(property)).size);
    const added = missing.slice(0, Math.max(0, MAX_ROWS - this.#rows.size));
    for (const property of added) this.#append(property);
    if (added.length > 0) this.#changed();
    return { added: added.length, refused: missing.length - added.length };
  }

  /** Removes the rows of a property. */
  remove(key: string): void {
    for (const row of this.#rows) if (row.key === key) this.#remove(row);
    this.#changed();
  }

  #append(property: SavedLookProperty): void {
    const row = createRow(property, () => {
      const { nextElementSibling: next, previousElementSibling: previous } = row.element;
      this.#remove(row);
      this.#changed();
      (next ?? previous)?.querySelector('button')?.focus();
    });
    this.#rows.add(row);
    this.element.append(row.element);
  }

  #remove(row: Row): void {
    // A row that loses the focus causes a validation, which still reads this row.
    row.element.remove();
    this.#rows.delete(row);
  }

  #changed(): void {
    this.element.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #markFaults(): void {
    const faults = rowFaults('properties', LOOK.fields.properties, this.read(), isEnvironment);
    const wrongRows = new Set(faults.map(({ row }) => row));
    for (const [index, { element: row }] of [...this.#rows].entries())
      row.classList.toggle('hub-wrong', wrongRows.has(index + 1));
  }
}

function createRow(property: SavedLookProperty, remove: () => void): Row {
  const { name: savedName, recall: savedRecall, fade: savedFade, ...others } = property;
  const text = textOf(property);
  const field = (type: string, label: string) => element('input', { type, 'aria-label': `${label}: ${text}` });
  const [nameLabel, recallLabel, fadeLabel] = [words('editor.name'), words('look.choices.recall'), words('look.fade')];
  const [name, recall, fade] = [field('text', nameLabel), field('checkbox', recallLabel), field('text', fadeLabel)];
  Object.assign(name, { value: savedName ?? '', placeholder: nameLabel, className: 'hub-row-name' });
  Object.assign(recall, { checked: savedRecall !== false });
  Object.assign(fade, { value: savedFade ?? '', placeholder: fadeLabel, className: 'hub-row-fade' });
  const row = element(
    'li',
    {},
    element('div', { class: 'hub-property' }, text),
    ...[name, element('label', { class: 'hub-tick' }, recall, recallLabel), fade],
    iconButton('fa-remove', remove, { 'aria-label': words('look.remove', { property: text }) }),
  );
  const read = () => ({
    ...others,
    ...(name.value.trim() && { name: name.value.trim() }),
    ...(!recall.checked && { recall: false }),
    ...(fade.value.trim() && { fade: fade.value.trim() }),
  });
  return { element: row, key: rowKeyOf(property), read };
}
