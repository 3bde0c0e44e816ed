import type { Allowed } from '../hub/allowed.js';
import { humanise } from '../hub/humanise.js';
import type { PublicOperation, PublicParameter } from '../hub/shape.js';
import { red } from './red.js';

declare const __PACKAGE__: string;

type Values = Readonly<Record<string, unknown>>;

/** Words from the catalogue that all nodes share, in the user's language. */
export const words = (key: string, values: Values = {}): string => red._(`${__PACKAGE__}/hub-config:${key}`, values);

const wordsOr = (key: string, otherwise: string): string => words(key, { defaultValue: otherwise });

/** What a person calls an operation. */
export const operationLabel = ({ name }: PublicOperation): string => wordsOr(`operations.${name}`, humanise(name));

/** What a person calls a parameter; one name can point at different things, e.g. `engineId` at a linear engine. */
export function parameterLabel({ name, names }: PublicParameter): string {
  const usual = wordsOr(`params.${name}`, humanise(name));
  return names ? wordsOr(`params.${name}_${names}`, usual) : usual;
}

/** What a field may hold. */
export function allowedWords(allowed: Allowed): string {
  switch (allowed.key) {
    case 'integer':
    case 'number':
      return allowed.minimum === undefined
        ? words(`allowed.${allowed.key}`)
        : words(`allowed.${allowed.key}_from`, { minimum: allowed.minimum });
    case 'choice':
      return words('allowed.choice', { options: (allowed.words ?? allowed.options).join(', ') });
    case 'nullable':
      return words('allowed.nullable', { of: allowedWords(allowed.of) });
    default:
      return words(`allowed.${allowed.key}`);
  }
}
