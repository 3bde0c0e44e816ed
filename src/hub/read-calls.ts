import { admit } from './admission.js';
import { withMissingThings } from './lookup/not-found.js';
import type { HubTraits, Plan } from './plan/plan.js';
import { Call, type CallContext } from './queue/call.js';
import type { Turns } from './queue/turn.js';
import type { Read, ReadFor } from './reads/read.js';
import type { Settlement } from './settlement.js';
import type { OperationName } from './table/operations.js';
import { HubError } from './wire/errors.js';

/** Sends the requests of reads through the queue. */
export class ReadCalls {
  readonly #traits: HubTraits;
  readonly #turns: Turns;
  readonly #settlement: Settlement;
  readonly #context: CallContext;
  readonly #plans = new WeakMap<Read, Plan>();

  constructor(traits: HubTraits, turns: Turns, settlement: Settlement, context: CallContext) {
    this.#traits = traits;
    this.#turns = turns;
    this.#settlement = settlement;
    this.#context = context;
  }

  /**
   * The body of the answer. For its observers, it is joined with other reads, and waits behind commands. For a call that
   * waits in a lane, it is sent before all others. If it fails, that call was not sent. Throws a HubError.
   */
  async send(read: Read, lookUp?: ReadFor): Promise<unknown> {
    const { operation, params } = read;
    const { clock, timeout: longest } = this.#context;
    const timeout = Math.min(lookUp?.timeout ?? longest, longest);
    const options = lookUp ? { ...lookUp, expiry: timeout, timeout, isUrgent: true } : { joinable: true };
    // A caller that leaves does not end the look-up of the others.
    const owner = lookUp ? this : read;
    let call: Call | undefined;
    try {
      call = new Call(this.#planOf(read), { ...options, reader: read }, clock.now(), owner, this.#context);
      return (await this.#turns.submit(call))?.value.body;
    } catch (error) {
      if (!lookUp)
        throw await this.#settlement.explain(
          withMissingThings(error, operation, params),
          operation,
          params,
          call,
          read,
        );
      throw error instanceof HubError ? error.before(operation.name as OperationName, params) : error;
    }
  }

  /** The values of a read never change, so it is planned once, unless its path on this hub may change. */
  #planOf(read: Read): Plan {
    const known = this.#plans.get(read);
    if (known) return known;
    const plan = admit(read.operation, read.params, this.#traits);
    if (plan.type === 'ready') this.#plans.set(read, plan);
    return plan;
  }
}
