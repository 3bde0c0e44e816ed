import { escapeReferences, escapeReferencesIn, roundForDisplay } from '../../base/display.js';
import type { Allowed } from '../../hub/table/allowed.js';
import type { PublicOperation, PublicParameter } from '../../hub/table/public-table.js';
import { describeAllowed } from '../../hub/words/explain.js';
import { humanise } from '../../hub/words/texts.js';
import { red } from './red.js';

declare const __PACKAGE__: string;

type Values = Readonly<Record<string, unknown>>;

/** A text of the shared catalogue in the user's language. */
export const words = (key: string, values: Values = {}): string =>
  red._(`${__PACKAGE__}/hub-config:${escapeReferences(key)}`, escapeReferencesIn(values));

const wordsOr = (key: string, otherwise: string): string => words(key, { defaultValue: otherwise });

const operationName = (name: string): string => wordsOr(`operations.${name}`, humanise(name));

/** The name of an operation in the user's language. */
export const operationLabel = ({ name }: PublicOperation): string => operationName(name);

/** The name of a parameter in the user's language. `names` is the kind of thing that it identifies. */
export const parameterName = (name: string, names?: string): string =>
  parameterWords('params', { name, names }, humanise(name));

export const parameterLabel = ({ name, names }: PublicParameter): string => parameterName(name, names);

/** A thing of the hub with its id. Example: `Anchor (512)`. */
export const thingText = ({ label, value }: { readonly label: string; readonly value: unknown }): string =>
  label && label !== String(value) ? `${label} (${value})` : String(value);

/** The texts for `explain`. */
export const problemWords = Object.assign(words, { operation: operationName, parameter: parameterName });

/** The name of a choice in the user's language. */
export const choiceLabel = (value: string): string => wordsOr(`choices.${value}`, value);

/** The name of a surface in the user's language. */
export const surfaceName = (surface: string): string =>
  words(surface === 'template' ? 'lamp.surfaces.template' : `panel.choices.${surface}`);

/** A note on a thing: text of the hub, e.g. `connected`, or a text of the catalogue. */
export const noteText = (note: string): string => (note === 'loaded' ? words('pick.loaded') : note);

/** Help for a parameter, with the meaning of a blank. '' if its label is enough. */
export const parameterHint = (parameter: PublicParameter): string =>
  [
    parameterWords('about', parameter, ''),
    ...(parameter.required ? [] : [wordsOr(`about.${parameter.name}_${parameter.names}_blank`, '')]),
  ]
    .filter(Boolean)
    .join(' ');

/** The values that a field accepts, as text. */
export const allowedText = (allowed: Allowed): string => describeAllowed(words, allowed);

/** The same name can identify different kinds, e.g. `engineId` can be the id of a linear engine. */
function parameterWords(
  section: 'params' | 'about',
  { name, names }: Pick<PublicParameter, 'name' | 'names'>,
  otherwise: string,
): string {
  const usual = wordsOr(`${section}.${name}`, otherwise);
  return names ? wordsOr(`${section}.${name}_${names}`, usual) : usual;
}

/** A value of the hub as JSON with rounded numbers. */
export const formatValue = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'number' ? roundForDisplay(part) : part));

/** The number of rows or texts that are not shown. */
export const moreText = (count: number): string[] => (count > 0 ? [words('sidebar.looks.more', { count })] : []);

/** The first texts, and the number of the others. */
export const firstTexts = (most: number, texts: readonly string[]): string =>
  [...texts.slice(0, most), ...moreText(texts.length - most)].join(', ');
