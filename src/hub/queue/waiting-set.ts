import type { HubClock } from '../base/clock.js';
import type { QueuedJob } from './job.js';

/** All that wait. One timer wakes up when the first of them is too late: a thousand reads may wait at once. */
export class WaitingSet {
  readonly #waiting = new Set<QueuedJob>();
  readonly #onExpired: (late: readonly QueuedJob[]) => void;
  readonly #clock: HubClock;
  #timer: unknown;
  /** When it fires, in the clock's ms; whoever it was for may be gone by then. */
  #firesAt = Number.POSITIVE_INFINITY;

  /** `late` is told those that are too late; they do not count among those that wait any more. */
  constructor(late: (late: readonly QueuedJob[]) => void, clock: HubClock) {
    this.#onExpired = late;
    this.#clock = clock;
  }

  /** In the order in which they came. */
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

  /** Sees to it that it looks no later than `until`. */
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
      if (waiting.expiresAt <= now) late.push(waiting);
      else next = Math.min(next, waiting.expiresAt);
    for (const waiting of late) this.#waiting.delete(waiting);
    this.#wakeAt(next);
    if (late.length > 0) this.#onExpired(late);
  }

  #stopTimer(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#firesAt = Number.POSITIVE_INFINITY;
  }
}
