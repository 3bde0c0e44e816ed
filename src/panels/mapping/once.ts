import type { Gesture } from '../gesture.js';

/** So many hands do not click at once. */
const MOST = 64;

/**
 * Tells which click only repeats a press: a dashboard's button sends down, up, and then a click for the same finger, or
 * those of them that it was told to send; from the keyboard the click alone.
 */
export class Once {
  /** Pressed a moment ago: a click may follow. */
  readonly #begun = new Set<string>();

  /** Whether it was told before, by the press that it ends. */
  isToldAlready({ source, control, pressed, momentary }: Gesture): boolean {
    const name = `${source} ${control}`;
    if (momentary) return this.#begun.delete(name);
    if (pressed) this.#begun.add(name);
    if (this.#begun.size > MOST) this.#begun.clear();
    return false;
  }
}
