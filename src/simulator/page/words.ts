import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFile } from './built-file.js';

type Values = Readonly<Record<string, string | number>>;
type Catalogue = Readonly<Record<'page', Readonly<Record<string, string>>>>;

const LOCALES = builtFile('nodes/locales');

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

/** The texts of the page in one locale. */
export const catalogue = (locale: string): Catalogue =>
  JSON.parse(readFileSync(join(LOCALES, locale, 'simulator.json'), 'utf8')) as Catalogue;

/** Replaces each `__name__` by its value. Throws a RangeError for a name without a value. */
export function fill(text: string, values: Values): string {
  return text.replace(/__(\w+?)__/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`No words for ${name}`);
    return String(value);
  });
}
