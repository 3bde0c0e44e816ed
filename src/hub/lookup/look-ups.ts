import type { Signal } from '../../base/signal.js';
import type { OperationName } from '../table/operations.js';
import type { Params } from '../wire/request.js';

/** Sends a read of the table, and returns the body of its answer. Throws a HubError. */
export type SendRead = (operation: OperationName, params: Params) => Promise<unknown>;

/** A description or a state counts as current if it was read at most this many ms ago. */
export const RECENT_MS = 1000;

/** The end of a wait for a look-up that has a replacement. */
export interface Patience {
  /** In the clock's ms. */
  readonly until: number;
  /** From then on, the wait ends as soon as this is true. It can change only when the read is `answered`. */
  isOver(): boolean;
  /** Emits each answer of the read. */
  readonly answered: Pick<Signal<void>, 'watch'>;
}

/** True if a trigger may use an older description. `before` is the description before it, if there was one. */
export type MayUse = (description: unknown, before: unknown) => boolean;

/**
 * Values that a command needs from the hub before it is sent. For example, "x to 1" needs the type of the engine and,
 * on RE, the whole vector: the last one that was sent, or a fresh one from the hub.
 */
export interface LookUps {
  /**
   * The answer of a read, requested at most `maxAge` ms before the command's turn: 0 is a fresh one. Without `maxAge`, a
   * known answer is good enough. It is a promise only if the hub must be asked. The command keeps its place in the lane
   * meanwhile. Rejects if the read fails.
   */
  get(operation: OperationName, params: Params, maxAge?: number): unknown;
  /**
   * The answer of a read that describes things, for a trigger: from at most 1 s before its turn. On a slow hub, it is an
   * older one that `mayUse` accepts (docs/live-control.md "A press on a slow hub").
   */
  describe(operation: OperationName, params: Params, mayUse: MayUse): unknown;
  /**
   * The answer of a read within `timeout` ms, for a command that can be sent without it: undefined if the read fails. It
   * was requested after the last command of the lane.
   */
  tryGet(operation: OperationName, params: Params, maxAge: number, timeout: number): Promise<unknown>;
  /**
   * True if an answer of this read may show the state from before a command. It then waits a short time first, and the
   * next `tryGet` reads again.
   */
  mayLag(operation: OperationName, params: Params): Promise<boolean>;
  /** The last value sent on the lane of a property. Undefined if others can have changed it since. */
  lastSent(lane: string): unknown;
}
