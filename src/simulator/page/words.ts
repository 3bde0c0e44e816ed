import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Values = Readonly<Record<string, string | number>>;
type Words = Readonly<Record<'page' | 'command', Readonly<Record<string, string>>>>;

/** The build puts the catalogues here. */
const LOCALES = join(__dirname, '../../nodes/locales');

const SOURCE = 'en-US';

/** The best available locale, e.g. `de` for `de-CH`. `wanted` is in order of preference. */
export function localeFor(wanted: readonly string[]): string {
  const available = readdirSync(LOCALES);
  const language = (tag: string) => tag.toLowerCase().split('-', 1)[0];
  for (const tag of wanted) {
    const match =
      available.find((locale) => locale === tag) ?? available.find((locale) => language(locale) === language(tag));
    if (match) return match;
  }
  return SOURCE;
}

/** The texts of the page and the command in one locale. */
export const catalogue = (locale: string): Words =>
  JSON.parse(readFileSync(join(LOCALES, locale, 'simulator.json'), 'utf8')) as Words;

/** Replaces each `__name__` by its value. Throws a RangeError for a name without a value. */
export function fill(text: string, values: Values): string {
  return text.replace(/__(\w+?)__/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`No words for ${name}`);
    return String(value);
  });
}

/** A text of the command in the language of the system. Throws a RangeError if the key does not exist. */
export function commandText(key: string, values: Values = {}): string {
  const sentence = catalogue(localeFor([Intl.DateTimeFormat().resolvedOptions().locale])).command[key];
  if (sentence === undefined) throw new RangeError(`No words for ${key}`);
  return fill(sentence, values);
}
