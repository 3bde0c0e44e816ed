import { inspect } from 'node:util';
import type { Node, NodeMessage } from 'node-red';
import { HubError } from '../../hub/wire/errors.js';

type Work = (msg: NodeMessage, send: (msg: NodeMessage) => void) => Promise<void> | void;

/**
 * Runs `work` for each message and calls `done` once, with an error if `work` throws. `failMessage` turns a failure into
 * the error for a Catch node. Returns a function whose promise resolves when no message is in progress.
 */
export function onInput(
  node: Node,
  work: Work,
  failMessage: (msg: NodeMessage, error: HubError) => Error,
): () => Promise<void> {
  let inProgress = 0;
  let resolveDone: (() => void) | undefined;

  function failureOf(msg: NodeMessage, thrown: unknown): Error {
    try {
      return thrown instanceof HubError ? failMessage(msg, thrown) : asError(thrown);
    } catch (unreadable) {
      return asError(unreadable);
    }
  }

  node.on('input', async (msg, send, done) => {
    let failure: Error | undefined;
    inProgress += 1;
    try {
      await work(msg, send);
    } catch (thrown) {
      failure = failureOf(msg, thrown);
    }
    try {
      done(failure);
    } catch (thrown) {
      // Node-RED copies the message for Catch and Complete nodes, which throws for some hostile messages.
      node.error(failure ?? asError(thrown), {});
    }
    inProgress -= 1;
    if (inProgress === 0) resolveDone?.();
  });
  return () =>
    new Promise((resolve) => {
      if (inProgress === 0) resolve();
      else resolveDone = resolve;
    });
}

/** Wraps a listener so that an exception is logged and does not end Node-RED. */
export const logErrors =
  <Event>(node: Node, listener: (event: Event) => void) =>
  (event: Event): void => {
    try {
      listener(event);
    } catch (error) {
      node.error(asError(error));
    }
  };

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(inspect(thrown)));
