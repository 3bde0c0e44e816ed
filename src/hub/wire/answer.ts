import type { AxiosResponse } from 'axios';
import { isObject } from '../base/is-object.js';
import { type Facts, HubError } from './errors.js';
import { redact, redactIn, type SecretPatterns } from './secrets.js';

/** An answer as it came off the wire. */
export interface RawAnswer {
  readonly statusCode: number;
  readonly contentType: string;
  readonly location: string | undefined;
  readonly text: string;
}

/** Whether a status is one of a success. */
export const isSuccess = (statusCode: number): boolean => statusCode >= 200 && statusCode <= 299;

/** Whether the status alone does not show the result. That of a refusal does, without its reason. */
export const needsBody = (statusCode: number): boolean => isSuccess(statusCode) && statusCode !== 204;

/** The error for a 2xx answer that nobody can read. */
export const badAnswer = (cause: string): HubError => new HubError('HUB_BAD_ANSWER', { cause });

/** Throws `HUB_BAD_ANSWER` for a compressed body that ends before its first byte: axios takes it for an empty one. */
export function rawAnswer({ status, headers, data }: AxiosResponse<string>): RawAnswer {
  if (data === '' && Number(headers['content-length']) > 0 && needsBody(status)) throw badAnswer('content-length');
  const contentType = String(headers['content-type'] ?? '');
  return { statusCode: status, contentType, location: headers.location, text: data };
}

/**
 * The body of a success: JSON parsed, text as text, nothing as null (docs/interface.md "Errors").
 * Throws `HUB_BAD_ANSWER` for broken JSON and for a web page, which only a proxy would send.
 */
export function successBody(answer: RawAnswer): unknown {
  const { contentType, text } = answer;
  if (text === '') return null;
  if (isPage(answer)) throw badAnswer('HTML');
  if (!/json/i.test(contentType)) return contentType === '' ? parseJson(text).value : text;
  const { ok, value } = parseJson(text);
  if (!ok) throw badAnswer('JSON');
  return value;
}

/** The error that an answer with a status outside 2xx is. The secrets are blanked in what the hub said. */
export function failureOf(answer: RawAnswer, secrets: SecretPatterns): HubError {
  const { statusCode, location, text } = answer;
  const { ok, value } = isPage(answer) || text.length > MAX_ERROR_BODY ? { ok: false, value: text } : parseJson(text);
  // What is nested that deep stays text: whoever copies, compares or shows it would run out of stack.
  const body = ok && !isDeep(value) ? redactIn(value, secrets) : redactedStart(text, secrets);
  const said = isPage(answer) ? 'HTML' : reasonIn(body);
  return refusal(statusCode, body === '' ? null : body, said, location && redact(publicLocation(location), secrets));
}

/** The same of a status and a body that came inside another answer, e.g. of an entry of a batch. */
export function entryFailure(statusCode: number, body: unknown, secrets: SecretPatterns): HubError {
  const isSmall = !isDeep(body) && (JSON.stringify(body)?.length ?? 0) <= MAX_ERROR_BODY;
  const shown = isSmall ? redactIn(body, secrets) : null;
  return refusal(statusCode, shown ?? null, reasonIn(shown), undefined);
}

function refusal(statusCode: number, body: unknown, reason: string, location: string | undefined): HubError {
  // Neither a success nor a refusal: nobody can say what became of the command.
  if (!(statusCode >= 300 && statusCode <= 599)) return badAnswer(`status ${statusCode}`);
  const facts: Facts = { statusCode, said: reason };
  const said = { statusCode, body };
  if (statusCode >= 500) return new HubError('HUB_FAULT', facts, { said });
  if (statusCode === 401 || statusCode === 403) return new HubError('HUB_AUTH', facts, { said });
  if (statusCode === 404) return new HubError('HUB_NOT_FOUND', facts, { said });
  if (statusCode < 400) return new HubError('HUB_REJECTED', { ...facts, location: location ?? '' }, { said });
  return new HubError('HUB_REJECTED', facts, { said });
}

/** A page of a proxy may have no content type. */
const isPage = ({ contentType, text }: RawAnswer): boolean =>
  /html/i.test(contentType) || (contentType === '' && /^\s*</.test(text));

function parseJson(text: string): { ok: boolean; value: unknown } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, value: text };
  }
}

/** At most so many characters of an error body are kept: to look for secrets in 32 MiB would take many seconds. */
const MAX_ERROR_BODY = 65_536;

/** The longest a secret may be written, so that none is cut in two. */
const MAX_SECRET = 8192;

const redactedStart = (text: string, secrets: SecretPatterns): string =>
  redact(text.slice(0, MAX_ERROR_BODY + MAX_SECRET), secrets).slice(0, MAX_ERROR_BODY);

/** Levels of an error body that are kept as a structure. */
const MAX_DEPTH = 100;

function isDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeep(each, levels - 1));
}

/** At most this many characters of the hub's own words stand in an error. */
const MAX_REASON = 200;

/** The reason that an error body gives: `{"error": "text"}` or plain text, on one line. */
function reasonIn(body: unknown): string {
  const reason = isObject(body) && 'error' in body ? body.error : body;
  if (reason === null || reason === undefined) return '';
  return shorten(typeof reason === 'string' ? reason : JSON.stringify(reason));
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_REASON ? `${line.slice(0, MAX_REASON)}…` : line;
}

/** Where a redirect points, without a query or a user: those may hold a secret. */
const publicLocation = (location: string): string =>
  shorten(location.replace(/[?#].*/s, '').replace(/\/\/[^/]*@/, '//•••@'));
