import { type Clock, realClock } from '../clock.js';
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

/** A hub keeps values in 32 bits: what comes back differs by this part of the range. */
const SAME = 1e-6;

/** A hub may also keep fewer decimals. By rounding, a value changes by no more than this part of the range. */
const ROUNDED = 0.01;
const DECIMALS = [0, 1, 2, 3, 4];

/** A hub reports a value this long after the fader sent it, in ms: it is read once a second. */
const REST_MS = 1500;

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
  readonly #clock: Clock;
  #present: number | undefined;
  /** Where the fader was last, and when. */
  #position: number | undefined;
  #movedAt = Number.NEGATIVE_INFINITY;
  #caught = false;
  /** The value that was sent last. */
  #newest: number | undefined;
  /** How the hub reports it, once it does. */
  #back: number | undefined;
  /** The value that the hub reported last, and those sent since then, but not the newest. */
  #older: number[] = [];
  /** The value was set from elsewhere since the newest was sent. */
  #isLost = true;
  /** Reported while the fader moved: its own value on the way, or set from elsewhere. */
  #doubtful: number | undefined;

  constructor(mode: TakeoverMode, range: Range = [0, 1], clock: Clock = realClock) {
    this.#mode = mode;
    this.#range = range;
    this.#clock = clock;
  }

  /** Whether the fader has the value, and what it says is sent. */
  get caught(): boolean {
    return this.#mode === 'jump' || this.#caught;
  }

  /**
   * The value as the hub reports it. The fader's own values may come back late, rounded, or while the hub is between two
   * of them, but only while the fader moves. Any other value was set from elsewhere, and the fader has to take over
   * again. So it has to when nobody knows the value any more (undefined): it may be set from elsewhere meanwhile.
   */
  present(value: number | undefined): void {
    const reported = value === undefined ? undefined : clamp(value, this.#range);
    if (reported === undefined) this.#lose(reported);
    else if (this.#isNewest(reported)) {
      this.#back = reported;
      this.#older = [];
      this.#isLost = false;
      this.#doubtful = undefined;
      this.#present = reported;
    } else if (this.#isMoving() && this.#isOnItsWay(reported)) this.#doubtful = reported;
    else this.#lose(reported);
  }

  /** The fader moved to a position. */
  take(to: number): Taken {
    if (this.#doubtful !== undefined && !this.#isMoving()) this.#lose(this.#doubtful);
    const position = clamp(to, this.#range);
    const from = this.#position;
    this.#position = position;
    this.#movedAt = this.#clock.now();
    if (this.#mode === 'jump') return this.#send(position);
    const present = this.#present;
    if (present === undefined) return {};
    this.#caught ||=
      this.#isSame(position, present) || (from !== undefined && this.#isReached(present, from, position));
    if (this.#caught) return this.#send(position);
    if (this.#mode === 'scaled' && from !== undefined) return this.#send(this.#scaled(present, from, position));
    return {
      direction: position < present ? 'up' : 'down',
      distance: Math.abs(present - position),
    };
  }

  #send(value: number): Taken {
    if (!this.#isLost && this.#newest !== undefined) this.#older = [...this.#older.slice(1 - MOST_SENT), this.#newest];
    this.#isLost = false;
    this.#present = value;
    this.#newest = value;
    this.#back = undefined;
    return { value };
  }

  #lose(present: number | undefined): void {
    this.#isLost = true;
    this.#caught = false;
    this.#present = present;
    this.#older = present === undefined ? [] : [present];
    this.#doubtful = undefined;
  }

  /** The same part of its way to the end that the fader went of its own. */
  #scaled(present: number, from: number, to: number): number {
    const [low, high] = [Math.min(...this.#range), Math.max(...this.#range)];
    const end = to > from ? high : low;
    return to === end || from === end
      ? to
      : clamp(present + ((to - from) / (end - from)) * (end - present), [low, high]);
  }

  /** Also if the fader stands where the hub reports its last value to be. */
  #isReached(present: number, from: number, to: number): boolean {
    const isThere = this.#isSame(from, present) || (from === this.#newest && this.#isNewest(present));
    return isThere || isBetween(present, from, to);
  }

  /** Whether the hub reports the value that was sent last, rounded or not. */
  #isNewest(reported: number): boolean {
    if (this.#newest === undefined) return false;
    if (this.#isSame(reported, this.#newest)) return true;
    return this.#back === undefined ? this.#isRounded(reported, this.#newest) : this.#isSame(reported, this.#back);
  }

  /** Whether it is an older value of the fader, or the hub is between two of them. */
  #isOnItsWay(reported: number): boolean {
    if (this.#isLost || this.#newest === undefined) return false;
    const at = this.#older.findLastIndex((each) => this.#isSame(reported, each) || this.#isRounded(reported, each));
    if (at >= 0) this.#older = this.#older.slice(at);
    const all = [...this.#older, this.#newest];
    return at >= 0 || (all.length > 1 && isBetween(reported, Math.min(...all), Math.max(...all)));
  }

  #isMoving(): boolean {
    return this.#clock.now() - this.#movedAt < REST_MS;
  }

  #isSame(one: number, other: number): boolean {
    return Math.abs(one - other) <= this.#partOfRange(SAME);
  }

  /** Whether a hub that keeps only some decimals reports a value so. */
  #isRounded(reported: number, value: number): boolean {
    if (Math.abs(reported - value) > this.#partOfRange(ROUNDED)) return false;
    return DECIMALS.some((decimals) => this.#isSame(reported, Number(value.toFixed(decimals))));
  }

  #partOfRange = (part: number): number => Math.abs(this.#range[1] - this.#range[0]) * part;
}

const isBetween = (value: number, one: number, other: number): boolean => (value - one) * (value - other) <= 0;
