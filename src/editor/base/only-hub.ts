import type { OperationNode } from './node-types.js';
import { red } from './red.js';

/** Gives a node that is put on the canvas its hub, where there is only one to choose from. */
export function chooseOnlyHub(node: Pick<OperationNode, 'id' | 'z' | 'hub'>): void {
  if (node.hub) return;
  const hubs: string[] = [];
  red.nodes.eachConfig(({ id, type, z, d }) => {
    const isHere = !z || z === node.z;
    if (type === 'hub-config' && !d && isHere) hubs.push(id);
  });
  const [onlyHub] = hubs;
  if (onlyHub === undefined || hubs.length > 1) return;
  node.hub = onlyHub;
  // What is imported has its users counted and its triangle drawn already.
  const placed = red.nodes.node(node.id);
  if (!placed) return;
  red.nodes.updateConfigNodeUsers(placed, { action: 'add' });
  red.editor.validateNode(placed);
}
