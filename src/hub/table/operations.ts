import type { Area, Operation } from './operation.js';
import { batch } from './operations/batch.js';
import { engineFunction, engineProperty } from './operations/engines.js';
import { graphs } from './operations/graphs.js';
import { launcher } from './operations/launcher.js';
import { linearPlay } from './operations/linear.js';
import { newsroomMos } from './operations/newsroom.js';
import { playoutItem } from './operations/playout.js';

/** Every operation of the hub, in the order in which a dialog offers them. */
export const operations: readonly Operation[] = [
  ...engineProperty,
  ...engineFunction,
  ...playoutItem,
  ...launcher,
  ...linearPlay,
  ...newsroomMos,
  ...graphs,
  ...batch,
];

const byName = new Map(operations.map((operation) => [operation.name, operation]));

/** The operation of that name, or undefined. */
export const findOperation = (name: string): Operation | undefined => byName.get(name);

/** The operations that one area's node offers, the common live action first. */
export const operationsOf = (area: Area): Operation[] => operations.filter((operation) => operation.area === area);
