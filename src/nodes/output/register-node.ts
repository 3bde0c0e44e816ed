import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { HubError } from '../../hub/wire/errors.js';
import type { Words } from '../../hub/words/words.js';
import { toCatchError } from './catch-error.js';
import { putFailure } from './message.js';
import { onInput } from './on-input.js';

/** A node that cannot work says why in its status, and to each message; gives the reason. Throws anything but a HubError. */
export function disableNode(node: Node, error: unknown, words: Words): Error {
  if (!(error instanceof HubError)) throw error;
  node.status({ fill: 'red', shape: 'ring', text: words(`status.${error.facts.sentence ?? error.code}`) });
  const blame = (msg: NodeMessage) => {
    putFailure(msg, undefined, error);
    return toCatchError(words, error);
  };
  onInput(node, () => Promise.reject(error), blame);
  return toCatchError(words, error);
}

/** Registers a type whose nodes `work`. One that cannot says why in the log, too: perhaps no message ever comes that would be told. */
export function registerNode<Saved extends NodeDef>(
  RED: NodeAPI,
  type: string,
  words: Words,
  work: (node: Node, saved: Saved) => void,
): void {
  RED.nodes.registerType(type, function (this: Node, saved: Saved) {
    RED.nodes.createNode(this, saved);
    try {
      work(this, saved);
    } catch (error) {
      this.error(disableNode(this, error, words));
    }
  });
}
