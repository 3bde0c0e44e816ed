import fc from 'fast-check';

/** Unusual values in a message. Created for each use, since some can be used only once. */
const odd: Readonly<Record<string, () => unknown>> = {
  'a getter that throws': () => Object.defineProperty({}, 'x', { enumerable: true, get: refuse }),
  'a proxy that throws': () => new Proxy({}, { get: refuse, ownKeys: refuse, getPrototypeOf: refuse }),
  'a proxy that lies': () => new Proxy({ a: 1 }, { get: () => 2, has: () => true }),
  'a revoked proxy': () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  'a symbol': () => Symbol('s'),
  'a promise that never settles': () => new Promise(() => {}),
  'a promise that has settled': () => Promise.resolve(1),
  'a thenable that throws': () => Object.defineProperty({}, 'then', { enumerable: true, get: refuse }),
  sealed: () => Object.seal({ a: [1] }),
  frozen: () => Object.freeze({ a: Object.freeze([1]) }),
  cyclic: () => {
    const ring: Record<string, unknown> = { a: 1 };
    ring.self = [ring];
    return ring;
  },
  'the same twice': () => {
    const one = { x: 1 };
    return [one, one];
  },
  'keys of the prototype': () =>
    JSON.parse('{"__proto__":{"x":1},"constructor":2,"toString":null,"hasOwnProperty":false}'),
  'a toJSON that throws': () => ({ toJSON: refuse }),
  'a toJSON that gives nothing': () => ({ toJSON: () => undefined }),
  'a toJSON that gives itself': () => {
    const itself: Record<string, unknown> = { a: 1 };
    itself.toJSON = () => itself;
    return itself;
  },
  'nested 20,000 deep': () => JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)),
  'nested 500 deep': () => JSON.parse('['.repeat(500) + ']'.repeat(500)),
  'a function': () => refuse,
  'a class': () => class {},
  'an error': () => new Error('no'),
  'binary data': () => Buffer.from('bytes'),
  'a weak map': () => new WeakMap(),
  'a regular expression': () => /a/g,
  'an invalid date': () => new Date(Number.NaN),
  'a date': () => new Date(0),
  'a boxed number': () => Object(1),
  'a boxed symbol': () => Object(Symbol('s')),
  'a global': () => Object.create(globalThis),
  'an iterator': () => [1][Symbol.iterator](),
  'half a pair': () => '\ud800',
  'half a pair in a key': () => ({ '\udfff': '\udfff\ud800' }),
};

function refuse(): never {
  throw new TypeError('not yours');
}

/** Texts with a special meaning in a path, a header or a page. */
const texts = [
  '',
  ' ',
  '.',
  '..',
  '../..',
  '%2e%2e',
  '%2F',
  'a/b',
  'a\\b',
  '\r\n',
  'a\r\nX-Evil: 1\r\n\r\nDELETE / HTTP/1.1\r\n\r\n',
  '\0',
  '?a=b',
  '#a',
  'a;b',
  '__proto__',
  '{x}',
  '${HOME}',
  '<img src=x onerror=alert(1)>',
  '\u2028',
  'é',
  '🎚️',
  'x'.repeat(5000),
];

/** Creates any JavaScript value. */
export const anything: fc.Arbitrary<() => unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...Object.entries(odd)).map(([name, make]) => named(name, make)) },
  // Inside a normal value.
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...Object.entries(odd))
      .map(([name, make]) => named(`in a list: ${name}`, () => [{ a: make() }])),
  },
  { weight: 2, arbitrary: fc.constantFrom(...texts).map((text) => named(JSON.stringify(text), () => text)) },
  {
    weight: 4,
    arbitrary: fc
      .anything({
        withBigInt: true,
        withBoxedValues: true,
        withDate: true,
        withMap: true,
        withNullPrototype: true,
        withObjectString: true,
        withSet: true,
        withSparseArray: true,
        withTypedArray: true,
        stringUnit: 'binary',
      })
      .map((value) => named(fc.stringify(value), () => value)),
  },
);

/** fast-check shows this name if a property fails. */
const named = (name: string, make: () => unknown): (() => unknown) =>
  Object.assign(() => make(), { [fc.toStringMethod]: () => name });

/** True if the hub got the intended value. Only undefined fields may be missing. */
export function isSame(sent: unknown, intended: unknown): boolean {
  if (typeof intended !== 'object' || intended === null) return sent === intended;
  if (intended instanceof Date) return !Number.isNaN(+intended) && sent === intended.toISOString();
  if ('toJSON' in intended && typeof intended.toJSON === 'function') return isSame(sent, intended.toJSON());
  if (intended instanceof Number || intended instanceof String || intended instanceof Boolean)
    return sent === intended.valueOf();
  if (Array.isArray(intended))
    return (
      Array.isArray(sent) &&
      sent.length === intended.length &&
      intended.every((each, index) => isSame(sent[index], each))
    );
  const fields = Object.entries(intended).filter(([, value]) => value !== undefined);
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return false;
  const holdsMore =
    intended instanceof Map || intended instanceof Set || ArrayBuffer.isView(intended) || intended instanceof Error;
  return (
    !holdsMore &&
    Object.keys(sent).length === fields.length &&
    fields.every(([key, value]) => Object.hasOwn(sent, key) && isSame((sent as Record<string, unknown>)[key], value))
  );
}
