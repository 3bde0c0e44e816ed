import type { Gesture } from '../../panels/gesture/gesture.js';
import type { ControlValues } from '../../saved/control.js';
import type { PageAct } from '../../saved/page-key.js';
import type { Lifetime } from '../runtime/lifetime.js';
import { pageGesture } from './panel-fields.js';

/**
 * A page reports a hand on its key every 2 s, the first time after the time of a hold. After this time without a word, in ms,
 * the page or the network is gone.
 */
const SILENCE_MS = 5000;

/** The hands on a key of the page of keys. A hand whose page is silent has left: nothing follows, neither a hold nor a release. */
export class PageHands {
  readonly #life: Lifetime;
  readonly #values: ControlValues;
  readonly #act: (gesture: Gesture) => void;
  /** True while the press of a hand can still become a hold. */
  readonly #isUndecided: (gesture: Gesture) => boolean;
  readonly #timers = new Map<string, unknown>();

  constructor(
    life: Lifetime,
    values: ControlValues,
    act: (gesture: Gesture) => void,
    isUndecided: (gesture: Gesture) => boolean,
  ) {
    this.#life = life;
    this.#values = values;
    this.#act = act;
    this.#isUndecided = isUndecided;
  }

  /** Takes an act of a hand. A hand that is gone does nothing more until its next press. */
  handle(hand: string, act: PageAct): void {
    if (act !== 'press' && !this.#timers.has(hand)) return;
    this.#life.clock.clearTimeout(this.#timers.get(hand));
    this.#timers.delete(hand);
    const gesture = pageGesture(this.#values, hand, act);
    if (act === 'press' || act === 'held') {
      const firstReportMs = act === 'press' ? this.#values.holdTime * 1000 : 0;
      const leave = () => {
        this.#timers.delete(hand);
        this.#act(pageGesture(this.#values, hand, 'gone'));
      };
      this.#timers.set(hand, this.#life.clock.setTimeout(leave, firstReportMs + SILENCE_MS));
    }
    // Nobody knows whether the press would have been a short one.
    if (act === 'cancel' && this.#isUndecided(gesture)) this.#act(pageGesture(this.#values, hand, 'gone'));
    else this.#act(gesture);
  }
}
