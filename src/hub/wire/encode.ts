import { badInput } from './errors.js';

/**
 * A plain copy of a value from outside: no getters, proxies, prototypes or cycles, and at most 1,000 levels. Everything
 * behind this function can rely on that. Throws `BAD_INPUT` as `encode` does.
 */
export const plain = (field: string, value: unknown): unknown =>
  isPlain(value) ? value : JSON.parse(encode(field, value));

const isPlain = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** Objects may be nested this deep. */
const MOST_LEVELS = 1000;

/**
 * The value as JSON. Throws `BAD_INPUT` for what JSON would silently change or leave out, and names it by its path, as
 * in `Value.points[3].x`: NaN, a BigInt, a function, a Map, binary data, an invalid date, a hole in a list, a cycle,
 * more than 1,000 levels.
 * A field that is undefined is a blank and left out; an object with a `toJSON` is what that gives.
 */
export function encode(field: string, value: unknown): string {
  if (isPlain(value)) return JSON.stringify(value);
  let wrong: Wrong | undefined;
  // A getter, a proxy or a toJSON may throw.
  try {
    wrong = wrongIn(value, []);
    if (!wrong) return JSON.stringify(value);
  } catch {
    wrong = { path: '', value };
  }
  throw badInput(field + wrong.path, wrong.value, { key: 'json' });
}

/** What JSON cannot hold, and where it is: `.points[3].x`. */
interface Wrong {
  readonly path: string;
  readonly value: unknown;
}

/** `around` are the objects that hold the value: it may be none of them. */
function wrongIn(value: unknown, around: object[]): Wrong | undefined {
  if (value === null || isPlain(value)) return undefined;
  const itself = { path: '', value };
  // A buffer would show itself as a list of its bytes.
  if (typeof value !== 'object' || ArrayBuffer.isView(value) || around.includes(value)) return itself;
  const shown = 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value;
  // An invalid date shows itself as null, and others may show nothing.
  if (typeof shown !== 'object' || shown === null) return shown === null ? itself : wrongIn(shown, around) && itself;
  if (!holdsAll(shown)) return itself;
  if (around.length === MOST_LEVELS) throw new RangeError('Too deep');
  around.push(value);
  const wrong = Array.isArray(shown) ? wrongInList(shown, around) : wrongInFields(shown, around);
  around.pop();
  return wrong;
}

function wrongInList(list: readonly unknown[], around: object[]): Wrong | undefined {
  for (let index = 0; index < list.length; index += 1) {
    const wrong = wrongIn(list[index], around);
    if (wrong) return { path: `[${index}]${wrong.path}`, value: wrong.value };
  }
  return undefined;
}

function wrongInFields(fields: object, around: object[]): Wrong | undefined {
  for (const key of Object.keys(fields)) {
    const field = (fields as Record<string, unknown>)[key];
    const wrong = field === undefined ? undefined : wrongIn(field, around);
    if (wrong) return { path: `.${key}${wrong.path}`, value: wrong.value };
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
