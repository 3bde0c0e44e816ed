import type { List } from '../../../hub/lists/bound-list.js';
import { element, setText, smallButton } from '../../base/dom.js';
import { $, canEditFlows, type Point, red } from '../../base/red.js';
import { words } from '../../base/words.js';
import { configDraftOf } from '../../picking/config-draft.js';
import { type ListFailure, Lookup } from '../../picking/lookup.js';
import { RenameBar } from '../../picking/renames.js';
import { listParams } from '../../picking/selected-path.js';
import { type HubReports, isLost, stateText } from '../base/hub-reports.js';
import type { CreateSection, SidebarContext } from '../base/section.js';
import { acceptDrops, type Columns, type NewNode, pointAt, putOnCanvas } from './canvas.js';
import { HubSearch, MAX_LISTS, type SearchEnd } from './hub-search.js';
import { commandFor, injectsFor, watchFor } from './ready-nodes.js';
import { ROOT_KINDS } from './tree-kinds.js';
import { type MenuItem, openMenu } from './tree-menu.js';
import { TreeRefresh } from './tree-refresh.js';
import { groupRow, mergeRows, noteRow, type TreeRow, thingRow } from './tree-row.js';
import { TreeView } from './tree-view.js';
import { visibleRows } from './visible-rows.js';

/** The type of the tree's own drags. Drops from other pages are ignored. */
const DRAG_TYPE = 'application/x-graphics-hub';

/** Pause in typing before the search reads the hub, in ms. */
const TYPING_PAUSE_MS = 400;

/** Pause between two drawings of a search, in ms. */
const DRAWING_PAUSE_MS = 200;

const UNDO_KEYS = [
  ['ctrl-z', 'core:undo'],
  ['ctrl-y', 'core:redo'],
] as const;

class HubTree {
  readonly #context: SidebarContext;
  readonly #lookup = new Lookup({ id: '' }, () => this.#context.hub()?.id ?? '');
  readonly #search = element('input', { type: 'search', class: 'hub-side-search', placeholder: words('tree.search') });
  readonly #view = new TreeView(words('sidebar.sections.tree'), {
    toggle: (row) => this.#toggle(row),
    add: (row, isAlone) => this.#addToCanvas(this.#commandColumns(row, isAlone)),
    menu: (row, button) => openMenu(button, this.#menuItems(row, button), () => this.#view.focus()),
    canDrag: (row) => canEditFlows() && this.#nodesFor(row).command !== undefined,
    drag: (row, event) => this.#drag(row, event),
  });
  readonly #hint = element('div', { class: 'hub-side-note' }, words('tree.hint'));
  readonly #renames = new RenameBar();
  /** The time since when the rows are old. */
  readonly #age = element('div', { class: 'hub-side-note', role: 'status' });
  readonly #note = element('div', { class: 'hub-side-note', 'aria-live': 'polite' });
  readonly #hubSearch = new HubSearch({
    roots: () => this.#rows,
    load: async (row) => {
      const answer = await this.#loadChildren(row);
      this.#drawSoon();
      return answer;
    },
    onEnd: (end) => this.#endSearch(end),
  });
  readonly #refresh = new TreeRefresh({
    roots: () => this.#rows,
    // A row that is dragged stays as it is, and a search already reads the hub.
    inView: () => (this.#dragged || this.#hubSearch.isRunning ? [] : this.#view.parentsInView),
    read: (row) => this.#readAgain(row),
  });
  #unwatchReports = () => {};
  #typingTimer = 0;
  #drawingTimer = 0;
  /** The hub of the rows and its connection settings, as a key. */
  #hubKey = '';
  #rows: readonly TreeRow[] = [];
  #dragged: TreeRow | undefined;

  constructor(container: HTMLElement, context: SidebarContext) {
    this.#context = context;
    this.#search.setAttribute('aria-label', words('tree.search'));
    this.#search.addEventListener('input', () => {
      this.#draw();
      clearTimeout(this.#typingTimer);
      this.#typingTimer = window.setTimeout(() => this.#searchHub(), TYPING_PAUSE_MS);
    });
    const reload = smallButton(words('pick.again'), () => this.#reset());
    const header = element('div', { class: 'hub-side-top' }, this.#search, reload);
    // The hint scrolls away with the rows: a low sidebar of Node-RED 5 has no room for both.
    const rows = element('div', { class: 'hub-side-tree-rows' }, this.#hint, this.#view.element);
    container.append(header, this.#renames.element, this.#age, rows, this.#note);
    // Node-RED has these keys only on the canvas, but the focus stays here.
    for (const [key, action] of UNDO_KEYS)
      red.keyboard.add(this.#view.element.id, key, () => red.actions.invoke(action));
    document.addEventListener('dragend', () => {
      this.#dragged = undefined;
    });
    acceptDrops(
      () => this.#dragged !== undefined,
      (event) => this.#drop(event),
    );
  }

  /** Reloads if the hub or its connection settings changed. */
  show(): void {
    const hub = this.#context.hub();
    const hubKey = hub ? JSON.stringify({ ...configDraftOf(hub), credentials: undefined }) : '';
    const isLoaded = hubKey === this.#hubKey && this.#rows.length > 0;
    this.#hubKey = hubKey;
    if (isLoaded) this.#searchHub();
    else this.#reset();
    this.#takeReports(this.#context.reports);
    this.#unwatchReports = this.#context.reports.changed.watch((reports) => this.#takeReports(reports));
  }

  /** Ends all requests. */
  hide(): void {
    clearTimeout(this.#typingTimer);
    this.#hubSearch.stop();
    this.#unwatchReports();
    this.#refresh.hide();
  }

  /** While the hub is lost, the rows have the time of the loss. */
  #takeReports({ hubs }: HubReports): void {
    const running = hubs.filter(({ id }) => id === this.#context.hub()?.id);
    const lost = running.find(isLost);
    setText(this.#age, lost ? words('tree.old', { state: stateText(lost) }) : '');
    this.#refresh.take(running);
  }

  /** Starts with the engines open, because most users need them. */
  #reset(): void {
    this.#hubSearch.reset();
    this.#refresh.reset();
    this.#takeReports(this.#context.reports);
    this.#renames.clear();
    this.#rows = this.#hubKey ? ROOT_KINDS.map(groupRow) : [];
    this.#search.value = '';
    this.#hint.hidden = !canEditFlows();
    setText(this.#note, '');
    this.#draw();
    const [engines] = this.#rows;
    if (engines) void this.#openEngines(engines);
  }

  async #openEngines(engines: TreeRow): Promise<void> {
    engines.isOpen = true;
    const loading = this.#loadChildren(engines);
    this.#draw();
    await loading;
    const [first] = engines.children ?? [];
    if (first && this.#context.isFirstHub()) this.#toggle(first);
    else this.#draw();
  }

  /** Reads the closed rows while there is a text to search. */
  #searchHub(): void {
    if (this.#search.value.trim() === '') {
      this.#hubSearch.stop();
      setText(this.#note, '');
    } else if (!this.#hubSearch.isRunning) {
      setText(this.#note, words('tree.searching'));
      void this.#hubSearch.start();
    }
  }

  #endSearch(end: SearchEnd): void {
    this.#draw();
    setText(this.#note, end === 'complete' ? '' : words(`tree.searchEnds.${end}`, { count: MAX_LISTS }));
  }

  /** Many answers of a search are drawn at once. */
  #drawSoon(): void {
    this.#drawingTimer ||= window.setTimeout(() => this.#draw(), DRAWING_PAUSE_MS);
  }

  #draw(): void {
    clearTimeout(this.#drawingTimer);
    this.#drawingTimer = 0;
    const searchWords = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = visibleRows(this.#rows, searchWords);
    const noMatch = words(this.#hubSearch.isRunning ? 'pick.loading' : 'pick.noMatch');
    this.#view.draw(shown.length > 0 ? shown : [{ row: noteRow(noMatch), level: 1, position: 1, size: 1 }]);
  }

  #toggle(row: TreeRow): void {
    row.isOpen = !row.isOpen;
    if (row.isOpen && (!row.children || row.isFailed)) void this.#loadChildren(row).then(() => this.#draw());
    this.#draw();
  }

  /** Loads the rows below a row. */
  async #loadChildren(row: TreeRow): Promise<{ readonly isOffline: boolean }> {
    const loading = [noteRow(words('pick.loading'), row)];
    row.children = loading;
    const lists = await this.#list(row);
    const isOffline = lists.some((list) => 'reason' in list && list.offline === true);
    // Another load was started meanwhile.
    if (row.children === loading) this.#setChildren(row, lists);
    return { isOffline };
  }

  /** Reads the rows below a row again. If this fails, the rows stay. */
  async #readAgain(row: TreeRow): Promise<void> {
    const before = row.children ?? [];
    const lists = await this.#list(row);
    if (row.children !== before || (!row.isFailed && lists.some((list) => 'reason' in list))) return;
    this.#setChildren(row, lists);
    row.children = mergeRows(before, row.children);
    this.#draw();
  }

  /** The lists below a row, or the reasons why they cannot be read. */
  #list(row: TreeRow): Promise<readonly (List | ListFailure)[]> {
    const parent = row.thing?.chosen ?? {};
    this.#lookup.clearCache();
    return Promise.all(row.childKinds.map((kind) => this.#lookup.list(kind, listParams(kind, parent))));
  }

  #setChildren(row: TreeRow, lists: readonly (List | ListFailure)[]): void {
    const parent = row.thing?.chosen ?? {};
    const hub = this.#context.hub()?.id ?? '';
    lists.forEach((list, index) => {
      const kind = row.childKinds[index] as string;
      if (!('reason' in list)) this.#renames.add({ hub, kind, parent, entries: list.entries });
    });
    const things = lists.flatMap((list, index) =>
      'reason' in list ? [] : list.entries.map((entry) => thingRow(row.childKinds[index] as string, entry, row)),
    );
    const reasons = [...new Set(lists.flatMap((list) => ('reason' in list ? [list.reason] : [])))];
    const emptyNotes = things.length + reasons.length === 0 ? [words('pick.none')] : [];
    row.children = [...things, ...[...reasons, ...emptyNotes].map((text) => noteRow(text, row))];
    row.isFailed = reasons.length > 0;
    row.more = lists.reduce((sum, list) => sum + ('reason' in list ? 0 : list.more), 0);
  }

  /** The nodes that a row can become: a command, a command with inject nodes, or a watch. */
  #nodesFor({ thing }: TreeRow): Partial<Record<'command' | 'commandWithInjects' | 'watch', Columns<NewNode>>> {
    const hub = this.#context.hub();
    if (!thing || !hub || !canEditFlows()) return {};
    const command = commandFor(hub, thing);
    const injects = command ? injectsFor(command, thing) : [];
    return {
      command: command && [[command]],
      commandWithInjects: command && injects.length > 0 ? [injects, [command]] : undefined,
      watch: watchFor(hub, thing),
    };
  }

  /** The command alone, or with inject nodes if possible. */
  #commandColumns(row: TreeRow, isAlone: boolean): Columns<NewNode> | undefined {
    const { command, commandWithInjects = command } = this.#nodesFor(row);
    return isAlone ? command : commandWithInjects;
  }

  #addToCanvas(columns: Columns<NewNode> | undefined, drop?: Point): void {
    if (columns && putOnCanvas(columns, drop)) this.#note.textContent = words('tree.added');
  }

  #menuItems(row: TreeRow, button: HTMLElement): readonly MenuItem[] {
    const { command, commandWithInjects, watch } = this.#nodesFor(row);
    const value = String(row.thing?.entry.value);
    const items: readonly [string, (() => void) | undefined | false][] = [
      [words('tree.add'), command && (() => this.#addToCanvas(command))],
      [words('tree.try'), commandWithInjects && (() => this.#addToCanvas(commandWithInjects))],
      [words('tree.watch'), watch && (() => this.#addToCanvas(watch))],
      [words('tree.copy'), () => red.clipboard.copyText(value, $(button), 'clipboard.copyMessageValue')],
      [words('pick.again'), row.childKinds.length > 0 && (() => this.#reload(row))],
    ];
    return items.flatMap(([label, act]) => (act ? [{ label, act }] : []));
  }

  #reload(row: TreeRow): void {
    row.isOpen = true;
    void this.#loadChildren(row).then(() => this.#draw());
    this.#draw();
  }

  #drag(row: TreeRow, { dataTransfer }: DragEvent): void {
    this.#dragged = row;
    // Some browsers do not drag without data.
    dataTransfer?.setData(DRAG_TYPE, row.label);
  }

  #drop(event: DragEvent): void {
    if (this.#dragged) this.#addToCanvas(this.#commandColumns(this.#dragged, event.shiftKey), pointAt(event));
    this.#dragged = undefined;
  }
}

/** All things of the hub by level, with present values. A row becomes a node of the flow. */
export const treeSection: CreateSection = (container, context) => {
  const tree = new HubTree(container, context);
  return { show: () => tree.show(), hide: () => tree.hide() };
};
