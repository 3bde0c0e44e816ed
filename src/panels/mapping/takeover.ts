import { type Clock, systemClock } from '../../base/clock.js';
import { clamp, type Range } from './fader.js';

/** How a fader without a motor takes over a value that differs from its position, the default first. */
export const TAKEOVER = ['jump', 'pickUp', 'scaled'] as const;

/** One of `TAKEOVER`. */
export type TakeoverMode = (typeof TAKEOVER)[number];

/** The result of a movement: the value to send, or the way to the position where the fader takes over. */
export interface TakeoverResult {
  /** The value to send, in the unit of the range. Not set if nothing is to be sent. */
  readonly value?: number;
  /** The way to the present value. `distance` is in the unit of the value. */
  readonly direction?: 'up' | 'down';
  /** The distance to the present value, 0 or more. Set together with `direction`. */
  readonly distance?: number;
}

/** A hub stores values in 32 bits. A reported value differs by this part of the range at most. */
const SAME_PART = 1e-6;

/** A hub may also store fewer decimals. Rounding changes a value by this part of the range at most. */
const ROUNDED_PART = 0.01;
const DECIMALS = [0, 1, 2, 3, 4];

/** A hub reports a value within this time after the fader sent it, in ms: it is read once a second. */
const REST_MS = 1500;

/**
 * After this time without a message, in ms, the fader may have moved unseen: its bank was changed, or it was unplugged. A
 * fader that moves sends a position every 5 to 20 ms, and a weak network loses them for less.
 */
const STILL_MS = 1000;

/**
 * A first position that is further away, as a part of the way of the fader, is not a movement of a hand. From rest, a hand
 * moves a fader by a tenth of its way in 20 ms at most. The rest is for lost messages.
 */
const FAR_PART = 0.25;

/**
 * How the positions follow each other. After `jumped`, the last one was far away after a rest. After `seldom`, so was the
 * next one: the source sends only some positions of a movement, or its ends.
 */
type Pace = 'usual' | 'jumped' | 'seldom';

/** Maximum number of sent values that the hub may still report. */
const MOST_SENT = 100;

/**
 * Soft takeover. The position of the fader and the present value have the same unit and range. *Pick up* sends nothing
 * until the fader reaches or crosses the present value, so the value does not jump. *Scaled* moves the value at once, in
 * proportion to the remaining distance of both to the end. *Jump* sends the position at once. After a rest, a first
 * position far from the last one is not sent: the fader must reach the present value again. A second far one is a movement.
 */
export class Takeover {
  readonly #mode: TakeoverMode;
  readonly #range: Range;
  readonly #clock: Clock;
  #present: number | undefined;

  #position: number | undefined;
  /** The position of the fader itself, 0 … 1. */
  #place: number | undefined;
  #pace: Pace = 'usual';
  #movedAt = Number.NEGATIVE_INFINITY;
  #caught = false;
  /** It was lost by a jump only: the present value is still that of the fader. */
  #mayReturn = false;
  /** The last sent value. */
  #newest: number | undefined;
  /** The last sent value as the hub reported it. */
  #newestReported: number | undefined;
  /** The last value that was reported or set elsewhere, and the values sent after it, without the newest. */
  #older: number[] = [];
  /** A value reported during a movement. It may be an older value of the fader, or set elsewhere. */
  #unexplained: number | undefined;

  /** `range`: both ends of the value, by default 0 and 1. `clock` detects the end of a movement. */
  constructor(mode: TakeoverMode, range: Range = [0, 1], clock: Clock = systemClock) {
    this.#mode = mode;
    this.#range = range;
    this.#clock = clock;
  }

  /** True if the fader has taken over, so that movements are sent. */
  get caught(): boolean {
    return this.#mode === 'jump' || this.#caught;
  }

  /**
   * Takes a value that the hub reports, or undefined if it is unknown. During a movement, the hub may report older values
   * of the fader, rounded or between two of them. After any other value the fader must take over again. After undefined
   * too, because the value may be set elsewhere meanwhile.
   */
  present(value: number | undefined): void {
    if (value === undefined) {
      this.#lose(undefined);
      return;
    }
    const reported = clamp(value, this.#range);
    if (this.#isNewest(reported)) {
      this.#newestReported = reported;
      this.#older = [];
      this.#unexplained = undefined;
      this.#present = reported;
    } else if (this.#isMoving() && this.#isOwnOlderValue(reported)) this.#unexplained = reported;
    else this.#lose(reported);
  }

  /** The fader moved to a position. `place` is 0 … 1 on the fader itself, if curves or steps change the value. */
  move(to: number, place = this.#placeOf(to)): TakeoverResult {
    if (this.#unexplained !== undefined && !this.#isMoving()) this.#lose(this.#unexplained);
    const position = clamp(to, this.#range);
    this.#pace = this.#paceAt(place);
    const hasJumped = this.#pace === 'jumped' && this.#isFar(place);
    const mustReturn = hasJumped && this.#caught;
    const from = hasJumped ? undefined : this.#position;
    this.#position = position;
    this.#place = place;
    this.#movedAt = this.#clock.now();
    if (this.#mode === 'jump') return { value: position };
    if (mustReturn) this.#lose(this.#present);
    this.#mayReturn = mustReturn || (this.#mayReturn && this.#pace !== 'usual');
    const present = this.#present;
    if (present === undefined) return {};
    this.#caught ||=
      (this.#mayReturn && this.#pace === 'seldom') ||
      this.#isSame(position, present) ||
      (from !== undefined && this.#isReached(present, from, position));
    if (this.#caught) return this.#send(position, present);
    if (this.#mode === 'scaled' && from !== undefined)
      return this.#send(this.#scaled(present, from, position), present);
    return {
      direction: position < present ? 'up' : 'down',
      distance: Math.abs(present - position),
    };
  }

  /** The surface is lost, so the fader may be anywhere when it returns. */
  sourceLost(): void {
    this.#lose(this.#unexplained ?? this.#present);
    this.#position = undefined;
    this.#place = undefined;
    this.#pace = 'usual';
  }

  #paceAt(place: number): Pace {
    const isFirst = this.#clock.now() - this.#movedAt >= STILL_MS;
    const isFar = this.#isFar(place);
    if (this.#pace === 'usual') return isFirst && isFar ? 'jumped' : 'usual';
    if (isFar) return 'seldom';
    return isFirst ? this.#pace : 'usual';
  }

  #isFar = (place: number): boolean => this.#place !== undefined && Math.abs(place - this.#place) > FAR_PART;

  #placeOf = (value: number): number => {
    const [first, last] = this.#range;
    return first === last ? 0 : (clamp(value, this.#range) - first) / (last - first);
  };

  #send(value: number, replaced: number): TakeoverResult {
    this.#older = [...this.#older.slice(1 - MOST_SENT), replaced];
    this.#present = value;
    this.#newest = value;
    this.#newestReported = undefined;
    return { value };
  }

  #lose(present: number | undefined): void {
    this.#caught = false;
    this.#mayReturn = false;
    this.#present = present;
    this.#older = [];
    this.#unexplained = undefined;
  }

  /** Moves the value by the same part of its distance to the end as the fader moved. */
  #scaled(present: number, from: number, to: number): number {
    if (to === from) return present;
    const end = to > from ? Math.max(...this.#range) : Math.min(...this.#range);
    return to === end ? to : clamp(present + ((to - from) / (end - from)) * (end - present), this.#range);
  }

  /** True if the movement reaches the value, or starts where the hub reports the last value of the fader. */
  #isReached(present: number, from: number, to: number): boolean {
    const isAtPresent = this.#isSame(from, present) || (from === this.#newest && this.#isNewest(present));
    return isAtPresent || isBetween(present, from, to);
  }

  /** True if the hub reports the last sent value, rounded or not. */
  #isNewest(reported: number): boolean {
    if (this.#newest === undefined) return false;
    if (this.#isSame(reported, this.#newest)) return true;
    return this.#newestReported === undefined
      ? this.#isRounded(reported, this.#newest)
      : this.#isSame(reported, this.#newestReported);
  }

  /** True for an older value of the fader, or a value between two of them. */
  #isOwnOlderValue(reported: number): boolean {
    if (this.#newest === undefined) return false;
    const at = this.#older.findLastIndex((each) => this.#isSame(reported, each) || this.#isRounded(reported, each));
    if (at >= 0) this.#older = this.#older.slice(at);
    const all = [...this.#older, this.#newest];
    return at >= 0 || isBetween(reported, Math.min(...all), Math.max(...all));
  }

  #isMoving(): boolean {
    return this.#clock.now() - this.#movedAt < REST_MS;
  }

  #isSame(one: number, other: number): boolean {
    return Math.abs(one - other) <= this.#partOfRange(SAME_PART);
  }

  /** True if the reported value is the value with fewer decimals. */
  #isRounded(reported: number, value: number): boolean {
    if (Math.abs(reported - value) > this.#partOfRange(ROUNDED_PART)) return false;
    return DECIMALS.some((decimals) => this.#isSame(reported, Number(value.toFixed(decimals))));
  }

  #partOfRange = (part: number): number => Math.abs(this.#range[1] - this.#range[0]) * part;
}

const isBetween = (value: number, one: number, other: number): boolean => (value - one) * (value - other) <= 0;
