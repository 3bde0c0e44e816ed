import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { HubError } from '../../hub/wire/errors.js';
import type { FailedPlace } from '../../hub/words/sentence.js';
import type { SavedVersion } from '../../saved/version.js';
import { putFailure } from '../message/message.js';
import { type CatchError, toCatchError } from './catch-error.js';
import { checkVersion } from './check-version.js';
import { onInput } from './on-input.js';
import type { RuntimeWords } from './runtime-words.js';

/** Shows a HubError in the status, and answers each message with it. Returns it as an error. Throws all other errors. */
export function disableNode(node: Node, error: unknown, words: RuntimeWords, place?: FailedPlace): CatchError {
  if (!(error instanceof HubError)) throw error;
  node.status({ fill: 'red', shape: 'ring', text: words(`status.${error.facts.sentence ?? error.code}`) });
  const failure = toCatchError(words, error, node, place);
  const failMessage = (msg: NodeMessage) => {
    putFailure(msg, undefined, error);
    return failure;
  };
  onInput(node, words, () => Promise.reject(error), failMessage);
  return failure;
}

/** Registers a node type. If `startNode` throws a HubError, the node is disabled and the reason is in the log. */
export function registerNode<Saved extends NodeDef & SavedVersion>(
  RED: NodeAPI,
  type: string,
  words: RuntimeWords,
  startNode: (node: Node, saved: Saved) => void,
): void {
  RED.nodes.registerType(type, function (this: Node, saved: Saved) {
    RED.nodes.createNode(this, saved);
    try {
      checkVersion(saved);
      startNode(this, saved);
    } catch (error) {
      this.error(disableNode(this, error, words));
    }
  });
}
