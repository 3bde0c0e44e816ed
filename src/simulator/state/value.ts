import { isObject } from '../../base/values.js';

/** A property value that is an object, or an object inside of one (docs/develop/interface.md "Property"). */
type ObjectValue = Readonly<Record<string, unknown>>;

const mapFields = (fields: ObjectValue, change: (value: unknown, key: string) => unknown): ObjectValue =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, change(value, key)]));

/** The value as an engine stores it, with every number as a 32-bit float. */
export function float32(value: unknown): unknown {
  if (typeof value === 'number') return Math.fround(value);
  if (Array.isArray(value)) return value.map(float32);
  return isObject(value) ? mapFields(value, float32) : value;
}

/**
 * Converts a value to the type of the current value. Text with a number or a boolean is converted, as on hubs
 * (docs/develop/interface.md "Seen in the field", Values). Missing fields of an object keep their values.
 */
export function adapt(held: unknown, given: unknown): unknown {
  if (typeof given === 'string') return fromText(held, given);
  if (!isObject(held) || !isObject(given)) return given;
  return { ...held, ...mapFields(given, (field, key) => adapt(Object.hasOwn(held, key) ? held[key] : field, field)) };
}

function fromText(held: unknown, given: string): unknown {
  const text = given.trim().toLowerCase();
  if (typeof held === 'number') return text === '' || !Number.isFinite(Number(text)) ? given : Number(text);
  return typeof held === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : given;
}

/**
 * The first place where a value does not fit the current one, as a dot path below `at`. Objects must have the same
 * fields and types. A list may contain anything. Numbers must be finite as 32-bit floats.
 */
export function misfit(held: unknown, given: unknown, at: string): string | undefined {
  if (typeof held === 'number') return isFloat(given) ? undefined : at;
  if (Array.isArray(held)) return Array.isArray(given) ? firstMisfit(given, given, at) : at;
  if (!isObject(held)) return typeof given === typeof held ? undefined : at;
  return isObject(given) ? firstMisfit(held, given, at) : at;
}

const isFloat = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(Math.fround(value));

function firstMisfit(held: object, given: object, at: string): string | undefined {
  const [wanted, offered] = [new Map(Object.entries(held)), new Map(Object.entries(given))];
  for (const key of new Set([...wanted.keys(), ...offered.keys()])) {
    const wrong = misfit(wanted.get(key), offered.get(key), `${at}.${key}`);
    if (wrong) return wrong;
  }
  return undefined;
}

/** The value between two values, for a share from 0 to 1. Only numbers are interpolated. Other types change at once. */
export function mix(from: unknown, to: unknown, share: number): unknown {
  if (typeof from === 'number' && typeof to === 'number') return from + (to - from) * share;
  if (Array.isArray(from) && Array.isArray(to)) return to.map((item, index) => mix(from[index], item, share));
  if (isObject(from) && isObject(to)) return mapFields(to, (field, key) => mix(from[key], field, share));
  return to;
}

/** The field at a path of keys, or undefined. */
export function pick(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), value);
}
