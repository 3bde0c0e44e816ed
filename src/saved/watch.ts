import type { SavedParams } from './param.js';

/** What the dialog of the watch saves. */
export interface SavedWatch {
  hub: string;
  operation: string;
  params?: SavedParams<unknown>;
  /** Seconds. */
  interval?: string | number;
  /** What of the answer is watched; blank: all. */
  path?: string;
}

/** Seconds between two looks, unless something else was saved. */
export const USUAL_INTERVAL_S = 1;

/** The shortest such time: more often would crowd out the commands. */
export const SHORTEST_INTERVAL_S = 0.1;
