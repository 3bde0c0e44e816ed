import { red } from './red.js';
import type { OperationNode } from './saved.js';

/** Gives a node that is put on the canvas its hub, where there is only one to choose from. */
export function chooseOnlyHub(node: Pick<OperationNode, 'id' | 'z' | 'hub'>): void {
  if (node.hub) return;
  const hubs: string[] = [];
  red.nodes.eachConfig(({ id, type, z, d }) => {
    const isHere = !z || z === node.z;
    if (type === 'hub-config' && !d && isHere) hubs.push(id);
  });
  const [only] = hubs;
  if (only === undefined || hubs.length > 1) return;
  node.hub = only;
  // What is imported has its users counted and its triangle drawn already.
  const known = red.nodes.node(node.id);
  if (!known) return;
  red.nodes.updateConfigNodeUsers(known, { action: 'add' });
  red.editor.validateNode(known);
}
