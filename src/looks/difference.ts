import { isObject } from '../base/values.js';

/** Engines store numbers with 24 bits, so 0.1 comes back as 0.10000000149. */
const TOLERANCE = 1e-6;

/** True if two values are the same for an engine: numbers within 24 bits, objects and lists part by part. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number')
    return one === other || Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(one), Math.abs(other));
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((part, index) => isSameValue(part, other[index]));
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  );
}
