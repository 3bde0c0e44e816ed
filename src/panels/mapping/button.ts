import type { Clock } from '../clock.js';
import type { Gesture } from '../gesture.js';
import { Once } from './once.js';

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

/**
 * One button: tells each press once, however often it is repeated before it is let go. The release of a press that was
 * not told is not told either.
 */
export class Button {
  readonly #options: ButtonOptions;
  readonly #clock: Clock;
  readonly #tell: TellButton;
  readonly #once = new Once();
  /** As it was told last; undefined: nothing came yet. */
  #pressed: boolean | undefined;
  /** Its press was told, and its release is to be. */
  #told = false;
  #on = false;
  /** When it was last pressed, in the clock's ms. */
  #at = Number.NEGATIVE_INFINITY;
  /** The next press within the time makes a double press. */
  #mayDouble = false;
  #holding: unknown;

  constructor(options: ButtonOptions, clock: Clock, tell: TellButton) {
    this.#options = options;
    this.#clock = clock;
    this.#tell = tell;
  }

  /** What the button did; gestures that press nothing, and what a broker has kept, are passed over. */
  take(gesture: Gesture): void {
    const { pressed, momentary, retained, anew } = gesture;
    if (pressed === undefined) return;
    const first = this.#pressed === undefined && this.#options.ignoreFirst;
    if (first || retained) {
      if (!momentary) this.#pressed = pressed !== Boolean(this.#options.inverted);
      else this.#pressed ??= false;
      return;
    }
    const toldAlready = this.#once.isToldAlready(gesture);
    if (momentary) {
      if (!toldAlready) this.#turn(true);
      this.#turn(false);
    } else this.#turn(pressed !== Boolean(this.#options.inverted), anew);
  }

  /** Nothing is told any more. */
  close(): void {
    this.#clock.clearTimeout(this.#holding);
  }

  #turn(pressed: boolean, anew = false): void {
    const repeated = pressed === this.#pressed && !anew;
    this.#pressed = pressed;
    if (repeated) return;
    this.#clock.clearTimeout(this.#holding);
    if (pressed) this.#press();
    else if (this.#told) {
      this.#told = false;
      this.#tell('release', this.#on);
    }
  }

  #press(): void {
    const { hold = 0, double = 0, deaf = 0 } = this.#options;
    const now = this.#clock.now();
    const since = now - this.#at;
    if (since < deaf) return;
    const doubled = double > 0 && this.#mayDouble && since <= double;
    this.#at = now;
    this.#mayDouble = !doubled;
    this.#told = true;
    this.#on = !this.#on;
    if (hold > 0) this.#holding = this.#clock.setTimeout(() => this.#tell('hold', this.#on), hold);
    this.#tell(doubled ? 'double' : 'press', this.#on);
  }
}
