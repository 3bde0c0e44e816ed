import type { SavedAction } from '../../saved/control.js';
import { deskNodesOf } from '../base/control-actions.js';
import { hubConfigOf } from '../base/hubs.js';
import { nodeName } from '../base/node-label.js';
import type { ControlNode } from '../base/node-types.js';
import { canEditFlows, type EditorNode, red } from '../base/red.js';
import type { Desk, Use, Uses } from './desk.js';
import { leadsOnlyTo } from './leads.js';
import { renamedMessage } from './message-names.js';
import { type Fields, type NewNames, renamedField, renamedRows } from './new-names.js';

/** All users of old names that the user may change: nodes, also disabled ones and those of subflows, and files. */
export async function usesOf(desk: Desk, id: string, names: NewNames): Promise<Uses> {
  const own = red.nodes.node(id) ?? undefined;
  const { uses = [], failures = [] } = (own && (await desk.usesInFiles?.(own, names))) ?? {};
  return { uses: [...(canEditFlows() ? nodeUses(desk, own, names) : []), ...uses], failures };
}

/** The nodes on flows that are not locked. `own` has the stored list. Without it, all stored lists count. */
function nodeUses(desk: Desk, own: EditorNode | undefined, names: NewNames): readonly Use[] {
  const isOwn = (node: EditorNode) => !own || desk.isSame(node, own);
  const uses: Use[] = [];
  red.nodes.eachNode((node) => {
    if (red.workspaces.isLocked(node.z)) return;
    const fields = () => renamedFields(desk, node, isOwn, names);
    if (fields()) uses.push({ node, text: nodeName(node.id), fields });
  });
  return uses;
}

type IsOwn = (node: EditorNode) => boolean;

/** Undefined if the node does not use an old name. */
function renamedFields(desk: Desk, node: EditorNode, isOwn: IsOwn, names: NewNames): Fields | undefined {
  const { type, field } = desk;
  switch (node.type) {
    case type:
      return isOwn(node) ? renamedField(node, field, names) : undefined;
    case 'hub-control':
      return renamedRows(node, 'actions', (action: SavedAction) => {
        const isUse = action.does === field && desk.needsName(action);
        return isUse && isOfDesk(desk, node as ControlNode, action, isOwn)
          ? renamedField(action, field, names)
          : undefined;
      });
    default: {
      const fields = renamedMessage(node, field, names);
      return fields && leadsOnlyTo(node, type, (end) => !isOwn(end)) ? undefined : fields;
    }
  }
}

/** True if the node of an action has the stored list. */
function isOfDesk({ type, nodeField }: Desk, node: ControlNode, action: SavedAction, isOwn: IsOwn): boolean {
  const id = action[nodeField];
  const chosen = id ? [red.nodes.node(id)] : deskNodesOf(type, hubConfigOf(node, node.hub)?.id ?? '');
  return chosen.length > 0 && chosen.every((each) => each && isOwn(each));
}
