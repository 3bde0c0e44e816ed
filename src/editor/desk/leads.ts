import { type EditorNode, red } from '../base/red.js';

/** True if the wires of a node lead to nodes of a type, and all that they lead to are others. */
export function leadsOnlyTo(node: EditorNode, type: string, isOther: (end: EditorNode) => boolean): boolean {
  const ends = [...nodesAfter(node)].filter((each) => each.type === type || isSubflow(each));
  return ends.length > 0 && ends.every((end) => !isSubflow(end) && isOther(end));
}

/** A message can reach any node in a subflow, or behind it. */
const isSubflow = ({ type }: EditorNode): boolean => type.startsWith('subflow');

/** The nodes behind a node. A link or a junction counts as a wire. */
function nodesAfter({ id }: EditorNode, found = new Set<EditorNode>()): ReadonlySet<EditorNode> {
  const node = red.nodes.node(id) as (EditorNode & { readonly links?: readonly string[] }) | null | undefined;
  // The links of a *link in* lead back.
  const links = node?.type === 'link in' ? [] : (node?.links ?? []).map((each) => red.nodes.node(each));
  for (const each of [...red.nodes.getNodeLinks(id, 0).map(({ target }) => target), ...links])
    if (each && !found.has(each)) nodesAfter(each, found.add(each));
  return found;
}
