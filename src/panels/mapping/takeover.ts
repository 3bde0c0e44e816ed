import { clamp, type Range } from './fader.js';

/** What a fader without a motor does while it does not stand where the value is. */
export const TAKEOVER = ['pickUp', 'jump', 'scaled'] as const;

export type TakeoverMode = (typeof TAKEOVER)[number];

/** What became of a movement: the value to be sent, or how the fader gets to where it may send. */
export interface Taken {
  readonly value?: number;
  /** Where the fader has to go, and how far, in the unit of the value. */
  readonly direction?: 'up' | 'down';
  readonly distance?: number;
}

/** A hub keeps values in 32 bits: what comes back differs by so much of the range. */
const SAME = 1e-6;

/** No answer to a value that was sent is waited for behind more than this many others. */
const MOST_SENT = 100;

/**
 * Soft takeover. The fader's position and the present value have the same unit and range. *Pick up*: nothing is sent
 * until the fader reaches or crosses the present value, so that it never jumps by more than the last movement. *Scaled*:
 * it moves the value at once, by the part of the way that is left to both. *Jump*: what the fader says is sent.
 */
export class Takeover {
  readonly #mode: TakeoverMode;
  readonly #range: Range;
  readonly #near: number;
  #present: number | undefined;
  /** Where the fader was last. */
  #position: number | undefined;
  #caught = false;
  /** The values that went out and have not come back yet; the one that came back last is the first. */
  #sent: number[] = [];

  constructor(mode: TakeoverMode, range: Range = [0, 1]) {
    this.#mode = mode;
    this.#range = range;
    this.#near = Math.abs(range[1] - range[0]) * SAME;
  }

  /** Whether the fader has the value, and what it says is sent. */
  get caught(): boolean {
    return this.#mode === 'jump' || this.#caught;
  }

  /**
   * The value as the hub tells it. What the fader itself has sent may come back late or between two that it sent, while
   * it moves; anything else was set from elsewhere, and the fader has to take over anew. So it has to when nobody knows
   * the value any more (undefined), which may be set from elsewhere meanwhile.
   */
  present(value: number | undefined): void {
    if (value === undefined) {
      this.#present = undefined;
      this.#caught = false;
      this.#sent = [];
      return;
    }
    const seen = clamp(value, this.#range);
    const at = this.#sent.findLastIndex((each) => this.#isSame(each, seen));
    if (at >= 0) this.#sent = this.#sent.slice(at);
    else if (this.#isUnderWay(seen)) return;
    else {
      this.#caught = false;
      this.#sent = [];
    }
    if (this.#sent.length <= 1) this.#present = seen;
  }

  /** The fader moved to a position. */
  take(to: number): Taken {
    const position = clamp(to, this.#range);
    const from = this.#position;
    this.#position = position;
    if (this.#mode === 'jump') return this.#send(position);
    const present = this.#present;
    if (present === undefined) return {};
    this.#caught ||=
      this.#isSame(position, present) || (from !== undefined && this.#isOnTheWay(present, from, position));
    if (this.#caught) return this.#send(position);
    if (this.#mode === 'scaled' && from !== undefined) return this.#send(this.#scaled(present, from, position));
    return {
      direction: position < present ? 'up' : 'down',
      distance: Math.abs(present - position),
    };
  }

  #send(value: number): Taken {
    this.#present = value;
    this.#sent = [...this.#sent.slice(1 - MOST_SENT), value];
    return { value };
  }

  /** The same part of its way to the end that the fader went of its own. */
  #scaled(present: number, from: number, to: number): number {
    const [low, high] = [Math.min(...this.#range), Math.max(...this.#range)];
    const end = to > from ? high : low;
    return to === end || from === end
      ? to
      : clamp(present + ((to - from) / (end - from)) * (end - present), [low, high]);
  }

  /** Also where the fader stands on the value, which the hub tells in 32 bits. */
  #isOnTheWay(present: number, from: number, to: number): boolean {
    return this.#isSame(from, present) || isBetween(present, from, to);
  }

  #isSame(one: number, other: number): boolean {
    return Math.abs(one - other) <= this.#near;
  }

  #isUnderWay(value: number): boolean {
    return this.#sent.length > 1 && isBetween(value, Math.min(...this.#sent), Math.max(...this.#sent));
  }
}

const isBetween = (value: number, one: number, other: number): boolean => (value - one) * (value - other) <= 0;
