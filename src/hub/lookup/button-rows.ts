import { isObject } from '../../base/values.js';

/** A button as the hub lists it: the key that presses it, its id if it has one, and its label. */
export interface ButtonRow {
  readonly key: string;
  readonly id?: string;
  readonly label?: unknown;
}

/**
 * Buttons in both forms: a list of `{id, key, label}`, or an object from key to label or to an object with the label
 * (docs/develop/interface.md "Resources", "Seen in the field"). Without a key, the id presses the button. Unusable rows are
 * left out. Undefined if the value has neither form.
 */
export function buttonRows(buttons: unknown): ButtonRow[] | undefined {
  if (Array.isArray(buttons)) return buttons.flatMap(listedButton);
  if (!isObject(buttons)) return undefined;
  return Object.entries(buttons).map(([key, value]) => ({ key, label: isObject(value) ? value.label : value }));
}

function listedButton(row: unknown): ButtonRow[] {
  if (!isObject(row)) return [];
  const id = asText(row.id);
  const key = asText(row.key) ?? id;
  return key === undefined ? [] : [{ key, id, label: row.label }];
}

/** Ids are text. Some hubs send numbers. */
const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : undefined;
