import type { AxiosResponse } from 'axios';
import { cut } from '../../base/display.js';
import { isDeep, isObject, MAX_LEVELS } from '../../base/values.js';
import { type FactsOf, HubError } from './errors.js';
import { withLongIds } from './ids.js';
import { redact, redactIn, type SecretPatterns } from './secrets.js';

/** The raw answer of the hub. */
export interface RawAnswer {
  /** The HTTP status. */
  readonly statusCode: number;
  /** The header `Content-Type`, or an empty text. */
  readonly contentType: string;
  /** The header `Location` of a redirect. */
  readonly location: string | undefined;
  /** The decoded body. */
  readonly text: string;
}

export const isSuccess = (statusCode: number): boolean => statusCode >= 200 && statusCode <= 299;

/** True if the result is in the body. A refusal needs no body: its status is the result. */
export const needsBody = (statusCode: number): boolean => isSuccess(statusCode) && statusCode !== 204;

/** The error for an unreadable 2xx answer. */
export const badAnswer = (cause: string): HubError => new HubError('HUB_BAD_ANSWER', { cause });

export const rawAnswer = ({ status, headers, data }: AxiosResponse<string>): RawAnswer => ({
  statusCode: status,
  contentType: String(headers['content-type'] ?? ''),
  location: headers.location,
  text: data,
});

/**
 * The body of a success: parsed JSON, text, or null for an empty body (docs/develop/interface.md "Errors"). A content type
 * is often wrong, so the text decides. Throws `HUB_BAD_ANSWER` for JSON that is broken or nested too deep, and for a web
 * page, which only a proxy sends.
 */
export function successBody({ contentType, text }: RawAnswer): unknown {
  if (text === '') return null;
  if (isPage(text)) throw badAnswer('HTML');
  const isJson = /json/i.test(contentType);
  if (!isJson && contentType !== '' && !/^\s*[[{]/.test(text)) return text;
  const { fault, value } = parseJson(text);
  if (fault === NOT_JSON && !isJson) return text;
  if (fault) throw new HubError('HUB_BAD_ANSWER', fault);
  return value;
}

/** True if the answer to a command is a refusal: `{"success": false}`, although its status is 200. */
export const isRefusal = (body: unknown): boolean => isObject(body) && body.success === false;

/** The error for a status outside 2xx. Secrets are redacted in the text of the hub. */
export function failureOf({ statusCode, location, text }: RawAnswer, secrets: SecretPatterns): HubError {
  const { fault, value } = isPage(text) || text.length > MAX_ERROR_BODY ? { fault: NOT_JSON } : parseJson(text);
  const body = fault ? redactedStart(text, secrets) : redactIn(value, secrets);
  const reason = isPage(text) ? 'HTML' : reasonIn(body);
  return refusal(statusCode, body === '' ? null : body, reason, location && redact(publicLocation(location), secrets));
}

/** The same for a parsed body: that of an entry of a batch, or the refusal of a command with the status 200. */
export function entryFailure(statusCode: number, body: unknown, secrets: SecretPatterns): HubError {
  const isSmall = (JSON.stringify(body)?.length ?? 0) <= MAX_ERROR_BODY;
  const redacted = isSmall ? redactIn(body, secrets) : null;
  return refusal(statusCode, redacted ?? null, reasonIn(redacted), undefined);
}

function refusal(statusCode: number, body: unknown, reason: string, location: string | undefined): HubError {
  // Neither a success nor a refusal, so the result of the command is unknown.
  if (!(statusCode >= 200 && statusCode <= 599)) return badAnswer(`status ${statusCode}`);
  const facts = { statusCode, said: reason };
  const reply = { statusCode, body };
  if (statusCode >= 500) return new HubError('HUB_FAULT', facts, { reply });
  if (statusCode === 401 || statusCode === 403) return new HubError('HUB_AUTH', facts, { reply });
  if (statusCode === 404) return new HubError('HUB_NOT_FOUND', facts, { reply });
  const isRedirect = statusCode >= 300 && statusCode < 400;
  return new HubError('HUB_REJECTED', isRedirect ? { ...facts, location: location ?? '' } : facts, { reply });
}

/** A page of a proxy. Its content type may be missing or wrong, and JSON may have the one of a page. */
const isPage = (text: string): boolean => /^\s*</.test(text);

const NOT_JSON = { cause: 'JSON' };
const TOO_DEEP = { cause: 'levels', levels: MAX_LEVELS };

/** True if the answer was nested too deep. */
export const isTooDeep = ({ facts }: HubError): boolean => 'levels' in facts;

/** The value of a JSON text, or the reason if it is unusable. */
function parseJson(text: string): { fault?: FactsOf<'HUB_BAD_ANSWER'>; value?: unknown } {
  try {
    const value: unknown = JSON.parse(withLongIds(text));
    return isDeep(value) ? { fault: TOO_DEEP } : { value };
  } catch {
    return { fault: NOT_JSON };
  }
}

/** Longer error bodies are cut, because a search for secrets in 32 MiB would take many seconds. */
const MAX_ERROR_BODY = 65_536;

/** The longest form of a secret, so that none is cut in two. */
const MAX_SECRET = 8192;

const redactedStart = (text: string, secrets: SecretPatterns): string =>
  redact(text.slice(0, MAX_ERROR_BODY + MAX_SECRET), secrets).slice(0, MAX_ERROR_BODY);

/** Characters of the hub's reason in an error. */
const MAX_REASON = 201;

/** The reason in an error body: `{"error": "text"}`, `{"message": "text"}` or plain text, on one line. */
function reasonIn(body: unknown): string {
  const hasReason = isObject(body) && ('error' in body || 'message' in body);
  const reason = hasReason ? (body.error ?? body.message) : body;
  if (reason === null || reason === undefined) return '';
  return shorten(typeof reason === 'string' ? reason : JSON.stringify(reason));
}

function shorten(text: string): string {
  return cut(text.replace(/\s+/g, ' ').trim(), MAX_REASON);
}

/** The target of a redirect, without query and user, because these may contain a secret. */
const publicLocation = (location: string): string =>
  shorten(location.replace(/[?#].*/s, '').replace(/\/\/[^/]*@/, '//•••@'));

/** A read that may know the body of an answer already. */
export interface AnswerReader {
  /** The body of a success. Nobody may change it. Throws `HUB_BAD_ANSWER`. */
  bodyOf(answer: RawAnswer): unknown;
}
