import { toUnknown } from './command-payload.js';
import { digestsOf, groupOf } from './digests.js';
import type { LampMessage, StateUpdate } from './envelopes.js';
import { MOST_STATES, OversizedNames, StateLimits } from './state-limits.js';

export interface LampUpdate {
  readonly name: string;
  readonly message: LampMessage;
}

/** Lamps whose last message is remembered, besides those of received states. */
const MOST_SENT = 2 * MOST_STATES;

/** Stored as JSON, which takes less memory than objects and is compared faster. */
interface ReceivedState {
  readonly run: string;
  readonly serial: number;
  /** The message for the lamp. Undefined: it was too large to store. */
  readonly value: string | undefined;
  readonly unknown: string;
}

/** The states that a panel has received, and the last messages to its lamps. */
export class PanelStates {
  readonly #received = new Map<string, ReceivedState>();
  readonly #limits = new StateLimits();
  /** The last message to each lamp, and its message for an unknown state. */
  readonly #sent = new Map<string, { readonly value: string; readonly unknown: string }>();
  /** Names of lamps that may need a message. */
  readonly #changed = new Set<string>();
  readonly #oversized = new OversizedNames();
  /** The run of the last heartbeat, and the groups whose digests differed from it. */
  #run: string | undefined;
  #differing: ReadonlySet<number> = new Set();
  /** The run in the last `takeUpdates`. */
  #trustedRun: string | undefined;

  /** The states that are not stored. */
  get oversized(): OversizedNames {
    return this.#oversized;
  }

  receive(name: string, { run, serial, message }: StateUpdate): void {
    const last = this.#received.get(name);
    if (last?.run === run && last.serial >= serial) return;
    const value = JSON.stringify(message);
    const isCurrent = run === this.#run;
    if (isCurrent && !this.#fits(name, value)) this.#forgetOtherRuns(run);
    if (this.#fits(name, value)) this.#store(name, { run, serial, message }, value);
    else if (isCurrent) this.#markOversized(name, { run, serial, message });
    // It may belong to an earlier run. Otherwise the next heartbeat differs, and the host sends it again.
    else this.forget(name);
  }

  /** Drops a state, for example when its retained message is cleared. */
  forget(name: string): void {
    this.#received.delete(name);
    this.#limits.free(name);
    this.#oversized.delete(name);
    this.#changed.add(name);
  }

  /**
   * Compares the states with a heartbeat, and drops states of other runs. Returns the groups whose digests differ. Their
   * states are dropped too, and are unknown until a later heartbeat agrees.
   */
  compare(run: string, digests: readonly string[]): readonly number[] {
    if (run !== this.#run) this.#oversized.clear();
    this.#run = run;
    for (const name of this.#sent.keys())
      if (!this.#received.has(name) && !this.#changed.has(name)) this.#sent.delete(name);
    this.#forgetOtherRuns(run);
    const own = digestsOf([...this.#received].map(([name, { serial }]) => [name, serial]));
    this.#differing = new Set(own.flatMap((digest, group) => (digest === digests[group] ? [] : [group])));
    for (const name of this.#received.keys()) {
      this.#changed.add(name);
      if (this.#differing.has(groupOf(name))) this.forget(name);
    }
    return [...this.#differing];
  }

  /** The new messages for the lamps. Only states of `run` are trusted. Undefined: none. */
  newUpdates(run: string | undefined): readonly LampUpdate[] {
    if (run !== this.#trustedRun) for (const name of this.#received.keys()) this.#changed.add(name);
    this.#trustedRun = run;
    const names = [...this.#changed];
    this.#changed.clear();
    return names.flatMap((name) => {
      const received = this.#received.get(name);
      const unknown = received?.unknown ?? this.#sent.get(name)?.unknown;
      if (unknown === undefined) return [];
      const value = (received && this.#isTrusted(name, received) && received.value) || unknown;
      const isSent = this.#sent.get(name)?.value === value;
      // Without heartbeats, names that come and go would fill the memory.
      if (!received && this.#sent.size > MOST_SENT) this.#sent.delete(name);
      else this.#sent.set(name, { value, unknown });
      if (isSent) return [];
      return [{ name, message: JSON.parse(value) as LampMessage }];
    });
  }

  /** True if it is the last value that a live host has published. */
  #isTrusted = (name: string, { run }: ReceivedState): boolean =>
    run === this.#trustedRun && run === this.#run && !this.#differing.has(groupOf(name));

  #hasRoom = (name: string): boolean => this.#received.has(name) || this.#received.size < MOST_STATES;

  #fits = (name: string, value: string): boolean => this.#hasRoom(name) && this.#limits.reserve(name, value);

  #markOversized(name: string, update: StateUpdate): void {
    this.#oversized.add(name);
    if (this.#hasRoom(name)) this.#store(name, update, undefined);
  }

  #store(name: string, { run, serial, message }: StateUpdate, value: string | undefined): void {
    this.#received.set(name, { run, serial, value, unknown: JSON.stringify(toUnknown(name, message)) });
    this.#changed.add(name);
    if (value !== undefined) this.#oversized.delete(name);
  }

  #forgetOtherRuns(run: string): void {
    for (const [name, received] of this.#received) if (received.run !== run) this.forget(name);
  }
}
