import type { HubClock } from '../base/clock.js';
import type { LaneRecord, Ledger } from '../hub/lookup/ledger.js';
import { partOf } from './find-properties.js';

/** A property: its key, the key of its engine's name, the component of its name, and the lane of its commands. */
export interface LookTarget {
  readonly key: string;
  readonly engine: string;
  readonly component: string | undefined;
  readonly lane: string;
}

/** A value that a person wanted. */
export interface WantedValue {
  readonly value: unknown;
  /** The time when it was confirmed or accepted, in the clock's ms. */
  readonly at: number;
}

/** A value that was polled after a change of its lane, and before the next one. */
interface PolledValue {
  readonly value: unknown;
  readonly change: number;
}

/**
 * The last value of each property that a person wanted: polled or sent. A polled value counts only after the next two
 * lists of engines have shown that its engine did not start again meanwhile.
 */
export class WantedValues {
  readonly #ledger: Pick<Ledger, 'of'>;
  readonly #clock: HubClock;
  /** The polled values that count, by key. */
  readonly #confirmed = new Map<string, PolledValue & WantedValue>();
  /** The last change of the lane at the last poll, by key. */
  readonly #changes = new Map<string, number>();
  /** By engine: the values polled since the last list, and those before it. */
  readonly #newer = new Map<string, Map<string, PolledValue>>();
  readonly #older = new Map<string, Map<string, PolledValue>>();

  constructor(ledger: Pick<Ledger, 'of'>, clock: HubClock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  /** Undefined: it is not certain, until it is polled again. */
  get({ key, component, lane }: LookTarget): WantedValue | undefined {
    const record = this.#ledger.of(lane);
    const confirmed = this.#confirmed.get(key);
    if (confirmed?.change === record.change) return confirmed;
    const value = sentTo(component, record);
    return value === undefined ? undefined : { value, at: record.changed };
  }

  /** True while a value that was sent is on its way. */
  isFading = (lane: string): boolean => this.#ledger.of(lane).arrivesAt > this.#clock.now();

  polled({ key, engine, lane }: LookTarget, value: unknown): void {
    if (this.isFading(lane)) return;
    const { change } = this.#ledger.of(lane);
    const last = this.#changes.get(key) ?? 0;
    this.#changes.set(key, change);
    // The first polled value after a command may be older than the command.
    if (change !== last) return;
    const values = this.#newer.get(engine) ?? new Map<string, PolledValue>();
    this.#newer.set(engine, values.set(key, { value, change }));
  }

  /** The property has another id on the hub, and so another lane. Example: another engine has taken over the name. */
  move(last: LookTarget, lane: string): void {
    const wanted = this.get(last);
    if (wanted) this.#confirmed.set(last.key, { ...wanted, change: this.#ledger.of(lane).change });
  }

  /** The engine runs as before, so its older polled values count. */
  confirm(engine: string): void {
    const at = this.#clock.now();
    for (const [key, polled] of this.#older.get(engine) ?? []) this.#confirmed.set(key, { ...polled, at });
    this.#older.set(engine, this.#newer.get(engine) ?? new Map());
    this.#newer.delete(engine);
  }

  /** The engine was away, so its polled values may be those after its start. */
  discard(engine: string): void {
    this.#newer.delete(engine);
    this.#older.delete(engine);
  }
}

/** The value that the last command gave to a property or to its component. Undefined if it is not certain. */
function sentTo(component: string | undefined, sent: Readonly<LaneRecord>): unknown {
  if (component === sent.component) return sent.value;
  return component !== undefined && sent.component === undefined ? partOf(sent.value, component) : undefined;
}
