import { batchBehaviour } from './batch.js';
import type { Behaviour, BehaviourCall } from './call.js';
import { engineBehaviours } from './engines.js';
import { graphBehaviours } from './graphs.js';
import { launcherBehaviours } from './launcher.js';
import { linearBehaviours } from './linear.js';
import { linearPlayBehaviours } from './linear-play.js';
import { newsroomBehaviours } from './newsroom.js';
import { hasExternalData, playoutBehaviours } from './playout.js';

/** The behaviours, by the name of the operation. The simulator answers 501 if a name is missing. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  ...engineBehaviours,
  ...playoutBehaviours,
  ...launcherBehaviours,
  ...linearBehaviours,
  ...linearPlayBehaviours,
  ...newsroomBehaviours,
  ...graphBehaviours,
  ...batchBehaviour,
};

/**
 * Conditions for operations that share method and path. A POST to a button of a playout item downloads data if the last
 * segment names a field of external data. Otherwise it presses the button.
 */
export const routeConditions: Readonly<Record<string, (call: Pick<BehaviourCall, 'state' | 'params'>) => boolean>> = {
  downloadExternalData: hasExternalData,
};
