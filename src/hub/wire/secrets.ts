import { isObject } from '../base/is-object.js';
import type { HubSettings } from './settings.js';

/** What must never be repeated, in every form in which a hub may repeat it. */
export type SecretPatterns = readonly RegExp[];

/** Of one or two characters nothing can be hidden: they would only blank ids. */
const MIN_LENGTH = 3;

/** A shorter secret may be part of an ordinary word, so it is blanked only where it stands alone. */
const MIN_PATTERN_LENGTH = 12;

/**
 * What to look for: the values of the headers and the other secrets, also without the word before them
 * (`Bearer`, `Basic`), in base64, and what the base64 of basic holds. The longest first: one may hold another.
 */
export function secretPatterns({ headers, secrets = [] }: Pick<HubSettings, 'headers' | 'secrets'>): SecretPatterns {
  const given = [...Object.values(headers).flatMap(secretsInHeader), ...secrets];
  const texts = given.flatMap((text) => [text, base64(text, 'base64'), base64(text, 'base64url')]);
  return [...new Set(texts)]
    .filter(({ length }) => length >= MIN_LENGTH)
    .sort((left, right) => right.length - left.length)
    .map(patternOf);
}

/** The text with the secrets blanked. */
export const redact = (text: string, secrets: SecretPatterns): string =>
  secrets.reduce((result, secret) => result.replace(secret, '•••'), text);

/** A parsed body with the secrets blanked in its texts, numbers and keys. It must not be nested deeper than the stack is. */
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

/** A header's value, what follows its scheme's word, and of basic the user with the password, and the password. */
function secretsInHeader(value: string): string[] {
  const [, scheme = '', bare] = /^([\w-]+) +(.+)$/.exec(value) ?? [];
  if (bare === undefined) return [value];
  if (scheme.toLowerCase() !== 'basic') return [value, bare];
  const pair = Buffer.from(bare, 'base64').toString();
  return [value, bare, pair, pair.slice(pair.indexOf(':') + 1)];
}

/** Without the signs at its end, which some leave out. */
const base64 = (text: string, variant: 'base64' | 'base64url'): string =>
  Buffer.from(text).toString(variant).replace(/=+$/, '');

/** Finds a secret, each of its characters written in whichever way. */
function patternOf(secret: string): RegExp {
  const characters = [...secret].map(anyForm).join('');
  return new RegExp(secret.length < MIN_PATTERN_LENGTH ? `${BEFORE}${characters}(?![\\p{L}\\p{N}])` : characters, 'gu');
}

/** Not within a run of letters and digits; what ends an escape (`%20`, `\n`, `\u0020`, `&#32;`) is none of them. */
const BEFORE = String.raw`(?:(?<![\p{L}\p{N}])|(?<=%[\da-fA-F]{2}|\\[bfnrt]|\\u[\da-fA-F]{4}))`;

/**
 * One character as it is, and as JSON, a URL and HTML may write it: `+`, `\u002B`, `%2b`, `&#43;`; also encoded twice.
 * Nothing repeats without a bound, so that no text of a hub takes long to search.
 */
function anyForm(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const inUrl = [...Buffer.from(character)].map((byte) => `%(?:25){0,2}${anyCase(hex(byte, 2))}`).join('');
  const inJson = character.split('').map((unit) => `\\\\{1,4}u${anyCase(hex(unit.charCodeAt(0), 4))}`);
  const inHtml = [`&#0{0,6}${code};`, `&#[xX]0{0,6}${anyCase(hex(code, 1))};`];
  const named = NAMED[character] ?? [];
  return `(?:${[`\\u{${hex(code, 1)}}`, inUrl, inJson.join(''), ...inHtml, ...named].join('|')})`;
}

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

const anyCase = (digits: string): string => digits.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

/** Characters that have a short form of their own, as expressions. */
const NAMED: Readonly<Record<string, string[]>> = {
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
