import type { Clock } from '../base/clock.js';

/** After this rest in ms somebody else may have moved a property: it is read again. */
const REST_MS = 1000;

/** The last value sent on the lane of each property, as long as nothing else can have changed it. */
export class SentValues {
  readonly #clock: Clock;
  readonly #values = new Map<string, { value: unknown; until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(lane: string): unknown {
    const last = this.#values.get(lane);
    return last && last.until > this.#clock.now() ? last.value : undefined;
  }

  /** The value of a property that takes so many ms to get there. */
  set(lane: string, value: unknown, travel: number): void {
    const now = this.#clock.now();
    this.#values.delete(lane);
    this.#values.set(lane, { value, until: now + travel + REST_MS });
    for (const [oldest, { until }] of this.#values) {
      if (until > now) break;
      this.#values.delete(oldest);
    }
  }

  /** Nobody knows what it holds now: of one lane, or of all. */
  forget(lane?: string): void {
    if (lane === undefined) this.#values.clear();
    else this.#values.delete(lane);
  }
}
