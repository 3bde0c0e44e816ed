import { type Answer, Client } from './client.js';
import { Connection } from './connection.js';
import { Lanes } from './lanes.js';
import type { Operation } from './operation.js';
import { findOperation } from './operations.js';
import { buildRequest, checkParams, type Params } from './request.js';
import type { HubSettings } from './settings.js';

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
  readonly connection: Connection;

  /** Throws `BAD_INPUT` for settings that cannot be used. */
  constructor(settings: HubSettings) {
    this.#settings = settings;
    this.#client = new Client(settings);
    this.#lanes = new Lanes({ maxInFlight: settings.maxInFlight, rate: RATE });
    this.connection = new Connection(() => this.#probe());
  }

  /**
   * Carries out an operation when its turn comes; never sends it twice.
   * Gives undefined where a newer value took its place. Throws a HubError (design.md, "Message out").
   */
  async run(operation: Operation, params: Params, options: CallOptions = {}): Promise<Result | undefined> {
    const checked = checkParams(operation, params);
    const request = buildRequest(operation, checked, this.#settings.linearSegment);
    const timeout = options.timeout ?? operation.timeout ?? this.#settings.timeout;
    const owner = options.owner ?? this;
    const sent = await this.#lanes.submit({
      lanes: lanesOf(operation, checked),
      latest: options.delivery === 'inOrder' ? undefined : latestOf(operation, checked),
      expiry: options.expiry ?? (operation.kind === 'trigger' ? TRIGGER_EXPIRY_MS : timeout + SPARE_MS),
      since: options.since,
      owner,
      send: () => this.#learn(this.#client.send(request, timeout, owner)),
    });
    return sent && { ...sent.value, params: checked, waited: sent.waited };
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

  async #learn(exchange: Promise<Answer>): Promise<Answer> {
    try {
      const answer = await exchange;
      this.connection.learn();
      return answer;
    } catch (error) {
      this.connection.learn(error);
      throw error;
    }
  }

  /** The cheapest question that every hub answers. Not in the lanes: it must not wait behind what it is to explain. */
  #probe(): Promise<Answer> {
    const probe = findOperation('listEngines') as Operation;
    return this.#client.send(buildRequest(probe, {}, this.#settings.linearSegment), this.#settings.timeout, this);
  }
}

/** The lanes that a command takes: its target's, told by the values of the parameters that the table names. */
function lanesOf({ lane }: Operation, checked: Params): string[] {
  return lane ? [JSON.stringify([lane.name, ...lane.by.map((name) => String(checked[name]))])] : [];
}

/** What makes two waiting values the same kind: all but the value itself (interpolation, duration, delay). */
function latestOf(operation: Operation, checked: Params): string | undefined {
  if (!operation.latest) return undefined;
  return JSON.stringify([operation.name, { ...checked, [operation.latest]: undefined }]);
}
