import { isObject } from '../../base/values.js';
import type { OperationName } from '../table/operations.js';
import { ambiguousName, badInput, HubError } from '../wire/errors.js';

/**
 * The usable rows of a list, or undefined if the hub has no such list. Throws `HUB_BAD_ANSWER` with the name of the
 * read if the list has rows but no usable one.
 */
export function usableRows<T>(
  list: unknown,
  isUsable: (row: unknown) => row is T,
  operation: OperationName,
): T[] | undefined {
  if (list === undefined || list === null) return undefined;
  const rows = Array.isArray(list) ? list.filter(isUsable) : [];
  if (rows.length === 0 && !(Array.isArray(list) && list.length === 0))
    throw new HubError('HUB_BAD_ANSWER', { cause: operation });
  return rows;
}

/** The answer as an object. Throws `HUB_BAD_ANSWER` with the name of the read. */
export function objectIn(answer: unknown, operation: OperationName): Readonly<Record<string, unknown>> {
  if (!isObject(answer)) throw new HubError('HUB_BAD_ANSWER', { cause: operation });
  return answer;
}

/** The error for a name that the hub does not have, with the names that it has. */
export const unknownName = (field: string, value: unknown, options: readonly string[]): HubError =>
  badInput(field, value, { key: 'choice', options: [...new Set(options)] });

/** The only thing of a name, or undefined. Throws `BAD_INPUT` with the ids of all, if several have the name. */
export function theOnly<T>(
  field: string,
  name: string,
  found: readonly T[],
  describe: (thing: T) => string,
): T | undefined {
  if (found.length < 2) return found[0];
  throw ambiguousName(field, name, found.map(describe));
}

/** Uses an answer at once if it is known, without a promise. */
export const withAnswer = <Answer, Result>(
  answer: Answer | Promise<Answer>,
  use: (answer: Answer) => Result | Promise<Result>,
): Result | Promise<Result> => (answer instanceof Promise ? answer.then(use) : use(answer));
