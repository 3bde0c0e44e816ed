import type { NodeAPI, NodeDef } from 'node-red';
import { badInput } from '../hub/wire/errors.js';
import { LONGEST_LIFE } from '../remote/envelopes.js';
import { isName, isPrefix, Topics } from '../remote/topics.js';
import { DEFAULT_EXPIRY_S, DEFAULT_PATIENCE_S, DEFAULT_TOPIC, ROLES, type SavedRemote } from '../saved/remote.js';
import { RemoteHost } from './remote/remote-host.js';
import { RemotePanel } from './remote/remote-panel.js';
import { failMessage } from './runtime/catch-error.js';
import type { Lifetime } from './runtime/lifetime.js';
import { onInput } from './runtime/on-input.js';
import { registerNode } from './runtime/register-node.js';
import type { RuntimeWords } from './runtime/runtime-words.js';
import { choice, positive } from './runtime/saved-field.js';

type RemoteDef = NodeDef & SavedRemote;

/** Interval of the checks that depend only on time, in ms. A host sends a beat at every fourth check. */
const UPDATE_MS = 250;

export = (RED: NodeAPI) => registerNode(RED, 'hub-remote', startNode);

function startNode(life: Lifetime, saved: RemoteDef, words: RuntimeWords): void {
  const prefix = topicPart('topic', saved.topic || DEFAULT_TOPIC, isPrefix, 'prefix').replace(/\/$/, '');
  const topics = new Topics(prefix);
  const role = choice('role', saved.role || ROLES[0], ROLES);
  const remote = role === 'host' ? new RemoteHost(life, words, topics) : panel(life, words, saved, topics);
  onInput(
    life,
    words,
    (msg) => remote.handle(msg),
    (msg, error) => {
      remote.failed(error);
      return failMessage(life, words, msg, error);
    },
  );
  life.afterStart(() => remote.start());
  life.every(UPDATE_MS, () => remote.update());
}

function panel(
  life: Lifetime,
  words: RuntimeWords,
  { command, expiry, answerWithin }: RemoteDef,
  topics: Topics,
): RemotePanel {
  const lifeMs = positive('expiry', expiry || DEFAULT_EXPIRY_S) * 1000;
  if (lifeMs > LONGEST_LIFE) throw badInput('expiry', expiry, { key: 'life' });
  return new RemotePanel(life, words, {
    topics,
    command: command ? topicPart('command', command) : undefined,
    life: lifeMs,
    answerWithin: positive('answerWithin', answerWithin || DEFAULT_PATIENCE_S) * 1000,
  });
}

/** A saved part of a topic. Throws `BAD_INPUT`. */
function topicPart(field: string, text: string, isValid = isName, key: 'topic' | 'prefix' = 'topic'): string {
  const name = String(text).trim();
  if (!isValid(name)) throw badInput(field, text, { key });
  return name;
}
