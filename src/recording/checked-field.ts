import type { AnyOperationName } from '../hub/table/operations.js';
/** A field of a node in a flow that names a thing of the hub. */
export interface CheckedField {
  readonly nodeId: string;
  readonly nodeType: string;
  readonly nodeName: string;
  readonly operation: AnyOperationName;
  /** The name of the parameter, and the kind of thing that it names. */
  readonly field: string;
  readonly kind: string;
  readonly value: string;
  /** The name that the picker showed when the value was chosen. */
  readonly label: string;
  readonly verdict: Verdict;
}

/**
 * `missing`: the hub does not have it. `notChecked`: the value, or the thing that contains it, comes from a message or
 * the environment. `unread`: the hub did not answer its list.
 */
export type Verdict = 'present' | 'missing' | 'notChecked' | 'unread';
