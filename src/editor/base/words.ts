import type { Allowed } from '../../hub/table/allowed.js';
import type { PublicOperation, PublicParameter } from '../../hub/table/public-table.js';
import { describeAllowed } from '../../hub/words/describe.js';
import { escapeReferences, escapeReferencesIn } from '../../hub/words/escape-references.js';
import { humanise } from '../../hub/words/humanise.js';
import { red } from './red.js';

declare const __PACKAGE__: string;

type Values = Readonly<Record<string, unknown>>;

/** Words from the catalogue that all nodes share, in the user's language. */
export const words = (key: string, values: Values = {}): string =>
  red._(`${__PACKAGE__}/hub-config:${escapeReferences(key)}`, escapeReferencesIn(values));

const wordsOr = (key: string, otherwise: string): string => words(key, { defaultValue: otherwise });

const operationName = (name: string): string => wordsOr(`operations.${name}`, humanise(name));

/** What a person calls an operation. */
export const operationLabel = ({ name }: PublicOperation): string => operationName(name);

/** What a person calls a parameter that points at a kind of thing, or at none. */
export const parameterName = (name: string, names?: string): string =>
  parameterWords('params', { name, names }, humanise(name));

/** The same for a parameter of the table. */
export const parameterLabel = ({ name, names }: PublicParameter): string => parameterName(name, names);

/** What the sentence of a problem is made of. */
export const problemWords = Object.assign(words, { operation: operationName, parameter: parameterName });

/** What a person calls one of the values to choose from. */
export const choiceLabel = (value: string): string => wordsOr(`choices.${value}`, value);

/** What is said of a thing: by the hub in its own words, e.g. `connected`, or by us. */
export const noteText = (note: string): string => (note === 'loaded' ? words('pick.loaded') : note);

/** What is to know for filling in a parameter; '' where its label says it all. */
export const parameterHint = (parameter: PublicParameter): string => parameterWords('about', parameter, '');

/** What a field may hold. */
export const allowedText = (allowed: Allowed): string => describeAllowed(words, allowed);

/** The same for a field that holds one of these words; a section of the catalogue has their texts. */
export const allowedChoices = (section: string, options: readonly string[]): string =>
  words('allowed.choice', { options: options.map((option) => words(`${section}.${option}`)).join(', ') });

/** One name can point at different things, e.g. `engineId` at a linear engine. */
function parameterWords(
  section: 'params' | 'about',
  { name, names }: Pick<PublicParameter, 'name' | 'names'>,
  otherwise: string,
): string {
  const usual = wordsOr(`${section}.${name}`, otherwise);
  return names ? wordsOr(`${section}.${name}_${names}`, usual) : usual;
}
