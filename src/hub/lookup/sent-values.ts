import type { Plan } from '../queue/plan.js';
import type { Params } from '../wire/request.js';

/** After this rest in ms somebody else may have moved a property: it is read again. */
const REST_MS = 1000;

/** The last value sent on the lane of each property, as long as nothing else can have changed it. */
export class SentValues {
  readonly #values = new Map<string, { value: unknown; until: number }>();

  get(lane: string): unknown {
    const known = this.#values.get(lane);
    return known && known.until > performance.now() ? known.value : undefined;
  }

  /** Takes note of how a command ended; where that is not clear, nobody knows what its properties hold now. */
  note({ operation, lanes }: Plan, params: Params, done: boolean): void {
    for (const lane of lanes) this.#values.delete(lane);
    if (operation.amend !== 'propertyValue') return;
    const { Value, Duration = 0, Delay = 0 } = params as { Value: unknown; Duration?: number; Delay?: number };
    const now = performance.now();
    const known = { value: Value, until: now + (Duration + Delay) * 1000 + REST_MS };
    if (done) for (const lane of lanes) this.#values.set(lane, known);
    for (const [oldest, { until }] of this.#values) {
      if (until > now) break;
      this.#values.delete(oldest);
    }
  }

  clear(): void {
    this.#values.clear();
  }
}
