import type { NodeMessage } from 'node-red';
import { isObject } from '../../base/values.js';
import type { HubError } from '../../hub/wire/errors.js';
import { withFields } from '../message/message.js';
import { failMessage } from '../runtime/catch-error.js';
import type { Done, Failure } from '../runtime/inputs.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';

type Ended = NodeMessage & { readonly hub?: unknown; readonly statusCode?: unknown; readonly remote?: unknown };

/**
 * An input message of a control. It ends once, when all its commands have ended. If one of them failed, it ends with the
 * first error.
 */
export class PendingInput {
  readonly #msg: NodeMessage;
  readonly #done: Done;
  #inProgress = 1;
  #error: Failure | undefined;

  /** `done` reports it to the Complete nodes, or to the Catch nodes. */
  constructor(msg: NodeMessage, done: Done) {
    this.#msg = msg;
    this.#done = done;
  }

  /** One of its commands begins. False if the message has ended. */
  begin(): boolean {
    if (this.#inProgress === 0) return false;
    this.#inProgress += 1;
    return true;
  }

  /** One of its commands, or the message itself, has ended. The message gets the first failure, or the last result. */
  end(result?: Ended, error?: Failure): void {
    if (!this.#error && result?.hub !== undefined && result !== this.#msg) {
      const { payload, hub, statusCode } = result;
      withFields(this.#msg, error ? result : { payload, hub, ...(statusCode !== undefined && { statusCode }) });
    }
    const remote = result !== this.#msg && result?.remote;
    if (isObject(remote) && remote.ignored !== undefined) withFields(this.#msg, { remote });
    this.#error ??= error;
    this.#inProgress -= 1;
    if (this.#inProgress === 0) this.#done(this.#error);
  }

  /** The same for a failure that no command has. */
  fail(life: Lifetime, words: RuntimeWords, error: HubError): void {
    this.end(undefined, failMessage(life, words, this.#msg, error));
  }
}
