import type { HubClock } from '../base/clock.js';

/** After this rest in ms somebody else may have moved a property: it is read again. */
const VALID_MS = 1000;

/** The last value sent on the lane of each property, as long as nothing else can have changed it. */
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

  /** The value of a property that takes so many ms to get there. */
  set(lane: string, value: unknown, travelMs: number): void {
    const now = this.#clock.now();
    this.#values.delete(lane);
    this.#values.set(lane, { value, until: now + travelMs + VALID_MS });
    for (const [oldest, { until }] of this.#values) {
      if (until > now) break;
      this.#values.delete(oldest);
    }
  }

  /** Nobody knows what it holds now: of one lane, or of all. */
  invalidate(lane?: string): void {
    if (lane === undefined) this.#values.clear();
    else this.#values.delete(lane);
  }
}
