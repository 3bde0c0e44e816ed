import type { Box, Point, Size } from '../../base/box.js';

/** Nodes in columns from left to right. Each node is wired to all nodes of the next column. */
export type Columns<Node> = readonly (readonly Node[])[];

/** Distance between the columns, for the wires, in px. */
const COLUMN_GAP = 60;
/** Distance between the nodes of a column, in px. */
const ROW_GAP = 20;
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
export const widthOf = (columns: Columns<Size>): number => total(columnWidths(columns), COLUMN_GAP);

/**
 * The centres of nodes in columns from left to right, so no wire runs back. Their left edge and middle are at
 * `start`, or further down, so that the nodes and their wires cover nothing.
 */
export function placeColumns(columns: Columns<Size>, start: Point, others: readonly Box[]): Columns<Point> {
  const w = widthOf(columns);
  const h = Math.max(...columns.map(heightOf));
  const free = freeBox({ x: start.x + w / 2, y: start.y, w, h }, others);
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
