import type { SavedParams } from './param.js';

/** The saved fields of the watch. */
export interface SavedWatch {
  hub: string;
  operation: string;
  /** The parameters of the operation, and the item of a watched rundown. */
  params?: SavedParams<unknown>;
  /** Seconds. */
  interval?: string | number;
  /** The part of the answer that is watched. Blank: all of it. */
  path?: string;
  /** Lists the changed paths. Default: true. */
  listChanges?: boolean;
  /** One of `ON_LOSS`. Blank: the first one. */
  onLoss?: string;
}

/** The message when the hub is lost or refuses, the default first: none, or one with the payload `unknown`. */
export const ON_LOSS = ['nothing', 'unknown'] as const;

export const DEFAULT_INTERVAL_S = 1;

/** A shorter interval would delay commands. */
export const MIN_INTERVAL_S = 0.1;
