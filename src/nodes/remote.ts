import type { NodeAPI, NodeDef } from 'node-red';
import { Topics } from '../remote/topics.js';
import { REMOTE, type SavedRemote } from '../saved/remote.js';
import { RemoteHost } from './remote/remote-host.js';
import { RemotePanel } from './remote/remote-panel.js';
import { failMessage } from './runtime/catch-error.js';
import { Inputs, type Receiver } from './runtime/inputs.js';
import type { Lifetime } from './runtime/lifetime.js';
import type { RuntimeWords } from './runtime/node-texts.js';
import { registerNode } from './runtime/register-node.js';
import { readSaved } from './runtime/saved-field.js';

type RemoteDef = NodeDef & SavedRemote;

/** Interval of the checks that depend only on time, in ms. A host sends a beat at every fourth check. */
const UPDATE_MS = 250;

export = (RED: NodeAPI) => registerNode(RED, 'hub-remote', startNode);

function startNode(life: Lifetime, saved: RemoteDef, words: RuntimeWords): Receiver {
  const { role, topic, command, expiry, answerWithin } = readSaved(REMOTE, saved);
  const topics = new Topics(topic.replace(/\/$/, ''));
  const remote =
    role === 'host'
      ? new RemoteHost(life, words, topics)
      : new RemotePanel(life, words, {
          topics,
          command: command || undefined,
          life: expiry * 1000,
          answerWithin: answerWithin * 1000,
        });
  life.afterStart(() => remote.start());
  life.every(UPDATE_MS, () => remote.update());
  return new Inputs(life, words, {
    handle: (msg) => remote.handle(msg),
    fail: (msg, error) => {
      remote.failed(error);
      return failMessage(life, words, msg, error);
    },
  });
}
