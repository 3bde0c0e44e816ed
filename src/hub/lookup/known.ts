import type { Params } from '../wire/request.js';

/**
 * Thrown by a completion: this read must be answered before the command can go out, for example
 * `new Wanted('getEngine', { engineId: 7 })` for the x of a property. Once it is, the completion is asked again.
 */
export class Wanted {
  constructor(
    readonly operation: string,
    readonly params: Params,
    /** Longest time for it in ms, after which the command goes out without; absent: it cannot go out without. */
    readonly within?: number,
  ) {}
}

/**
 * What can be known when a command is completed; all but `sent` throw `Wanted` where a read must be made first.
 * For example, "x to 1" asks `recall('getEngine', …)` for the engine's type and, on RE, `sent(lane)` for the vector
 * that was sent last; where there is none, `fresh('getProperty', …)`.
 */
export interface Known {
  /** What a read of the table answered: as it is remembered, if it is. */
  recall(operation: string, params: Params): unknown;
  /** What it answered to a request that was made at most 1 s before the command's turn came. */
  current(operation: string, params: Params): unknown;
  /** What it answered to a request that was made after the command's turn had come. */
  fresh(operation: string, params: Params): unknown;
  /** What it answered 1 s before that or later; undefined if it cannot be read: whoever asks can do without. */
  recent(operation: string, params: Params): unknown;
  /** The last value sent on the lane of a property, as long as nobody else can have changed it. */
  sent(lane: string): unknown;
}
