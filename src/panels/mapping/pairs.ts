import type { Clock } from '../../base/clock.js';
import type { Gesture } from '../gesture.js';
import { controllerOf } from './controller.js';
import { Halves, type JoinedValue } from './halves.js';

/** Controller n (0 … 31) sends the upper 7 bits of a value, n + 32 the lower. */
const PAIRED = 32;

/**
 * Joins the two messages of a fader with 14 bits into one gesture of the first controller. If the other half never
 * arrives, the gesture stays that of its own controller, with 7 bits.
 */
export class Pairs {
  readonly #halves: Halves;

  /** `clock` limits the wait for the other half. Default: the clock of this computer. */
  constructor(clock?: Clock) {
    this.#halves = new Halves(clock);
  }

  /**
   * Returns the joined gesture, a gesture without a pair unchanged, or undefined if it waits for the other half. If this
   * half does not arrive within 40 ms, `later` gets the gesture.
   */
  join(gesture: Gesture, later: (gesture: Gesture) => void = () => {}): Gesture | undefined {
    const controller = controllerOf(gesture);
    if (!controller || controller.number >= 2 * PAIRED) return gesture;
    const { channel, number, bits } = controller;
    const control = `cc ${channel}${number % PAIRED}`;
    const toGesture = ({ raw, value, only }: JoinedValue): Gesture =>
      only ? gesture : { ...gesture, control, raw, value, pressed: raw > 0 };
    const half = number < PAIRED ? 'upper' : 'lower';
    const joined = this.#halves.join(control, half, bits, (value) => later(toGesture(value)));
    return joined && toGesture(joined);
  }

  /** Drops halves that wait. */
  close(): void {
    this.#halves.close();
  }
}
