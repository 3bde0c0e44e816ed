import type { NodeMessage } from 'node-red';
import { withFields } from '../message/message.js';

type Ended = NodeMessage & { readonly hub?: unknown; readonly statusCode?: unknown };

/** An input message of a control. It completes when all its commands have ended, unless one of them failed. */
export class PendingInput {
  readonly #msg: NodeMessage;
  readonly #done: () => void;
  #inProgress = 1;
  #hasFailed = false;
  #hasEnded = false;

  /** `done` reports it to the Complete nodes. */
  constructor(msg: NodeMessage, done: () => void) {
    this.#msg = msg;
    this.#done = done;
  }

  /** One of its commands begins. */
  begin(): void {
    this.#inProgress += 1;
  }

  /** One of its commands, or the message itself, has ended. Complete nodes get the result of the last command. */
  end(result?: Ended, hasFailed = false): void {
    this.#hasFailed ||= hasFailed;
    if (result?.hub !== undefined && result !== this.#msg) {
      const { payload, hub, statusCode } = result;
      withFields(this.#msg, { payload, hub, ...(statusCode !== undefined && { statusCode }) });
    }
    this.#inProgress -= 1;
    // A hold acts after its press has ended. A message ends only once.
    if (this.#inProgress > 0 || this.#hasEnded) return;
    this.#hasEnded = true;
    if (!this.#hasFailed) this.#done();
  }
}
