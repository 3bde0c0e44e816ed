import { typedNumberIn } from '../../base/numbers.js';
import { type Fields, isObject } from '../../base/values.js';
import type { Gesture } from '../gesture/gesture.js';

/** Returns the gestures in a message, or an empty list if the message has another format. */
export type Recogniser = (msg: Fields) => readonly ParsedGesture[];

export type ParsedGesture = Omit<Gesture, 'source'>;

export const NONE: readonly ParsedGesture[] = [];

/** No panel sends more numbers in one message. */
const MOST_AXES = 16;

/** No word for a state or an event is longer, in characters. */
export const LONGEST_WORD = 64;

/** No device sends longer text, in characters. */
export const LONGEST_TEXT = 10_000;

/** No control has a longer name, in characters. */
export const LONGEST_NAME = 1000;

/** No device sends more fields about an act. */
const MOST_FIELDS = 64;

/** Words for pressed and released, in lower case. */
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['on', 'true', 'yes', 'press', 'pressed'].map((word) => [word, true] as const),
  ...['off', 'false', 'no', 'release', 'released'].map((word) => [word, false] as const),
]);

/** All forms in which flows send a level. An empty text is not one of them. */
export const LEVELS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[0, '0', false].map((low) => [low, false] as const),
  ...[1, '1', true].map((high) => [high, true] as const),
]);

/** Returns undefined if it is not a message, or if one of its getters throws. */
export function tryRead<Read>(msg: unknown, read: (message: Fields) => Read): Read | undefined {
  try {
    return isObject(msg) ? read(msg) : undefined;
  } catch {
    return undefined;
  }
}

/** True for an integer from 0 to `most`. */
export const isUpTo = (most: number, value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;

/** The first own fields of an object, which may have very many. */
export function firstEntries(object: Fields): readonly (readonly [name: string, value: unknown])[] {
  const entries: [string, unknown][] = [];
  for (const name in object) {
    if (entries.length === MOST_FIELDS) break;
    if (Object.hasOwn(object, name)) entries.push([name, object[name]]);
  }
  return entries;
}

/** The name of a control as text, or `fallback` if the source gave no text or number. */
export const nameOf = (given: unknown, fallback: string): string =>
  (typeof given === 'string' && given !== '') || typeof given === 'number' ? String(given) : fallback;

/** Parses JSON. Returns undefined for long or invalid text. */
export function jsonIn(text: string): unknown {
  if (text.length > LONGEST_TEXT) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The gesture for one value. `true` and `"OFF"` are a button. A number, also as text (`0.5`, `0,5`), is both a fader and a button: it
 * has `value` only if it is 0 … 1. Anything else returns an empty list.
 */
export function fromValue(control: string, value: unknown): readonly ParsedGesture[] {
  if (typeof value === 'boolean') return [{ control, kind: 'button', pressed: value }];
  if (typeof value === 'number') return fromNumber(control, value);
  if (typeof value !== 'string' || value.length > LONGEST_WORD) return NONE;
  const word = value.trim().toLowerCase();
  const pressed = WORDS.get(word);
  if (pressed !== undefined) return [{ control, kind: 'button', pressed }];
  const number = typedNumberIn(word);
  return number === undefined ? NONE : fromNumber(control, number);
}

function fromNumber(control: string, raw: number): readonly ParsedGesture[] {
  if (!Number.isFinite(raw)) return NONE;
  return [{ control, kind: 'fader', pressed: raw !== 0, ...(raw >= 0 && raw <= 1 && { value: raw }), raw }];
}

/** A position on a pad, from a short list of numbers. Anything else returns an empty list. */
export function fromAxes(control: string, axes: readonly unknown[]): readonly ParsedGesture[] {
  if (axes.length < 2 || axes.length > MOST_AXES) return NONE;
  const values = axes.filter((axis): axis is number => Number.isFinite(axis));
  return values.length === axes.length ? [{ control, kind: 'pad', values }] : NONE;
}
