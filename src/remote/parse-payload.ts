export type Fields = Readonly<Record<string, unknown>>;

/** Longer messages, in characters, are neither read nor sent. */
export const LARGEST = 262_144;

/** No answer of a hub is deeper or has more parts. */
const DEEPEST = 50;
const MOST_PARTS = 50_000;

/** Keys that may change a prototype. */
const UNSAFE_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses the payload of core's `mqtt in`: text, a Buffer, or parsed JSON. Returns undefined if it is not an object, too
 * large, too deep, or has an unsafe key, because any client of the broker may have sent it.
 */
export function parsePayload(payload: unknown): Fields | undefined {
  const value = parseJson(payload);
  return isFields(value) && isSafe(value) ? value : undefined;
}

function parseJson(payload: unknown): unknown {
  const isBytes = payload instanceof Uint8Array;
  if (!isBytes && typeof payload !== 'string') return payload;
  if (payload.length > LARGEST) return undefined;
  try {
    return JSON.parse(isBytes ? Buffer.from(payload).toString() : payload);
  } catch {
    return undefined;
  }
}

/** Not recursive, because the payload may be nested deeper than the stack. */
function isSafe(root: object): boolean {
  const open: { readonly part: object; readonly depth: number }[] = [{ part: root, depth: 1 }];
  let parts = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > DEEPEST) return false;
    for (const [key, part] of Object.entries(next.part)) {
      parts += 1;
      if (parts > MOST_PARTS || UNSAFE_KEYS.includes(key)) return false;
      if (typeof part === 'object' && part !== null) open.push({ part, depth: next.depth + 1 });
    }
  }
  return true;
}
