import type { AxiosResponse } from 'axios';
import { isObject } from '../base/is-object.js';
import { type Facts, HubError } from './errors.js';
import { blanked, blankedIn, type SecretTexts } from './secrets.js';

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
export const unreadable = (cause: string): HubError => new HubError('HUB_BAD_ANSWER', { cause });

/** Throws `HUB_BAD_ANSWER` for a compressed body that ends before its first byte: axios takes it for an empty one. */
export function rawAnswer({ status, headers, data }: AxiosResponse<string>): RawAnswer {
  if (data === '' && Number(headers['content-length']) > 0 && needsBody(status)) throw unreadable('content-length');
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
  if (isPage(answer)) throw unreadable('HTML');
  if (!/json/i.test(contentType)) return contentType === '' ? parsed(text).value : text;
  const { ok, value } = parsed(text);
  if (!ok) throw unreadable('JSON');
  return value;
}

/** The error that an answer with a status outside 2xx is. The secrets are blanked in what the hub said. */
export function failureOf(answer: RawAnswer, secrets: SecretTexts): HubError {
  const { statusCode, location, text } = answer;
  const { ok, value } = isPage(answer) || text.length > LONGEST ? { ok: false, value: text } : parsed(text);
  // What is nested that deep stays text: whoever copies, compares or shows it would run out of stack.
  const body = ok && !isDeep(value) ? blankedIn(value, secrets) : blankedStart(text, secrets);
  const said = isPage(answer) ? 'HTML' : words(body);
  return refusal(statusCode, body === '' ? null : body, said, location && blanked(place(location), secrets));
}

/** The same of a status and a body that came inside another answer, e.g. of an entry of a batch. */
export function failureWithin(statusCode: number, body: unknown, secrets: SecretTexts): HubError {
  const isTold = !isDeep(body) && (JSON.stringify(body)?.length ?? 0) <= LONGEST;
  const shown = isTold ? blankedIn(body, secrets) : null;
  return refusal(statusCode, shown ?? null, words(shown), undefined);
}

function refusal(statusCode: number, body: unknown, told: string, location: string | undefined): HubError {
  // Neither a success nor a refusal: nobody can say what became of the command.
  if (!(statusCode >= 300 && statusCode <= 599)) return unreadable(`status ${statusCode}`);
  const facts: Facts = { statusCode, said: told };
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

function parsed(text: string): { ok: boolean; value: unknown } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, value: text };
  }
}

/** At most so many characters of an error body are kept: to look for secrets in 32 MiB would take many seconds. */
const LONGEST = 65_536;

/** The longest a secret may be written, so that none is cut in two. */
const MARGIN = 8192;

const blankedStart = (text: string, secrets: SecretTexts): string =>
  blanked(text.slice(0, LONGEST + MARGIN), secrets).slice(0, LONGEST);

/** Levels of an error body that are kept as a structure. */
const DEEPEST = 100;

function isDeep(value: unknown, levels = DEEPEST): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeep(each, levels - 1));
}

/** At most this many characters of the hub's own words stand in an error. */
const TOLD = 200;

/** The reason that an error body gives: `{"error": "text"}` or plain text, on one line. */
function words(body: unknown): string {
  const reason = isObject(body) && 'error' in body ? body.error : body;
  if (reason === null || reason === undefined) return '';
  return shortened(typeof reason === 'string' ? reason : JSON.stringify(reason));
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > TOLD ? `${line.slice(0, TOLD)}…` : line;
}

/** Where a redirect points, without a query or a user: those may hold a secret. */
const place = (location: string): string => shortened(location.replace(/[?#].*/s, '').replace(/\/\/[^/]*@/, '//•••@'));
