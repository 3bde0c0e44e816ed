import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Values = Readonly<Record<string, string | number>>;
type Words = Readonly<Record<'page' | 'command', Readonly<Record<string, string>>>>;

/** The words of the page and the command, from where the build puts them. */
export const words = (): Words =>
  JSON.parse(readFileSync(join(__dirname, '../nodes/locales/en-US/simulator.json'), 'utf8')) as Words;

/** A text with each `__name__` replaced by its value. Throws a RangeError for a name without one. */
export function fill(text: string, values: Values): string {
  return text.replace(/__(\w+?)__/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`No words for ${name}`);
    return String(value);
  });
}

/** A sentence of the command. Throws a RangeError if there is none under that key. */
export function say(key: string, values: Values = {}): string {
  const sentence = words().command[key];
  if (sentence === undefined) throw new RangeError(`No words for ${key}`);
  return fill(sentence, values);
}
