import type { LookUps } from '../lookup/look-ups.js';
import type { OperationName } from '../table/operations.js';
import type { Params } from '../wire/request.js';

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
