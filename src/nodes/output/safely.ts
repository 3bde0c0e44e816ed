import { inspect } from 'node:util';
import type { Node, NodeMessage } from 'node-red';
import { HubError } from '../../hub/wire/errors.js';

/** What a node does with a message; `send` puts one on its output. */
type Work = (msg: NodeMessage, send: (msg: NodeMessage) => void) => Promise<void> | void;

/**
 * Lets a node work on each message. Whatever it throws ends in `done`, once, and never ends Node-RED; `blame` makes of
 * a failure what a Catch node gets.
 */
export function onInput(node: Node, work: Work, blame: (msg: NodeMessage, error: HubError) => Error): void {
  node.on('input', (msg, send, done) => {
    const carryOut = async () => {
      try {
        await work(msg, send);
        return undefined;
      } catch (error) {
        return error instanceof HubError ? blame(msg, error) : asError(error);
      }
    };
    const end = (error: Error | undefined) => {
      try {
        done(error);
      } catch (thrown) {
        // Node-RED copies the message for a Catch or a Complete node, which a hostile one does not survive.
        node.error(error ?? asError(thrown), {});
      }
    };
    void carryOut().then(end, (error: unknown) => end(asError(error)));
  });
}

/** The same for what the hub tells: what is thrown is a line in the log. */
export const safely =
  <News>(node: Node, work: (news: News) => void) =>
  (news: News): void => {
    try {
      work(news);
    } catch (error) {
      node.error(asError(error));
    }
  };

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(inspect(thrown)));
