import type { CallGroup } from '../records/as-run.js';
import type { RepeatedAnswer } from '../wire/answer.js';
import type { TargetNames } from '../wire/errors.js';
import type { PickedValues } from '../words/target-names.js';
import type { RenamedThing } from './agreement.js';

/** `latest`: only the newest of the waiting values is sent. `inOrder`: every value is sent, in order. */
export type Delivery = 'inOrder' | 'latest';

/** Settings of one call that replace those of the table. Times in ms. */
export interface CallOptions {
  /** Default: `latest` for operations with the field `latest`, otherwise `inOrder`. */
  readonly delivery?: Delivery;
  /** Longest wait before it is sent. */
  readonly expiry?: number;
  /** The rest of a wait that began elsewhere. It limits the expiry. If not set, the wait begins here. */
  readonly remaining?: number;
  /** The start of the wait in ms of `performance.now()`. Default: now. */
  readonly since?: number;
  /** Deadline of the whole exchange. */
  readonly timeout?: number;
  /** The owner of the call. `abandon` ends all calls of an owner. */
  readonly owner?: object;
  /** Allows a read or a level to be sent in one batch with others, even if joining is off. */
  readonly joinable?: boolean;
  /** A command waits for this read, so it is sent before all others. */
  readonly urgent?: boolean;
  /** The look or the cue that sends it. */
  readonly group?: CallGroup;
  /** The names of its target, if its node does not have them. */
  readonly names?: TargetNames;
  /** The things of the call as they were chosen in lists. Their ids and names must agree. */
  readonly chosen?: PickedValues;
  /** The things whose ids were replaced already. */
  readonly renamed?: readonly RenamedThing[];
  /** The last answer, if it is a read that is repeated. */
  readonly repeated?: RepeatedAnswer;
}
