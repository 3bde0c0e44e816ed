import type { PublicOperation } from '../../hub/table/public-table.js';
import type { OperationNode } from '../base/node-types.js';
import { operationOf } from '../base/table.js';

const selects = new WeakMap<OperationNode, HTMLSelectElement>();

/** Tells in which select a node's dialog shows its operation. */
export function registerOperationSelect(node: OperationNode, select: HTMLSelectElement): void {
  selects.set(node, select);
}

/** A node's operation: as its dialog shows it while that is open, otherwise as it is saved. */
export function currentOperation(node: OperationNode): PublicOperation | undefined {
  const select = selects.get(node);
  return operationOf(select?.isConnected ? { ...node, operation: select.value } : node);
}
