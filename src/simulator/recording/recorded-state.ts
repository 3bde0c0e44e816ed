import type { Dialect } from '../../hub/table/operation.js';
import type { RecordedReads } from '../../recording/recorded-reads.js';
import type { SimulatorState } from '../state/state.js';
import { recordingEngines } from './engines.js';
import { recordingLauncher } from './launcher.js';
import { recordingLibrary } from './library.js';
import { recordingLinear } from './linear.js';
import { recordingNewsroom } from './newsroom.js';
import { recordingPlayout } from './playout.js';

/** New things get ids above all usual ones. */
const FIRST_NEW_ID = 1_000_000_000;

/** The state of the simulated hub after a recording. */
export function recordingState(recording: RecordedReads, dialect: Dialect): SimulatorState {
  const engines = recordingEngines(recording);
  const launcher = recordingLauncher(recording, engines);
  return {
    engines,
    playout: recordingPlayout(recording),
    launcher,
    linear: recordingLinear(recording, engines, dialect),
    library: recordingLibrary(recording, launcher),
    newsroom: recordingNewsroom(recording),
    lastId: FIRST_NEW_ID,
  };
}
