import { readdirSync, readFileSync } from 'node:fs';
import { builtFile } from '../base/files.js';

/** A section and a name in it, e.g. `record.written`. */
export type TextKey = `${string}.${string}`;

/** The texts of one file of a locale. */
export interface Catalogue {
  /** The text of a key with its values. Throws a RangeError if the key or one of the values does not exist. */
  text(key: TextKey, values?: Readonly<Record<string, string | number>>): string;
  /** The text of a key without values. Undefined if it does not exist. */
  find(key: TextKey): string | undefined;
}

const SOURCE = 'en-US';

/** The best available locale, e.g. `de` for `de-CH`. `wanted` is in order of preference. */
export function localeFor(wanted: readonly string[]): string {
  const available = readdirSync(builtFile('nodes/locales'));
  const language = (tag: string) => tag.toLowerCase().split('-', 1)[0];
  for (const tag of wanted) {
    const match = available.find((locale) => language(locale) === language(tag));
    if (match) return match;
  }
  return SOURCE;
}

/** A catalogue of a locale, e.g. `simulator`. Its file is read with its first text. */
export function catalogue(locale: string, name: string): Catalogue {
  let sections: Record<string, Record<string, string> | undefined> | undefined;
  const find = (key: TextKey) => {
    sections ??= JSON.parse(readFileSync(builtFile('nodes/locales', locale, `${name}.json`), 'utf8'));
    const [section = '', textName = ''] = key.split('.');
    return sections?.[section]?.[textName];
  };
  return {
    find,
    text: (key, values = {}) => fill(existing(find(key), key), (each) => String(existing(values[each], each))),
  };
}

/** Replaces each `__name__` of a text. */
export const fill = (text: string, replacement: (name: string) => string): string =>
  text.replace(/__(\w+?)__/g, (_, name: string) => replacement(name));

function existing<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new RangeError(`No text for ${name}`);
  return found;
}
