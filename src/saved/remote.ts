import { choice, describe, number, POSITIVE, type SavedOf, text } from './field.js';

/** The roles of a remote node, the default first. The host is connected to the hub. */
const ROLES = ['panel', 'host'] as const;

/** The saved fields of the remote node. All except the first two are for a panel. */
export const REMOTE = describe({
  role: choice('params.role', ROLES, 'remote.roles'),
  /** The prefix of all topics. It is the same on every machine. */
  topic: text('params.topic', 'name', { key: 'prefix' }, 'graphics-hub'),
  /** The name of its commands. Blank: `msg.topic`. */
  command: text('params.command', 'name', { key: 'topic' }),
  /** The life of a command, in seconds. After about 0.5 s without a result, an operator presses again. */
  expiry: number('editor.expiry', 0.5, { key: 'life' }),
  /** The time for the answer after the life of the command: the default timeout of a hub, and the usual hold of a key. */
  answerWithin: number('params.answerWithin', 6, POSITIVE),
});

export type SavedRemote = SavedOf<typeof REMOTE.fields>;
