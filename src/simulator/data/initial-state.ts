import type { Dialect } from '../../hub/table/operation.js';
import type { SimulatorState } from '../state/state.js';
import { initialEngines } from './engines.js';
import { initialLauncher } from './launcher.js';
import { initialLibrary } from './library.js';
import { initialLinear } from './linear.js';
import { initialNewsroom } from './newsroom.js';
import { initialPlayout } from './playout.js';

export const initialState = (dialect: Dialect): SimulatorState => ({
  engines: initialEngines(),
  playout: initialPlayout(),
  launcher: initialLauncher(dialect),
  linear: initialLinear(dialect),
  library: initialLibrary(),
  newsroom: initialNewsroom(),
  lastId: 9000,
});
