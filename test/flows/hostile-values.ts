import fc from 'fast-check';

/** What a flow may put into a message that is not what it seems; made anew each time, for some can be used only once. */
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

/** Texts that mean something to a path, a header or a page. */
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

/** Anything that JavaScript can put into a message, as what makes it. */
export const anything: fc.Arbitrary<() => unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...Object.entries(odd)).map(([name, make]) => named(name, make)) },
  // Inside of something that is as it should be.
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

/** fast-check shows it by this name where a property fails. */
const named = (name: string, make: () => unknown): (() => unknown) =>
  Object.assign(() => make(), { [fc.toStringMethod]: () => name });

/** Whether what the hub was sent is what was meant: nothing left out but blanks, nothing turned into something else. */
export function isSame(sent: unknown, meant: unknown): boolean {
  if (typeof meant !== 'object' || meant === null) return sent === meant;
  if (meant instanceof Date) return !Number.isNaN(+meant) && sent === meant.toISOString();
  if ('toJSON' in meant && typeof meant.toJSON === 'function') return isSame(sent, meant.toJSON());
  if (meant instanceof Number || meant instanceof String || meant instanceof Boolean) return sent === meant.valueOf();
  if (Array.isArray(meant))
    return (
      Array.isArray(sent) && sent.length === meant.length && meant.every((each, index) => isSame(sent[index], each))
    );
  const fields = Object.entries(meant).filter(([, value]) => value !== undefined);
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return false;
  const holdsMore = meant instanceof Map || meant instanceof Set || ArrayBuffer.isView(meant) || meant instanceof Error;
  return (
    !holdsMore &&
    Object.keys(sent).length === fields.length &&
    fields.every(([key, value]) => Object.hasOwn(sent, key) && isSame((sent as Record<string, unknown>)[key], value))
  );
}
