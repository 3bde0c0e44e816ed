import type { HubClock } from '../../base/clock.js';
import { Signal } from '../../base/signal.js';
import type { AnyOperationName } from '../table/operations.js';
import type { Outcome } from '../wire/errors.js';

/** After this time in ms, others may have changed a property. It is read again. */
const VALID_MS = 1000;

/** The oldest are forgotten. */
const MAX_LANES = 20_000;

/** A value that was sent to a property, or to a component of it. */
export interface SentValue {
  /** The whole value, or the value of the component. */
  readonly value: unknown;
  /** The path of the component. Undefined: the whole property. */
  readonly component: string | undefined;
  /** It arrives after this time. */
  readonly travelMs: number;
}

/** The last commands of each lane of a hub, written by the calls themselves. */
export class Ledger {
  readonly #clock: HubClock;
  /** The lane that was used longest ago is first. */
  readonly #lanes = new Map<string, LaneRecord>();
  /** The name of a command that may have changed everything, after its end. Example: a launch. */
  readonly reset = new Signal<AnyOperationName>();
  #changeCount = 0;
  /** The number of the last change before others may have changed everything. */
  #lastReset = 0;

  constructor(clock: HubClock) {
    this.#clock = clock;
  }

  /** The present record of a lane. */
  of(lane: string): Readonly<LaneRecord> {
    return this.#lanes.get(lane) ?? NOTHING;
  }

  /** The last value sent to the whole target, while no other source can have changed it. */
  lastSent(lane: string): unknown {
    const record = this.#lanes.get(lane);
    const isValid = record && record.validUntil > this.#clock.now() && record.change > this.#lastReset;
    return isValid ? record.value : undefined;
  }

  /** A command that began at `since` enters its lanes. */
  begin(lanes: readonly string[], command: object, since: number): void {
    for (const lane of lanes) {
      const record = this.#recordOf(lane);
      record.began = since;
      record.command = command;
    }
  }

  /** The value of a look waits for the lane, until the returned function is called. */
  hold(lane: string): () => void {
    const record = this.#recordOf(lane);
    record.waiting += 1;
    return () => {
      record.waiting -= 1;
    };
  }

  /** The request of a command has ended. */
  sent(lane: string, outcome: 'done' | Outcome, sent?: SentValue): void {
    const record = this.#recordOf(lane);
    record.validUntil = Number.NEGATIVE_INFINITY;
    if (outcome === 'refused' || outcome === 'not-sent') return;
    this.#change(record);
    record.component = sent?.component;
    const value = outcome === 'done' ? sent : undefined;
    record.value = value?.value;
    const arrivesAt = value ? record.changed + value.travelMs : Number.NEGATIVE_INFINITY;
    // Another component may still fade.
    record.arrivesAt = record.component === undefined ? arrivesAt : Math.max(record.arrivesAt, arrivesAt);
    if (record.component === undefined) record.validUntil = arrivesAt + VALID_MS;
  }

  /** A command has ended for its caller. Its request may continue if its caller has closed. */
  end(lanes: readonly string[], command: object, outcome: 'done' | 'rehearsal' | Outcome): void {
    for (const lane of lanes) {
      const record = this.#lanes.get(lane);
      if (!record) continue;
      if (record.command === command) record.command = undefined;
      if (outcome === 'unknown') this.#change(record);
    }
  }

  /** Others may have changed everything since the last values were sent. */
  invalidate(): void {
    this.#lastReset = this.#changeCount;
  }

  /** Its value is not certain any more. */
  #change(record: LaneRecord): void {
    this.#changeCount += 1;
    record.change = this.#changeCount;
    record.changed = this.#clock.now();
    record.value = undefined;
    record.validUntil = Number.NEGATIVE_INFINITY;
  }

  /** The record of a lane that is used now. */
  #recordOf(lane: string): LaneRecord {
    const record = this.#lanes.get(lane) ?? new LaneRecord();
    // Deleted first, so that the map is ordered by the last use.
    this.#lanes.delete(lane);
    this.#lanes.set(lane, record);
    const [oldest] = this.#lanes.size > MAX_LANES ? this.#lanes.keys() : [];
    if (oldest !== undefined) this.#lanes.delete(oldest);
    return record;
  }
}

/** The last commands of one lane. Only the ledger changes it. Times in the clock's ms. */
export class LaneRecord {
  /** The start of the last command that entered the lane. */
  began = Number.NEGATIVE_INFINITY;
  /** Identifies that command until it has ended. */
  command: object | undefined;
  /** The number of values of looks that wait for the lane, or are in it. */
  waiting = 0;
  /** The end of the last command that may have changed the target. */
  changed = Number.NEGATIVE_INFINITY;
  /** The number of that command. It is different for each. */
  change = 0;
  /** The value that it gave to the target, or to the component. Undefined: not certain. */
  value: unknown;
  /** Undefined: the whole target. */
  component: string | undefined;
  /** The end of the fades to the last values. */
  arrivesAt = Number.NEGATIVE_INFINITY;
  /** The value is certainly that of the hub until this time. */
  validUntil = Number.NEGATIVE_INFINITY;

  /** True if the last command has not ended, or if the value of a look waits for the lane. */
  get isPending(): boolean {
    return this.command !== undefined || this.waiting > 0;
  }
}

const NOTHING = new LaneRecord();
