import type { Node, NodeMessage } from 'node-red';
import { HubError } from '../../hub/wire/errors.js';
import type { CatchError } from './catch-error.js';
import { asError } from './log-errors.js';
import { NodeOutput } from './node-output.js';
import type { RuntimeWords } from './runtime-words.js';
import { UnreportedErrors } from './unreported-errors.js';

type Failure = CatchError | Error;

type Work = (msg: NodeMessage, send: (msg: NodeMessage) => void) => Promise<void> | void;

/**
 * Runs `work` for each message and calls `done` once, with an error if `work` throws. `failMessage` turns a failure into
 * the error for a Catch node. Many failures at once end in slices. If too many wait, the oldest one ends without an
 * error, and is counted. Returns a function whose promise resolves when no message is in progress.
 */
export function onInput(
  node: Node,
  words: RuntimeWords,
  work: Work,
  failMessage: (msg: NodeMessage, error: HubError) => CatchError,
): () => Promise<void> {
  const output = new NodeOutput(node);
  const unreported = new UnreportedErrors(node, words);
  let inProgress = 0;
  let resolveDone: (() => void) | undefined;

  function failureOf(msg: NodeMessage, thrown: unknown): Failure {
    try {
      return thrown instanceof HubError ? failMessage(msg, thrown) : asError(thrown);
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
  node.on('close', () => {
    output.flush();
    unreported.close();
  });
  return () =>
    new Promise((resolve) => {
      if (inProgress === 0) resolve();
      else resolveDone = resolve;
    });
}
