import type { OperationNode } from './node-types.js';
import { red } from './red.js';

/** Sets the hub of a node that is added to the canvas, if only one hub is possible. */
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
  // For an imported node, Node-RED has already counted the users and drawn the triangle.
  const placed = red.nodes.node(node.id);
  if (!placed) return;
  red.nodes.updateConfigNodeUsers(placed, { action: 'add' });
  red.editor.validateNode(placed);
}
