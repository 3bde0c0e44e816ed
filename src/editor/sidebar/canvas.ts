import type { EditorNode } from '../base/red.js';
import { words } from '../base/words.js';

/** A node that nobody has to fill in any more: its fields as its dialog would save them. */
export interface NewNode {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A place on the canvas, in px of a view that is neither scrolled nor zoomed. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A node that stands on the canvas. */
interface CanvasNode extends EditorNode {
  x: number;
  y: number;
}

interface HistoryEvent {
  readonly nodes?: readonly string[];
}

/** Nodes that are framed together. */
interface Group {
  readonly id: string;
}

/** The part of Node-RED's editor that puts nodes on the canvas. */
interface Canvas {
  readonly workspaces: { active(): string | 0; isLocked(): boolean | undefined };
  readonly view: {
    /** Makes a node of the open flow that is not there yet, and what undoing has to know. */
    createNode(type: string, x: number, y: number): { readonly node: CanvasNode; readonly historyEvent: HistoryEvent };
    readonly tools: { calculateGridSnapOffsets(node: CanvasNode): Point };
    getGroupAtPoint(x: number, y: number): Group | null;
    scale(): number;
    select(selection: { readonly nodes: readonly EditorNode[] }): void;
    redraw(all: true): void;
    focus(): void;
  };
  readonly nodes: {
    /** The node as the editor holds it from then on. */
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

/** From one node of a chain to the next, in px. */
const SPACING = 260;
/** A node that would lie on another stands so much lower, in px. */
const ROW_HEIGHT = 60;

const chart = (): HTMLElement => document.getElementById('red-ui-workspace-chart') as HTMLElement;

/** Whether the user may change flows. */
export const canEditFlows = (): boolean => RED.user.hasPermission('flows.write');

/** Where somebody points at. */
export function pointAt({ clientX, clientY }: MouseEvent): Point {
  const { left, top } = chart().getBoundingClientRect();
  const { scrollLeft, scrollTop } = chart();
  const scale = RED.view.scale();
  return { x: (clientX - left + scrollLeft) / scale, y: (clientY - top + scrollTop) / scale };
}

/** The first free place from the middle of the view downwards. */
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
 * Puts nodes side by side on to the open flow, into the group that lies there, each wired to the next, as one step to
 * undo. The first is selected and the canvas has the focus, so that Enter opens and Ctrl+Z takes back. False where the
 * flow takes none, which is told.
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

/** Calls `drop` for what is dropped on to the canvas while `isOurs`. */
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
