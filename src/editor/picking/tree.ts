import { searchKey } from '../../base/names.js';
import type { List, ListRow } from '../../hub/lists/index.js';
import { element } from '../base/dom.js';
import { words } from '../base/words.js';
import type { ListFailure, Lookup } from './lookup.js';
import { listParams, type SelectedPath } from './selected-path.js';
import { groupRow, mergeRows, noteRow, type TreeRow, thingRow, visibleRows } from './tree-row.js';
import { TreeView, type TreeViewOptions } from './tree-view.js';

interface TreeOptions extends TreeViewOptions {
  readonly lookup: Lookup;
  /** The kinds below the highest level. Undefined: all. */
  readonly kinds?: readonly string[];
  /** The number of entries that a level does not show. */
  readonly moreText?: (count: number) => string;
  /** The text of an empty tree. */
  readonly emptyText?: () => string;
  /** Called for each list that was read. */
  readonly onList?: (kind: string, parent: SelectedPath, entries: readonly ListRow[]) => void;
}

interface LoadEnd {
  readonly isOffline: boolean;
}

/** A tree of things of the hub. A row reads the lists below it when it opens. */
export class Tree {
  readonly view: TreeView;
  readonly #options: TreeOptions;
  rows: readonly TreeRow[] = [];
  /** Only rows with these words are shown, and their parents. */
  search = '';
  /** The row above the highest level, if this is one list. */
  #root: TreeRow | undefined;
  /** The load of each row that is not answered yet. */
  readonly #loads = new WeakMap<TreeRow, Promise<LoadEnd>>();

  constructor(options: TreeOptions) {
    this.#options = options;
    this.view = new TreeView(options, (row) => this.toggle(row));
  }

  /** Reads the things of a kind, as the highest level. */
  async showKind(kind: string): Promise<void> {
    const root = groupRow(kind);
    this.#root = root;
    const loading = this.load(root);
    this.#showRoot(root);
    await loading;
    if (this.#root === root) this.#showRoot(root);
  }

  #showRoot({ children = [] }: TreeRow): void {
    this.rows = children;
    this.draw();
  }

  /** A field that limits the rows to those with its words. */
  searchField(): HTMLInputElement {
    const text = words('pick.search');
    const field = element('input', { type: 'text', class: 'hub-search', placeholder: text, 'aria-label': text });
    field.addEventListener('input', () => {
      this.search = field.value;
      this.draw();
    });
    return field;
  }

  draw(): void {
    const { moreText = (count: number) => words('pick.more', { count }) } = this.#options;
    const searchWords = searchKey(this.search).split(' ').filter(Boolean);
    const shown = visibleRows(this.rows, searchWords, { more: this.#root?.more ?? 0, moreText });
    const emptyText = this.#options.emptyText?.() ?? words('pick.noMatch');
    this.view.draw(shown.length > 0 ? shown : [{ row: noteRow(emptyText), level: 1, position: 1, size: 1 }]);
  }

  /** Opens or closes a row. */
  toggle(row: TreeRow): void {
    row.isOpen = !row.isOpen;
    if (row.isOpen && (!row.children || row.isFailed)) this.reload(row);
    else this.draw();
  }

  /** Opens a row and reads the rows below it. */
  reload(row: TreeRow): void {
    row.isOpen = true;
    void this.load(row).then(() => this.draw());
    this.draw();
  }

  /** Reads the rows below a row. All loads until the answer are one, so that each of them ends with the rows. */
  load(row: TreeRow): Promise<LoadEnd> {
    const running = this.#loads.get(row);
    if (running) return running;
    const load = this.#load(row).finally(() => this.#loads.delete(row));
    this.#loads.set(row, load);
    return load;
  }

  async #load(row: TreeRow): Promise<LoadEnd> {
    const loading = [noteRow(words('pick.loading'), row)];
    row.children = loading;
    const lists = await this.#list(row);
    const isOffline = lists.some((list) => 'reason' in list && list.offline === true);
    // The row can have been read again meanwhile.
    if (row.children === loading) this.#setChildren(row, lists);
    return { isOffline };
  }

  /** Reads the rows below a row again. If this fails, the rows stay. */
  async readAgain(row: TreeRow): Promise<void> {
    const before = row.children ?? [];
    const lists = await this.#list(row);
    if (row.children !== before || (!row.isFailed && lists.some((list) => 'reason' in list))) return;
    this.#setChildren(row, lists);
    row.children = mergeRows(before, row.children);
    this.draw();
  }

  /** The lists below a row, or the reasons why they cannot be read. */
  #list({ childKinds, thing }: TreeRow): Promise<readonly (List | ListFailure)[]> {
    const parent = thing?.chosen ?? {};
    return Promise.all(childKinds.map((kind) => this.#options.lookup.list(kind, listParams(kind, parent))));
  }

  #setChildren(row: TreeRow, lists: readonly (List | ListFailure)[]): void {
    const { kinds, onList } = this.#options;
    const things = lists.flatMap((list, index) => {
      const kind = row.childKinds[index];
      if ('reason' in list || kind === undefined) return [];
      onList?.(kind, row.thing?.chosen ?? {}, list.entries);
      return list.entries.map((entry) => thingRow(kind, entry, row, kinds));
    });
    const reasons = [...new Set(lists.flatMap((list) => ('reason' in list ? [list.reason] : [])))];
    const emptyNotes = things.length + reasons.length === 0 ? [words('pick.none')] : [];
    row.children = [...things, ...[...reasons, ...emptyNotes].map((text) => noteRow(text, row))];
    row.isFailed = reasons.length > 0;
    row.more = lists.reduce((sum, list) => sum + ('reason' in list ? 0 : list.more), 0);
  }
}
