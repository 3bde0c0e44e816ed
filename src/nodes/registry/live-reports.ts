import type { Node } from 'node-red';
import { editorId } from '../runtime/hub-node.js';

/** Nodes with live input in their dialogs. */
export type LiveKind = 'panel' | 'lamp';

/** By kind and editor id. For a node in a subflow, the instance that started last. */
const reports = new Map<string, () => object>();

/** Lets the dialog of a node read its live report. Returns a function that ends this. */
export function provideLiveReport(kind: LiveKind, node: Node, report: () => object): () => void {
  const key = `${kind} ${editorId(node)}`;
  reports.set(key, report);
  return () => {
    if (reports.get(key) === report) reports.delete(key);
  };
}

/** The live report of a node by editor id. Undefined if the node is not deployed. */
export const liveReportOf = (kind: LiveKind, id: string): object | undefined => reports.get(`${kind} ${id}`)?.();
