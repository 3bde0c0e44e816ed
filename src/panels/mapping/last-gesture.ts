import type { Gesture } from '../gesture.js';

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

type Range = { -readonly [End in keyof Ends]: Ends[End] };

/** Keeps the last gesture of a node, and the range of each control. */
export class LastGesture {
  readonly #ranges = new Map<string, Range>();
  /** The range of the gesture's control. */
  #ends: Range | undefined;
  #count = 0;
  #gesture: Gesture | undefined;
  #out: unknown;

  add(gesture: Gesture): void {
    const last = this.#gesture;
    const isSame = last?.control === gesture.control && last.source === gesture.source;
    this.#count += 1;
    this.#gesture = gesture;
    if (!isSame) this.#ends = this.#ranges.get(nameOf(gesture));
    const { raw } = gesture;
    if (raw === undefined) return;
    this.#ends ??= this.#addRange(nameOf(gesture), raw);
    if (raw < this.#ends.least) this.#ends.least = raw;
    if (raw > this.#ends.most) this.#ends.most = raw;
  }

  sent(out: unknown): void {
    this.#out = out;
  }

  get report(): LastGestureReport {
    return { count: this.#count, gesture: this.#gesture, ends: this.#ends, out: this.#out };
  }

  #addRange(name: string, raw: number): Range {
    const [oldest] = this.#ranges.size < MOST_CONTROLS ? [] : this.#ranges.keys();
    if (oldest !== undefined) this.#ranges.delete(oldest);
    const ends = { least: raw, most: raw };
    this.#ranges.set(name, ends);
    return ends;
  }
}

const nameOf = ({ source, control }: Gesture): string => `${source} ${control}`;
