import type { RecordedReads } from '../../house/recorded-reads.js';
import type { SimulatorState } from '../state/state.js';
import { houseEngines } from './engines.js';
import { houseLauncher } from './launcher.js';
import { houseLibrary } from './library.js';
import { houseLinear } from './linear.js';
import { houseNewsroom } from './newsroom.js';
import { housePlayout } from './playout.js';

/** New things get ids above all usual ones. */
const FIRST_NEW_ID = 1_000_000_000;

/** The state of the simulated hub after a recording. */
export function houseState(house: RecordedReads): SimulatorState {
  const engines = houseEngines(house);
  const launcher = houseLauncher(house, engines);
  return {
    engines,
    playout: housePlayout(house),
    launcher,
    linear: houseLinear(house, engines),
    library: houseLibrary(house, launcher),
    newsroom: houseNewsroom(house),
    lastId: FIRST_NEW_ID,
  };
}
