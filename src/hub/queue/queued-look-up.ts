import type { OperationName } from '../table/operations.js';
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
    return { answer: await this.#context.lookUps.get(this.#operation, {}, { since: this.#readSince, wait }) };
  }

  /** The look-up is the result, so nothing is sent. */
  async send({ answer }: { answer: unknown }): Promise<unknown> {
    return answer;
  }
}
