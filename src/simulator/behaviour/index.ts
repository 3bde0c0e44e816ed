import { batch } from './batch.js';
import type { Behaviour, Call } from './call.js';
import { engines } from './engines.js';
import { graphs } from './graphs.js';
import { launcher } from './launcher.js';
import { linear } from './linear.js';
import { linearPlay } from './linear-play.js';
import { newsroom } from './newsroom.js';
import { hasExternalData, playout } from './playout.js';

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

/**
 * Where operations share method and path: whether a request means the one of that name. A POST to a playout item's
 * button downloads data where its last segment names a field of external data, and presses a button otherwise.
 */
export const claims: Readonly<Record<string, (call: Pick<Call, 'state' | 'params'>) => boolean>> = {
  downloadExternalData: hasExternalData,
};
