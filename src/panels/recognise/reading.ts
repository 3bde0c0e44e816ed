import type { Gesture } from '../gesture.js';

/** A message as it came: nothing of it is known. */
export type Message = Readonly<Record<string, unknown>>;

/** What a source's own file makes of a message: what was done, without whose it is; nothing if it is not its shape. */
export type Recogniser = (msg: Message) => readonly Done[];

export type Done = Omit<Gesture, 'source'>;

/** No gesture of this source. */
export const NONE: readonly Done[] = [];

/** More than this many numbers at once come from no panel. */
const MOST_AXES = 16;

/** Longer text means no state. */
const LONGEST_WORD = 32;

/** What is written for a state, in lower case. */
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['on', 'true', 'yes', 'press', 'pressed'].map((word) => [word, true] as const),
  ...['off', 'false', 'no', 'release', 'released'].map((word) => [word, false] as const),
]);

/** An event that ends a press: `release`, `btn_up`, `button_short_release`; but not `brightness_move_up`. */
const RELEASE = /(?:^|_)released?$|^(?:(?:btn|button|key|pointer|mouse)_?)?up$/;

/** An event that begins a press. */
const PRESS = /(?:^|_)press(?:ed)?$|^(?:(?:btn|button|key|pointer|mouse)_?)?down$/;

export const isObject = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether it is an integer from 0 to `most`. */
export const isUpTo = (most: number, value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;

/** The name of a control: a text or a number that the source gave, or else `fallback`. */
export const nameOf = (given: unknown, fallback: string): string =>
  (typeof given === 'string' && given !== '') || typeof given === 'number' ? String(given) : fallback;

/** What JSON of no more than so many characters holds; undefined if it is none. */
export function jsonIn(text: string, longest: number): unknown {
  if (text.length > longest) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * What one value tells that came from `control`: `true` and `"OFF"` a button; a number, also as text, either a fader or
 * a button (its `value` only where it is 0 … 1). Nothing for NaN and all else.
 */
export function fromValue(control: string, value: unknown): readonly Done[] {
  if (typeof value === 'boolean') return [{ control, kind: 'button', pressed: value }];
  if (typeof value === 'number') return fromNumber(control, value);
  if (typeof value !== 'string' || value.length > LONGEST_WORD) return NONE;
  const word = value.trim().toLowerCase();
  const pressed = WORDS.get(word);
  if (pressed !== undefined) return [{ control, kind: 'button', pressed }];
  return word === '' ? NONE : fromNumber(control, Number(word));
}

function fromNumber(control: string, raw: number): readonly Done[] {
  if (!Number.isFinite(raw)) return NONE;
  return [{ control, kind: 'fader', pressed: raw !== 0, ...(raw >= 0 && raw <= 1 && { value: raw }), raw }];
}

/** A finger's place, of a few numbers; nothing of anything else. */
export function fromAxes(control: string, axes: readonly unknown[]): readonly Done[] {
  if (axes.length < 2 || axes.length > MOST_AXES) return NONE;
  const values = axes.filter((axis): axis is number => Number.isFinite(axis));
  return values.length === axes.length ? [{ control, kind: 'pad', values }] : NONE;
}

/** The press or release that `action`, `event` or `event_type` names; nothing of any other event. */
export function fromAction(control: string, { action, event, event_type }: Message): readonly Done[] {
  const named = [action, event, event_type].find((each) => typeof each === 'string');
  const word = typeof named === 'string' && named.length <= LONGEST_WORD ? named.trim().toLowerCase() : '';
  if (RELEASE.test(word)) return [{ control, kind: 'button', pressed: false }];
  return PRESS.test(word) ? [{ control, kind: 'button', pressed: true, anew: true }] : NONE;
}
