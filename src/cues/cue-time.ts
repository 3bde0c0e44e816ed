import type { HubClock } from '../base/clock.js';

/** The clock of a desk. */
export interface CueClock extends Pick<HubClock, 'now' | 'setTimeout' | 'clearTimeout'> {
  /** The time of day in ms since the epoch. */
  date(): number;
}

/** The time of a list in ms. It also counts the time that the computer slept, in which its clock stops. */
export class CueTime {
  readonly #clock: Pick<CueClock, 'now' | 'date'>;
  readonly #shortest: number;
  /** The difference between the time of day and the clock. */
  #offset: number;
  #slept = 0;

  /** A sleep of `shortest` ms or less is taken as a correction of the time of day. */
  constructor(clock: Pick<CueClock, 'now' | 'date'>, shortest: number) {
    this.#clock = clock;
    this.#shortest = shortest;
    this.#offset = clock.date() - clock.now();
  }

  /** The present time. */
  read(): number {
    const offset = this.#clock.date() - this.#clock.now();
    const jump = offset - this.#offset;
    this.#offset = offset;
    if (jump > this.#shortest) this.#slept += jump;
    return this.#clock.now() + this.#slept;
  }
}
