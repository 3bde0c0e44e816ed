import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Values = Readonly<Record<string, string | number>>;
type Words = Readonly<Record<'page' | 'command', Readonly<Record<string, string>>>>;

/** Where the build puts the catalogues. */
const LOCALES = join(__dirname, '../../nodes/locales');

const SOURCE = 'en-US';

/** The locale among ours that suits best, e.g. `de` for `de-CH`; `wanted` is in order of preference. */
export function localeFor(wanted: readonly string[]): string {
  const there = readdirSync(LOCALES);
  const language = (tag: string) => tag.toLowerCase().split('-', 1)[0];
  for (const tag of wanted) {
    const found = there.find((locale) => locale === tag) ?? there.find((locale) => language(locale) === language(tag));
    if (found) return found;
  }
  return SOURCE;
}

/** The words of the page and the command in one of our locales. */
export const words = (locale: string): Words =>
  JSON.parse(readFileSync(join(LOCALES, locale, 'simulator.json'), 'utf8')) as Words;

/** A text with each `__name__` replaced by its value. Throws a RangeError for a name without one. */
export function fill(text: string, values: Values): string {
  return text.replace(/__(\w+?)__/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`No words for ${name}`);
    return String(value);
  });
}

/** A sentence of the command in this system's language. Throws a RangeError if there is none under that key. */
export function say(key: string, values: Values = {}): string {
  const sentence = words(localeFor([Intl.DateTimeFormat().resolvedOptions().locale])).command[key];
  if (sentence === undefined) throw new RangeError(`No words for ${key}`);
  return fill(sentence, values);
}
