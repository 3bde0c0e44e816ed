import type { Parameter } from '../table/operation.js';
import type { AnyOperation } from '../table/operations.js';

/** The part of an operation that its texts need. */
export type NamedOperation = Pick<AnyOperation, 'name' | 'kind' | 'latest'> & {
  readonly parameters: readonly Pick<Parameter, 'name' | 'names' | 'required'>[];
};
