import type { HubClock } from '../../base/clock.js';

/** After this time in ms, others may have changed a property. It is read again. */
const VALID_MS = 1000;

/** The last value sent on the lane of each property, while no other source can have changed it. */
export class SentValues {
  readonly #clock: HubClock;
  readonly #values = new Map<string, { value: unknown; until: number }>();

  constructor(clock: HubClock) {
    this.#clock = clock;
  }

  get(lane: string): unknown {
    const last = this.#values.get(lane);
    return last && last.until > this.#clock.now() ? last.value : undefined;
  }

  /** Stores a value that the property reaches after `travelMs`. */
  set(lane: string, value: unknown, travelMs: number): void {
    const now = this.#clock.now();
    this.#values.delete(lane);
    this.#values.set(lane, { value, until: now + travelMs + VALID_MS });
    for (const [oldest, { until }] of this.#values) {
      if (until > now) break;
      this.#values.delete(oldest);
    }
  }

  /** Drops the value of one lane, or all values. */
  invalidate(lane?: string): void {
    if (lane === undefined) this.#values.clear();
    else this.#values.delete(lane);
  }
}
