import type { Dialect } from '../../hub/table/operation.js';
import type { OperationName } from '../../hub/table/operations.js';
import type { SimulatorState } from '../state/state.js';
import type { SimulatorAnswer } from './answer.js';

/** A valid request of one operation. */
export interface BehaviourCall {
  readonly state: SimulatorState;
  readonly params: Readonly<Record<string, string>>;
  /** Matches the schema of the operation. */
  readonly body: unknown;
  /** ms of the epoch. */
  readonly now: number;
  readonly dialect: Dialect;
  /** Time that a show of dialect 2 takes to start and to stop, in ms. */
  readonly restartTime: number;
  /** Answers another request. Its path is relative to the version base. Absent inside a batch. */
  readonly ask?: (method: string, path: string, body: unknown) => SimulatorAnswer;
}

/**
 * Runs one operation. Returns the body of the answer: text as text, undefined or NO_CONTENT for none. Throws a
 * RefusalError.
 */
type Behaviour = (call: BehaviourCall) => unknown;

/** Behaviours by the names of their operations. */
export type Behaviours = Readonly<Partial<Record<OperationName, Behaviour>>>;
