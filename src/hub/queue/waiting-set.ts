import type { HubClock } from '../../base/clock.js';
import type { QueuedJob } from './job.js';

/** Most jobs that expire in one turn of the event loop. Thousands would stop it for 0.1 s. */
export const MAX_LATE = 100;

/** All waiting jobs. One timer serves them all, because a thousand reads may wait at once. */
export class WaitingSet {
  readonly #waiting = new Set<QueuedJob>();
  readonly #onExpired: (late: readonly QueuedJob[]) => void;
  readonly #clock: HubClock;
  #timer: unknown;
  /** The time of the timer in the clock's ms. Its job may be settled before. */
  #firesAt = Number.POSITIVE_INFINITY;

  /** `late` gets the expired jobs, which are no longer in the set. */
  constructor(late: (late: readonly QueuedJob[]) => void, clock: HubClock) {
    this.#onExpired = late;
    this.#clock = clock;
  }

  /** In the order of arrival. */
  get waiting(): Iterable<QueuedJob> {
    return this.#waiting;
  }

  add(waiting: QueuedJob): void {
    this.#waiting.add(waiting);
    this.#wakeAt(waiting.expiresAt);
  }

  delete(waiting: QueuedJob): void {
    if (this.#waiting.delete(waiting) && this.#waiting.size === 0) this.#stopTimer();
  }

  /** Sets the timer to `until`, unless it is due earlier. */
  #wakeAt(until: number): void {
    if (until >= this.#firesAt) return;
    this.#stopTimer();
    this.#firesAt = until;
    this.#timer = this.#clock.setTimeout(() => this.#collectExpired(), Math.max(0, until - this.#clock.now()));
  }

  #collectExpired(): void {
    this.#stopTimer();
    const now = this.#clock.now();
    const late: QueuedJob[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const waiting of this.#waiting)
      if (waiting.expiresAt <= now && late.length < MAX_LATE) late.push(waiting);
      else next = Math.min(next, waiting.expiresAt);
    for (const waiting of late) this.#waiting.delete(waiting);
    this.#wakeAt(next);
    this.#onExpired(late);
  }

  #stopTimer(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#firesAt = Number.POSITIVE_INFINITY;
  }
}
