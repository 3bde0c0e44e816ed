import { Signal } from './base/signal.js';
import type { Sources } from './complete/amend.js';
import { EngineTypes } from './lookup/engine-types.js';
import { Memory, type Read } from './lookup/lookup-cache.js';
import { explainNotFound } from './lookup/not-found.js';
import { SentValues } from './lookup/sent-values.js';
import { type AsRun, commandOf, outcomeOf } from './queue/as-run.js';
import { planBatch } from './queue/batch.js';
import type { Job, Sent } from './queue/job.js';
import { joinerOf } from './queue/joining.js';
import { type Joiner, Lanes } from './queue/lanes.js';
import { type Completed, kindOf, type Open, type Plan, planOne } from './queue/plan.js';
import { Rehearsal } from './queue/rehearsal.js';
import { type Operation, WHOLE_BODY } from './table/operation.js';
import { findOperation } from './table/operations.js';
import type { GivenEntry } from './table/schemas/batch.js';
import { Connection } from './watch/connection.js';
import { Watching } from './watch/watching.js';
import { type Answer, Client } from './wire/client.js';
import { HubError } from './wire/errors.js';
import { buildRequest, checkParams, type Params, type WireRequest } from './wire/request.js';
import type { HubSettings } from './wire/settings.js';

/** `latest`: of values that wait only the newest is sent; `inOrder`: every one is, in order. */
export type Delivery = 'inOrder' | 'latest';

/** How one call deviates from what the table says. Times in ms. */
export interface CallOptions {
  readonly delivery?: Delivery;
  /** Longest wait before it is sent. */
  readonly expiry?: number;
  /** When the wait began (`performance.now()`); absent: now. */
  readonly since?: number;
  /** Deadline of the whole exchange. */
  readonly timeout?: number;
  /** Whose call it is: `abandon` ends what an owner has under way. */
  readonly owner?: object;
  /** Whether a read may go out with others as one batch, where the hub's settings allow that. */
  readonly joinable?: boolean;
}

/** A success: what was sent, what the hub said, and how long the call waited and took in ms. */
export interface Result extends Answer {
  readonly params: Params;
  readonly waited: number;
}

/** Why a call ended without being sent and without being wrong. */
export type Skipped = 'superseded' | 'rehearsal';

/** A trigger that could not go out within this time in ms is too late to be wanted. */
const TRIGGER_EXPIRY_MS = 2000;

/** A level or a read may wait for one exchange before it, and this much in ms. */
const SPARE_MS = 1000;

/** At most so many values a second go out on one lane, unless the settings say otherwise. */
const RATE = 50;

/** One hub: every call of every node goes through here, so that order, limits and state are one. */
export class Hub {
  readonly #settings: HubSettings;
  readonly #client: Client;
  readonly #lanes: Lanes;
  readonly #memory = new Memory();
  readonly #sent = new SentValues();
  readonly #types: EngineTypes;
  readonly connection: Connection;
  readonly rehearsal: Rehearsal;
  readonly watching: Watching;
  /** Each command, once all is known of it. */
  readonly asRun = new Signal<AsRun>();

  /** Throws `BAD_INPUT` for settings that cannot be used. */
  constructor(settings: HubSettings) {
    const { maxInFlight, rate = RATE, joining, rehearsal = false, armAfter = 0, timeout } = settings;
    this.#settings = settings;
    this.#client = new Client(settings);
    this.#lanes = new Lanes({ maxInFlight, rate }, joining ? this.#joiner(timeout) : undefined);
    this.#types = new EngineTypes(this.#lookUp(() => timeout, this));
    this.rehearsal = new Rehearsal(rehearsal, armAfter);
    this.watching = new Watching(
      async (operation, params, owner) => {
        const { body } = (await this.run(operation, params, { owner, joinable: true })) as Result;
        return { params, body, at: Date.now() };
      },
      (owner) => this.abandon(owner),
    );
    // Not in the lanes: a probe must not wait behind what it is to explain.
    this.connection = new Connection(
      () => this.#client.send(this.#request('listEngines', {}), timeout, this),
      () => {
        this.#forget();
        this.#lanes.joinAgain();
        this.watching.hurry();
      },
    );
  }

  /**
   * Carries out an operation when its turn comes; never sends it twice.
   * Gives why it was skipped where nothing was to be sent. Throws a HubError (design.md, "Message out").
   */
  async run(operation: Operation, given: Params, options: CallOptions = {}): Promise<Result | Skipped> {
    const { since = performance.now(), owner = this } = options;
    const at = Date.now();
    let plan: Plan | undefined;
    try {
      const params = operation.amend === 'propertyValue' ? this.#types.aim(given) : given;
      plan = this.#plan(operation, params instanceof Promise ? await params : params);
      if (this.#rehearses(plan)) throw new HubError('REHEARSAL');
      const sent = await this.#submit(plan, options, since, owner);
      if (!sent) return 'superseded';
      const { waited } = sent;
      const { statusCode, body, elapsed } = sent.value;
      this.#record(plan, { at, owner, waited, outcome: 'done', statusCode }, since);
      return { statusCode, body, elapsed, params: plan.params, waited };
    } catch (error) {
      if (plan) this.#record(plan, { at, owner, ...outcomeOf(error) }, since);
      if (error instanceof HubError && error.code === 'REHEARSAL') return 'rehearsal';
      const { timeout, dialect } = this.#settings;
      const read = this.#reader(timeout, owner);
      throw await explainNotFound(error, operation, plan?.params ?? given, dialect, read);
    }
  }

  /** Ends what an owner has waiting or in flight. */
  abandon(owner: object): void {
    this.#lanes.close(owner);
    this.#client.close(owner);
  }

  /** Ends everything; no timer, socket or listener is left. */
  close(): void {
    this.rehearsal.close();
    this.watching.close();
    this.connection.close();
    this.#lanes.close();
    this.#client.close();
  }

  #plan(operation: Operation, params: Params): Plan {
    const { linearSegment } = this.#settings;
    const checked = checkParams(operation, params);
    if (operation.area === 'batch') return planBatch(operation, checked[WHOLE_BODY] as GivenEntry[], linearSegment);
    return planOne(operation, checked, linearSegment);
  }

  #submit(plan: Plan, options: CallOptions, since: number, owner: object): Promise<Sent<Answer>> {
    const { operation, kind, lanes } = plan;
    const timeout = options.timeout ?? operation.timeout ?? this.#settings.timeout;
    const expiry = options.expiry ?? (kind === 'trigger' ? TRIGGER_EXPIRY_MS : timeout + SPARE_MS);
    // Not written into the object below: V8 makes such a function old at once, and keeps all that it reaches.
    const send = (together: readonly Job<unknown>[]) => this.#send(plan, together, timeout, since + expiry, owner);
    return this.#lanes.submit({
      lanes,
      kind: options.delivery === 'inOrder' ? undefined : kindOf(operation, plan.params),
      slot: plan.slot,
      joinable: mayJoin(plan, options),
      content: plan,
      expiry,
      since,
      owner,
      send,
    });
  }

  /** Sends a plan whose turn has come; `until` is when it is too late for what may have to be looked up first. */
  async #send(plan: Plan, together: readonly Job<unknown>[], timeout: number, until: number, owner: object) {
    const { request, params } = plan.request ? plan : await this.#complete(plan, together, until, owner);
    if (this.#rehearses(plan)) throw new HubError('REHEARSAL');
    let done = false;
    try {
      const answer = await this.#exchange(request, timeout, owner);
      done = true;
      return answer;
    } finally {
      this.#sent.note(plan, params, done);
      if (plan.changesAll) this.#forget();
    }
  }

  #complete(plan: Open, together: readonly Job<unknown>[], until: number, owner: object): Promise<Completed> {
    const plans = together.map(({ content }) => content as Plan);
    return plan.complete(this.#sources(until, owner), plans);
  }

  #rehearses = ({ kind }: Plan): boolean => kind !== 'read' && this.rehearsal.on;

  #record(plan: Plan, known: Omit<AsRun, 'operation' | 'target' | 'value' | 'elapsed'>, since: number): void {
    if (plan.kind === 'read' || !this.asRun.heard) return;
    const elapsed = Math.round(performance.now() - since);
    this.asRun.tell({ ...known, ...commandOf(plan.operation, plan.params), elapsed });
  }

  /** Sends what is joined, and remembers the values. */
  #joiner(timeout: number): Joiner {
    const joiner = joinerOf(
      (request) => this.#exchange(request, timeout, this),
      (statusCode, body) => this.#client.failure(statusCode, body),
    );
    return {
      ...joiner,
      send: async (jobs) => {
        const plans = jobs.map(({ content }) => content as Plan);
        if (plans.some(this.#rehearses)) throw new HubError('REHEARSAL');
        const results = await joiner.send(jobs);
        results?.forEach(({ status }, index) => {
          const plan = plans[index] as Plan;
          this.#sent.note(plan, plan.params, status === 'fulfilled');
        });
        return results;
      },
    };
  }

  #forget(): void {
    this.#memory.forget();
    this.#types.forget();
    this.#sent.clear();
  }

  /** What is looked up before a command goes out. */
  #sources(until: number, owner: object): Sources {
    const read = this.#lookUp(() => Math.max(1, until - performance.now()), owner);
    return {
      read,
      recall: (name, params) => this.#memory.recall(read, name, params),
      forget: () => this.#memory.forget(),
      sent: this.#sent,
    };
  }

  /** Reads for a command that is not sent yet, whatever happens here. */
  #lookUp(timeout: () => number, owner: object): Read {
    return async (name, params) => {
      try {
        return await this.#reader(timeout(), owner)(name, params);
      } catch (error) {
        throw error instanceof HubError ? error.before(name) : error;
      }
    };
  }

  /** Reads outside the lanes, for a call that has its place already. */
  #reader(timeout: number, owner: object): Read {
    return async (name, params) => (await this.#exchange(this.#request(name, params), timeout, owner)).body;
  }

  #request(name: string, params: Params): WireRequest {
    const operation = findOperation(name) as Operation;
    return buildRequest(operation, checkParams(operation, params), this.#settings.linearSegment);
  }

  #exchange(request: WireRequest, timeout: number, owner: object): Promise<Answer> {
    return this.#client.send(request, timeout, owner).then(this.#reached, this.#missed);
  }

  #reached = (answer: Answer): Answer => {
    this.connection.learn();
    return answer;
  };

  #missed = (error: unknown): never => {
    this.connection.learn(error);
    if (error instanceof HubError && error.code === 'HUB_NOT_FOUND') this.#memory.forget();
    throw error;
  };
}

/** Whether a call may be one entry of a batch (hub-interface.md, "Batch"); what has a deadline of its own goes alone. */
function mayJoin({ operation, kind, request }: Plan, { timeout = operation.timeout, joinable }: CallOptions): boolean {
  const wanted = kind === 'level' || (kind === 'read' && joinable === true);
  return wanted && timeout === undefined && request !== undefined && request.method !== 'DELETE';
}
