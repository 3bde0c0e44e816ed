import { isObject } from '../../hub/base/is-object.js';

/** A JSON object or list. */
export type Container = Readonly<Record<PropertyKey, unknown>>;

export const isContainer = (value: unknown): value is Container => isObject(value) || Array.isArray(value);

/** Two objects or two lists with as many parts. */
interface Pair {
  readonly one: Container;
  readonly other: Container;
  /** Undefined for lists, whose keys would be a text for each item. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  /** The position of the next part. */
  next: number;
}

/** True if two JSON values of any depth are equal. */
export function isEqual(before: unknown, now: unknown): boolean {
  /** The innermost pair is last. */
  const pairs: Pair[] = [];
  /** Returns false if both differ. The parts of a pair are compared later. */
  const compare = (one: unknown, other: unknown): boolean => {
    if (one === other) return true;
    const pair = pairOf(one, other);
    if (pair) pairs.push(pair);
    return pair !== undefined;
  };
  if (!compare(before, now)) return false;
  for (let pair = pairs.at(-1); pair; pair = pairs.at(-1)) {
    const { one, other } = pair;
    const key = nextDifferent(pair);
    if (key === undefined) pairs.pop();
    else if (!Object.hasOwn(other, key) || !compare(one[key], other[key])) return false;
  }
  return true;
}

/** Undefined if both cannot be equal. */
function pairOf(one: unknown, other: unknown): Pair | undefined {
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) return undefined;
  const keys = Array.isArray(one) ? undefined : Object.keys(one);
  const length = keys?.length ?? lengthOf(one);
  return length === lengthOf(other) ? { one, other, keys, length, next: 0 } : undefined;
}

const lengthOf = (value: Container): number => (Array.isArray(value) ? value.length : Object.keys(value).length);

/** The key of the next part that is not the same value in both. A value of JSON is never undefined. */
function nextDifferent(pair: Pair): PropertyKey | undefined {
  const { one, other, keys, length } = pair;
  while (pair.next < length) {
    const key = keys?.[pair.next] ?? pair.next;
    pair.next += 1;
    if (one[key] === undefined || one[key] !== other[key]) return key;
  }
  return undefined;
}
