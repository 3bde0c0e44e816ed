import { planBatch } from './batch.js';
import { type Answer, Client } from './client.js';
import { Connection } from './connection.js';
import { HubError } from './errors.js';
import { Lanes } from './lanes.js';
import { type Operation, WHOLE_BODY } from './operation.js';
import { findOperation } from './operations.js';
import { type Plan, planOne } from './plan.js';
import { Memory, type Read } from './reader.js';
import { buildRequest, checkParams, type Params, type WireRequest } from './request.js';
import type { HubSettings } from './settings.js';
import { explainWrongEngine } from './wrong-engine.js';

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
}

/** A success: what was sent, what the hub said, and how long the call waited and took in ms. */
export interface Result extends Answer {
  readonly params: Params;
  readonly waited: number;
}

/** A trigger that could not go out within this time in ms is too late to be wanted. */
const TRIGGER_EXPIRY_MS = 2000;

/** A level or a read may wait for one exchange before it, and this much in ms. */
const SPARE_MS = 1000;

/** At most so many values a second go out on one lane. */
const RATE = 50;

/** One hub: every call of every node goes through here, so that order, limits and state are one. */
export class Hub {
  readonly #settings: HubSettings;
  readonly #client: Client;
  readonly #lanes: Lanes;
  readonly #memory = new Memory();
  readonly connection: Connection;

  /** Throws `BAD_INPUT` for settings that cannot be used. */
  constructor(settings: HubSettings) {
    this.#settings = settings;
    this.#client = new Client(settings);
    this.#lanes = new Lanes({ maxInFlight: settings.maxInFlight, rate: RATE });
    const probe = findOperation('listEngines') as Operation;
    // Not in the lanes: a probe must not wait behind what it is to explain.
    this.connection = new Connection(
      () => this.#client.send(buildRequest(probe, {}, settings.linearSegment), settings.timeout, this),
      () => this.#memory.forget(),
    );
  }

  /**
   * Carries out an operation when its turn comes; never sends it twice.
   * Gives undefined where a newer value took its place. Throws a HubError (design.md, "Message out").
   */
  async run(operation: Operation, params: Params, options: CallOptions = {}): Promise<Result | undefined> {
    const plan = this.#plan(operation, params);
    const { since = performance.now(), owner = this } = options;
    const timeout = options.timeout ?? operation.timeout ?? this.#settings.timeout;
    const expiry = options.expiry ?? (plan.kind === 'trigger' ? TRIGGER_EXPIRY_MS : timeout + SPARE_MS);
    const until = since + expiry;
    const turn = this.#lanes.submit({
      lanes: plan.lanes,
      latest: options.delivery === 'inOrder' ? undefined : plan.latest,
      expiry,
      since,
      owner,
      send: async () => this.#exchange(await this.#complete(plan, until, owner), timeout, owner),
    });
    const sent = await turn.catch(async (error) => {
      throw await explainWrongEngine(error, operation, plan.params, this.#reader(timeout, owner));
    });
    if (operation.kind !== 'read' && operation.area === 'graph') this.#memory.forget();
    return sent && { ...sent.value, params: plan.params, waited: sent.waited };
  }

  /** Ends what an owner has waiting or in flight. */
  abandon(owner: object): void {
    this.#lanes.close(owner);
    this.#client.close(owner);
  }

  /** Ends everything; no timer, socket or listener is left. */
  close(): void {
    this.connection.close();
    this.#lanes.close();
    this.#client.close();
  }

  #plan(operation: Operation, params: Params): Plan {
    const { linearSegment } = this.#settings;
    const checked = checkParams(operation, params);
    if (operation.area === 'batch') return planBatch(operation, checked[WHOLE_BODY], linearSegment);
    return planOne(operation, checked, linearSegment);
  }

  /** Looks up what the table says before a command goes out. Nothing is sent yet, whatever happens here. */
  #complete(plan: Plan, until: number, owner: object): Promise<WireRequest> {
    const read: Read = async (name, params) => {
      const left = Math.max(1, until - performance.now());
      try {
        return await this.#reader(left, owner)(name, params);
      } catch (error) {
        throw error instanceof HubError ? error.before(name) : error;
      }
    };
    return plan.complete({
      read,
      recall: (name, params) => this.#memory.recall(read, name, params),
      forget: () => this.#memory.forget(),
    });
  }

  /** Reads outside the lanes, for a call that has its place already. */
  #reader(timeout: number, owner: object): Read {
    return async (name, params) => {
      const operation = findOperation(name) as Operation;
      const request = buildRequest(operation, checkParams(operation, params), this.#settings.linearSegment);
      return (await this.#exchange(request, timeout, owner)).body;
    };
  }

  async #exchange(request: WireRequest, timeout: number, owner: object): Promise<Answer> {
    try {
      const answer = await this.#client.send(request, timeout, owner);
      this.connection.learn();
      return answer;
    } catch (error) {
      this.connection.learn(error);
      if (error instanceof HubError && error.code === 'HUB_NOT_FOUND') this.#memory.forget();
      throw error;
    }
  }
}
