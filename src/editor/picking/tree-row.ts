import { searchKey } from '../../base/names.js';
import type { ListRow } from '../../hub/lists/index.js';
import { words } from '../base/words.js';
import { detailOf, type SelectedPath } from './selected-path.js';
import { kindInfo, kindsBelow } from './tree-kinds.js';

/** A thing of the hub, with the selected entries of all levels above it. */
export interface Thing {
  readonly kind: string;
  readonly entry: ListRow;
  readonly chosen: SelectedPath;
}

/** The part of a row that changes when its list is read again. */
interface RowFacts {
  label: string;
  detail: string;
  /** Its `searchKey`. */
  text: string;
  thing?: Thing;
  /** The kinds that are listed below it. */
  childKinds: readonly string[];
}

/** A row of the tree: a group, a thing, or a note. */
export interface TreeRow extends RowFacts {
  /** Name of a Font Awesome icon, '' for a note. */
  readonly icon: string;
  readonly parent?: TreeRow;
  isOpen: boolean;
  /** True if loading failed, at least in part. */
  isFailed: boolean;
  /** Undefined until they are loaded. */
  children?: readonly TreeRow[];
  /** Number of entries that the answer left out. */
  more: number;
}

const createRow = (fields: Pick<TreeRow, 'label' | 'childKinds'> & Partial<TreeRow>): TreeRow => ({
  icon: '',
  detail: '',
  text: searchKey(fields.label),
  isOpen: false,
  isFailed: false,
  more: 0,
  ...fields,
});

/** The group of all things of a kind. */
export const groupRow = (kind: string): TreeRow =>
  createRow({ label: words(`tree.groups.${kind}`), icon: kindInfo(kind).icon, childKinds: [kind] });

/** A row with a note instead of things. */
export const noteRow = (label: string, parent?: TreeRow): TreeRow =>
  createRow({ label, parent, childKinds: [], text: '' });

/** A thing that the hub lists below another. `kinds` are those of the tree, by default all. */
export function thingRow(kind: string, entry: ListRow, parent: TreeRow, kinds?: readonly string[]): TreeRow {
  const { label, value, present } = entry;
  const detail = detailOf(entry);
  // A value without parts has no components.
  const hasParts = kind !== 'property' || present === undefined || (typeof present === 'object' && present !== null);
  return createRow({
    label,
    icon: kindInfo(kind).icon,
    detail,
    text: searchKey(`${label} ${value} ${detail}`),
    thing: { kind, entry, chosen: { ...parent.thing?.chosen, [kind]: entry } },
    parent,
    childKinds: hasParts ? kindsBelow(kind).filter((each) => kinds?.includes(each) ?? true) : [],
  });
}

/** The rows of a list that was read again. The row of the same thing stays, with its open rows, and gets the new facts. */
export function mergeRows(before: readonly TreeRow[], now: readonly TreeRow[]): readonly TreeRow[] {
  const rows = new Map(before.map((row) => [keyOf(row), row]));
  return now.map((row) => {
    const key = keyOf(row);
    const same = row.thing && rows.get(key);
    if (!same) return row;
    rows.delete(key);
    const { label, detail, text, thing, childKinds } = row;
    return Object.assign(same, { label, detail, text, thing, childKinds });
  });
}

const keyOf = ({ thing }: TreeRow): string => JSON.stringify([thing?.kind, thing?.entry.value]);

/** More in one level would be slow to draw. */
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
 * parents. A level shows at most 200 rows, then the number of hidden ones. `more` is the number of entries that the
 * highest level left out.
 */
export function visibleRows(
  rows: readonly TreeRow[],
  searchWords: readonly string[],
  { more, moreText }: { readonly more: number; readonly moreText: (count: number) => string },
): VisibleRow[] {
  const isSearch = searchWords.length > 0;
  const filter: RowFilter = isSearch ? (row) => matchSearch(row, searchWords) : openRows;

  function rowsOfLevel(below: readonly TreeRow[], leftOut: number, level: number, parent?: TreeRow): VisibleRow[] {
    const visible = below.map((row) => ({ row, ...filter(row) })).filter(({ isShown }) => isShown);
    const visibleHere = visible.slice(0, MAX_ROWS);
    const hidden = visible.length - visibleHere.length + (isSearch ? 0 : leftOut);
    const last = hidden > 0 ? [{ row: noteRow(moreText(hidden), parent), children: undefined }] : [];
    const levelRows = [...visibleHere, ...last];
    return levelRows.flatMap(({ row, children }, index) => [
      {
        row,
        level,
        position: index + 1,
        size: levelRows.length,
        ...(row.childKinds.length > 0 && { isOpen: children !== undefined }),
      },
      ...(children ? rowsOfLevel(children, row.more, level + 1, row) : []),
    ]);
  }
  return rowsOfLevel(rows, more, 1);
}

/** Decides if a row is drawn, and which of its children. */
type RowFilter = (row: TreeRow) => { readonly isShown: boolean; readonly children?: readonly TreeRow[] };

const openRows: RowFilter = (row) => ({ isShown: true, ...(row.isOpen && { children: row.children }) });

function matchSearch(row: TreeRow, searchWords: readonly string[]): ReturnType<RowFilter> {
  const children = row.children?.filter((each) => matchSearch(each, searchWords).isShown) ?? [];
  const isMatch = row.text !== '' && searchWords.every((word) => row.text.includes(word));
  return { isShown: isMatch || children.length > 0, ...(children.length > 0 && { children }) };
}
