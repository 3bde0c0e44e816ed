import type { Parameter } from '../table/operation.js';
import type { AnyOperation } from '../table/operations.js';

/** Texts in the user's language, from the catalogue of all nodes. */
export interface Words {
  /** The text of a key, with values. If the catalogue does not have the key, the key itself. */
  (key: string, facts?: Readonly<Record<string, unknown>>): string;
  /** The label of an operation. */
  operation(name: string): string;
  /** The label of a parameter. One name can point at different things. Example: `engineId` at a linear engine. */
  parameter(name: string, names?: string): string;
}

/** The part of an operation that its texts need. */
export type NamedOperation = Pick<AnyOperation, 'name' | 'kind' | 'latest'> & {
  readonly parameters: readonly Pick<Parameter, 'name' | 'names' | 'required'>[];
};

/** A name of the table as a label that is missing in the catalogue: `setProperty` → `Set property`. */
export function humanise(name: string): string {
  const words = name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replace(/ [A-Z](?=[a-z])/g, (start) => start.toLowerCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
