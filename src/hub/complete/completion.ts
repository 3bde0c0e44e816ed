import type { LookUps } from '../lookup/look-ups.js';
import type { OperationName } from '../table/operations.js';
import type { Params } from '../wire/request.js';

export type Values = Readonly<Record<string, unknown>>;

/** A read that describes a thing of a command: its names, and the keys that are sent. */
export interface Description {
  readonly read: OperationName;
  /** The values of the read. A value of a message is missing before the message. */
  readonly params: Params;
  /** A read that describes this thing and others like it. */
  readonly list?: DescriptionList;
}

/** Example: the list of the items of a rundown. */
interface DescriptionList {
  readonly read: OperationName;
  readonly params: Params;
  /** The description of the thing in the list. Undefined if the list does not have it, or not all of it. */
  rowIn(list: unknown): unknown;
}

/**
 * Completes the values of a command just before it is sent. Example: "press Show of item 2" has the label `buttonKey:
 * 'Show'`. The item's buttons are read, and the key `buttonKey: 'btn_1'` is sent.
 */
export interface Completion {
  /** True if these values are incomplete. `Value: '5'` may have to become a number, `Value: 5` not. */
  needs(values: Values): boolean;
  /**
   * The complete values. A promise only if the hub must be asked. `run` has all values of the same request, the oldest
   * first, including these. `lane` is their lane. Throws `BAD_INPUT` for a name that the hub does not have, with the names
   * that it has. Throws `HUB_BAD_ANSWER` for an unusable answer.
   */
  complete(values: Values, lookUps: LookUps, run: readonly Values[], lane: string): Values | Promise<Values>;
  /** The description that it uses. Undefined if these values need none. */
  description?(values: Values): Description | undefined;
}

/**
 * A part of a description, for a trigger: from at most 1 s ago if it has the names of the trigger, otherwise fresh. On
 * the hub, an operator may swap two buttons at any time. A button that did not exist 1 s ago may be new.
 *
 * On a slow hub, an older description is used if it gives the same keys as the one before it. If the keys have changed,
 * the trigger waits for a fresh one (docs/live-control.md "A press on a slow hub"). `keysIn` is undefined if a name is
 * missing.
 */
export async function cachedOrFresh<T>(
  lookUps: LookUps,
  operation: OperationName,
  target: Params,
  extract: (answer: unknown) => T,
  keysIn: (current: T) => readonly unknown[] | undefined,
): Promise<T> {
  const keysOf = (answer: unknown) => {
    try {
      return keysIn(extract(answer));
    } catch {
      // An unusable answer. A fresh one may be better.
      return undefined;
    }
  };
  const mayUse = (description: unknown, before: unknown) => {
    const keys = keysOf(description);
    return keys !== undefined && (before === undefined || JSON.stringify(keys) === JSON.stringify(keysOf(before)));
  };
  const description = await lookUps.describe(operation, target, mayUse);
  return extract(keysOf(description) ? description : await lookUps.get(operation, target, 0));
}
