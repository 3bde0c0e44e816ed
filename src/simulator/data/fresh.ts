import type { Dialect } from '../../hub/table/operation.js';
import type { State } from '../state/state.js';
import { engines } from './engines.js';
import { launcher } from './launcher.js';
import { library } from './library.js';
import { linear } from './linear.js';
import { newsroom } from './newsroom.js';
import { playout } from './playout.js';

/** The state at the start. */
export const freshState = (dialect: Dialect): State => ({
  engines: engines(),
  playout: playout(),
  launcher: launcher(dialect),
  linear: linear(dialect),
  library: library(),
  newsroom: newsroom(),
  lastId: 9000,
});
