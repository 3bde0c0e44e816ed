import { hasParts } from '../../base/values.js';

/** True if two JSON values are equal. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) return areEqualLists(one, other);
  if (!hasParts(one) || !hasParts(other) || Array.isArray(one) || Array.isArray(other)) return false;
  const keys = Object.keys(one);
  const hasAsMany = keys.length === Object.keys(other).length;
  return hasAsMany && keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]));
}

/** A loop, since a call for each item of a long list would take long. */
function areEqualLists(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1)
    if (one[index] !== other[index] && !isEqual(one[index], other[index])) return false;
  return true;
}
