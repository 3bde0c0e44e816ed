import { isObject } from '../base/values.js';

/** One part per line, and a line break after the last one. */
export const indented = (parts: readonly string[], indent: number): string =>
  parts.length === 0
    ? ''
    : `${parts.map((part) => `\n${' '.repeat(indent)}${part}`).join(',')}\n${' '.repeat(indent - 1)}`;

/** A copy whose objects have their fields in the order of their names. */
export function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(byName)
      .map(([name, field]) => [name, sortFields(field)]),
  );
}

/** The order does not depend on the language of the machine. */
export const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;
