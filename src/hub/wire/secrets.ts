import { isObject } from '../../base/values.js';
import type { HubSettings } from './settings.js';

/** Patterns that match each secret in every form in which a hub may repeat it. */
export type SecretPatterns = readonly RegExp[];

/** Shorter secrets are not redacted, because they would match too many ids. */
const MIN_LENGTH = 3;

/** A shorter secret may be part of an ordinary word, so it is redacted only as a whole word. */
const MIN_PATTERN_LENGTH = 12;

/**
 * Patterns for the values of the headers and for the other secrets. They also match the value without its scheme
 * (`Bearer`, `Basic`), in base64, and the decoded value of Basic. The longest is first, because one may contain
 * another.
 */
export function secretPatterns({ headers, secrets = [] }: Pick<HubSettings, 'headers' | 'secrets'>): SecretPatterns {
  const values = [...Object.values(headers).flatMap(secretsInHeader), ...secrets];
  const texts = values.flatMap((text) => [text, base64(text, 'base64'), base64(text, 'base64url')]);
  return [...new Set(texts)]
    .filter(({ length }) => length >= MIN_LENGTH)
    .sort((one, other) => other.length - one.length)
    .map(patternOf);
}

/** The text with redacted secrets. */
export const redact = (text: string, secrets: SecretPatterns): string =>
  secrets.reduce((result, secret) => result.replace(secret, '•••'), text);

/** A parsed body with redacted secrets in its texts, numbers and keys. */
export function redactIn(body: unknown, secrets: SecretPatterns): unknown {
  if (typeof body === 'string') return redact(body, secrets);
  if (typeof body === 'number') {
    const text = redact(String(body), secrets);
    return text === String(body) ? body : text;
  }
  if (Array.isArray(body)) return body.map((each) => redactIn(each, secrets));
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [redact(key, secrets), redactIn(value, secrets)]),
  );
}

/**
 * The value of a header, and the value without its scheme. For Basic, also the user with the password, and the
 * password.
 */
function secretsInHeader(value: string): string[] {
  const [, scheme = '', bare] = /^([\w-]+) +(.+)$/.exec(value) ?? [];
  if (bare === undefined) return [value];
  if (scheme.toLowerCase() !== 'basic') return [value, bare];
  const pair = Buffer.from(bare, 'base64').toString();
  return [value, bare, pair, pair.slice(pair.indexOf(':') + 1)];
}

/** Base64 without its padding, which is optional. */
const base64 = (text: string, variant: 'base64' | 'base64url'): string =>
  Buffer.from(text).toString(variant).replace(/=+$/, '');

/** A pattern for a secret. Each of its characters may have any of its forms. */
function patternOf(secret: string): RegExp {
  const characters = [...secret].map(anyForm).join('');
  return new RegExp(secret.length < MIN_PATTERN_LENGTH ? `${BEFORE}${characters}(?![\\p{L}\\p{N}])` : characters, 'gu');
}

/**
 * Not inside a run of letters and digits. The end of an escape (`%20`, `\n`, `\u0020`, `&#32;`) does not belong to such
 * a run.
 */
const BEFORE = String.raw`(?:(?<![\p{L}\p{N}])|(?<=%[\da-fA-F]{2}|\\[bfnrt]|\\u[\da-fA-F]{4}))`;

/**
 * One character as it is, and as JSON, a URL and HTML may write it: `+`, `\u002B`, `%2b`, `&#43;`. Double encoding is
 * included. Repetitions are limited, so that no text takes long to search.
 */
function anyForm(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const inUrl = [...Buffer.from(character)].map((byte) => `%(?:25){0,2}${anyCase(hex(byte, 2))}`).join('');
  const inJson = character.split('').map((unit) => `\\\\{1,4}u${anyCase(hex(unit.charCodeAt(0), 4))}`);
  const inHtml = [`&#0{0,6}${code};`, `&#[xX]0{0,6}${anyCase(hex(code, 1))};`];
  const escapes = ESCAPES[character] ?? [];
  return `(?:${[`\\u{${hex(code, 1)}}`, inUrl, inJson.join(''), ...inHtml, ...escapes].join('|')})`;
}

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

const anyCase = (digits: string): string => digits.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

/** Characters that have a short escape, as patterns. */
const ESCAPES: Readonly<Record<string, string[]>> = {
  '/': ['\\\\{1,4}/'],
  '"': ['\\\\{1,4}"', '&quot;'],
  '\\': ['\\\\{2}'],
  '\t': ['\\\\{1,4}t'],
  ' ': ['\\+'],
  '&': ['&amp;'],
  '<': ['&lt;'],
  '>': ['&gt;'],
  "'": ['&apos;'],
};
