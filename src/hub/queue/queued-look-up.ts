import type { MayUse } from '../lookup/lookup-cache.js';
import type { OperationName } from '../table/operations.js';
import type { Params } from '../wire/request.js';
import type { CallContext } from './call.js';
import type { Job, Turn } from './job.js';

/**
 * A look-up beside a call. It waits like a read: behind commands, within the limit of requests in flight, and until
 * `expiry`. Example: it reads the engine hosts, to explain a 404 for linear engine 3.
 */
export class QueuedLookUp implements Job<unknown> {
  readonly claims = [];
  readonly isReady = false;
  readonly since: number;
  readonly #read: OperationName;
  readonly #params: Params;
  readonly #context: CallContext;
  readonly #readSince: number;
  readonly #mayUseOlder: MayUse | undefined;

  /**
   * `expiry` and `maxAge` of the answer in ms. `mayUseOlder`: on a slow hub, an older answer that is read again and again
   * may be used.
   */
  constructor(
    read: OperationName,
    params: Params,
    context: CallContext,
    readonly expiry: number,
    readonly owner: object,
    maxAge = Number.POSITIVE_INFINITY,
    mayUseOlder?: MayUse,
  ) {
    this.#read = read;
    this.#params = params;
    this.#context = context;
    this.since = context.clock.now();
    this.#readSince = this.since - maxAge;
    this.#mayUseOlder = mayUseOlder;
  }

  async compose(_together: unknown, { wait }: Turn): Promise<{ answer: unknown }> {
    const { lookUps, isKept } = this.#context;
    const mayUse = this.#mayUseOlder;
    const older = mayUse && {
      until: this.since + this.expiry / 4,
      mayUse: (...answers: Parameters<MayUse>) => isKept(this.#read, this.#params) && mayUse(...answers),
    };
    const options = { since: this.#readSince, until: this.since + this.expiry, wait, ...(older && { older }) };
    return { answer: await lookUps.get(this.#read, this.#params, options) };
  }

  /** The look-up is the result, so nothing is sent. */
  async send({ answer }: { answer: unknown }): Promise<unknown> {
    return answer;
  }
}
