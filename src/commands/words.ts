import { readFileSync } from 'node:fs';
import { operations } from '../hub/table/operations.js';
import { builtFile } from '../simulator/page/built-file.js';
import { fill, localeFor } from '../simulator/page/words.js';
import { printable } from './terminal.js';

type Values = Readonly<Record<string, string | number>>;
type Texts = Readonly<Record<string, string>>;

/** The texts of the commands in one language. */
export interface CommandWords {
  /** A text, e.g. `record.written`. The values are escaped. Throws a RangeError if it does not exist. */
  readonly text: (key: `${string}.${string}`, values?: Values) => string;
  /** The same with lines, because the values have several. The caller has escaped them. */
  readonly lines: (key: `${string}.${string}`, rows: readonly string[]) => string;
  /** The reason why a read has no answer: a code of a failure, or that of a gap. */
  readonly reasonText: (reason: string) => string;
  /** The label of a parameter in the dialogs. */
  readonly fieldName: (parameter: string, kind: string) => string;
  /** A kind of thing, e.g. *Linear engine*. */
  readonly kindName: (kind: string) => string;
}

/** The texts in the best available language, e.g. `de` for `de-CH`. */
export function wordsIn(language: string): CommandWords {
  const locale = localeFor([language]);
  const catalogues = new Map<string, Readonly<Record<string, Texts | undefined>>>();

  function textsOf(file: string, section: string): Texts {
    const texts = catalogues.get(file) ?? JSON.parse(readFileSync(builtFile('nodes/locales', locale, file), 'utf8'));
    catalogues.set(file, texts);
    return texts[section] ?? {};
  }

  function text(key: `${string}.${string}`, values: Values = {}): string {
    const [section = '', name = ''] = key.split('.');
    const sentence = textsOf('commands.json', section)[name];
    if (sentence === undefined) throw new RangeError(`No words for ${key}`);
    const escaped = Object.entries(values).map(([each, value]) => [each, printable(String(value))]);
    return fill(sentence, Object.fromEntries(escaped));
  }

  function fieldName(parameter: string, kind: string): string {
    const params = textsOf('hub-config.json', 'params');
    return params[`${parameter}_${kind}`] ?? params[parameter] ?? parameter;
  }

  return {
    text,
    fieldName,
    kindName: (kind) => {
      const parameters = operations.flatMap((operation) => operation.parameters);
      return fieldName(parameters.find(({ names }) => names === kind)?.name ?? kind, kind);
    },
    lines: (key, rows) => (rows.length > 0 ? `${[text(key), ...rows.map((row) => `  ${row}`)].join('\n')}\n` : ''),
    reasonText: (reason) =>
      textsOf('commands.json', 'reasons')[reason] ?? textsOf('hub-config.json', 'status')[reason] ?? reason,
  };
}

/** The texts in the language of the system. */
export const systemWords = wordsIn(Intl.DateTimeFormat().resolvedOptions().locale);
export const { text, lines, reasonText, fieldName, kindName } = systemWords;
