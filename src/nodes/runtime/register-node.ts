import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import type { AnyOperation } from '../../hub/table/operations.js';
import { HubError, wrongValue } from '../../hub/wire/errors.js';
import { ownSentence } from '../../hub/words/explain.js';
import { NEWEST_VERSION, type SavedVersion, versionFault } from '../../saved/version.js';
import { putFailure } from '../message/message.js';
import { type CatchError, toCatchError } from './catch-error.js';
import { Lifetime } from './lifetime.js';
import { type RuntimeWords, wordsOf } from './node-texts.js';
import { onInput } from './on-input.js';

/**
 * Registers a node type. If `startNode` throws a HubError, the node is disabled, and by default the reason is in the
 * log.
 */
export function registerNode<Saved extends NodeDef & SavedVersion>(
  RED: NodeAPI,
  type: string,
  startNode: (life: Lifetime, saved: Saved, words: RuntimeWords) => void,
  disable: (life: Lifetime, words: RuntimeWords, error: HubError, saved: Saved) => void = (life, words, error) =>
    life.node.error(disableNode(life, words, error)),
): void {
  const words = wordsOf(RED);
  RED.nodes.registerType(type, function (this: Node, saved: Saved) {
    RED.nodes.createNode(this, saved);
    const life = new Lifetime(this);
    try {
      checkVersion(saved);
      startNode(life, saved, words);
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      disable(life, words, error, saved);
    }
  });
}

/** Throws `BAD_INPUT` if this package cannot read the saved fields of a node. */
export function checkVersion({ version }: SavedVersion): void {
  const sentence = versionFault(version);
  if (!sentence) return;
  const wrong = wrongValue('version', version, { key: 'integer', minimum: 1 });
  throw new HubError('BAD_INPUT', { ...wrong, sentence, version: Number(version), newest: NEWEST_VERSION });
}

/**
 * Shows an error in the status, and answers each message with it that the node would have handled. Returns it for the
 * log.
 */
export function disableNode(
  life: Lifetime,
  words: RuntimeWords,
  error: HubError,
  {
    operation,
    handles = () => true,
  }: { operation?: AnyOperation | undefined; handles?: (msg: NodeMessage) => boolean } = {},
): CatchError {
  life.node.status({ fill: 'red', shape: 'ring', text: words(`status.${ownSentence(error) ?? error.code}`) });
  const failure = toCatchError(words, error, life.node, { operation });
  onInput(
    life,
    words,
    (msg) => {
      if (handles(msg)) throw error;
    },
    (msg) => {
      putFailure(msg, undefined, error, { at: life.clock.date() });
      return failure;
    },
  );
  return failure;
}
