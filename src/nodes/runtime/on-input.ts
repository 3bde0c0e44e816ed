import type { NodeMessage } from 'node-red';
import { HubError } from '../../hub/wire/errors.js';
import { type CatchError, failMessage } from './catch-error.js';
import { asError, type Lifetime } from './lifetime.js';
import { NodeOutput } from './node-output.js';
import type { RuntimeWords } from './node-texts.js';

type Failure = CatchError | Error;

type Work = (msg: NodeMessage, send: (msg: NodeMessage) => void) => Promise<void> | void;

/**
 * Runs `work` for each message and calls `done` once, with an error if `work` throws. `fail` turns a failure into the error
 * for a Catch node. Many failures at once end in slices. If too many wait, the oldest one ends without an error, and is
 * counted. Returns a function whose promise resolves when no message is in progress.
 */
export function onInput(
  life: Lifetime,
  words: RuntimeWords,
  work: Work,
  fail = (msg: NodeMessage, error: HubError): CatchError => failMessage(life, words, msg, error),
): () => Promise<void> {
  const { node } = life;
  const output = new NodeOutput(node);
  const unreported = new UnreportedErrors(life, words);
  let inProgress = 0;
  let resolveDone: (() => void) | undefined;

  function failureOf(msg: NodeMessage, thrown: unknown): Failure {
    try {
      return thrown instanceof HubError ? fail(msg, thrown) : asError(thrown);
    } catch (unreadable) {
      return asError(unreadable);
    }
  }

  function end(done: (error?: Error) => void, thrown?: unknown, failure?: Failure): void {
    try {
      // The types of Node-RED do not list texts, which it also takes.
      done(failure as Error | undefined);
    } catch (uncopied) {
      // Node-RED copies the message for Catch and Complete nodes, which throws for some hostile messages.
      const hub = thrown instanceof HubError ? { code: thrown.code, outcome: thrown.outcome } : undefined;
      node.error(failure ?? asError(uncopied), { hub });
    }
    inProgress -= 1;
    if (inProgress === 0) resolveDone?.();
  }

  /** Complete nodes get the outcome in `msg.hub`. */
  function endUnreported(msg: NodeMessage, error: HubError, done: () => void): void {
    unreported.add();
    failureOf(msg, error);
    end(done);
  }

  node.on('input', async (msg, send, done) => {
    inProgress += 1;
    try {
      await work(msg, (out) => output.follow(() => send(out)));
    } catch (thrown) {
      const report = () => end(done, thrown, failureOf(msg, thrown));
      output.run(report, thrown instanceof HubError ? () => endUnreported(msg, thrown, done) : report);
      return;
    }
    output.follow(() => end(done));
  });
  life.add(() => {
    output.flush();
    unreported.report();
  });
  return () =>
    new Promise((resolve) => {
      if (inProgress === 0) resolve();
      else resolveDone = resolve;
    });
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
