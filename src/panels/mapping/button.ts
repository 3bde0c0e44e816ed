import type { Clock } from '../clock.js';
import type { Gesture } from '../gesture.js';
import { Once } from './once.js';
import { makeRoom } from './room.js';

/** All times in ms; 0 or missing: not asked for. */
export interface ButtonOptions {
  /** Held for so long is a thing of its own. */
  readonly hold?: number;
  /** A second press within so long is a double press, told in place of a press. */
  readonly double?: number;
  /** After a press the button is ignored for so long. */
  readonly deaf?: number;
  /** Pressed is told as let go: a contact with a pull-up. */
  readonly inverted?: boolean;
  /** The first message of each control only tells how it stands: some say so when they start. */
  readonly ignoreFirst?: boolean;
}

export const BUTTON_EVENTS = ['press', 'release', 'hold', 'double'] as const;

export type ButtonEvent = (typeof BUTTON_EVENTS)[number];

/** Each event; `on` is turned over by each press and each double press, and off at first. */
export type TellButton = (event: ButtonEvent, on: boolean) => void;

/** One browser's hand at the button; of all other sources there is one. */
interface Hand {
  pressed: boolean;
  /** Its press was told, and its release is to be. */
  told: boolean;
  /** When its press was told last, in the clock's ms. */
  at: number;
  /** The next press within the time makes a double press. */
  mayDouble: boolean;
  holding?: unknown;
}

/** No more browsers press one button at a time: those that came first are gone. */
const MOST_HANDS = 1000;

/**
 * One button: tells each press once, however often it is repeated before it is let go. The release of a press that was
 * not told is not told either. Several hands, each in its own browser, press, hold and let go for themselves; the
 * button is turned over, and ignored for a while, for all of them.
 */
export class Button {
  readonly #options: ButtonOptions;
  readonly #clock: Clock;
  readonly #tell: TellButton;
  readonly #once: Once;
  /** By their clients. */
  readonly #hands = new Map<string, Hand>();
  #on = false;
  /** When a press was told last, in the clock's ms. */
  #at = Number.NEGATIVE_INFINITY;

  constructor(options: ButtonOptions, clock: Clock, tell: TellButton) {
    this.#options = options;
    this.#clock = clock;
    this.#tell = tell;
    this.#once = new Once(clock);
  }

  /** Whether a hand holds it. */
  get held(): boolean {
    return [...this.#hands.values()].some(({ pressed }) => pressed);
  }

  /** What the button did; gestures that press nothing, and what a broker has kept, are passed over. */
  take(gesture: Gesture): void {
    const { pressed, momentary, retained, anew, client } = gesture;
    if (pressed === undefined) return;
    const first = this.#hands.size === 0 && this.#options.ignoreFirst;
    const hand = this.#handOf(client ?? '');
    if (first || retained) {
      if (!momentary) hand.pressed = pressed !== Boolean(this.#options.inverted);
      return;
    }
    const toldAlready = this.#once.isToldAlready(gesture);
    if (momentary) {
      if (!toldAlready) this.#turn(hand, true);
      this.#turn(hand, false);
    } else this.#turn(hand, pressed !== Boolean(this.#options.inverted), anew);
  }

  /** Nothing is told any more. */
  close(): void {
    for (const { holding } of this.#hands.values()) this.#clock.clearTimeout(holding);
  }

  #handOf(client: string): Hand {
    const found = this.#hands.get(client);
    if (found) return found;
    const forgotten = makeRoom(this.#hands, MOST_HANDS, ({ pressed }) => pressed);
    this.#clock.clearTimeout(forgotten?.holding);
    const hand = { pressed: false, told: false, at: Number.NEGATIVE_INFINITY, mayDouble: false };
    this.#hands.set(client, hand);
    return hand;
  }

  #turn(hand: Hand, pressed: boolean, anew = false): void {
    const repeated = pressed === hand.pressed && !anew;
    hand.pressed = pressed;
    if (repeated) return;
    this.#clock.clearTimeout(hand.holding);
    if (pressed) this.#press(hand);
    else if (hand.told) {
      hand.told = false;
      this.#tell('release', this.#on);
    }
  }

  #press(hand: Hand): void {
    const { hold = 0, double = 0, deaf = 0 } = this.#options;
    const now = this.#clock.now();
    if (now - this.#at < deaf) return;
    const doubled = double > 0 && hand.mayDouble && now - hand.at <= double;
    this.#at = now;
    hand.at = now;
    hand.mayDouble = !doubled;
    hand.told = true;
    this.#on = !this.#on;
    if (hold > 0) hand.holding = this.#clock.setTimeout(() => this.#tell('hold', this.#on), hold);
    this.#tell(doubled ? 'double' : 'press', this.#on);
  }
}
