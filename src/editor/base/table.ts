import type { PublicOperation, PublicParameter } from '../../hub/table/public-table.js';
import { itemParameter } from '../../saved/watch.js';
import type { OperationNode } from './node-types.js';

/** The table's public shape, put in by the build. */
declare const __OPERATIONS__: readonly PublicOperation[];

/** What a watch can read; of a whole rundown one item can be chosen. */
const watchOperations: readonly PublicOperation[] = __OPERATIONS__
  .filter(({ kind }) => kind === 'read')
  .map((read) => {
    const item = itemParameter<PublicParameter>(read, findOperation);
    return item ? { ...read, parameters: [...read.parameters, { ...item, required: false }] } : read;
  });

/** The parameters of all operations. */
export const allParameters: readonly PublicParameter[] = __OPERATIONS__.flatMap(({ parameters }) => parameters);

/** The operations that a node offers, in the table's order. */
export function operationsForNode(node: Pick<OperationNode, 'type'>): readonly PublicOperation[] {
  return isWatch(node) ? watchOperations : __OPERATIONS__.filter(({ area }) => node.type === `hub-${area}`);
}

/** An operation of any area. */
export function findOperation(name: unknown): PublicOperation | undefined {
  return __OPERATIONS__.find((operation) => operation.name === name);
}

/** A watch reads whatever there is to read. */
const isWatch = ({ type }: Pick<OperationNode, 'type'>): boolean => type === 'hub-watch';

/** What reads by itself, from the start: no message tells it how. */
export const runsWithoutMessage = ({ type }: Pick<OperationNode, 'type'>): boolean =>
  type === 'hub-watch' || type === 'hub-panel';

/** The operation that a node has saved, or undefined where it is none of its own. */
export const operationOf = (node: OperationNode): PublicOperation | undefined =>
  operationsForNode(node).find(({ name }) => name === node.operation);
