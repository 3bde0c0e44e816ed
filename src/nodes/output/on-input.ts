import { inspect } from 'node:util';
import type { Node, NodeMessage } from 'node-red';
import { HubError } from '../../hub/wire/errors.js';

/** What a node does with a message; `send` puts one on its output. */
type Work = (msg: NodeMessage, send: (msg: NodeMessage) => void) => Promise<void> | void;

/**
 * Lets a node work on each message. Whatever it throws ends in `done`, once, and never ends Node-RED; `blame` makes of
 * a failure what a Catch node gets. Gives how to wait until no message is under way any more.
 */
export function onInput(
  node: Node,
  work: Work,
  blame: (msg: NodeMessage, error: HubError) => Error,
): () => Promise<void> {
  let underWay = 0;
  let allEnded: (() => void) | undefined;

  /** What a Catch node gets. */
  function failureOf(msg: NodeMessage, thrown: unknown): Error {
    try {
      return thrown instanceof HubError ? blame(msg, thrown) : asError(thrown);
    } catch (hostile) {
      return asError(hostile);
    }
  }

  node.on('input', async (msg, send, done) => {
    let failure: Error | undefined;
    underWay += 1;
    try {
      await work(msg, send);
    } catch (thrown) {
      failure = failureOf(msg, thrown);
    }
    try {
      done(failure);
    } catch (thrown) {
      // Node-RED copies the message for a Catch or a Complete node, which a hostile one does not survive.
      node.error(failure ?? asError(thrown), {});
    }
    underWay -= 1;
    if (underWay === 0) allEnded?.();
  });
  return () =>
    new Promise((resolve) => {
      if (underWay === 0) resolve();
      else allEnded = resolve;
    });
}

/** The same for what the hub tells: what is thrown is a line in the log. */
export const logErrors =
  <News>(node: Node, work: (news: News) => void) =>
  (news: News): void => {
    try {
      work(news);
    } catch (error) {
      node.error(asError(error));
    }
  };

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(inspect(thrown)));
