import type { Node } from 'node-red';
import { editorId } from './hub-node.js';

/** The nodes whose dialogs show live what comes in. */
export type Kind = 'panel' | 'lamp';

/** By kind and the id that the editor knows; of a node inside a subflow, the instance that started last. */
const running = new Map<string, () => object>();

/** Lets the dialog of a node see what it is told, until the returned function is called. */
export function provideLiveReport(kind: Kind, node: Node, told: () => object): () => void {
  const key = `${kind} ${editorId(node)}`;
  running.set(key, told);
  return () => {
    if (running.get(key) === told) running.delete(key);
  };
}

/** What the node of an id of the editor was told; undefined where none is deployed. */
export const liveReportOf = (kind: Kind, id: string): object | undefined => running.get(`${kind} ${id}`)?.();
