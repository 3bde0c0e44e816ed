import type { Clock } from '../clock.js';
import type { Gesture } from '../gesture.js';
import { ClickDeduplicator } from './click-deduplicator.js';
import { evictOldest } from './evict-oldest.js';

/** All times are in ms. 0 or not set: off. */
export interface ButtonOptions {
  /** A press of this length is also reported as `hold`. */
  readonly hold?: number;
  /** A second press within this time is reported as `double` instead of `press`. */
  readonly double?: number;
  /** The lockout: presses within this time after a press are ignored. */
  readonly deaf?: number;
  /** The source sends a press as a release, for example a contact with a pull-up. */
  readonly inverted?: boolean;
  /** The first message is a state, which some devices send when they start. */
  readonly ignoreFirst?: boolean;
}

export const BUTTON_EVENTS = ['press', 'release', 'hold', 'double'] as const;

export type ButtonEvent = (typeof BUTTON_EVENTS)[number];

/** Receives each event. `on` is false at first, and changes with each press and each double press. */
export type ButtonListener = (event: ButtonEvent, on: boolean) => void;

/** The press of one browser. All other sources share one. */
interface Hand {
  pressed: boolean;
  /** Its press was reported, so its release must be reported too. */
  isReported: boolean;
  /** A press until this time is a double press, in ms of the clock. */
  doubleUntil: number;
  holdTimer?: unknown;
}

/** Maximum number of browsers at one button. */
const MOST_HANDS = 1000;

/**
 * Reports each press of a button once, even if the source repeats it. A release is reported only if its press was. The
 * presses of several browsers are separate, but they share `on` and the lockout.
 */
export class Button {
  readonly #options: ButtonOptions;
  readonly #clock: Clock;
  readonly #listener: ButtonListener;
  readonly #clicks: ClickDeduplicator;
  /** By client. */
  readonly #hands = new Map<string, Hand>();
  #on = false;
  /** The time of the last reported press, in ms of the clock. */
  #pressedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ButtonOptions, clock: Clock, listener: ButtonListener) {
    this.#options = options;
    this.#clock = clock;
    this.#listener = listener;
    this.#clicks = new ClickDeduplicator(clock);
  }

  /** True while the button is pressed. */
  get held(): boolean {
    return [...this.#hands.values()].some(({ pressed }) => pressed);
  }

  /** Takes a gesture of the button. It ignores gestures without a press or release. A retained one only sets the state. */
  take(gesture: Gesture): void {
    const { pressed, momentary, retained, anew, client } = gesture;
    if (pressed === undefined) return;
    const first = this.#hands.size === 0 && this.#options.ignoreFirst;
    const hand = this.#handOf(client ?? '');
    if (first || retained) {
      if (!momentary) hand.pressed = pressed !== Boolean(this.#options.inverted);
      return;
    }
    const isDuplicate = this.#clicks.isDuplicate(gesture);
    if (momentary) {
      if (!isDuplicate) this.#setPressed(hand, true);
      this.#setPressed(hand, false);
    } else this.#setPressed(hand, pressed !== Boolean(this.#options.inverted), anew);
  }

  /** Ends all timers. */
  close(): void {
    for (const { holdTimer } of this.#hands.values()) this.#clock.clearTimeout(holdTimer);
  }

  #handOf(client: string): Hand {
    const found = this.#hands.get(client);
    if (found) return found;
    const evicted = evictOldest(this.#hands, MOST_HANDS, ({ pressed }) => pressed);
    this.#clock.clearTimeout(evicted?.holdTimer);
    const hand = { pressed: false, isReported: false, doubleUntil: Number.NEGATIVE_INFINITY };
    this.#hands.set(client, hand);
    return hand;
  }

  #setPressed(hand: Hand, pressed: boolean, anew = false): void {
    const isRepeat = pressed === hand.pressed && !anew;
    hand.pressed = pressed;
    if (isRepeat) return;
    this.#clock.clearTimeout(hand.holdTimer);
    if (pressed) this.#press(hand);
    else if (hand.isReported) {
      hand.isReported = false;
      this.#listener('release', this.#on);
    }
  }

  #press(hand: Hand): void {
    const { hold = 0, double = 0, deaf: lockout = 0 } = this.#options;
    const now = this.#clock.now();
    if (now - this.#pressedAt < lockout) return;
    const isDouble = double > 0 && now <= hand.doubleUntil;
    this.#pressedAt = now;
    hand.doubleUntil = isDouble ? Number.NEGATIVE_INFINITY : now + double;
    hand.isReported = true;
    this.#on = !this.#on;
    if (hold > 0) hand.holdTimer = this.#clock.setTimeout(() => this.#listener('hold', this.#on), hold);
    this.#listener(isDouble ? 'double' : 'press', this.#on);
  }
}
