import { type Fields, hasParts, isObject } from '../base/values.js';

/** Longer messages, in characters, are neither read nor sent. */
export const LARGEST = 262_144;

/** No answer of a hub is deeper or has more parts. */
const DEEPEST = 50;
const MOST_PARTS = 50_000;

/** Keys that may change a prototype. */
const UNSAFE_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/**
 * Parses the payload of core's `mqtt in`: text, a Buffer, or parsed JSON. Returns undefined if it is not an object, too
 * large, too deep, or has an unsafe key, because any client of the broker may have sent it.
 */
export function parsePayload(payload: unknown): Fields | undefined {
  const value = parseJson(payload);
  return isObject(value) && isSafe(value) ? value : undefined;
}

/** The payload of core's `mqtt in` as text. Undefined if it is parsed JSON, or too large. */
export function payloadText(payload: unknown): string | undefined {
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return undefined;
  if (payload.length > LARGEST) return undefined;
  return typeof payload === 'string' ? payload : Buffer.from(payload).toString();
}

function parseJson(payload: unknown): unknown {
  if (hasParts(payload) && !(payload instanceof Uint8Array)) return payload;
  try {
    return JSON.parse(payloadText(payload) ?? '');
  } catch {
    return undefined;
  }
}

function isSafe(payload: object): boolean {
  let parts = 0;
  const isSafePart = (part: unknown, levels: number): boolean => {
    if (typeof part !== 'object' || part === null) return true;
    if (levels === 0) return false;
    return Object.entries(part).every(([key, inner]) => {
      parts += 1;
      return parts <= MOST_PARTS && !UNSAFE_KEYS.includes(key) && isSafePart(inner, levels - 1);
    });
  };
  return isSafePart(payload, DEEPEST);
}
