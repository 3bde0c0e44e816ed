import { nameKey } from '../../base/names.js';
import { isObject } from '../../base/values.js';
import type { EditorNode } from '../base/red.js';

/** Values of fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** New names by the keys of the old ones. All change at once, so two things can swap their names. */
export type NewNames = ReadonlyMap<string, string>;

/** Undefined if the name stays. */
export const newNameOf = (names: NewNames, given: unknown): string | undefined =>
  typeof given === 'string' || typeof given === 'number' ? names.get(nameKey(String(given))) : undefined;

/** A field with its new name. Undefined if the name stays. */
export function renamedField(
  row: object,
  field: string,
  names: NewNames,
): Readonly<Record<string, string>> | undefined {
  const to = newNameOf(names, Reflect.get(row, field));
  return to === undefined ? undefined : { [field]: to };
}

/** The field of a node with other values in some of its rows. Undefined if no row has any. */
export function renamedRows(
  node: EditorNode,
  field: string,
  renamed: (row: Fields) => Fields | undefined,
): Fields | undefined {
  const rows: unknown = Reflect.get(node, field);
  if (!Array.isArray(rows)) return undefined;
  const others = rows.map((row) => (isObject(row) ? renamed(row as Fields) : undefined));
  return others.some(Boolean)
    ? { [field]: rows.map((row, index) => (others[index] ? { ...row, ...others[index] } : row)) }
    : undefined;
}
