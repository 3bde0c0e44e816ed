import { type Facts, HubError } from './errors.js';
import { blanked } from './secrets.js';

/** An answer as it came off the wire. */
export interface RawAnswer {
  readonly statusCode: number;
  readonly contentType: string;
  readonly location: string | undefined;
  readonly text: string;
}

/**
 * The body of a success: JSON parsed, text as text, nothing as null (docs/interface.md "Errors").
 * Throws `HUB_BAD_ANSWER` for broken JSON and for a web page, which only a proxy would send.
 */
export function successBody({ contentType, text }: RawAnswer): unknown {
  if (text === '') return null;
  if (isHtml(contentType)) throw new HubError('HUB_BAD_ANSWER', { cause: 'HTML' });
  if (!/json/i.test(contentType)) return contentType === '' ? parsed(text).value : text;
  const { ok, value } = parsed(text);
  if (!ok) throw new HubError('HUB_BAD_ANSWER', { cause: 'JSON' });
  return value;
}

/** The error that a status outside 2xx is. `secrets` are blanked in what the hub said. */
export function failureOf(answer: RawAnswer, secrets: readonly string[]): HubError {
  const { statusCode, contentType, location } = answer;
  const text = blanked(answer.text, secrets);
  const body = text === '' ? null : parsed(text).value;
  const facts: Facts = { statusCode, said: isHtml(contentType) ? 'HTML' : words(body) };
  const said = { statusCode, body };
  if (statusCode >= 500) return new HubError('HUB_FAULT', facts, { said });
  if (statusCode === 401 || statusCode === 403) return new HubError('HUB_AUTH', facts, { said });
  if (statusCode === 404) return new HubError('HUB_NOT_FOUND', facts, { said });
  if (statusCode < 400) return new HubError('HUB_REJECTED', { ...facts, location: place(location) }, { said });
  return new HubError('HUB_REJECTED', facts, { said });
}

const isHtml = (contentType: string): boolean => /html/i.test(contentType);

function parsed(text: string): { ok: boolean; value: unknown } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, value: text };
  }
}

/** At most this many characters of the hub's own words stand in an error. */
const TOLD = 200;

/** The reason that an error body gives: `{"error": "text"}` or plain text, on one line. */
function words(body: unknown): string {
  const reason = typeof body === 'object' && body !== null && 'error' in body ? body.error : body;
  if (reason === null) return '';
  const text = typeof reason === 'string' ? reason : JSON.stringify(reason);
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > TOLD ? `${line.slice(0, TOLD)}…` : line;
}

/** Where a redirect points, without a query: that may hold a token. */
const place = (location: string | undefined): string => location?.split(/[?#]/)[0] ?? '';
