import { isObject } from '../base/is-object.js';
import { badInput, HubError } from '../wire/errors.js';

/**
 * The rows of a list that can be used. Undefined where the hub has no such list; throws `HUB_BAD_ANSWER`, naming the
 * read, where it has rows of which not one can be used.
 */
export function usableRows<T>(list: unknown, isUsable: (row: unknown) => row is T, operation: string): T[] | undefined {
  if (list === undefined || list === null) return undefined;
  const rows = Array.isArray(list) ? list.filter(isUsable) : [];
  if (rows.length === 0 && !(Array.isArray(list) && list.length === 0))
    throw new HubError('HUB_BAD_ANSWER', { cause: operation });
  return rows;
}

/** The object that an answer is. Throws `HUB_BAD_ANSWER`, naming the read. */
export function objectIn(answer: unknown, operation: string): Readonly<Record<string, unknown>> {
  if (!isObject(answer)) throw new HubError('HUB_BAD_ANSWER', { cause: operation });
  return answer;
}

/** A name that the hub does not know, with those that it does. */
export const unknownName = (field: string, value: unknown, options: readonly string[]): HubError =>
  badInput(field, value, { key: 'choice', options: [...new Set(options)] });
