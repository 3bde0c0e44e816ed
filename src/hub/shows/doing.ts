import type { Show } from '../lookup/show.js';
import type { Dialect } from '../table/operation.js';
import type { Answer } from '../wire/client.js';
import type { Params } from '../wire/request.js';

/** What something composed has at hand; all of it under the one deadline. Each throws a HubError. */
export interface Means {
  readonly dialect: Dialect;
  /** Carries out an operation of the table. */
  carry(operation: string, params: Params): Promise<Answer>;
  /** All shows as they are now. */
  shows(): Promise<readonly Show[]>;
}

/** Does what is composed of several operations. Throws a HubError. */
export type Doing = (checked: Params, means: Means) => Promise<Omit<Answer, 'elapsed'>>;
