import type { TSchema } from '@sinclair/typebox';

/**
 * What a field may hold, without words: the error, the dialog and the help put it into a language.
 * `words` are shown for the numbers 0, 1, … that are sent.
 */
export type Allowed =
  | { readonly key: 'integer' | 'number'; readonly minimum?: number }
  | { readonly key: 'choice'; readonly options: readonly (string | number)[]; readonly words?: readonly string[] }
  | { readonly key: 'text' | 'anyText' | 'segment' | 'boolean' | 'object' | 'list' | 'value' | 'json' }
  /** A shape that a node takes besides the one that is sent, explained by its sentence. */
  | { readonly key: 'parameters' | 'entries' }
  | { readonly key: 'nullable'; readonly of: Allowed }
  /** A setting's own rule, named by its key. */
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
        | 'repeat';
    };

/** What a schema allows. A union is a choice of literals, something or null, or a property's value. */
export function allowedBy(schema: TSchema): Allowed {
  const named = schema['x-allowed'] as 'parameters' | 'entries' | undefined;
  if (named) return { key: named };
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

function allowedByUnion(branches: TSchema[], words: string[] | undefined): Allowed {
  if (branches.every((branch) => 'const' in branch))
    return { key: 'choice', options: branches.map((branch) => branch.const as string | number), words };
  const [first, second] = branches;
  if (first && second?.type === 'null' && branches.length === 2) return { key: 'nullable', of: allowedBy(first) };
  return { key: 'value' };
}
