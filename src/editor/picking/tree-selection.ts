import type { TreeRow, VisibleRow } from './tree-row.js';

/** The current row of a tree, and the selected rows. Without a selection of several rows, only the current one. */
export class TreeSelection {
  readonly #onMove: (row: TreeRow | undefined) => void;
  #rows: readonly VisibleRow[] = [];
  #selected = new Set<TreeRow>();
  /** The other end of a selection by Shift. */
  #anchor: TreeRow | undefined;
  #current: TreeRow | undefined;

  /** `onMove` gets the new current row after each change of the selection. */
  constructor(onMove: (row: TreeRow | undefined) => void) {
    this.#onMove = onMove;
  }

  /** Takes the visible rows. If the current one was removed, its nearest visible parent is next. */
  setRows(rows: readonly VisibleRow[]): void {
    this.#rows = rows;
    for (const row of this.#selected) if (this.indexOf(row) < 0) this.#selected.delete(row);
    if (this.index >= 0) this.#moveTo(this.#current);
    else this.select(this.#nearestParent());
  }

  /** The selected rows, from top to bottom. */
  get rows(): readonly TreeRow[] {
    return this.#rows.map(({ row }) => row).filter((row) => this.#selected.has(row));
  }

  has(row: TreeRow): boolean {
    return this.#selected.has(row);
  }

  /** The index of the current row. */
  get index(): number {
    return this.indexOf(this.#current);
  }

  indexOf = (row: TreeRow | undefined): number => this.#rows.findIndex((each) => each.row === row);

  #nearestParent(): number {
    for (let row = this.#current?.parent; row; row = row.parent) if (this.indexOf(row) >= 0) return this.indexOf(row);
    return 0;
  }

  #inRange = (index: number): number => Math.max(0, Math.min(index, this.#rows.length - 1));

  /** Makes one row the current one, and selects only this row. */
  select(to: number): void {
    const row = this.#rows[this.#inRange(to)]?.row;
    this.#anchor = row;
    this.#selected = new Set(row && [row]);
    this.#moveTo(row);
  }

  /** Selects a row that is not selected. Otherwise the selection stays. */
  selectFor(row: TreeRow): void {
    if (this.has(row)) this.#moveTo(row);
    else this.select(this.indexOf(row));
  }

  /** Selects the rows from the last one without Shift, on one level: an open row may be between them. */
  extend(to: number): void {
    const end = this.#inRange(to);
    const start = this.indexOf(this.#anchor);
    const range = this.#rows.slice(Math.max(0, Math.min(start, end)), Math.max(start, end) + 1);
    const last = this.#rows[end];
    this.#selected = new Set(range.filter(({ level }) => level === last?.level).map(({ row }) => row));
    this.#moveTo(last?.row);
  }

  toggle(row: TreeRow): void {
    this.#anchor = row;
    if (!this.#selected.delete(row)) this.#selected.add(row);
    this.#moveTo(row);
  }

  #moveTo(row: TreeRow | undefined): void {
    this.#current = row;
    this.#onMove(row);
  }
}
