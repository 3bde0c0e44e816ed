import { batches } from './faults/batches.js';
import { bodies } from './faults/bodies.js';
import { connection } from './faults/connection.js';
import { heads } from './faults/heads.js';
import { tls } from './faults/tls.js';

/** All faults of the wire. The expectations are written by hand, from `docs/develop/rules.md`. */
export const faults = [...connection, ...tls, ...heads, ...bodies, ...batches];
