export type Fields = Readonly<Record<string, unknown>>;

/** Longer messages, in characters, are not read, nor sent. */
export const LARGEST = 262_144;

/** What a hub tells is never deeper, and never of more parts. */
const DEEPEST = 50;
const MOST_PARTS = 50_000;

/** What some code would take for an object's own making. */
const UNWELCOME: readonly string[] = ['__proto__', 'constructor', 'prototype'];

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The object in a payload as core's `mqtt in` hands it on: text, a Buffer, or what JSON held. Undefined for whatever is
 * too large, too deep, no object, or holds a key that has no business there: anybody on the broker may have sent it.
 */
export function opened(payload: unknown): Fields | undefined {
  const value = parsed(payload);
  return isFields(value) && isTame(value) ? value : undefined;
}

function parsed(payload: unknown): unknown {
  const isBytes = payload instanceof Uint8Array;
  if (!isBytes && typeof payload !== 'string') return payload;
  if (payload.length > LARGEST) return undefined;
  try {
    return JSON.parse(isBytes ? Buffer.from(payload).toString() : payload);
  } catch {
    return undefined;
  }
}

/** Does not call itself: what is looked at may be nested deeper than calls can be. */
function isTame(whole: object): boolean {
  const open: { readonly part: object; readonly depth: number }[] = [{ part: whole, depth: 1 }];
  let parts = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > DEEPEST) return false;
    for (const [key, part] of Object.entries(next.part)) {
      parts += 1;
      if (parts > MOST_PARTS || UNWELCOME.includes(key)) return false;
      if (typeof part === 'object' && part !== null) open.push({ part, depth: next.depth + 1 });
    }
  }
  return true;
}
