import type { Gesture } from '../gesture.js';
import { evictOldest } from './evict-oldest.js';

/** The lowest and the highest value that a control sent, in its own numbers. */
interface Ends {
  readonly least: number;
  readonly most: number;
}

/** The last gesture of any control of a panel node: its dialog shows it, and learns from it. */
export interface LastGestureReport {
  /** The number of gestures since the start. */
  readonly count: number;
  readonly gesture?: Gesture;
  /** The range of the gesture's control since the start. */
  readonly ends?: Ends;
  /** The message of the gesture, as text. */
  readonly message?: string;
  /** A press of this control was ignored, because the press before it was not released. */
  readonly noRelease?: boolean;
  /** The last value that was sent. */
  readonly out?: unknown;
}

/** A message with a gesture. */
interface Source {
  readonly topic?: unknown;
  readonly payload?: unknown;
}

/** A longer message is cut, in characters. */
const LONGEST_MESSAGE = 300;

/** The ranges of this many controls are kept. The oldest is dropped first. */
const MOST_CONTROLS = 200;

/** Keeps the last gesture of a node, and the range of each control. */
export class LastGesture {
  readonly #ranges = new Map<string, Ends>();
  /** The range of the gesture's control. */
  #ends: Ends | undefined;
  #count = 0;
  #gesture: Gesture | undefined;
  #source: Source | undefined;
  /** The last control with a press that was ignored. */
  #noRelease: string | undefined;
  #out: unknown;

  /** `msg` is the message of the gesture. */
  add(gesture: Gesture, msg?: Source): void {
    if (gesture.isReport) return;
    // A flow may replace the payload later.
    this.#source = msg && { topic: msg.topic, payload: msg.payload };
    const { raw } = gesture;
    const name = nameOf(gesture);
    this.#count += 1;
    this.#gesture = gesture;
    this.#ends = this.#ranges.get(name);
    if (raw === undefined) return;
    if (!this.#ends) evictOldest(this.#ranges, MOST_CONTROLS, () => false);
    const { least, most } = this.#ends ?? { least: raw, most: raw };
    this.#ends = { least: Math.min(least, raw), most: Math.max(most, raw) };
    this.#ranges.set(name, this.#ends);
  }

  sent(out: unknown): void {
    this.#out = out;
  }

  /** A press of the last gesture's control was ignored. */
  noRelease(): void {
    this.#noRelease = this.#gesture && nameOf(this.#gesture);
  }

  get report(): LastGestureReport {
    const gesture = this.#gesture;
    return {
      count: this.#count,
      gesture,
      ends: this.#ends,
      ...(this.#source && { message: textOf(this.#source) }),
      ...(gesture && { noRelease: nameOf(gesture) === this.#noRelease }),
      out: this.#out,
    };
  }
}

/** For example `desk/take {"action":"single"}`. */
function textOf({ topic, payload }: Source): string {
  const name = typeof topic === 'string' || typeof topic === 'number' ? `${topic} ` : '';
  return `${name}${payloadText(payload)}`.slice(0, LONGEST_MESSAGE);
}

function payloadText(payload: unknown): string {
  if (payload instanceof Uint8Array) return Array.from(payload.subarray(0, LONGEST_MESSAGE)).join(' ');
  if (typeof payload !== 'object') return String(payload);
  try {
    return JSON.stringify(payload) ?? '';
  } catch {
    // A circular object, or a getter that throws.
    return '';
  }
}

const nameOf = ({ source, control }: Gesture): string => `${source} ${control}`;
