import { words } from '../base/words.js';
import { noteRow, type Row } from './tree-row.js';

/** More of one level would take long to draw, and nobody reads them. */
const SHOWN = 200;

/** A row where it stands in what is drawn; `level` and `position` count from 1. */
export interface Shown {
  readonly row: Row;
  readonly level: number;
  readonly position: number;
  /** How many rows stand in its level. */
  readonly size: number;
  /** Whether what stands below it is drawn; undefined where nothing can. */
  readonly isOpen?: boolean;
}

/**
 * The rows to draw, from top to bottom: what is open, or, of all that is loaded, what holds each of the words, with what
 * it stands below. Of each level the first 200, and how many more there are.
 */
export function shownRows(rows: readonly Row[], wanted: readonly string[]): Shown[] {
  return wanted.length > 0 ? level(rows, 0, 1, (row) => found(row, wanted)) : level(rows, 0, 1, opened);
}

/** Whether a row is drawn, and which of those below it might be. */
type Look = (row: Row) => { readonly isShown: boolean; readonly below?: readonly Row[] };

const opened: Look = (row) => ({ isShown: true, ...(row.isOpen && { below: row.rows }) });

function found(row: Row, wanted: readonly string[]): ReturnType<Look> {
  const below = row.rows?.filter((each) => found(each, wanted).isShown) ?? [];
  const isFound = row.text !== '' && wanted.every((word) => row.text.includes(word));
  return { isShown: isFound || below.length > 0, ...(below.length > 0 && { below }) };
}

function level(rows: readonly Row[], more: number, depth: number, look: Look, above?: Row): Shown[] {
  const shown = rows.map((row) => ({ row, ...look(row) })).filter(({ isShown }) => isShown);
  const drawn = shown.slice(0, SHOWN);
  const hidden = shown.length - drawn.length + more;
  const last = hidden > 0 ? [{ row: noteRow(words('pick.more', { count: hidden }), above), below: undefined }] : [];
  const all = [...drawn, ...last];
  return all.flatMap(({ row, below }, index) => [
    {
      row,
      level: depth,
      position: index + 1,
      size: all.length,
      ...(row.below.length > 0 && { isOpen: below !== undefined }),
    },
    ...(below ? level(below, look === opened ? row.more : 0, depth + 1, look, row) : []),
  ]);
}
