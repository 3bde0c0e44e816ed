import { type Clock, systemClock } from '../../base/clock.js';
import type { Gesture } from '../gesture.js';
import { evictOldest } from './evict-oldest.js';

/** A click within this time after a release belongs to it, in ms: a browser sends both at once. */
const CLICK_MS = 500;

/** Maximum number of stored presses. The oldest ones belong to closed browsers. */
const MOST_PRESSES = 1000;

/**
 * Finds clicks that only repeat a press. A button of a dashboard sends down, up and click for one press, as far as they
 * are enabled. A key press sends only a click. A press that ends outside the button has no click. Browsers are separate.
 */
export class ClickDeduplicator {
  readonly #clock: Clock;
  /** Clicks until this time repeat a press, by control and client, in ms of the clock. Infinity while it is held. */
  readonly #duplicateUntil = new Map<string, number>();
  /** Controls that send a down. After their up, a click repeats a press: the browser may have a new id since the down. */
  readonly #sendDown = new Set<string>();

  /** `clock` measures the time between a release and its click. Default: the clock of this computer. */
  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** True for a click that repeats a press. */
  isDuplicate({ source, control, client = '', pressed, momentary }: Gesture): boolean {
    if (source !== 'dashboard') return false;
    const press = JSON.stringify([control, client]);
    const now = this.#clock.now();
    const until = this.#duplicateUntil.get(press) ?? now;
    this.#duplicateUntil.delete(press);
    if (momentary) return now < until;
    evictOldest(this.#duplicateUntil, MOST_PRESSES, (each) => each > now);
    if (this.#sendDown.size >= MOST_PRESSES) this.#sendDown.clear();
    if (pressed) {
      this.#sendDown.add(control);
      this.#duplicateUntil.set(press, Number.POSITIVE_INFINITY);
    } else if (until > now || this.#sendDown.has(control)) this.#duplicateUntil.set(press, now + CLICK_MS);
    return false;
  }
}
