import { InOrder } from '../base/in-order.js';
import { Signal } from '../base/signal.js';
import { type Hub, isSkipped } from '../hub/hub.js';
import { agreedValues, listsOf, namedThings } from '../hub/lists/agreement.js';
import type { ListReads } from '../hub/lists/find-saved.js';
import { RECENT_MS, type SendRead } from '../hub/lookup/look-ups.js';
import { incompleteError } from '../hub/plan/incomplete.js';
import { cueEnded } from '../hub/queue/call.js';
import type { CueCall } from '../hub/records/as-run.js';
import { tableOperation } from '../hub/table/operations.js';
import { isNotFound } from '../hub/wire/errors.js';
import type { Params } from '../hub/wire/request.js';
import { targetNames } from '../hub/words/target-names.js';
import { type FoundCommand, findThings } from './find-things.js';
import { allSteps, type CommandStep, type Cue } from './list.js';
import type { StepOutcome } from './run.js';

/** Sends the commands of cues, and finds their things before. */
export class CueCommands {
  readonly #hub: Hub;
  readonly #owner: object;
  readonly #ended = new Signal<CueCall>();
  /** The owner of the descriptions of the prepared cue. */
  #prepared = {};
  /** The things of a step stay the same during a session with the hub. */
  #session: string | undefined;
  #found = new WeakMap<CommandStep, FoundCommand | Promise<FoundCommand>>();
  /** The things of the commands. */
  readonly #things = new InOrder();

  constructor(hub: Hub, owner: object) {
    this.#hub = hub;
    this.#owner = owner;
  }

  /**
   * Finds the things of a cue that will be played, so its commands need not wait for them. Its descriptions are kept until
   * another one is prepared.
   */
  prepare(cue: Cue): void {
    const earlier = this.#prepared;
    const owner = {};
    this.#prepared = owner;
    for (const step of allSteps(cue))
      if (step.does === 'command')
        Promise.resolve(this.#find(step, this.#hub.levelExpiry)).then(
          ({ operation, params }) => {
            if (this.#prepared !== owner) return;
            this.#hub.descriptions.keep(operation, params, owner, { isUsed: false, chosen: labelsOf(step, params) });
          },
          // The cue reports it when it plays.
          () => undefined,
        );
    this.#hub.descriptions.release(earlier);
  }

  /** No description is kept any more. */
  close(): void {
    this.#hub.descriptions.release(this.#prepared);
    this.#prepared = {};
  }

  /** Sends a command once. `since` and `remaining` (ms): its wait has already begun. Throws a HubError. */
  async send(step: CommandStep, group: CueCall, since: number, remaining: number): Promise<StepOutcome> {
    const { operation, params } = this.#ready(step) ?? (await this.#inTurn(group, this.#agreed(step, remaining)));
    const chosen = labelsOf(step, params);
    try {
      this.#hub.descriptions.keep(operation, params, this.#owner, { chosen });
      const options = { owner: this.#owner, group, names: targetNames(operation, params, chosen), since, remaining };
      const result = await this.#hub.run(operation, params, options);
      if (isSkipped(result) && result.outcome === 'rehearsal' && result.wouldFail) throw result.wouldFail;
      if (isSkipped(result) || result.outcome === 'done') return result.outcome;
      throw incompleteError(operation, result, this.#hub.failureOf);
    } catch (error) {
      if (isNotFound(error)) {
        this.#found.delete(step);
        for (const list of listsOf(namedThings(operation, params, chosen)))
          this.#hub.reads.of(list.read, list.params).invalidate();
      }
      throw error;
    }
  }

  /** The command of a step without things to compare, if no earlier one waits. */
  #ready(step: CommandStep): FoundCommand | undefined {
    const hasNames = Object.values(step.params).some(({ label }) => label);
    const found = hasNames || this.isWaiting ? undefined : this.#find(step, this.#hub.levelExpiry);
    return found instanceof Promise ? undefined : found;
  }

  /** Waits for the earlier commands, so that a look does not overtake one whose things are found late. */
  turn(cue: CueCall): Promise<void> {
    return this.#inTurn(cue, Promise.resolve());
  }

  /** True while an earlier command waits for its things. */
  get isWaiting(): boolean {
    return this.#things.isWaiting;
  }

  /** The command of a step with things whose ids and names agree now, since its things may have been found long ago. */
  async #agreed(step: CommandStep, expiry: number): Promise<FoundCommand> {
    const found = await this.#find(step, expiry);
    const { operation, params } = found;
    const maxAge = operation.kind === 'trigger' ? RECENT_MS : Number.POSITIVE_INFINITY;
    const agreed = await agreedValues(operation, params, labelsOf(step, params), {
      recent: (read, target, isUsual) => this.#hub.lookUp(read, target, expiry, this.#owner, maxAge, isUsual),
      fresh: (read, target) => this.#hub.lookUp(read, target, expiry, this.#owner, 0),
    });
    return { ...found, ...agreed };
  }

  /** Ends the commands of a cue that have not left. */
  end(cue: CueCall): void {
    this.#hub.endCue(cue);
    this.#ended.emit(cue);
  }

  /** A command does not wait any longer when its cue ends. */
  async #beforeEnd<T>(cue: CueCall, wait: Promise<T>): Promise<T> {
    let unwatch = () => {};
    const end = new Promise<never>((_, reject) => {
      unwatch = this.#ended.watch((ended) => ended === cue && reject(cueEnded()));
    });
    return Promise.race([wait, end]).finally(unwatch);
  }

  /** A command whose things are found late is not overtaken by the next one. */
  #inTurn<T>(cue: CueCall, found: Promise<T>): Promise<T> {
    return this.#beforeEnd(cue, this.#things.afterEarlier(found));
  }

  /** The things of a step. A promise until they are found. */
  #find(step: CommandStep, expiry: number): FoundCommand | Promise<FoundCommand> {
    const { session } = this.#hub.connection;
    if (session !== this.#session) this.#found = new WeakMap();
    this.#session = session;
    const found = this.#found;
    const reads: ListReads = {
      recent: (list, params) => this.#hub.lookUp(list, params, expiry, this.#owner),
      fresh: (list, params) => this.#hub.lookUp(list, params, expiry, this.#owner, 0),
    };
    const finding = found.get(step) ?? findThings(step, reads);
    if (!(finding instanceof Promise)) return finding;
    found.set(step, finding);
    finding.then(
      (command) => found.set(step, command),
      // After a failure, the next Go searches again.
      () => found.delete(step),
    );
    return finding;
  }

  /** A read for a check. */
  readonly read: SendRead = async (name, params) => {
    const result = await this.#hub.run(tableOperation(name), params, { owner: this.#owner, isUrgent: true });
    if (isSkipped(result)) throw new Error(`A read was skipped: ${result.outcome}`);
    return result.body;
  };
}

/** The labels of a step, for the values on this hub. */
const labelsOf = ({ params: saved }: CommandStep, params: Params) =>
  Object.fromEntries(
    Object.entries(saved).map(([name, { label }]) => [name, { value: params[name], ...(label && { label }) }]),
  );
