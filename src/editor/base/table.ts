import type { Dialect } from '../../hub/table/operation.js';
import type { AnyOperationName } from '../../hub/table/operations.js';
import { oppositeIn } from '../../hub/table/opposites.js';
import { itemParameter, type PublicOperation, type PublicParameter } from '../../hub/table/public-table.js';
import type { OperationNode } from './node-types.js';

/** The build inserts the public part of the table. */
declare const __OPERATIONS__: readonly PublicOperation[];

/** The reads for a watch. If one reads a whole rundown, the user can choose an item. */
const watchOperations: readonly PublicOperation[] = __OPERATIONS__
  .filter(({ kind }) => kind === 'read')
  .map((read) => {
    const item = itemParameter<PublicParameter>(read, findOperation);
    return item ? { ...read, parameters: [...read.parameters, { ...item, required: false }] } : read;
  });

/** The parameters of all operations. */
export const allParameters: readonly PublicParameter[] = __OPERATIONS__.flatMap(({ parameters }) => parameters);

/** The operations that a node offers, in the order of the table. */
export function operationsForNode(node: Pick<OperationNode, 'type'>): readonly PublicOperation[] {
  if (isWatch(node)) return watchOperations;
  return __OPERATIONS__.filter(({ area, kind }) =>
    isOfAllAreas(node) ? kind !== 'read' : node.type === `hub-${area}`,
  );
}

/** The operation with a name from outside. */
export function findOperation(name: string | undefined): PublicOperation | undefined {
  return __OPERATIONS__.find((operation) => operation.name === name);
}

export const operationByName = (name: AnyOperationName | undefined): PublicOperation | undefined => findOperation(name);

const isWatch = ({ type }: Pick<OperationNode, 'type'>): boolean => type === 'hub-watch';

/** The command of a hub that ends the effect of this one, with the same target. */
export const oppositeOf = (operation: PublicOperation, dialect: Dialect | undefined): PublicOperation | undefined =>
  oppositeIn(__OPERATIONS__, operation, dialect);

export const isControl = ({ type }: Pick<OperationNode, 'type'>): boolean => type === 'hub-control';

/** True for cues, whose values are all fixed. */
export const hasFixedValues = ({ type }: Pick<OperationNode, 'type'>): boolean => type === 'hub-cues';

/** True for nodes that run the commands of all areas. */
export const isOfAllAreas = (node: Pick<OperationNode, 'type'>): boolean => isControl(node) || hasFixedValues(node);

/** True for nodes that read by themselves, without a message. */
export const runsWithoutMessage = ({ type }: Pick<OperationNode, 'type'>): boolean =>
  type === 'hub-watch' || type === 'hub-panel';

/** The saved operation of a node. Undefined if the node does not offer it. */
export const operationOf = (node: OperationNode): PublicOperation | undefined =>
  operationsForNode(node).find(({ name }) => name === node.operation);
