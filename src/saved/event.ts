import { COUNT, describe, flag, number, POSITIVE, type SavedOf, text } from './field.js';

/** The saved fields of the event node. Each of its messages is sent unless it is switched off. */
export const EVENT = describe({
  hub: text('editor.hub', 'hub'),
  connection: flag('editor.connection', true),
  asRun: flag('editor.asRun', true),
  rehearsal: flag('editor.rehearsal', true),
  /** The file of the as-run log. Blank: none. */
  file: text('editor.file'),
  /** Megabytes. */
  maxSize: number('editor.maxSize', 10, POSITIVE),
  oldFiles: number('editor.oldFiles', 5, COUNT),
});

export type SavedEvent = SavedOf<typeof EVENT.fields> & { hub: string };

export type EventKind = 'connection' | 'asRun' | 'rehearsal';
