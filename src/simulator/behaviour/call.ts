import type { Dialect } from '../../hub/table/operation.js';
import type { State } from '../state/state.js';
import type { Answer } from './answer.js';

/** A valid request of one operation. */
export interface Call {
  readonly state: State;
  readonly params: Readonly<Record<string, string>>;
  /** Holds to the operation's schema. */
  readonly body: unknown;
  /** ms of the epoch. */
  readonly now: number;
  readonly dialect: Dialect;
  /** How long a show of dialect 2 takes to start and to stop, in ms. */
  readonly restartTime: number;
  /** Answers another request, its path below the version base; absent inside a batch. */
  readonly ask?: (method: string, path: string, body: unknown) => Answer;
}

/** Does one operation and gives its answer's body: text as text, undefined or NO_CONTENT for none. Throws a Refusal. */
export type Behaviour = (call: Call) => unknown;
