import { type EditorNode, red } from './red.js';

/** New values of fields of a node or a configuration. */
export interface NodeChange {
  readonly node: EditorNode;
  /** Called when the values are saved, since a change before may have changed the same field. */
  readonly fields: () => Readonly<Record<string, unknown>>;
}

/** Saves the new values as one undo step. Skips nodes that were deleted meanwhile. */
export function changeNodes(changes: readonly NodeChange[]): void {
  const isDirty = red.nodes.dirty();
  const present = changes.filter(({ node }) => red.nodes.node(node.id) === node);
  const events = present.map(({ node, fields }) => {
    const after = fields();
    const before = Object.fromEntries(Object.keys(after).map((name) => [name, Reflect.get(node, name)]));
    const { changed } = node;
    Object.assign(node, { ...after, changed: true, dirty: true });
    red.editor.validateNode(node);
    red.events.emit('nodes:change', node);
    return { t: 'edit', node, changes: before, changed, dirty: isDirty };
  });
  if (events.length === 0) return;
  red.history.push({ t: 'multi', events, dirty: isDirty });
  red.nodes.dirty(true);
  red.view.redraw(true);
}
