import type { NodeMessage } from 'node-red';
import { HubError } from '../../hub/wire/errors.js';
import { type CatchError, failMessage } from './catch-error.js';
import { asError, type Lifetime } from './lifetime.js';
import { NodeOutput } from './node-output.js';
import type { RuntimeWords } from './node-texts.js';

export type Send = (msg: NodeMessage) => void;

/** A failure for Catch nodes. */
export type Failure = CatchError | Error;

/** Ends a message. With an error, Catch nodes get it, otherwise Complete nodes get the message. */
export type Done = (error?: Failure) => void;

/** Takes the messages of a node. */
export interface Receiver {
  receive(msg: NodeMessage, send: Send, done: Done): void;
}

/** The work of a node for each message. */
export interface Work {
  /** Its error ends the message. */
  handle(msg: NodeMessage, send: Send): Promise<void> | void;
  /** Turns a failure into the error for a Catch node. */
  fail?(msg: NodeMessage, error: HubError): CatchError;
}

/**
 * The messages in progress of a node. Each ends once, with an error if its work throws. Many failures at once end in
 * several turns of the event loop. If too many wait, the oldest one ends without an error, and is counted.
 */
export class Inputs implements Receiver {
  readonly #life: Lifetime;
  readonly #words: RuntimeWords;
  readonly #work: Work;
  readonly #output: NodeOutput;
  readonly #unreported: UnreportedErrors;
  #inProgress = 0;
  #resolveDone: (() => void) | undefined;

  /** It ends with the node. */
  constructor(life: Lifetime, words: RuntimeWords, work: Work) {
    this.#life = life;
    this.#words = words;
    this.#work = work;
    this.#output = new NodeOutput(life.node);
    this.#unreported = new UnreportedErrors(life, words);
    life.add(() => {
      this.#output.flush();
      this.#unreported.report();
    });
  }

  async receive(msg: NodeMessage, send: Send, done: Done): Promise<void> {
    this.#inProgress += 1;
    try {
      await this.#work.handle(msg, (out) => this.#output.follow(() => send(out)));
    } catch (thrown) {
      const report = () => this.#end(done, thrown, this.#failureOf(msg, thrown));
      const short = thrown instanceof HubError ? () => this.#endUnreported(msg, thrown, done) : report;
      this.#output.run(report, short);
      return;
    }
    this.#output.follow(() => this.#end(done));
  }

  /** Resolves when no message is in progress. It has one caller. */
  allDone(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#inProgress === 0) resolve();
      else this.#resolveDone = resolve;
    });
  }

  #failureOf(msg: NodeMessage, thrown: unknown): Failure {
    try {
      if (!(thrown instanceof HubError)) return asError(thrown);
      return this.#work.fail?.(msg, thrown) ?? failMessage(this.#life, this.#words, msg, thrown);
    } catch (thrownByMessage) {
      return asError(thrownByMessage);
    }
  }

  /** Complete nodes get the outcome in `msg.hub`. */
  #endUnreported(msg: NodeMessage, error: HubError, done: Done): void {
    this.#unreported.add();
    // It puts the failure into the message.
    this.#failureOf(msg, error);
    this.#end(done);
  }

  #end(done: Done, thrown?: unknown, failure?: Failure): void {
    try {
      done(failure);
    } catch (notCopied) {
      // Node-RED copies the message for Catch and Complete nodes, which throws for some hostile messages.
      const hub = thrown instanceof HubError ? { code: thrown.code, outcome: thrown.outcome } : undefined;
      this.#life.node.error(failure ?? asError(notCopied), { hub });
    }
    this.#inProgress -= 1;
    if (this.#inProgress === 0) this.#resolveDone?.();
  }
}

/** Minimum time between two reports, in ms. */
const PAUSE_MS = 1000;

/** Reports the number of errors of a node that were not reported one by one, since too many waited. */
class UnreportedErrors {
  readonly #life: Lifetime;
  readonly #words: RuntimeWords;
  #count = 0;

  constructor(life: Lifetime, words: RuntimeWords) {
    this.#life = life;
    this.#words = words;
  }

  add(): void {
    if (this.#count === 0) this.#life.clock.setTimeout(() => this.report(), PAUSE_MS);
    this.#count += 1;
  }

  report(): void {
    if (this.#count === 0) return;
    const unreported = this.#count;
    this.#count = 0;
    this.#life.node.error(this.#words('errors.unreported', { count: unreported }), { hub: { unreported } });
  }
}
