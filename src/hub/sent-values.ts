import type { Operation } from './operation.js';
import { propertyOf } from './property-value.js';
import type { Params } from './request.js';

/** After this rest in ms somebody else may have moved a property: it is read again. */
const REST_MS = 1000;

/** The last value sent to each property, as long as nothing else can have changed it. */
export class SentValues {
  readonly #values = new Map<string, { value: unknown; until: number }>();

  get(target: object): unknown {
    const known = this.#values.get(JSON.stringify(target));
    return known && known.until > performance.now() ? known.value : undefined;
  }

  /** Takes note of how sending a value ended; where that is not clear, nobody knows what the property holds now. */
  note({ amend }: Operation, params: Params, done: boolean): void {
    if (amend !== 'propertyValue') return;
    const { Value, Duration = 0, Delay = 0 } = params as { Value: unknown; Duration?: number; Delay?: number };
    const key = JSON.stringify(propertyOf(params));
    this.#values.delete(key);
    const now = performance.now();
    if (done) this.#values.set(key, { value: Value, until: now + (Duration + Delay) * 1000 + REST_MS });
    for (const [oldest, { until }] of this.#values) {
      if (until > now) break;
      this.#values.delete(oldest);
    }
  }

  clear(): void {
    this.#values.clear();
  }
}
