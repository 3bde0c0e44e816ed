import type { TSchema } from '@sinclair/typebox';
import { isGrouped } from '../../base/numbers.js';

/**
 * The values that a field allows. The error, the dialog and the help describe them in a language. `words` are the texts
 * for the numbers 0, 1, ….
 */
export type Allowed =
  | { readonly key: 'integer' | 'number'; readonly minimum?: number }
  | { readonly key: 'choice'; readonly options: readonly (string | number)[]; readonly words?: readonly string[] }
  | { readonly key: 'text' | 'anyText' | 'segment' | 'boolean' | 'object' | 'list' | 'value' | 'json' }
  /** A form that a node accepts besides the sent one. A sentence explains it. */
  | { readonly key: 'parameters' | 'entries' }
  | { readonly key: 'nullable'; readonly of: Allowed }
  /** The rule of a setting, by its key. */
  | {
      readonly key:
        | 'baseUrl'
        | 'headerName'
        | 'headerValue'
        | 'positive'
        | 'batchable'
        | 'path'
        | 'colour'
        | 'control'
        | 'topic'
        | 'prefix'
        | 'life'
        | 'otherEnd'
        | 'otherHeader'
        | 'otherProperty'
        | 'otherGesture'
        | 'otherPage'
        | 'pollInterval'
        | 'repeat'
        | 'lookName'
        | 'newLookName'
        | 'listName'
        | 'share'
        | 'longId'
        | 'ungrouped';
    };

/** The values that a schema allows. A union is a choice of literals, a nullable value, or the value of a property. */
export function allowedBy(schema: TSchema): Allowed {
  const shape = schema['x-allowed'] as 'parameters' | 'entries' | undefined;
  if (shape) return { key: shape };
  const branches = schema.anyOf as TSchema[] | undefined;
  if (branches) return allowedByUnion(branches, schema['x-words'] as string[] | undefined);
  switch (schema.type) {
    case 'integer':
    case 'number':
      return { key: schema.type, minimum: schema.minimum };
    case 'string':
      return { key: schema.minLength ? 'text' : 'anyText' };
    case 'boolean':
    case 'object':
      return { key: schema.type };
    case 'array':
      return { key: 'list' };
    default:
      return { key: 'json' };
  }
}

/** The same for a number, with a hint for a text whose separators can be read in two ways. */
export const allowedNumber = (given: unknown, allowed: Allowed): Allowed =>
  typeof given === 'string' && isGrouped(given) ? { key: 'ungrouped' } : allowed;

function allowedByUnion(branches: TSchema[], words: string[] | undefined): Allowed {
  if (branches.every((branch) => 'const' in branch))
    return { key: 'choice', options: branches.map((branch) => branch.const as string | number), words };
  const [first, second] = branches;
  if (first && second?.type === 'null' && branches.length === 2) return { key: 'nullable', of: allowedBy(first) };
  return { key: 'value' };
}
