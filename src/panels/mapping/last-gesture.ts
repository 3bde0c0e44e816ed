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
  /** The last value that was sent. */
  readonly out?: unknown;
}

/** The ranges of this many controls are kept. The oldest is dropped first. */
const MOST_CONTROLS = 200;

/** Keeps the last gesture of a node, and the range of each control. */
export class LastGesture {
  readonly #ranges = new Map<string, Ends>();
  /** The range of the gesture's control. */
  #ends: Ends | undefined;
  #count = 0;
  #gesture: Gesture | undefined;
  #out: unknown;

  add(gesture: Gesture): void {
    const { source, control, raw } = gesture;
    const name = `${source} ${control}`;
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

  get report(): LastGestureReport {
    return { count: this.#count, gesture: this.#gesture, ends: this.#ends, out: this.#out };
  }
}
