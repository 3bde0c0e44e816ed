import { choice, describe, FROM_ZERO, number, POSITIVE, type SavedOf, text } from './field.js';

/** The operation of a message without `msg.operation`. The default first. */
export const CUE_OPERATIONS = ['go', 'goto', 'standby', 'back', 'next', 'again', 'stop', 'list', 'ask'] as const;

export type CueOperation = (typeof CUE_OPERATIONS)[number];

/** The effect of a Go while a cue plays, the default first. */
const ON_GO = ['next', 'refuse'] as const;

/** The saved fields of a `hub-cues`. */
export const CUES = describe({
  hub: text('editor.hub', 'hub'),
  /** The name of the list, and of its file. Blank: the id of the node. */
  list: text('cues.list', 'name', { key: 'listName' }),
  operation: choice('editor.operation', CUE_OPERATIONS, 'cues.choices'),
  onGo: choice('cues.onGo', ON_GO, 'cues.onGoChoices'),
  /** Seconds. */
  lockout: number('editor.lockout', 0.3, FROM_ZERO),
  /** The longest time in seconds that a Go, a waiting step or a follow-on may be late. */
  expiry: number('editor.expiry', 5, POSITIVE),
});

export interface SavedCuesNode extends SavedOf<typeof CUES.fields> {
  hub: string;
}
