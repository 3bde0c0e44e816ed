import { type Box, type CanvasNode, type Point, red, type Size } from '../base/red.js';
import { words } from '../base/words.js';
import type { DeviceNodes } from './device-nodes.js';

/** A finished node, with its fields as the dialog would save them. */
export interface NewNode {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The nodes of its device, which are wired to it. */
  readonly device?: DeviceNodes;
}

/** Distance from the left and upper edges of the canvas, in px. */
const EDGE = 20;

/** New nodes begin this far above the sources of their device, in px. */
const RISE = 120;

const chart = (): HTMLElement => document.getElementById('red-ui-workspace-chart') as HTMLElement;

export function pointAt({ clientX, clientY }: MouseEvent): Point {
  const box = chart().getBoundingClientRect();
  const { scrollLeft, scrollTop } = chart();
  const scale = red.view.scale();
  return { x: (clientX - box.left + scrollLeft) / scale, y: (clientY - box.top + scrollTop) / scale };
}

/** The middle of the visible part. */
function middleOfView(): Point {
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = chart();
  const scale = red.view.scale();
  return { x: (scrollLeft + clientWidth / 2) / scale, y: (scrollTop + clientHeight / 2) / scale };
}

/** The upper left corner for nodes to the right of the sources of their device. Several nodes are around them. */
function besideDevice(device: DeviceNodes | undefined): Point | undefined {
  const sources = device?.sources.map(({ source }) => source) ?? [];
  if (sources.length === 0) return undefined;
  const right = Math.max(...sources.map(({ x, w }) => x + w / 2));
  return { x: right + COLUMN_GAP, y: Math.min(...sources.map(({ y }) => y)) - RISE };
}

/** The nodes of a flow. Those that were never drawn get their size. */
function nodesIn(flow: string): readonly CanvasNode[] {
  const nodes = red.nodes.filterNodes({ z: flow });
  for (const node of nodes) if (!node.w) [node.w, node.h] = red.view.calculateNodeDimensions(node);
  return nodes;
}

/** All things of the open flow that new nodes could cover. A group at this point gets the new nodes. */
function thingsInFlow(flow: string, nodes: readonly Box[], { x, y }: Point): readonly Box[] {
  const frames = red.nodes
    .groups(flow)
    .map((group) => ({ ...group, x: group.x + group.w / 2, y: group.y + group.h / 2 }));
  const isElsewhere = (frame: Box) => Math.abs(frame.x - x) > frame.w / 2 || Math.abs(frame.y - y) > frame.h / 2;
  const { in: inputs = [], out: outputs = [] } = red.nodes.subflow(flow) ?? {};
  return [...nodes, ...red.nodes.junctions(flow), ...inputs, ...outputs, ...frames.filter(isElsewhere)];
}

/**
 * Adds wired nodes to free space of the open flow as one undo step: at the point of a drop, in the group that is there, beside the
 * nodes of their device, or in the middle of the view. The first is selected. After a drop, the canvas has the focus, so Enter
 * opens the node and Ctrl+Z removes all. If the flow is
 * locked or missing, it shows a warning and returns false.
 */
export function putOnCanvas(columns: Columns<NewNode>, drop?: Point): boolean {
  const flow = red.workspaces.active();
  if (!flow || red.workspaces.isLocked()) {
    red.notify(words(flow ? 'tree.locked' : 'tree.noFlow'), 'warning');
    return false;
  }
  const present = nodesIn(flow);
  const created = columns.map((column) => column.map(createNode));
  const sizes = created.map((column) => column.map(({ node }) => node));
  const beside = drop ? undefined : besideDevice(columns[0]?.[0]?.device);
  const middle = drop ?? middleOfView();
  // The first column is at the point of a drop. Otherwise all are in the middle.
  const widthBefore = drop ? widthOf(sizes.slice(0, 1)) : widthOf(sizes);
  const start = beside
    ? { x: beside.x, y: beside.y + Math.max(...sizes.map(heightOf)) / 2 }
    : { x: Math.max(EDGE, middle.x - widthBefore / 2), y: middle.y };
  const at = beside ?? middle;
  const points = placeColumns(sizes, start, thingsInFlow(flow, present, at));
  const nodes = created.map((column, index) =>
    column.map(({ node }, row) => {
      Object.assign(node, points[index]?.[row]);
      const snap = red.view.tools.calculateGridSnapOffsets(node);
      return red.nodes.add(Object.assign(node, { x: node.x - snap.x, y: node.y - snap.y }));
    }),
  );
  const links = nodes.flatMap((column, index) =>
    column.flatMap((node, row) => [
      ...(nodes[index + 1] ?? []).map((target) => ({ source: node, sourcePort: 0, target })),
      ...deviceLinks(node, columns[index]?.[row]?.device),
    ]),
  );
  for (const link of links) red.nodes.addLink(link);
  const all = nodes.flat();
  for (const node of all) red.editor.validateNode(node);
  const added = { ...created[0]?.[0]?.historyEvent, nodes: all.map(({ id }) => id), links };
  const group = red.view.getGroupAtPoint(at.x, at.y);
  if (group) red.group.addToGroup(group, all);
  red.history.push(group ? { t: 'multi', events: [added, { t: 'addToGroup', group, nodes: all }] } : added);
  red.nodes.dirty(true);
  red.view.select({ nodes: all.slice(0, 1) });
  red.view.redraw(true);
  if (drop) red.view.focus();
  else if (beside && all[0]) red.view.reveal(all[0].id, false);
  return true;
}

const deviceLinks = (node: CanvasNode, device: DeviceNodes | undefined) => [
  ...(device?.sources ?? []).map(({ source, sourcePort }) => ({ source, sourcePort, target: node })),
  ...(device?.targets ?? []).map((target) => ({ source: node, sourcePort: 0, target })),
];

function createNode({ type, fields }: NewNode) {
  const { node, historyEvent } = red.view.createNode(type, 0, 0);
  Object.assign(node, fields);
  [node.w, node.h] = red.view.calculateNodeDimensions(node);
  return { node, historyEvent };
}

/** The type of the sidebar's own drags. Drops from other pages are ignored. */
const DRAG_TYPE = 'application/x-graphics-hub';

/** Some browsers do not drag without data. */
export const setDragText = ({ dataTransfer }: DragEvent, text: string): void => dataTransfer?.setData(DRAG_TYPE, text);

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

/** Nodes in columns from left to right. Each node is wired to all nodes of the next column. */
export type Columns<Node> = readonly (readonly Node[])[];

/** Distance between the columns, for the wires, in px. */
const COLUMN_GAP = 60;
/** Distance between the nodes of a column, for their statuses, in px. */
const ROW_GAP = 30;
/** Distance from other nodes, in px. A status is drawn below its node. */
const MARGIN = 30;

/** The length of a row or column with its gaps. */
const total = (lengths: readonly number[], gap: number): number =>
  lengths.reduce((sum, length) => sum + length, gap * Math.max(0, lengths.length - 1));

const heightOf = (column: readonly Size[]): number =>
  total(
    column.map(({ h }) => h),
    ROW_GAP,
  );
const columnWidths = (columns: Columns<Size>): number[] => columns.map((nodes) => Math.max(...nodes.map(({ w }) => w)));

/** The width of all columns, in px. */
const widthOf = (columns: Columns<Size>): number => total(columnWidths(columns), COLUMN_GAP);

/**
 * The centres of nodes in columns from left to right, so no wire runs back. Their left edge and middle are at
 * `start`, or further down, so that the nodes and their wires cover nothing.
 */
function placeColumns(columns: Columns<Size>, start: Point, others: readonly Box[]): Columns<Point> {
  const w = widthOf(columns);
  const h = Math.max(...columns.map(heightOf));
  const y = Math.max(EDGE + h / 2, start.y);
  const free = freeBox({ x: start.x + w / 2, y, w, h }, others);
  let columnStart = start.x;
  return columns.map((column, index) => {
    let top = free.y - heightOf(column) / 2;
    const centres = column.map((node) => {
      const centre = { x: columnStart + node.w / 2, y: top + node.h / 2 };
      top += node.h + ROW_GAP;
      return centre;
    });
    columnStart += (columnWidths(columns)[index] ?? 0) + COLUMN_GAP;
    return centres;
  });
}

/** Moves a box down until it covers nothing. */
function freeBox(box: Box, others: readonly Box[]): Box {
  const covered = others.find(
    (other) =>
      Math.abs(other.x - box.x) < (other.w + box.w) / 2 + MARGIN &&
      Math.abs(other.y - box.y) < (other.h + box.h) / 2 + MARGIN,
  );
  return covered ? freeBox({ ...box, y: covered.y + (covered.h + box.h) / 2 + MARGIN }, others) : box;
}
