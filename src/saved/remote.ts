import { LONGEST_LIFE } from '../remote/handled-ids.js';
import { isName, isPrefix } from '../remote/topics.js';
import { choice, describe, name, number, type SavedOf, seconds } from './field.js';

/** The roles of a remote node, the default first. The host is connected to the hub. */
const ROLES = ['panel', 'host'] as const;

/** The saved fields of the remote node. All except the first two are for a panel. */
export const REMOTE = describe({
  role: choice('params.role', ROLES, 'remote.roles'),
  /** The prefix of all topics. It is the same on every machine. */
  topic: name('params.topic', { key: 'prefix' }, isPrefix, 'graphics-hub'),
  /** The name of its commands. Blank: `msg.topic`. */
  command: name('params.command', { key: 'topic' }, isName),
  /** The life of a command, in seconds. After about 0.5 s without a result, an operator presses again. */
  expiry: number('editor.expiry', 0.5, {
    above: 0,
    allowed: { key: 'life' },
    isValid: (value) => value * 1000 <= LONGEST_LIFE,
  }),
  /** The time for the answer after the life of the command. The same as the default timeout of a hub. */
  answerWithin: seconds('params.answerWithin', 5),
});

export type SavedRemote = SavedOf<typeof REMOTE.fields>;
