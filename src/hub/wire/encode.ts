import { badInput } from './errors.js';

/**
 * A plain copy of a value from outside: no getters, proxies, prototypes or cycles, and at most 1,000 levels. Everything
 * behind this function can rely on that. Throws `BAD_INPUT` as `encode` does.
 */
export const plainCopy = (field: string, value: unknown): unknown =>
  isPlain(value) ? value : JSON.parse(encode(field, value));

const isPlain = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** Objects may be nested this deep. */
const MAX_DEPTH = 1000;

/**
 * The value as JSON. Throws `BAD_INPUT` for what JSON would silently change or leave out, and names it by its path, as
 * in `Value.points[3].x`: NaN, a BigInt, a function, a Map, binary data, an invalid date, a hole in a list, a cycle,
 * more than 1,000 levels.
 * A field that is undefined is a blank and left out; an object with a `toJSON` is what that gives.
 */
export function encode(field: string, value: unknown): string {
  if (isPlain(value)) return JSON.stringify(value);
  let fault: EncodingFault | undefined;
  // A getter, a proxy or a toJSON may throw.
  try {
    fault = findFault(value, []);
    if (!fault) return JSON.stringify(value);
  } catch {
    fault = { path: '', value };
  }
  throw badInput(field + fault.path, fault.value, { key: 'json' });
}

/** What JSON cannot hold, and where it is: `.points[3].x`. */
interface EncodingFault {
  readonly path: string;
  readonly value: unknown;
}

/** `around` are the objects that hold the value: it may be none of them. */
function findFault(value: unknown, ancestors: object[]): EncodingFault | undefined {
  if (value === null || isPlain(value)) return undefined;
  const itself = { path: '', value };
  // A buffer would show itself as a list of its bytes.
  if (typeof value !== 'object' || ArrayBuffer.isView(value) || ancestors.includes(value)) return itself;
  const shown = 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value;
  // An invalid date shows itself as null, and others may show nothing.
  if (typeof shown !== 'object' || shown === null)
    return shown === null ? itself : findFault(shown, ancestors) && itself;
  if (!holdsAll(shown)) return itself;
  if (ancestors.length === MAX_DEPTH) throw new RangeError('Too deep');
  ancestors.push(value);
  const wrong = Array.isArray(shown) ? findFaultInList(shown, ancestors) : findFaultInFields(shown, ancestors);
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

/** Whether its fields are all that an object holds, unlike those of a Map, a RegExp, an Error or binary data. */
function holdsAll(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null || Array.isArray(value)) return true;
  // The plain object of another realm, such as Node-RED's function nodes are.
  if (Object.getPrototypeOf(prototype) === null) return true;
  if (value instanceof Number) return Number.isFinite(value.valueOf());
  if (value instanceof String || value instanceof Boolean) return true;
  return Object.prototype.toString.call(value) === '[object Object]' && Object.keys(value).length > 0;
}
