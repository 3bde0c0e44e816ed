import type { TSchema } from '@sinclair/typebox';
import { idKey } from '../../base/ids.js';
import { numberIn } from '../../base/numbers.js';

/** True for the number of a thing, that or null, or a list of them. Keys and paths are texts. */
export const isIdSchema = (schema: TSchema): boolean => schema['x-ids'] === true;

const DIGITS = /^\d+$/;

/**
 * An id as it is sent. Digits stay as they were written: as a number, `9007199254740993` would be another thing. `5`
 * becomes 5, so that both have one lane.
 */
export function toId(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(toId);
  if (typeof given !== 'string') return given;
  const text = given.trim();
  const number = numberIn(text);
  const isExact = Number.isSafeInteger(number) && String(number) === text;
  return DIGITS.test(text) && !isExact ? text : (number ?? given);
}

/** A number in the place of digits, for the check by a schema. */
export function withoutDigits(id: unknown): unknown {
  if (Array.isArray(id)) return id.map(withoutDigits);
  return isDigits(id) ? 0 : id;
}

/** True for a number that has already lost some of its digits. */
export const isRounded = (id: unknown): boolean =>
  Array.isArray(id) ? id.some(isRounded) : Number.isInteger(id) && !Number.isSafeInteger(id);

/** An id as JSON, with all its digits. */
export function idJson(id: unknown): string {
  if (Array.isArray(id)) return `[${id.map(idJson).join()}]`;
  return isDigits(id) ? idKey(id) : JSON.stringify(id);
}

const isDigits = (id: unknown): id is string => typeof id === 'string' && DIGITS.test(id);

/** Few answers have such a number. */
const LONG = /\d{16}/;

/** The field of an id in JSON, with more digits than a number holds for certain. */
const LONG_ID = /("(?:id|itemNo|[A-Za-z]+I[dD])"\s*:\s*)(\d{16,})(?=\s*[,}])/g;

/** A JSON text of the hub in which ids that a number would round are texts. */
export const withLongIds = (json: string): string =>
  LONG.test(json)
    ? json.replace(LONG_ID, (field, name: string, digits: string) =>
        Number.isSafeInteger(Number(digits)) ? field : `${name}"${digits}"`,
      )
    : json;
