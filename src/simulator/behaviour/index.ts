import type { OperationName } from '../../hub/table/operations.js';
import { batchBehaviour } from './batch.js';
import type { BehaviourCall, Behaviours } from './call.js';
import { engineBehaviours } from './engines.js';
import { graphBehaviours } from './graphs.js';
import { launcherBehaviours } from './launcher.js';
import { linearBehaviours } from './linear.js';
import { linearPlayBehaviours } from './linear-play.js';
import { newsroomBehaviours } from './newsroom.js';
import { hasExternalData, playoutBehaviours } from './playout.js';

/** The behaviours, by the name of the operation. The simulator answers 501 if a name is missing. */
export const behaviours: Behaviours = {
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
export const routeConditions: Readonly<
  Partial<Record<OperationName, (call: Pick<BehaviourCall, 'state' | 'params'>) => boolean>>
> = {
  downloadExternalData: hasExternalData,
};
