import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import type { AnyOperation } from '../../hub/table/operations.js';
import { HubError, wrongValue } from '../../hub/wire/errors.js';
import { ownSentence } from '../../hub/words/explain.js';
import { NEWEST_VERSION, type SavedVersion, versionFault } from '../../saved/version.js';
import { putFailure } from '../message/message.js';
import { toCatchError } from './catch-error.js';
import { Inputs, type Receiver, type Send } from './inputs.js';
import { Lifetime } from './lifetime.js';
import { type RuntimeWords, wordsOf } from './node-texts.js';
import { portsOf } from './ports.js';

/** The types of Node-RED do not list texts as errors. */
type Listener = (msg: NodeMessage, send: Send, done: (error?: Error) => void) => void;

/** Starts a node, or disables it. Returns the receiver of its messages, if it takes any. */
type Start<Saved, Facts extends unknown[] = []> = (
  life: Lifetime,
  saved: Saved,
  words: RuntimeWords,
  ...facts: Facts
) => Receiver | undefined;

/**
 * Registers a node type. If `start` throws a HubError, the node is disabled, and by default the reason is in the log.
 */
export function registerNode<Saved extends NodeDef & SavedVersion>(
  RED: NodeAPI,
  type: string,
  start: Start<Saved>,
  disable: Start<Saved, [error: HubError]> = (life, _saved, words, error) => disableNode(life, words, error),
): void {
  const words = wordsOf(RED);
  RED.nodes.registerType(type, function (this: Node, saved: Saved) {
    RED.nodes.createNode(this, saved);
    const life = lifeOf(RED, this);
    const receiver = startOrDisable(life, saved);
    if (receiver) this.on('input', receiver.receive.bind(receiver) as Listener);
  });

  function startOrDisable(life: Lifetime, saved: Saved): Receiver | undefined {
    try {
      checkVersion(saved);
      return start(life, saved, words);
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      return disable(life, saved, words, error);
    }
  }
}

/** The life of a node of Node-RED. */
export function lifeOf(RED: NodeAPI, node: Node): Lifetime {
  const life = new Lifetime(portsOf(RED, node));
  node.on('close', (removed: boolean, done: () => void) => {
    void life.close(removed).then(done);
  });
  return life;
}

/** Throws `BAD_INPUT` if this package cannot read the saved fields of a node. */
export function checkVersion({ version }: SavedVersion): void {
  const sentence = versionFault(version);
  if (!sentence) return;
  const wrong = wrongValue('version', version, { key: 'integer', minimum: 1 });
  throw new HubError('BAD_INPUT', { ...wrong, sentence, version: Number(version), newest: NEWEST_VERSION });
}

/** A node that cannot start. */
interface Disabled {
  readonly operation?: AnyOperation | undefined;
  /** True for the messages that the node would have handled. Each of them gets the error. */
  readonly handles?: (msg: NodeMessage) => boolean;
  /** False if the messages report the error often enough. */
  readonly isLogged?: boolean;
}

/** Shows an error in the status and the log. Returns the receiver that answers the messages of the node with it. */
export function disableNode(
  life: Lifetime,
  words: RuntimeWords,
  error: HubError,
  { operation, handles = () => true, isLogged = true }: Disabled = {},
): Receiver {
  life.node.status({ fill: 'red', shape: 'ring', text: words(`status.${ownSentence(error) ?? error.code}`) });
  const failure = toCatchError(words, error, life.node, { operation });
  if (isLogged) life.node.error(failure);
  return new Inputs(life, words, {
    handle: (msg) => {
      if (handles(msg)) throw error;
    },
    fail: (msg) => {
      putFailure(msg, undefined, error, { at: life.clock.date() });
      return failure;
    },
  });
}
