import { isObject } from '../base/is-object.js';

/** A button as the hub lists it: what presses it, its id where it has one of its own, and what stands on it. */
export interface ButtonRow {
  readonly key: string;
  readonly id?: string;
  readonly label?: unknown;
}

/**
 * Buttons in both shapes: a list of `{id, key, label}`, where the key presses, or the id where there is none; or an
 * object from key to label, or to what holds the label (docs/interface.md "Resources", "Seen in the field").
 * Rows of no use are left out; undefined for what is neither.
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

/** Ids are text; some hubs count. */
const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
