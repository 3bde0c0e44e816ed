import type { PublicOperation } from '../../hub/table/public-table.js';
import type { OperationNode } from '../base/node-types.js';
import { operationOf } from '../base/table.js';

const selects = new WeakMap<OperationNode, HTMLSelectElement>();

/** Stores the select with which an open dialog shows the operation. */
export function registerOperationSelect(node: OperationNode, select: HTMLSelectElement): void {
  selects.set(node, select);
}

/** The operation in the open dialog, otherwise the saved one. */
export function currentOperation(node: OperationNode): PublicOperation | undefined {
  const select = selects.get(node);
  return operationOf(select?.isConnected ? { ...node, operation: select.value } : node);
}
