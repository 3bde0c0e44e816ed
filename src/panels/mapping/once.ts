import type { Gesture } from '../gesture.js';

/** So many hands do not click at once. */
const MOST = 64;

/** Tells which click only repeats a press: a dashboard's button sends down, up, and then a click for the same finger. */
export class Once {
  /** Let go a moment ago: a click may follow. */
  readonly #letGo = new Set<string>();

  /** Whether it was told before, by the press that it ends. */
  isToldAlready({ source, control, pressed, momentary }: Gesture): boolean {
    const name = `${source} ${control}`;
    const wasLetGo = this.#letGo.delete(name);
    if (pressed === false && !momentary) this.#letGo.add(name);
    if (this.#letGo.size > MOST) this.#letGo.clear();
    return momentary === true && wasLetGo;
  }
}
