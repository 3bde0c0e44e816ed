import { isSameId } from '../../base/ids.js';
import type { Operation, OperationName } from './operations.js';

/** The reads of one operation whose answers a command may have changed: those with the target of the command. */
export interface ChangedReads {
  /** The name of the read. */
  readonly operation: OperationName;
  /** Values of the command. A read with another value of one of these parameters is not changed. */
  readonly target: Readonly<Record<string, unknown>>;
}

/** The reads whose answers a command may have changed, or all of them. */
export type Changed = 'all' | readonly ChangedReads[];

/** The answers that a command with these values may have changed, by the table. Undefined: none. */
export function changedBy(operation: Operation, params: Readonly<Record<string, unknown>>): Changed | undefined {
  const { invalidates, invalidatesIf, lane } = operation;
  if (invalidatesIf !== undefined && params[invalidatesIf] === undefined) return undefined;
  if (!invalidates || invalidates === 'all') return invalidates;
  const names = [...(lane?.by ?? []), ...(lane?.parts ?? []).flatMap(({ by = [] }) => by)];
  const target = Object.fromEntries(names.map((name) => [name, params[name]]));
  return invalidates.map((read) => ({ operation: read, target }));
}

type Values = Readonly<Record<string, unknown>>;

/** True if the answer to this read, with its values, may have changed. */
export const isChanged = (changed: Changed, read: string, params: Values): boolean =>
  changed === 'all' || changed.some(({ operation, target }) => operation === read && hasTarget(params, target));

/** A value that only one of the two has makes no difference. */
const hasTarget = (params: Values, target: Values): boolean =>
  Object.entries(target).every(
    ([name, value]) => value === undefined || params[name] === undefined || isSameId(params[name], value),
  );
