/** The fields of an object. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for an object with fields: neither null, nor a list, nor bytes. */
export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

/** True for an object or a list. Lists have parts too: `0`, `1`. */
export const hasParts = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** A value of a message as text. Blank for an object and a list: one with 10,000 levels cannot become text. */
export const plainText = (value: unknown): string => (hasParts(value) ? '' : String(value ?? ''));

/** The part of a value at a path, or undefined. Only its own parts: a path must not reach inherited ones. */
export const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((part, key) => (hasParts(part) && Object.hasOwn(part, key) ? part[key] : undefined), value);

/** A copy of a value with a new part at the path. The other parts are shared. */
export function withValueAt(value: unknown, [key, ...rest]: readonly string[], part: unknown): unknown {
  if (key === undefined || !hasParts(value)) return part;
  const changed = { [key]: withValueAt(value[key], rest, part) };
  return Array.isArray(value) ? Object.assign([...value], changed) : { ...value, ...changed };
}

/** Most levels of an answer, a request or a JSON text inside an answer: objects and lists inside each other. */
export const MAX_LEVELS = 100;

/** True if a value has more levels. It is asked where JSON is parsed, so all later code may use recursion. */
export function isDeep(value: unknown, levels = MAX_LEVELS): boolean {
  if (!hasParts(value)) return false;
  if (levels === 0) return true;
  // Most parts have no parts, and a call for each of them would take long.
  if (Array.isArray(value)) {
    for (const part of value) if (hasParts(part) && isDeep(part, levels - 1)) return true;
  } else for (const key in value) if (hasParts(value[key]) && isDeep(value[key], levels - 1)) return true;
  return false;
}

/** True if two JSON values are equal. The order of fields does not count. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) return areEqualLists(one, other);
  if (!hasParts(one) || !hasParts(other) || Array.isArray(one) || Array.isArray(other)) return false;
  const keys = Object.keys(one);
  const hasAsMany = keys.length === Object.keys(other).length;
  return hasAsMany && keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]));
}

/** The saved value if the next one is equal. Another order of its fields would count as a change of the node. */
export const keepEqual = <Value>(saved: Value | undefined, next: Value): Value =>
  saved !== undefined && isEqual(saved, next) ? saved : next;

/** A loop, since a call for each item of a long list would take long. */
function areEqualLists(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1)
    if (one[index] !== other[index] && !isEqual(one[index], other[index])) return false;
  return true;
}

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
