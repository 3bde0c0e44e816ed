import { nameKey } from '../../base/names.js';

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
