import { words } from '../../base/words.js';
import { noteRow, type TreeRow } from './tree-row.js';

/** More in one level would take long to draw. */
const MAX_ROWS = 200;

/** A row with its position in the drawn tree. `level` and `position` start at 1. */
export interface VisibleRow {
  readonly row: TreeRow;
  readonly level: number;
  readonly position: number;
  /** Number of rows in its level. */
  readonly size: number;
  /** True if its children are visible. Undefined if it cannot have any. */
  readonly isOpen?: boolean;
}

/**
 * The rows to draw, from top to bottom: open rows, or for a search all loaded rows that contain each word, with their
 * parents. A level shows at most 200 rows, then the number of hidden ones.
 */
export function visibleRows(rows: readonly TreeRow[], searchWords: readonly string[]): VisibleRow[] {
  return searchWords.length > 0
    ? rowsOfLevel(rows, 0, 1, (row) => matchSearch(row, searchWords))
    : rowsOfLevel(rows, 0, 1, openRows);
}

/** Decides if a row is drawn, and which of its children. */
type RowFilter = (row: TreeRow) => { readonly isShown: boolean; readonly children?: readonly TreeRow[] };

const openRows: RowFilter = (row) => ({ isShown: true, ...(row.isOpen && { children: row.children }) });

function matchSearch(row: TreeRow, searchWords: readonly string[]): ReturnType<RowFilter> {
  const children = row.children?.filter((each) => matchSearch(each, searchWords).isShown) ?? [];
  const isMatch = row.text !== '' && searchWords.every((word) => row.text.includes(word));
  return { isShown: isMatch || children.length > 0, ...(children.length > 0 && { children }) };
}

function rowsOfLevel(
  rows: readonly TreeRow[],
  more: number,
  depth: number,
  filter: RowFilter,
  parent?: TreeRow,
): VisibleRow[] {
  const visible = rows.map((row) => ({ row, ...filter(row) })).filter(({ isShown }) => isShown);
  const visibleHere = visible.slice(0, MAX_ROWS);
  const hidden = visible.length - visibleHere.length + more;
  const last = hidden > 0 ? [{ row: noteRow(words('pick.more', { count: hidden }), parent), children: undefined }] : [];
  const levelRows = [...visibleHere, ...last];
  return levelRows.flatMap(({ row, children }, index) => [
    {
      row,
      level: depth,
      position: index + 1,
      size: levelRows.length,
      ...(row.childKinds.length > 0 && { isOpen: children !== undefined }),
    },
    ...(children ? rowsOfLevel(children, filter === openRows ? row.more : 0, depth + 1, filter, row) : []),
  ]);
}
