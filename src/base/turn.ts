import type { Clock } from './clock.js';

/** A turn of the event loop. Its work may take long, so times are only compared with its end. */
export interface Turn {
  /** In ms of the clock. Infinity: the turn goes on. */
  readonly endedAt: number;
}

/** Gives all events of one turn the same object. */
export class Turns {
  readonly #clock: Clock;
  #present: Turn | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get present(): Turn {
    if (this.#present) return this.#present;
    const turn = { endedAt: Number.POSITIVE_INFINITY };
    this.#present = turn;
    this.#clock.setTimeout(() => {
      turn.endedAt = this.#clock.now();
      this.#present = undefined;
    }, 0);
    return turn;
  }
}
