import { isObject } from '../../base/values.js';
import type { EditorNode } from '../base/red.js';

/** Values of fields. */
export type Fields = Readonly<Record<string, unknown>>;

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
