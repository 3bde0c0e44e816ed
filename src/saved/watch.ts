import { choice, describe, flag, number, params, type SavedOf, text } from './field.js';
import { SHORTEST_INTERVAL } from './fits.js';

/** The message when the hub is lost or refuses, the default first: none, or one with the payload `unknown`. */
const ON_LOSS = ['nothing', 'unknown'] as const;

/** The saved fields of the watch. */
export const WATCH = describe({
  hub: text('editor.hub', 'hub'),
  operation: text('editor.operation', 'operation'),
  /** The parameters of the operation, and `ITEM_PARAMETER`. */
  params,
  /** Seconds. */
  interval: number('editor.interval', 1, { key: 'number', minimum: SHORTEST_INTERVAL }),
  /** The part of the answer that is watched. Blank: all of it. */
  path: text('editor.path', 'path'),
  /** Lists the changed paths. */
  listChanges: flag('editor.listChanges', true),
  onLoss: choice('editor.onLoss', ON_LOSS, 'onLoss'),
});

export type SavedWatch = SavedOf<typeof WATCH.fields> & { hub: string; operation: string };
