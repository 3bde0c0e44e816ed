import { type CompositeOperation, compositeOperations } from './composite.js';
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
export type AnyOperation = Operation | CompositeOperation;

/** All that dialogs offer: the table, and what stands beside it. */
export const allOperations: readonly AnyOperation[] = [...operations, ...compositeOperations];

const inTable = new Map(operations.map((operation) => [operation.name, operation]));
const byName = new Map<string, AnyOperation>(allOperations.map((each) => [each.name, each]));

/** The operation of the hub of that name, or undefined: for whoever needs its path or method. */
export const tableOperation = (name: string): Operation | undefined => inTable.get(name);

/** What is offered under that name, or undefined. */
export const findOperation = (name: string): AnyOperation | undefined => byName.get(name);

/** What one area's node offers, the common live action first. */
export const operationsOf = (area: Area): AnyOperation[] => allOperations.filter((each) => each.area === area);
