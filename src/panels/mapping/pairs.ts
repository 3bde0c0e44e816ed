import type { Gesture } from '../gesture.js';

/** Controller n (0 … 31) sends the upper 7 bits of a value, n + 32 the lower. */
const PAIRED = 32;

const MOST_14_BIT = 16383;

/**
 * Joins the two messages of a fader with 14 bits into one gesture of the first controller. Before the first lower half,
 * the upper half is returned alone, because the fader may have only 7 bits.
 */
export class Pairs {
  /** By first controller. */
  readonly #pairs = new Map<string, { upper: number; joined: boolean }>();

  /** Returns the joined gesture, a gesture without a pair unchanged, or undefined if the other half follows. */
  take(gesture: Gesture): Gesture | undefined {
    const [, channel, number] = /^cc (\d+\/)?(\d+)$/.exec(gesture.control) ?? [];
    const { raw } = gesture;
    if (gesture.source !== 'midi' || number === undefined || raw === undefined) return gesture;
    const controller = Number(number);
    if (controller >= 2 * PAIRED) return gesture;
    const control = `cc ${channel ?? ''}${controller % PAIRED}`;
    const pair = this.#pairs.get(control);
    if (controller < PAIRED) {
      if (pair) pair.upper = raw;
      else this.#pairs.set(control, { upper: raw, joined: false });
      return pair?.joined ? undefined : gesture;
    }
    if (!pair) return gesture;
    pair.joined = true;
    const joined = (pair.upper << 7) | raw;
    return { ...gesture, control, raw: joined, value: joined / MOST_14_BIT, pressed: joined > 0 };
  }
}
