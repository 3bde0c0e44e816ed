import type { Clock } from '../base/clock.js';
import type { Waiting } from './job.js';

/** All that wait. One timer wakes up when the first of them is too late: a thousand reads may wait at once. */
export class WaitingSet {
  readonly #waiting = new Set<Waiting>();
  readonly #late: (late: readonly Waiting[]) => void;
  readonly #clock: Clock;
  #timer: unknown;
  /** When it fires, in the clock's ms; whoever it was for may be gone by then. */
  #fires = Number.POSITIVE_INFINITY;

  /** `late` is told those that are too late; they do not count among those that wait any more. */
  constructor(late: (late: readonly Waiting[]) => void, clock: Clock) {
    this.#late = late;
    this.#clock = clock;
  }

  /** In the order in which they came. */
  get waiting(): Iterable<Waiting> {
    return this.#waiting;
  }

  add(waiting: Waiting): void {
    this.#waiting.add(waiting);
    this.#wake(waiting.until);
  }

  delete(waiting: Waiting): void {
    if (this.#waiting.delete(waiting) && this.#waiting.size === 0) this.#rest();
  }

  /** Sees to it that it looks no later than `until`. */
  #wake(until: number): void {
    if (until >= this.#fires) return;
    this.#rest();
    this.#fires = until;
    this.#timer = this.#clock.setTimeout(() => this.#look(), Math.max(0, until - this.#clock.now()));
  }

  #look(): void {
    this.#rest();
    const now = this.#clock.now();
    const late: Waiting[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const waiting of this.#waiting)
      if (waiting.until <= now) late.push(waiting);
      else next = Math.min(next, waiting.until);
    for (const waiting of late) this.#waiting.delete(waiting);
    this.#wake(next);
    if (late.length > 0) this.#late(late);
  }

  #rest(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#fires = Number.POSITIVE_INFINITY;
  }
}
