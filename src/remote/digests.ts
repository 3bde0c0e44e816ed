import { createHash } from 'node:crypto';

/** The number of groups of states. After a lost state, only the lamps of its group are unknown for a moment. */
const GROUPS = 32;

const hash = (text: string): Buffer => createHash('sha1').update(text).digest();

/** The group of a name: 0 … 31. */
export const groupOf = (name: string): number => hash(name).readUInt8() % GROUPS;

/** A digest for each group, of its names and their numbers in any order. */
export function digestsOf(states: Iterable<readonly [name: string, serial: number]>): readonly string[] {
  const lines = Array.from({ length: GROUPS }, (): string[] => []);
  for (const [name, serial] of states) lines[groupOf(name)]?.push(JSON.stringify([name, serial]));
  return lines.map((group) => hash(group.sort().join()).toString('hex', 0, 4));
}

/** True for a result of `digestsOf`. */
export const areDigests = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length === GROUPS && value.every((digest) => /^[0-9a-f]{8}$/.test(String(digest)));

/** The valid groups in a list from another machine. */
export const readGroups = (value: unknown): readonly number[] =>
  Array.isArray(value) ? ALL_GROUPS.filter((group) => value.includes(group)) : [];

const ALL_GROUPS: readonly number[] = Array.from({ length: GROUPS }, (_, group) => group);
