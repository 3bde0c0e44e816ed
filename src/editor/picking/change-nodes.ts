import { type EditorNode, red } from '../base/red.js';

/** The part of Node-RED's editor that changes nodes. */
interface Flows {
  readonly nodes: { dirty(): boolean; dirty(isDirty: true): void };
  readonly history: { push(event: object): void };
  readonly events: { emit(event: 'nodes:change', node: EditorNode): void };
  readonly view: { redraw(all: true): void };
  readonly workspaces: { isLocked(id?: string): boolean | undefined };
}

declare const RED: Flows;

/** New values of fields of a node on a flow. */
export interface NodeChange {
  readonly node: EditorNode;
  /** Called when the values are saved, since a change before may have changed the same field. */
  readonly fields: () => Readonly<Record<string, unknown>>;
}

/** True if the editor does not let a user change the nodes of this tab. */
export const isLocked = (z: string | undefined): boolean => RED.workspaces.isLocked(z) === true;

/** Saves the new values as one undo step. Skips nodes that were deleted meanwhile. */
export function changeNodes(changes: readonly NodeChange[]): void {
  const isDirty = RED.nodes.dirty();
  const present = changes.filter(({ node }) => red.nodes.node(node.id) === node);
  const events = present.map(({ node, fields }) => {
    const after = fields();
    const before = Object.fromEntries(Object.keys(after).map((name) => [name, Reflect.get(node, name)]));
    const { changed } = node;
    Object.assign(node, { ...after, changed: true, dirty: true });
    RED.events.emit('nodes:change', node);
    return { t: 'edit', node, changes: before, changed, dirty: isDirty };
  });
  if (events.length === 0) return;
  RED.history.push({ t: 'multi', events, dirty: isDirty });
  RED.nodes.dirty(true);
  RED.view.redraw(true);
}
