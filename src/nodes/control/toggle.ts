import type { NodeMessage } from 'node-red';
import { systemClock } from '../../base/clock.js';
import { findOperation } from '../../hub/table/operations.js';
import { parseLampMessage } from '../../panels/lamp/lamp-input.js';
import { LampSources } from '../../panels/lamp/lamp-sources.js';
import { isCertain, STATES, type State } from '../../panels/lamp/state.js';
import { validityOf } from '../registry/sessions.js';
import { type ControlCommand, stateAfter } from './subject.js';

/** The present state of the target of a toggle, by the same rules as a lamp. */
export class Toggle {
  readonly #sources = new LampSources(STATES, 0);
  readonly #hub: string;
  /** The state after the first command. */
  readonly #on: State;
  /** The states after the commands without an answer, in the order of their presses. */
  readonly #pending = new Set<{ readonly isOn: boolean }>();
  /** The state after the last rehearsed command. Undefined: none, or the rehearsal is over. */
  #rehearsed: boolean | undefined;
  readonly #isRead: boolean;

  /** `hub`: the id of the configuration. `isRead`: the state is read from the hub. */
  constructor(hub: string, command: ControlCommand, isRead: boolean) {
    this.#hub = hub;
    this.#isRead = isRead;
    const { operation, params } = command;
    const values = Object.fromEntries(Object.entries(params).map(([name, { value }]) => [name, value]));
    this.#on = (operation.latest ? undefined : stateAfter(command, operation, values)) ?? 'program';
  }

  /** Takes a message of the watch, or the answer or the failure of a command. */
  update(msg: NodeMessage): void {
    // An item on both outputs is also on preview.
    const state = msg.payload === 'both' ? { ...msg, payload: this.#on } : { ...msg };
    const input = parseLampMessage(state, findOperation);
    // A refused command changes nothing.
    if (!input || (input.from === 'command' && input.state === 'failed')) return;
    this.#sources.update(input, systemClock.now(), validityOf(state, this.#hub));
  }

  /** A rehearsed command would have left this state. Undefined: the rehearsal is over. */
  rehearse(state: State | undefined): void {
    this.#rehearsed = state && state === this.#on;
  }

  /** Its own command was rehearsed. */
  rehearsePress(isOn: boolean): void {
    this.#rehearsed = isOn;
  }

  /** A press sends a command. Until the returned function is called at its end, the next press follows this command. */
  press(isOn: boolean): () => void {
    const press = { isOn };
    this.#pending.add(press);
    return () => this.#pending.delete(press);
  }

  /** True until the commands of its presses have ended. */
  get isBusy(): boolean {
    return this.#pending.size > 0;
  }

  /** The state that the next press finds. Undefined: unknown. */
  get isOn(): boolean | undefined {
    const state = this.#sources.mostUrgent(systemClock.now());
    const pending = [...this.#pending].at(-1)?.isOn;
    // A state that nobody reads is known by its commands, also by the rehearsed ones.
    if (state === 'unknown')
      return this.#isRead || this.#rehearsed === undefined ? undefined : (pending ?? this.#rehearsed);
    return pending ?? (isCertain(state) ? undefined : this.#rehearsed) ?? state === this.#on;
  }
}
