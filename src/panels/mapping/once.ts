import { type Clock, realClock } from '../clock.js';
import type { Gesture } from '../gesture.js';
import { makeRoom } from './room.js';

/** A click belongs to a release this many ms before it or less: a browser sends both at once. */
const CLICK_MS = 500;

/** Nobody holds more presses at once: the oldest of more is of a browser that is gone. */
const MOST = 1000;

/**
 * Tells which click only repeats a press: a dashboard's button sends down, up, and then a click for the same finger, or
 * those of them that it was told to send; from the keyboard the click alone. A press that ends beside the button has no
 * click. Each browser counts for itself.
 */
export class Once {
  readonly #clock: Clock;
  /** Until when a click repeats a press, by control and client, in the clock's ms: while it is held, for ever. */
  readonly #until = new Map<string, number>();
  /** Controls that send a down. Behind an up of these no click is a press: its browser may have a new id since the down. */
  readonly #haveDown = new Set<string>();

  constructor(clock: Clock = realClock) {
    this.#clock = clock;
  }

  /** Whether it was told before, by the press that it ends. */
  isToldAlready({ source, control, client = '', pressed, momentary }: Gesture): boolean {
    if (source !== 'dashboard') return false;
    const press = JSON.stringify([control, client]);
    const now = this.#clock.now();
    const until = this.#until.get(press) ?? now;
    this.#until.delete(press);
    if (momentary) return now < until;
    makeRoom(this.#until, MOST, (each) => each > now);
    if (this.#haveDown.size >= MOST) this.#haveDown.clear();
    if (pressed) {
      this.#haveDown.add(control);
      this.#until.set(press, Number.POSITIVE_INFINITY);
    } else if (until > now || this.#haveDown.has(control)) this.#until.set(press, now + CLICK_MS);
    return false;
  }
}
