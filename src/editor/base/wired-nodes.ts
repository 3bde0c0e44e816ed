import { type EditorNode, red } from './red.js';

/** The wires to the outputs of a node. */
const OUTPUTS = 0;

/** The enabled nodes that a node is wired to, also through junctions. Each is listed once. */
export function wiredNodes(id: string): readonly EditorNode[] {
  const found = new Set<EditorNode>();
  const visited = new Set<string>();
  const visit = (source: string): void => {
    if (visited.has(source)) return;
    visited.add(source);
    for (const { target } of red.nodes.getNodeLinks(source, OUTPUTS)) {
      if (target.type === 'junction') visit(target.id);
      else if (!target.d) found.add(target);
    }
  };
  visit(id);
  return [...found];
}
