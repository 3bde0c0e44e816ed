import type { TreeRow } from '../picking/tree-row.js';

/** Maximum number of lists that the search reads until the tree is loaded again. */
export const MAX_LISTS = 300;

/** Rows whose lists are read at the same time. A row has at most two lists. */
const ROWS_AT_ONCE = 2;

/** Properties and functions only contain parts of values, and each would need a read. */
const NOT_SEARCHED = new Set(['property', 'function']);

/** The result of a search: it read everything, reached the limit, or the hub could not be reached. */
export type SearchEnd = 'complete' | 'limit' | 'offline';

interface SearchActions {
  /** The rows of the highest level. */
  roots(): readonly TreeRow[];
  /** Reads the lists of a row. */
  load(row: TreeRow): Promise<{ readonly isOffline: boolean }>;
  /** Called unless `stop` ended the search. */
  onEnd(end: SearchEnd): void;
}

/** Loads the closed rows of the tree for a search, level by level. Sends reads only, a few at a time. */
export class HubSearch {
  readonly #actions: SearchActions;
  #lists = 0;
  #isWanted = false;
  #isRunning = false;

  constructor(actions: SearchActions) {
    this.#actions = actions;
  }

  get isRunning(): boolean {
    return this.#isWanted && this.#isRunning;
  }

  async start(): Promise<void> {
    this.#isWanted = true;
    // A stopped run that still awaits its last reads continues.
    if (this.#isRunning) return;
    this.#isRunning = true;
    const end = await this.#readAll();
    this.#isRunning = false;
    if (end) this.#actions.onEnd(end);
  }

  async #readAll(): Promise<SearchEnd | undefined> {
    while (this.#isWanted) {
      const rows = closedRows(this.#actions.roots()).slice(0, ROWS_AT_ONCE);
      if (rows.length === 0) return 'complete';
      this.#lists += rows.reduce((sum, { childKinds }) => sum + childKinds.length, 0);
      if (this.#lists > MAX_LISTS) return 'limit';
      const results = await Promise.all(rows.map((row) => this.#actions.load(row)));
      if (results.some(({ isOffline }) => isOffline)) return 'offline';
    }
    return undefined;
  }

  /** Ends after the current reads. */
  stop(): void {
    this.#isWanted = false;
  }

  /** Ends, and allows as many reads as at the start. */
  reset(): void {
    this.stop();
    this.#lists = 0;
  }
}

/** The rows that were never loaded, upper levels first. */
function closedRows(roots: readonly TreeRow[]): TreeRow[] {
  const closed: TreeRow[] = [];
  for (let level = roots; level.length > 0; level = level.flatMap(({ children = [] }) => children))
    closed.push(...level.filter(isClosed));
  return closed;
}

const isClosed = ({ thing, childKinds, children }: TreeRow): boolean =>
  children === undefined && childKinds.length > 0 && !NOT_SEARCHED.has(thing?.kind ?? '');
