import type { TSchema } from '@sinclair/typebox';
import { type Area, type OperationEntry, type OperationInfo, parametersOf } from './operation.js';
import { batch } from './operations/batch.js';
import { engineFunction, engineProperty } from './operations/engines.js';
import { graphs } from './operations/graphs.js';
import { launcher } from './operations/launcher.js';
import { linearPlay, onOutput } from './operations/linear.js';
import { newsroomMos } from './operations/newsroom.js';
import { playoutItem } from './operations/playout.js';
import { id, Output } from './schemas.js';

const table = [
  ...engineProperty,
  ...engineFunction,
  ...playoutItem,
  ...launcher,
  ...linearPlay,
  ...newsroomMos,
  ...graphs,
  ...batch,
];

/** The names of all operations of the table. */
export type OperationName = (typeof table)[number]['name'];

/** An operation of the table. The names of other operations in it are also names of the table. */
export type Operation = OperationEntry<OperationName, OperationName>;

/** Every operation of the hub, in the order of the dialog. */
export const operations: readonly Operation[] = table;

/**
 * An operation beside the table. Several operations of the table carry it out, so it has no path or method. The code is
 * in `src/hub/shows/`.
 */
export interface CompositeOperation extends OperationInfo<CompositeName> {
  /** Reads that show its effect. */
  readonly changes?: readonly OperationName[];
  /** Separates it from an operation of the table. */
  readonly isComposite: true;
}

/** The names of all composite operations. */
export type CompositeName = 'everythingOut' | 'getShow';

type Fields = Readonly<Record<string, TSchema>>;

/** `needed` are required parameters. */
const compositeOperation = (
  of: Pick<CompositeOperation, 'name' | 'area' | 'kind' | 'lane' | 'changes'>,
  needed: Fields,
  optional: Fields,
): CompositeOperation => ({
  ...of,
  dialects: [1, 2],
  parameters: parametersOf({ params: needed, localParams: optional }),
  isComposite: true,
});

/** A show by its id, or by a rundown that only this show has loaded. */
const show = { engineId: id('linearEngine'), rundownId: id('linearRundown') };

/** In the order of the dialog. */
const compositeOperations: readonly CompositeOperation[] = [
  compositeOperation(
    {
      name: 'everythingOut',
      area: 'linear-play',
      kind: 'trigger',
      ...onOutput,
      changes: ['listLinearItems', 'getLinearItem'],
    },
    { preview: Output },
    show,
  ),
  compositeOperation({ name: 'getShow', area: 'linear-play', kind: 'read' }, {}, show),
];

/** An operation of the hub, or a composite of several. */
export type AnyOperation = Operation | CompositeOperation;

/** Everything out is in reach at the top of its list. */
const [everythingOut, ...otherComposites] = compositeOperations;

/** All operations that dialogs offer, in their order: the table and the composite operations. */
export const allOperations: readonly AnyOperation[] = [
  ...operations.flatMap((operation) =>
    operation.name === 'playItem' && everythingOut ? [operation, everythingOut] : [operation],
  ),
  ...otherComposites,
];

/** The name of an operation of the hub, or of a composite of several. */
export type AnyOperationName = AnyOperation['name'];

const inTable = new Map<string, Operation>(operations.map((operation) => [operation.name, operation]));
const byName = new Map<string, AnyOperation>(allOperations.map((each) => [each.name, each]));

/** The operation of the table with this name, or undefined. Only these have a path and a method. */
export const findTableOperation = (name: string): Operation | undefined => inTable.get(name);

/** The same for a name in our own code. */
export function tableOperation(name: OperationName): Operation {
  const operation = inTable.get(name);
  if (!operation) throw new Error(`The table has no operation ${name}`);
  return operation;
}

/** The operation with this name, or undefined. Names from outside are checked by it. */
export const findOperation = (name: string): AnyOperation | undefined => byName.get(name);

/** The operations of one area, the most common live action first. */
export const operationsOf = (area: Area): AnyOperation[] => allOperations.filter((each) => each.area === area);
