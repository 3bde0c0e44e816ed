import { type Composed, composed } from './composed.js';
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

/** What can be asked for: an operation of the hub, or what is composed of several. */
export type Offered = Operation | Composed;

/** All that dialogs offer: the table, and what stands beside it. */
export const offered: readonly Offered[] = [...operations, ...composed];

const inTable = new Map(operations.map((operation) => [operation.name, operation]));
const byName = new Map<string, Offered>(offered.map((each) => [each.name, each]));

/** The operation of the hub of that name, or undefined: for whoever needs its path or method. */
export const tableOperation = (name: string): Operation | undefined => inTable.get(name);

/** What is offered under that name, or undefined. */
export const findOperation = (name: string): Offered | undefined => byName.get(name);

/** What one area's node offers, the common live action first. */
export const operationsOf = (area: Area): Offered[] => offered.filter((each) => each.area === area);
