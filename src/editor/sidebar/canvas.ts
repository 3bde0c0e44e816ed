import type { EditorNode } from '../base/red.js';
import { words } from '../base/words.js';
import { type Box, type Columns, type Point, placeColumns, widthOf } from './placement.js';

/** A finished node, with its fields as the dialog would save them. */
export interface NewNode {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A node on the canvas. */
interface CanvasNode extends EditorNode {
  x: number;
  y: number;
  w: number;
  h: number;
}

interface HistoryEvent {
  readonly nodes?: readonly string[];
}

/** A frame around nodes. `x` and `y` are its upper left corner. */
interface Group extends Box {
  readonly id: string;
}

/** A subflow shows its own inputs and outputs. */
interface Subflow {
  readonly in: readonly Box[];
  readonly out: readonly Box[];
}

/** The part of Node-RED's editor that adds nodes to the canvas. */
interface Canvas {
  readonly workspaces: { active(): string | 0; isLocked(): boolean | undefined };
  readonly view: {
    /** Creates a node for the open flow without adding it. Also returns its entry for undo. */
    createNode(type: string, x: number, y: number): { readonly node: CanvasNode; readonly historyEvent: HistoryEvent };
    /** Width and height of a node with its label, in px. */
    calculateNodeDimensions(node: CanvasNode): readonly [w: number, h: number];
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
    junctions(z: string): readonly Box[];
    groups(z: string): readonly Group[];
    subflow(id: string): Subflow | null | undefined;
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

/** Distance from the left edge of the canvas, in px. */
const MIN_X = 20;

const chart = (): HTMLElement => document.getElementById('red-ui-workspace-chart') as HTMLElement;

export const canEditFlows = (): boolean => RED.user.hasPermission('flows.write');

export function pointAt({ clientX, clientY }: MouseEvent): Point {
  const box = chart().getBoundingClientRect();
  const { scrollLeft, scrollTop } = chart();
  const scale = RED.view.scale();
  return { x: (clientX - box.left + scrollLeft) / scale, y: (clientY - box.top + scrollTop) / scale };
}

/** The middle of the visible part. */
function middleOfView(): Point {
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = chart();
  const scale = RED.view.scale();
  return { x: (scrollLeft + clientWidth / 2) / scale, y: (scrollTop + clientHeight / 2) / scale };
}

/** All things of the open flow that new nodes could cover. A group at this point takes the new nodes. */
function thingsInFlow(flow: string, { x, y }: Point): readonly Box[] {
  const frames = RED.nodes
    .groups(flow)
    .map((group) => ({ ...group, x: group.x + group.w / 2, y: group.y + group.h / 2 }));
  const isElsewhere = (frame: Box) => Math.abs(frame.x - x) > frame.w / 2 || Math.abs(frame.y - y) > frame.h / 2;
  const { in: inputs = [], out: outputs = [] } = RED.nodes.subflow(flow) ?? {};
  const nodes = RED.nodes.filterNodes({ z: flow });
  return [...nodes, ...RED.nodes.junctions(flow), ...inputs, ...outputs, ...frames.filter(isElsewhere)];
}

/**
 * Adds wired nodes to free space of the open flow, and to the group at the point of a drop, as one undo step. The first
 * is selected. After a drop, the canvas has the focus, so Enter opens the node and Ctrl+Z removes all. If the flow is
 * locked or missing, it shows a warning and returns false.
 */
export function putOnCanvas(columns: Columns<NewNode>, drop?: Point): boolean {
  const flow = RED.workspaces.active();
  if (!flow || RED.workspaces.isLocked()) {
    RED.notify(words(flow ? 'tree.locked' : 'tree.noFlow'), 'warning');
    return false;
  }
  const created = columns.map((column) => column.map(createNode));
  const sizes = created.map((column) => column.map(({ node }) => node));
  const start = drop ?? middleOfView();
  // The first column is at the point of a drop. Otherwise all are in the middle.
  const widthBefore = drop ? widthOf(sizes.slice(0, 1)) : widthOf(sizes);
  const x = Math.max(MIN_X, start.x - widthBefore / 2);
  const points = placeColumns(sizes, { x, y: start.y }, thingsInFlow(flow, start));
  const nodes = created.map((column, index) =>
    column.map(({ node }, row) => {
      Object.assign(node, points[index]?.[row]);
      const snap = RED.view.tools.calculateGridSnapOffsets(node);
      return RED.nodes.add(Object.assign(node, { x: node.x - snap.x, y: node.y - snap.y }));
    }),
  );
  const links = nodes.flatMap((column, index) =>
    column.flatMap((source) => (nodes[index + 1] ?? []).map((target): Link => ({ source, sourcePort: 0, target }))),
  );
  for (const link of links) RED.nodes.addLink(link);
  const all = nodes.flat();
  for (const node of all) RED.editor.validateNode(node);
  const added = { ...created[0]?.[0]?.historyEvent, nodes: all.map(({ id }) => id), links };
  const group = RED.view.getGroupAtPoint(start.x, start.y);
  if (group) RED.group.addToGroup(group, all);
  RED.history.push(group ? { t: 'multi', events: [added, { t: 'addToGroup', group, nodes: all }] } : added);
  RED.nodes.dirty(true);
  RED.view.select({ nodes: all.slice(0, 1) });
  RED.view.redraw(true);
  if (drop) RED.view.focus();
  return true;
}

function createNode({ type, fields }: NewNode) {
  const { node, historyEvent } = RED.view.createNode(type, 0, 0);
  Object.assign(node, fields);
  [node.w, node.h] = RED.view.calculateNodeDimensions(node);
  return { node, historyEvent };
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
