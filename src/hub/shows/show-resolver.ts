import { RECENT_MS } from '../lookup/lookup-cache.js';
import { LAUNCHER_READ, SHOWS_READ, type Show, showsIn, whichShow } from '../lookup/show.js';
import { type CallContext, TRIGGER_EXPIRY_MS } from '../queue/call.js';
import type { CallOptions } from '../queue/call-options.js';
import type { Job, Turn } from '../queue/job.js';
import type { Lanes } from '../queue/lanes.js';
import type { Plan } from '../queue/plan.js';
import type { Dialect } from '../table/operation.js';
import type { OperationName } from '../table/operations.js';
import { HubError } from '../wire/errors.js';
import type { Params } from '../wire/request.js';

/** Reads for a call, with its time and owner: the show of a rundown, or the reason of a 404. */
export class ShowResolver {
  readonly #lanes: Lanes;
  readonly #context: CallContext;
  readonly #dialect: Dialect;

  constructor(lanes: Lanes, context: CallContext, dialect: Dialect) {
    this.#lanes = lanes;
    this.#context = context;
    this.#dialect = dialect;
  }

  /** The engine hosts, read within `expiry` ms. */
  hosts(expiry: number, owner: object): Promise<unknown> {
    return this.#read('listEngines', expiry, owner);
  }

  /** All shows, at most 1 s old, read within `expiry` ms. Undefined if the answer is not a list. */
  async shows(expiry: number, owner: object): Promise<readonly Show[] | undefined> {
    const [linear, launcher] = await Promise.all([
      this.#read(SHOWS_READ, expiry, owner, RECENT_MS),
      this.#dialect === 2 ? this.#read(LAUNCHER_READ, expiry, owner, RECENT_MS).catch(() => undefined) : undefined,
    ]);
    return showsIn(linear, launcher, this.#dialect);
  }

  /**
   * The values of a plan that `needsShow`, with the show that has loaded its rundown. Throws the errors of `whichShow`
   * and of reads, and `HUB_BAD_ANSWER` if the answer is not a list.
   */
  async withShow(
    { params }: Plan,
    { expiry = TRIGGER_EXPIRY_MS, remaining = Number.POSITIVE_INFINITY, since = 0, owner = this }: CallOptions,
  ): Promise<Params> {
    const shows = await this.shows(since + Math.min(expiry, remaining) - this.#context.clock.now(), owner);
    if (!shows) throw new HubError('HUB_BAD_ANSWER', { cause: SHOWS_READ }).before(SHOWS_READ);
    return { ...params, engineId: whichShow(shows, params).id };
  }

  /** The answer of a read without parameters, at most `maxAge` ms old. */
  async #read(name: OperationName, expiry: number, owner: object, maxAge?: number): Promise<unknown> {
    return (await this.#lanes.submit(new QueuedLookUp(name, this.#context, expiry, owner, maxAge)))?.value;
  }
}

/**
 * A look-up beside a call. It waits like a read: behind commands, within the limit of requests in flight, and until
 * `expiry`. Example: it reads the engine hosts, to explain a 404 for linear engine 3.
 */
class QueuedLookUp implements Job<unknown> {
  readonly claims = [];
  readonly isReady = false;
  readonly since: number;
  readonly #operation: OperationName;
  readonly #context: CallContext;
  readonly #readSince: number;

  /** `expiry` and `maxAge` of the answer in ms. */
  constructor(
    operation: OperationName,
    context: CallContext,
    readonly expiry: number,
    readonly owner: object,
    maxAge = Number.POSITIVE_INFINITY,
  ) {
    this.#operation = operation;
    this.#context = context;
    this.since = context.clock.now();
    this.#readSince = this.since - maxAge;
  }

  async compose(_together: unknown, { wait }: Turn): Promise<{ answer: unknown }> {
    return {
      answer: await this.#context.lookUps.get(
        this.#operation,
        {},
        { since: this.#readSince, until: this.since + this.expiry, wait },
      ),
    };
  }

  /** The look-up is the result, so nothing is sent. */
  async send({ answer }: { answer: unknown }): Promise<unknown> {
    return answer;
  }
}
