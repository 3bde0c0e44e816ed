import { printable } from '../base/display.js';
import { operations } from '../hub/table/operations.js';
import { type Catalogue, catalogue, localeFor, type TextKey } from './catalogue.js';

/** The texts of the commands and of their reports in one language. */
export interface ReportTexts {
  /** A text, e.g. `record.written`. The values are escaped. Throws a RangeError if it does not exist. */
  readonly text: Catalogue['text'];
  /** The same with lines, because the values have several. The caller has escaped them. */
  readonly lines: (key: TextKey, rows: readonly string[]) => string;
  /** A word of the as-run table. */
  readonly asRunText: (key: string) => string;
  /** The reason why a read has no answer: a code of a failure, or that of a gap. */
  readonly reasonText: (reason: string) => string;
  /** The label of a parameter in the dialogs. */
  readonly fieldName: (parameter: string, kind: string) => string;
  /** A kind of thing, e.g. *Linear engine*. */
  readonly kindName: (kind: string) => string;
}

/** The texts in the best available language, e.g. `de` for `de-CH`. */
export function reportTexts(language: string): ReportTexts {
  const locale = localeFor([language]);
  const commands = catalogue(locale, 'commands');
  const nodes = catalogue(locale, 'hub-config');
  const text: Catalogue['text'] = (key, values = {}) =>
    commands.text(
      key,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, printable(String(value))])),
    );
  const fieldName = (parameter: string, kind: string) =>
    nodes.find(`params.${parameter}_${kind}`) ?? nodes.find(`params.${parameter}`) ?? parameter;
  return {
    text,
    asRunText: (key) => nodes.text(`asRun.${key}`),
    fieldName,
    kindName: (kind) => {
      const parameters = operations.flatMap((operation) => operation.parameters);
      return fieldName(parameters.find(({ names }) => names === kind)?.name ?? kind, kind);
    },
    lines: (key, rows) => (rows.length > 0 ? `${[text(key), ...rows.map((row) => `  ${row}`)].join('\n')}\n` : ''),
    reasonText: (reason) => commands.find(`reasons.${reason}`) ?? nodes.find(`status.${reason}`) ?? reason,
  };
}

/** The texts in the language of the system. */
export const systemTexts = reportTexts(Intl.DateTimeFormat().resolvedOptions().locale);
export const { text, lines, asRunText, reasonText, fieldName, kindName } = systemTexts;
