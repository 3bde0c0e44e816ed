import type { Dialect } from '../../hub/table/operation.js';
import type { State } from '../state/state.js';
import type { Answer } from './answer.js';
import { batch } from './batch.js';
import { engines } from './engines.js';
import { graphs } from './graphs.js';
import { launcher } from './launcher.js';
import { linear } from './linear.js';
import { linearPlay } from './linear-play.js';
import { newsroom } from './newsroom.js';
import { hasExternalData, playout } from './playout.js';

/** A valid request of one operation. */
export interface Call {
  readonly state: State;
  readonly params: Readonly<Record<string, string>>;
  /** Holds to the operation's schema. */
  readonly body: unknown;
  /** ms of the epoch. */
  readonly now: number;
  readonly dialect: Dialect;
  /** Answers another request, its path below the version base; absent inside a batch. */
  readonly ask?: (method: string, path: string, body: unknown) => Answer;
}

/** Does one operation and gives the body of its answer: text as text, undefined for none. Throws a Refusal. */
export type Behaviour = (call: Call) => unknown;

/** What the simulator does, by the operation's name in the table; it answers 501 to a name that is missing here. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  ...engines,
  ...playout,
  ...launcher,
  ...linear,
  ...linearPlay,
  ...newsroom,
  ...graphs,
  ...batch,
};

/** Where operations share method and path: whether a request means the one of that name. */
export const claims: Readonly<Record<string, (call: Pick<Call, 'state' | 'params'>) => boolean>> = {
  downloadExternalData: hasExternalData,
};
