import { nameKey } from '../../base/names.js';

/** New names by the keys of the old ones. All change at once, so two things can swap their names. */
export type NewNames = ReadonlyMap<string, string>;

/** Undefined if the name stays. */
export const newNameOf = (names: NewNames, given: unknown): string | undefined =>
  typeof given === 'string' || typeof given === 'number' ? names.get(nameKey(String(given))) : undefined;
