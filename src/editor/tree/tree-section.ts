import { element, setText, smallButton } from '../base/dom.js';
import { configDraftOf } from '../base/hubs.js';
import { red } from '../base/red.js';
import { words } from '../base/words.js';
import { acceptDrops, pointAt, setDragText } from '../canvas/canvas.js';
import { Lookup } from '../picking/lookup.js';
import { RenameBar } from '../picking/renames.js';
import { Tree } from '../picking/tree.js';
import { ROOT_KINDS } from '../picking/tree-kinds.js';
import { groupRow, type TreeRow } from '../picking/tree-row.js';
import { type HubReports, isLost, stateText } from '../section/hub-reports.js';
import { type MenuItem, openMenu } from '../section/menu.js';
import type { CreateSection, Section, SidebarContext } from '../section/section.js';
import { HubSearch, MAX_LISTS, type SearchEnd } from './hub-search.js';
import { RowUses } from './row-uses.js';
import { TreeRefresh } from './tree-refresh.js';

/** Pause in typing before the search reads the hub, in ms. */
const TYPING_PAUSE_MS = 400;

/** Pause between two drawings of a search, in ms. */
const DRAWING_PAUSE_MS = 200;

const UNDO_KEYS = [
  ['ctrl-z', 'core:undo'],
  ['ctrl-y', 'core:redo'],
] as const;

/** All things of the hub by level, with present values. A row becomes a node of the flow. */
export const treeSection: CreateSection = (container, context) => new HubTree(container, context);

class HubTree implements Section {
  readonly #context: SidebarContext;
  readonly #search = element('input', {
    ...{ type: 'search', class: 'hub-side-search' },
    ...{ placeholder: words('tree.searchShort'), title: words('tree.search') },
  });
  readonly #tree = new Tree({
    ...{ id: 'hub-side-things', label: words('sidebar.sections.tree') },
    lookup: new Lookup({ id: '' }, () => this.#context.hub()?.id ?? '', 0),
    emptyText: () => words(this.#hubSearch.isRunning ? 'pick.loading' : 'pick.noMatch'),
    onList: (kind, parent, entries) => {
      this.#renames.add({ hub: this.#context.hub()?.id ?? '', kind, parent, entries });
    },
    selectsSeveral: true,
    add: (rows, isAlone) => this.#uses.add(rows, isAlone),
    menu: (row, button, rows) => openMenu(button, this.#menuItems(row, button, rows), () => this.#tree.view.focus()),
    drag: (row) => (this.#uses.nodesFor(row).command ? (event, rows) => this.#drag(rows, event) : undefined),
  });
  readonly #uses = new RowUses({
    hub: () => this.#context.hub(),
    load: async (row) => {
      await this.#tree.load(row);
      // The row can be open.
      this.#draw();
    },
    show: (note) => {
      this.#note.textContent = note;
    },
  });
  readonly #renames = new RenameBar();
  /** The time since when the rows are old. */
  readonly #age = element('div', { class: 'hub-side-note', role: 'status' });
  readonly #note = element('div', { class: 'hub-side-note', 'aria-live': 'polite' });
  readonly #hubSearch = new HubSearch({
    roots: () => this.#tree.rows,
    load: async (row) => {
      const answer = await this.#tree.load(row);
      this.#drawSoon();
      return answer;
    },
    onEnd: (end) => this.#endSearch(end),
  });
  readonly #refresh = new TreeRefresh({
    roots: () => this.#tree.rows,
    // A row that is dragged stays as it is, and a search already reads the hub.
    inView: () => (this.#dragged.length > 0 || this.#hubSearch.isRunning ? [] : this.#tree.view.parentsInView),
    read: (row) => this.#tree.readAgain(row),
  });
  #unwatchReports = () => {};
  #typingTimer = 0;
  #drawingTimer = 0;
  /** The hub of the rows and its connection settings, as a key. */
  #hubKey = '';
  #dragged: readonly TreeRow[] = [];

  constructor(container: HTMLElement, context: SidebarContext) {
    this.#context = context;
    this.#search.setAttribute('aria-label', words('tree.search'));
    this.#search.addEventListener('input', () => {
      this.#draw();
      clearTimeout(this.#typingTimer);
      this.#typingTimer = window.setTimeout(() => this.#searchHub(), TYPING_PAUSE_MS);
    });
    const reload = smallButton(words('pick.again'), () => this.#reset());
    const header = element('div', { class: 'hub-side-top' }, this.#search, this.#uses.choice, reload);
    // The hint scrolls away with the rows: a low sidebar of Node-RED 5 has no room for both.
    const rows = element(
      'div',
      { class: 'hub-side-tree-rows' },
      ...[this.#uses.hint, this.#uses.setUp.element, this.#tree.view.element],
    );
    container.append(header, this.#uses.page, this.#renames.element, this.#age, rows, this.#note);
    // Node-RED has these keys only on the canvas, but the focus stays here.
    for (const [key, action] of UNDO_KEYS)
      red.keyboard.add(this.#tree.view.element.id, key, () => red.actions.invoke(action));
    document.addEventListener('dragend', () => {
      this.#dragged = [];
    });
    acceptDrops(
      () => this.#dragged.length > 0,
      (event) => this.#drop(event),
    );
  }

  /** Reloads if the hub or its connection settings changed. */
  show(): void {
    this.#uses.showHint();
    const hub = this.#context.hub();
    const hubKey = hub ? JSON.stringify({ ...configDraftOf(hub), credentials: undefined }) : '';
    const isLoaded = hubKey === this.#hubKey && this.#tree.rows.length > 0;
    this.#hubKey = hubKey;
    if (isLoaded) this.#searchHub();
    else this.#reset();
    this.#showReports(this.#context.reports);
    this.#unwatchReports = this.#context.reports.changed.watch((reports) => this.#showReports(reports));
  }

  /** Ends all requests. */
  hide(): void {
    clearTimeout(this.#typingTimer);
    this.#hubSearch.stop();
    this.#unwatchReports();
    this.#refresh.hide();
  }

  /** While the hub is lost, the rows have the time of the loss. */
  #showReports({ hubs }: HubReports): void {
    const running = hubs.filter(({ id }) => id === this.#context.hub()?.id);
    const lost = running.find(isLost);
    setText(this.#age, lost ? words('tree.old', { state: stateText(lost) }) : '');
    this.#refresh.update(running);
  }

  /** Starts with the engines open, because most users need them. */
  #reset(): void {
    this.#hubSearch.reset();
    this.#refresh.reset();
    this.#showReports(this.#context.reports);
    this.#renames.clear();
    this.#tree.rows = this.#hubKey ? ROOT_KINDS.map(groupRow) : [];
    this.#search.value = '';
    this.#uses.showHint();
    setText(this.#note, '');
    this.#draw();
    const [engines] = this.#tree.rows;
    if (engines) void this.#openEngines(engines);
  }

  async #openEngines(engines: TreeRow): Promise<void> {
    engines.isOpen = true;
    const loading = this.#tree.load(engines);
    this.#draw();
    await loading;
    const [first] = engines.children ?? [];
    if (first && this.#context.isFirstHub()) this.#tree.toggle(first);
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
    this.#tree.search = this.#search.value;
    this.#tree.draw();
  }

  #menuItems(row: TreeRow, button: HTMLElement, rows: readonly TreeRow[]): readonly MenuItem[] {
    const again = { label: words('pick.again'), act: () => this.#tree.reload(row) };
    return [...this.#uses.menuItems(row, button, rows), ...(row.childKinds.length > 0 ? [again] : [])];
  }

  #drag(rows: readonly TreeRow[], event: DragEvent): void {
    this.#dragged = rows;
    setDragText(event, rows.map(({ label }) => label).join('\n'));
  }

  #drop(event: DragEvent): void {
    this.#uses.add(this.#dragged, event.shiftKey, pointAt(event));
    this.#dragged = [];
  }
}
