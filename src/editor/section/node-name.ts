import { red } from '../base/red.js';

/** The name of a node, or its id if the editor does not know it. */
export function nodeName(id: string): string {
  const node = red.nodes.node(id);
  return node ? red.utils.getNodeLabel(node) || id : id;
}
