import { type CompositeOperation, compositeOperations } from './composite.js';
import type { Area, Operation } from './operation.js';
import { batch } from './operations/batch.js';
import { engineFunction, engineProperty } from './operations/engines.js';
import { graphs } from './operations/graphs.js';
import { launcher } from './operations/launcher.js';
import { linearPlay } from './operations/linear.js';
import { newsroomMos } from './operations/newsroom.js';
import { playoutItem } from './operations/playout.js';

/** Every operation of the hub, in the order of the dialog. */
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

/** An operation of the hub, or a composite of several. */
export type AnyOperation = Operation | CompositeOperation;

/** All operations that dialogs offer: the table and the composite operations. */
export const allOperations: readonly AnyOperation[] = [...operations, ...compositeOperations];

const inTable = new Map(operations.map((operation) => [operation.name, operation]));
const byName = new Map<string, AnyOperation>(allOperations.map((each) => [each.name, each]));

/** The operation of the table with this name, or undefined. Only these have a path and a method. */
export const findTableOperation = (name: string): Operation | undefined => inTable.get(name);

/** The same for a name in our own code. Throws an Error if the table does not have it. */
export function tableOperation(name: string): Operation {
  const operation = inTable.get(name);
  if (!operation) throw new Error(`The table has no operation ${name}`);
  return operation;
}

/** The operation with this name, or undefined. */
export const findOperation = (name: string): AnyOperation | undefined => byName.get(name);

/** The operations of one area, the most common live action first. */
export const operationsOf = (area: Area): AnyOperation[] => allOperations.filter((each) => each.area === area);
