import type { PageAct } from '../../saved/page-key.js';

/** Time between two reports of a hand that stays on a key, in ms. The runtime waits 5 s for one. */
const REPORT_MS = 2000;

/** One hand on one key: by pointer or keyboard. It reports its press at once, its hold, and its release. */
export class KeyHand {
  readonly #act: (act: PageAct) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDown = false;
  /** The time of a hold, in ms. Undefined: a hold does nothing. */
  holdMs: number | undefined;

  constructor(act: (act: PageAct) => void) {
    this.#act = act;
  }

  press(): void {
    if (this.#isDown) return;
    this.#isDown = true;
    this.#act('press');
    this.#reportAfter(this.holdMs ?? REPORT_MS);
  }

  /** `cancel`: the page does not know when the hand leaves the key. */
  end(act: 'release' | 'cancel'): void {
    if (!this.#isDown) return;
    this.#isDown = false;
    clearTimeout(this.#timer);
    this.#act(act);
  }

  #reportAfter(delay: number): void {
    this.#timer = setTimeout(() => {
      this.#act('held');
      this.#reportAfter(REPORT_MS);
    }, delay);
  }
}
