import { toUnknown } from './command-payload.js';
import { digestsOf, groupOf } from './digests.js';
import type { LampMessage, StateUpdate } from './envelopes.js';
import { MOST_STATES, OversizedNames, StateLimits } from './state-limits.js';

interface HostState {
  readonly update: StateUpdate;
  /** The last message before the state was lost. */
  readonly before?: LampMessage;
}

export type NamedUpdate = readonly [name: string, update: StateUpdate];

/** The states that a host publishes. Each update has a number, so panels notice when one is lost. */
export class HostStates {
  readonly #run: string;
  readonly #states = new Map<string, HostState>();
  readonly #limits = new StateLimits();
  readonly #oversized = new OversizedNames();
  #serial = 0;

  constructor(run: string) {
    this.#run = run;
  }

  /** A panel with the same states has the same digests. */
  get digests(): readonly string[] {
    return digestsOf([...this.#states].map(([name, { update }]) => [name, update.serial]));
  }

  /** The states that are not published. */
  get oversized(): OversizedNames {
    return this.#oversized;
  }

  /** True for a state that is published, even if only as unknown. */
  has = (name: string): boolean => this.#states.has(name);

  /** Takes a message of a watch or an event node. Returns the updates to publish. */
  update(name: string, message: LampMessage): readonly NamedUpdate[] {
    const state = this.#states.get(name);
    if (state && !state.before && isSame(state.update.message, message)) return [];
    const fits = (state || this.#states.size < MOST_STATES) && this.#limits.reserve(name, JSON.stringify(message));
    return fits ? this.#accept(name, message) : this.#rejectOversized(name, message);
  }

  markUnknown(name: string): readonly NamedUpdate[] {
    const state = this.#states.get(name);
    if (!state || state.before) return [];
    const before = state.update.message;
    return [this.#publish(name, toUnknown(name, before), before)];
  }

  /** Publishes the message from before `markUnknown` again. */
  restore(name: string): readonly NamedUpdate[] {
    const before = this.#states.get(name)?.before;
    return before ? [this.#publish(name, before)] : [];
  }

  /** The present states of these groups. */
  inGroups(groups: ReadonlySet<number>): readonly NamedUpdate[] {
    return [...this.#states].flatMap(([name, { update }]) => (groups.has(groupOf(name)) ? [[name, update]] : []));
  }

  #accept(name: string, message: LampMessage): readonly NamedUpdate[] {
    this.#oversized.delete(name);
    return [this.#publish(name, message)];
  }

  /** Publishes `unknown`, so that lamps do not keep the last value. */
  #rejectOversized(name: string, message: LampMessage): readonly NamedUpdate[] {
    this.#oversized.add(name);
    const state = this.#states.get(name);
    const unknown = toUnknown(name, message);
    if (state ? !state.before && isSame(state.update.message, unknown) : this.#states.size >= MOST_STATES) return [];
    return [this.#publish(name, unknown)];
  }

  #publish(name: string, message: LampMessage, before?: LampMessage): NamedUpdate {
    this.#serial += 1;
    const update = { run: this.#run, serial: this.#serial, message };
    this.#states.set(name, { update, ...(before && { before }) });
    return [name, update];
  }
}

const isSame = (one: LampMessage, other: LampMessage): boolean => {
  const { hub: oneHub, ...oneRest } = one;
  const { hub: otherHub, ...otherRest } = other;
  return (oneHub === undefined) === (otherHub === undefined) && JSON.stringify(oneRest) === JSON.stringify(otherRest);
};
