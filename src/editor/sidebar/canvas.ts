import type { EditorNode } from '../base/red.js';
import { words } from '../base/words.js';

/** A finished node, with its fields as the dialog would save them. */
export interface NewNode {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A position on the canvas in px, independent of scroll and zoom. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A node on the canvas. */
interface CanvasNode extends EditorNode {
  x: number;
  y: number;
}

interface HistoryEvent {
  readonly nodes?: readonly string[];
}

/** A frame around nodes. */
interface Group {
  readonly id: string;
}

/** The part of Node-RED's editor that adds nodes to the canvas. */
interface Canvas {
  readonly workspaces: { active(): string | 0; isLocked(): boolean | undefined };
  readonly view: {
    /** Creates a node for the open flow without adding it. Also returns its entry for undo. */
    createNode(type: string, x: number, y: number): { readonly node: CanvasNode; readonly historyEvent: HistoryEvent };
    readonly tools: { calculateGridSnapOffsets(node: CanvasNode): Point };
    getGroupAtPoint(x: number, y: number): Group | null;
    scale(): number;
    select(selection: { readonly nodes: readonly EditorNode[] }): void;
    redraw(all: true): void;
    focus(): void;
  };
  readonly nodes: {
    /** Returns the node as the editor holds it. */
    add(node: CanvasNode): CanvasNode;
    addLink(link: Link): void;
    filterNodes(filter: { readonly z: string }): readonly CanvasNode[];
    dirty(isDirty: true): void;
  };
  readonly group: { addToGroup(group: Group, nodes: readonly CanvasNode[]): void };
  readonly editor: { validateNode(node: EditorNode): void };
  readonly history: { push(event: object): void };
  readonly user: { hasPermission(permission: string): boolean };
  notify(text: string, kind: 'warning'): void;
}

interface Link {
  readonly source: EditorNode;
  readonly sourcePort: 0;
  readonly target: EditorNode;
}

declare const RED: Canvas;

/** Horizontal distance between the nodes of a chain, in px. */
const SPACING = 260;
/** Vertical distance from an occupied position, in px. */
const ROW_HEIGHT = 60;

const chart = (): HTMLElement => document.getElementById('red-ui-workspace-chart') as HTMLElement;

export const canEditFlows = (): boolean => RED.user.hasPermission('flows.write');

export function pointAt({ clientX, clientY }: MouseEvent): Point {
  const box = chart().getBoundingClientRect();
  const { scrollLeft, scrollTop } = chart();
  const scale = RED.view.scale();
  return { x: (clientX - box.left + scrollLeft) / scale, y: (clientY - box.top + scrollTop) / scale };
}

/** The first free position from the middle of the view downwards. */
function freePoint(): Point {
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = chart();
  const scale = RED.view.scale();
  const x = (scrollLeft + clientWidth / 2) / scale;
  let y = (scrollTop + clientHeight / 2) / scale;
  const others = RED.nodes.filterNodes({ z: String(RED.workspaces.active()) });
  while (others.some((other) => Math.abs(other.x - x) < SPACING / 2 && Math.abs(other.y - y) < ROW_HEIGHT / 2))
    y += ROW_HEIGHT;
  return { x, y };
}

/**
 * Adds wired nodes to the open flow, and to the group at this point, as one undo step. The first is selected and the
 * canvas has the focus, so Enter opens it and Ctrl+Z removes the nodes. If the flow is locked or missing, it shows a
 * warning and returns false.
 */
export function putOnCanvas(chain: readonly NewNode[], point?: Point): boolean {
  if (!RED.workspaces.active() || RED.workspaces.isLocked()) {
    RED.notify(words(RED.workspaces.active() ? 'tree.locked' : 'tree.noFlow'), 'warning');
    return false;
  }
  const { x, y } = point ?? freePoint();
  const created = chain.map(({ type, fields }, index) => {
    const { node, historyEvent } = RED.view.createNode(type, x + index * SPACING, y);
    const snap = RED.view.tools.calculateGridSnapOffsets(node);
    return { historyEvent, node: Object.assign(node, fields, { x: node.x - snap.x, y: node.y - snap.y }) };
  });
  const nodes = created.map(({ node }) => RED.nodes.add(node));
  const links = nodes
    .slice(1)
    .map((target, index): Link => ({ source: nodes[index] as CanvasNode, sourcePort: 0, target }));
  for (const link of links) RED.nodes.addLink(link);
  for (const node of nodes) RED.editor.validateNode(node);
  const added = { ...created[0]?.historyEvent, nodes: nodes.map(({ id }) => id), links };
  const group = RED.view.getGroupAtPoint(x, y);
  if (group) RED.group.addToGroup(group, nodes);
  RED.history.push(group ? { t: 'multi', events: [added, { t: 'addToGroup', group, nodes }] } : added);
  RED.nodes.dirty(true);
  RED.view.select({ nodes: nodes.slice(0, 1) });
  RED.view.redraw(true);
  RED.view.focus();
  return true;
}

/** Calls `onDrop` for drops on the canvas while `isOwnDrag` returns true. */
export function acceptDrops(isOwnDrag: () => boolean, onDrop: (event: DragEvent) => void): void {
  chart().addEventListener('dragover', (event) => {
    if (!isOwnDrag()) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
  });
  chart().addEventListener('drop', (event) => {
    if (!isOwnDrag()) return;
    event.preventDefault();
    onDrop(event);
  });
}
