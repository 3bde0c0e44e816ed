import type { HubClock } from '../base/clock.js';
import type { Arrival, Hub } from '../hub/hub.js';
import type { CommandRecord } from '../hub/records/as-run.js';

/** The oldest are forgotten. */
const MAX_LANES = 20_000;

interface Hand {
  /** In the clock's ms. */
  readonly time: number;
  /** The end of the last command that may have changed the value, in the clock's ms. */
  readonly changedAt: number;
  /** The values of the command. Undefined: it has ended. */
  readonly params: object | undefined;
}

/** The last command of each lane, so that an older one never overtakes it. */
export class Hands {
  readonly #clock: HubClock;
  readonly #last = new Map<string, Hand>();
  readonly #ends: (() => void)[];

  constructor(hub: Hub, clock: HubClock) {
    this.#clock = clock;
    this.#ends = [
      hub.arrived.watch((arrival) => this.#onArrived(arrival)),
      hub.ended.watch((record) => this.#onEnded(record)),
    ];
  }

  /** True if a command that began later has entered the lane. */
  isAfter(lane: string, since: number): boolean {
    return (this.#last.get(lane)?.time ?? Number.NEGATIVE_INFINITY) > since;
  }

  /** True if a command of the lane that may have changed the value has ended later. */
  hasChanged(lane: string, since: number): boolean {
    return (this.#last.get(lane)?.changedAt ?? Number.NEGATIVE_INFINITY) > since;
  }

  /** True if the last command of the lane has not ended. */
  isPending(lane: string): boolean {
    return this.#last.get(lane)?.params !== undefined;
  }

  close(): void {
    for (const end of this.#ends) end();
  }

  #onArrived({ lanes, params, look }: Arrival): void {
    // A recall counts from its start, although its look-ups take time.
    const time = look?.since ?? this.#clock.now();
    for (const lane of lanes) {
      const { changedAt = Number.NEGATIVE_INFINITY } = this.#last.get(lane) ?? {};
      this.#last.delete(lane);
      this.#last.set(lane, { time, changedAt, params });
    }
    for (const lane of this.#last.keys()) {
      if (this.#last.size <= MAX_LANES) break;
      this.#last.delete(lane);
    }
  }

  #onEnded({ lanes, params, outcome }: CommandRecord): void {
    const mayChange = outcome === 'done' || outcome === 'unknown';
    for (const lane of lanes) {
      const last = this.#last.get(lane);
      if (!last) continue;
      const changedAt = mayChange ? this.#clock.now() : last.changedAt;
      this.#last.set(lane, { ...last, changedAt, ...(last.params === params && { params: undefined }) });
    }
  }
}
