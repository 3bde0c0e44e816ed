import type { HubClock } from '../../base/clock.js';
import type { PollAnswer, Watcher } from '../watch/poll.js';

/** The time in ms between two reads, and while a description is in use. */
const INTERVAL_MS = 10_000;
const IN_USE_INTERVAL_MS = 1000;

/** After a press, a description is in use for this time in ms. The next press may come soon. */
const IN_USE_MS = 10_000;

/** Repeats a read, and notifies the watcher until the returned function is called. The times are in ms. */
export type Repeat = (interval: number, watcher: Watcher, delay: number) => () => void;

/** Repeats the read of one or more descriptions: every 10 s, and every second after a press. */
export class DescriptionPoll {
  readonly #repeat: Repeat;
  readonly #clock: HubClock;
  readonly #watcher: Watcher;
  #stopSlow: (() => void) | undefined;
  #stopFast: (() => void) | undefined;
  /** In the clock's ms. */
  #inUseUntil = Number.NEGATIVE_INFINITY;

  constructor(repeat: Repeat, watcher: Watcher, clock: HubClock) {
    this.#repeat = repeat;
    this.#watcher = watcher;
    this.#clock = clock;
    this.#startSlow(0);
  }

  /** A command uses it now, and reads it by itself if necessary. */
  use(): void {
    this.#inUseUntil = this.#clock.now() + IN_USE_MS;
    this.#stopFast ??= this.#repeat(
      IN_USE_INTERVAL_MS,
      {
        answer: (answer) => this.#onFastAnswer(answer),
        failure: (error) => {
          this.#stopUse();
          this.#watcher.failure(error);
        },
      },
      IN_USE_INTERVAL_MS,
    );
  }

  stop(): void {
    this.#stopSlow?.();
    this.#stopFast?.();
  }

  #onFastAnswer(answer: PollAnswer): void {
    this.#stopSlow?.();
    this.#stopSlow = undefined;
    if (this.#clock.now() >= this.#inUseUntil) this.#stopUse();
    this.#watcher.answer(answer);
  }

  #stopUse(): void {
    this.#startSlow(INTERVAL_MS);
    this.#stopFast?.();
    this.#stopFast = undefined;
  }

  #startSlow(delay: number): void {
    this.#stopSlow ??= this.#repeat(INTERVAL_MS, this.#watcher, delay);
  }
}
