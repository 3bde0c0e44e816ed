import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { HubError } from '../../hub/wire/errors.js';
import type { Words } from '../../hub/words/words.js';
import { toCatchError } from './catch-error.js';
import { putFailure } from './message.js';
import { onInput } from './on-input.js';

/** Shows a HubError in the status, and answers each message with it. Returns it as an error. Throws all other errors. */
export function disableNode(node: Node, error: unknown, words: Words): Error {
  if (!(error instanceof HubError)) throw error;
  node.status({ fill: 'red', shape: 'ring', text: words(`status.${error.facts.sentence ?? error.code}`) });
  const failMessage = (msg: NodeMessage) => {
    putFailure(msg, undefined, error);
    return toCatchError(words, error);
  };
  onInput(node, () => Promise.reject(error), failMessage);
  return toCatchError(words, error);
}

/** Registers a node type. If `startNode` throws a HubError, the node is disabled and the reason is in the log. */
export function registerNode<Saved extends NodeDef>(
  RED: NodeAPI,
  type: string,
  words: Words,
  startNode: (node: Node, saved: Saved) => void,
): void {
  RED.nodes.registerType(type, function (this: Node, saved: Saved) {
    RED.nodes.createNode(this, saved);
    try {
      startNode(this, saved);
    } catch (error) {
      this.error(disableNode(this, error, words));
    }
  });
}
