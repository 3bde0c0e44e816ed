import { badInput } from './errors.js';

/**
 * A plain copy of a value from outside: no getters, proxies, prototypes or cycles, and at most 1,000 levels. All later
 * code relies on this. Throws `BAD_INPUT` as `encode` does.
 */
export const plainCopy = (field: string, value: unknown, select?: Select): unknown =>
  isPlain(value) ? value : JSON.parse(encode(field, value, select));

/** Selects the used parts of a value. It may throw, since a getter may. */
type Select = (value: unknown) => unknown;

const isPlain = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

const MAX_DEPTH = 1000;

/**
 * The value as JSON. Throws `BAD_INPUT` for values that JSON would change or leave out: NaN, a BigInt, a function, a
 * Map, binary data, an invalid date, a gap in a list. Cycles and more than 1,000 levels are also refused. The error has
 * the path of the value, as in `Value.points[3].x`. Undefined fields are left out. An object with a `toJSON` becomes
 * its result.
 */
export function encode(field: string, value: unknown, select: Select = (whole) => whole): string {
  if (isPlain(value)) return JSON.stringify(value);
  let fault: EncodingFault | undefined;
  // A getter, a proxy or a toJSON may throw.
  try {
    const selected = select(value);
    fault = findFault(selected, []);
    if (!fault) return JSON.stringify(selected);
  } catch {
    fault = { path: '', value };
  }
  throw badInput(field + fault.path, fault.value, { key: 'json' });
}

/** A value that JSON cannot hold, and its path: `.points[3].x`. */
interface EncodingFault {
  readonly path: string;
  readonly value: unknown;
}

/** `ancestors` are the objects around the value. If it is one of them, this is a cycle. */
function findFault(value: unknown, ancestors: object[]): EncodingFault | undefined {
  if (value === null || isPlain(value)) return undefined;
  const itself = { path: '', value };
  // JSON would write a buffer as a list of its bytes.
  if (typeof value !== 'object' || ArrayBuffer.isView(value) || ancestors.includes(value)) return itself;
  const encoded = 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value;
  // JSON would write an invalid date as null.
  if (typeof encoded !== 'object' || encoded === null)
    return encoded === null ? itself : findFault(encoded, ancestors) && itself;
  if (!holdsAll(encoded)) return itself;
  if (ancestors.length === MAX_DEPTH) throw new RangeError('Too deep');
  ancestors.push(value);
  const wrong = Array.isArray(encoded) ? findFaultInList(encoded, ancestors) : findFaultInFields(encoded, ancestors);
  ancestors.pop();
  return wrong;
}

function findFaultInList(list: readonly unknown[], ancestors: object[]): EncodingFault | undefined {
  for (let index = 0; index < list.length; index += 1) {
    const fault = findFault(list[index], ancestors);
    if (fault) return { path: `[${index}]${fault.path}`, value: fault.value };
  }
  return undefined;
}

function findFaultInFields(fields: object, ancestors: object[]): EncodingFault | undefined {
  for (const key of Object.keys(fields)) {
    const field = (fields as Record<string, unknown>)[key];
    const fault = field === undefined ? undefined : findFault(field, ancestors);
    if (fault) return { path: `.${key}${fault.path}`, value: fault.value };
  }
  return undefined;
}

/** True if an object has no contents besides its fields, unlike a Map, a RegExp, an Error or binary data. */
function holdsAll(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null || Array.isArray(value)) return true;
  // A plain object of another realm. Example: an object of a function node.
  if (Object.getPrototypeOf(prototype) === null) return true;
  if (value instanceof Number) return Number.isFinite(value.valueOf());
  if (value instanceof String || value instanceof Boolean) return true;
  return Object.prototype.toString.call(value) === '[object Object]' && Object.keys(value).length > 0;
}
