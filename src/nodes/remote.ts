import type { Node, NodeAPI, NodeDef } from 'node-red';
import { badInput } from '../hub/wire/errors.js';
import { LONGEST_LIFE } from '../remote/envelopes.js';
import { isName, isPrefix, Topics } from '../remote/topics.js';
import { DEFAULT_EXPIRY_S, DEFAULT_PATIENCE_S, DEFAULT_TOPIC, ROLES, type SavedRemote } from '../saved/remote.js';
import { putFailure } from './message/message.js';
import { RemoteHost } from './remote/remote-host.js';
import { RemotePanel } from './remote/remote-panel.js';
import { toCatchError } from './runtime/catch-error.js';
import { onInput } from './runtime/on-input.js';
import { registerNode } from './runtime/register-node.js';
import { wordsOf } from './runtime/runtime-words.js';
import { choice, positive } from './runtime/saved-field.js';

type RemoteDef = NodeDef & SavedRemote;

/** Interval of the checks that depend only on time, in ms. A host sends a beat at every fourth check. */
const UPDATE_MS = 250;

export = (RED: NodeAPI) => {
  const words = wordsOf(RED);

  registerNode(RED, 'hub-remote', words, startNode);

  function startNode(node: Node, saved: RemoteDef): void {
    const prefix = topicPart('topic', saved.topic || DEFAULT_TOPIC, isPrefix, 'prefix').replace(/\/$/, '');
    const topics = new Topics(prefix);
    const role = choice('role', saved.role || ROLES[0], ROLES);
    const remote = role === 'host' ? new RemoteHost(node, words, topics) : panel(node, saved, topics);
    onInput(
      node,
      words,
      (msg) => remote.handle(msg),
      (msg, error) => {
        remote.failed(error);
        putFailure(msg, undefined, error);
        return toCatchError(words, error, node);
      },
    );
    /** After the start of all nodes, so that each of them gets the first message. */
    const starting = setImmediate(() => remote.start());
    const updating = setInterval(() => remote.update(), UPDATE_MS);
    node.on('close', () => {
      clearImmediate(starting);
      clearInterval(updating);
      remote.close();
    });
  }

  function panel(node: Node, { command, expiry, answerWithin }: RemoteDef, topics: Topics): RemotePanel {
    const life = positive('expiry', expiry || DEFAULT_EXPIRY_S) * 1000;
    if (life > LONGEST_LIFE) throw badInput('expiry', expiry, { key: 'life' });
    return new RemotePanel(node, words, {
      topics,
      command: command ? topicPart('command', command) : undefined,
      life,
      answerWithin: positive('answerWithin', answerWithin || DEFAULT_PATIENCE_S) * 1000,
    });
  }
};

/** A saved part of a topic. Throws `BAD_INPUT`. */
function topicPart(field: string, text: string, isValid = isName, key: 'topic' | 'prefix' = 'topic'): string {
  const name = String(text).trim();
  if (!isValid(name)) throw badInput(field, text, { key });
  return name;
}
