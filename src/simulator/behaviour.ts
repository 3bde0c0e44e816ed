import { operations } from '../hub/operations.js';
import { engines } from './behaviour/engines.js';
import type { State } from './state.js';

/** A valid request of one operation. */
export interface Call {
  readonly state: State;
  readonly params: Readonly<Record<string, string>>;
  /** Holds to the operation's schema. */
  readonly body: unknown;
  /** ms of the epoch. */
  readonly now: number;
}

/** Does one operation and gives the body of its answer: text as text, undefined for none. Throws a Refusal. */
export type Behaviour = (call: Call) => unknown;

/** What the simulator does, by the operation's name in the table. */
export const behaviours: Readonly<Record<string, Behaviour>> = { ...engines };

/** Operations of the table that answer 501. */
export const withoutBehaviour: readonly string[] = operations
  .map(({ name }) => name)
  .filter((name) => !(name in behaviours));
