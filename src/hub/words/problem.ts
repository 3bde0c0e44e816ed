import type { Parameter } from '../table/operation.js';
import type { AnyOperation } from '../table/operations.js';
import type { HubError } from '../wire/errors.js';

/** A HubError, or the part of it in the answer of an endpoint. */
export type Problem = Pick<HubError, 'code' | 'facts' | 'outcome'>;

/** The part of an operation that its texts need. */
export type NamedOperation = Pick<AnyOperation, 'name' | 'kind' | 'latest'> & {
  readonly parameters: readonly Pick<Parameter, 'name' | 'names' | 'required'>[];
};

/** The names of the things that a call used, by parameter. A problem has them in the fact `called`. */
export type TargetNames = Readonly<Record<string, string>>;
