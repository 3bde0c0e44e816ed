import { element } from '../base/dom.js';
import { $, red } from '../base/red.js';
import { words } from '../base/words.js';
import { configDraftOf } from '../picking/config-draft.js';
import { Lookup } from '../picking/lookup.js';
import { listParams } from '../picking/selected-path.js';
import { acceptDrops, canEditFlows, type NewNode, pointAt, putOnCanvas } from './canvas.js';
import { commandFor, injectFor, watchFor } from './ready-nodes.js';
import type { CreateSection, SidebarContext } from './section.js';
import { ROOT_KINDS } from './tree-kinds.js';
import { type MenuItem, openMenu } from './tree-menu.js';
import { groupRow, noteRow, type TreeRow, thingRow } from './tree-row.js';
import { TreeView } from './tree-view.js';
import { visibleRows } from './visible-rows.js';

/** The type of the tree's own drags. Drops from other pages are ignored. */
const DRAG_TYPE = 'application/x-graphics-hub';

class HubTree {
  readonly #hub: SidebarContext['hub'];
  readonly #lookup = new Lookup({ id: '' }, () => this.#hub()?.id ?? '');
  readonly #search = element('input', { type: 'search', class: 'hub-side-search', placeholder: words('tree.search') });
  readonly #view = new TreeView(words('sidebar.sections.tree'), {
    toggle: (row) => this.#toggle(row),
    add: (row, more) => this.#addToCanvas(this.#commandChain(row, more)),
    menu: (row, button) => openMenu(button, this.#menuItems(row, button), () => this.#view.focus()),
    canDrag: (row) => canEditFlows() && this.#nodesFor(row).command !== undefined,
    drag: (row, event) => this.#drag(row, event),
  });
  readonly #note = element('div', { class: 'hub-side-note', 'aria-live': 'polite' });
  /** The hub of the rows and its connection settings, as a key. */
  #hubKey = '';
  #rows: readonly TreeRow[] = [];
  #dragged: TreeRow | undefined;

  constructor(container: HTMLElement, hub: SidebarContext['hub']) {
    this.#hub = hub;
    this.#search.setAttribute('aria-label', words('tree.search'));
    this.#search.addEventListener('input', () => this.#draw());
    const reload = element(
      'button',
      { type: 'button', class: 'red-ui-button red-ui-button-small' },
      words('pick.again'),
    );
    reload.addEventListener('click', () => this.#reset());
    const header = element('div', { class: 'hub-side-top' }, this.#search, reload);
    container.append(header, this.#view.element, this.#note);
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
    const hub = this.#hub();
    const hubKey = hub ? JSON.stringify({ ...configDraftOf(hub), credentials: undefined }) : '';
    if (hubKey === this.#hubKey && this.#rows.length > 0) return;
    this.#hubKey = hubKey;
    this.#reset();
  }

  /** Starts with the engines open, because most users need them. */
  #reset(): void {
    const groups = ROOT_KINDS.map(groupRow);
    this.#rows = this.#hubKey ? groups : [noteRow(words('tree.noHub'))];
    this.#note.textContent = this.#hubKey && canEditFlows() ? words('tree.hint') : '';
    this.#search.value = '';
    this.#draw();
    const [engines] = groups;
    if (this.#hubKey && engines) this.#toggle(engines);
  }

  #draw(): void {
    const searchWords = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = visibleRows(this.#rows, searchWords);
    const noMatch = { row: noteRow(words('pick.noMatch')), level: 1, position: 1, size: 1 };
    this.#view.draw(shown.length > 0 ? shown : [noMatch]);
  }

  #toggle(row: TreeRow): void {
    row.isOpen = !row.isOpen;
    if (row.isOpen && (!row.children || row.isFailed)) void this.#loadChildren(row);
    this.#draw();
  }

  /** Loads the rows below a row. */
  async #loadChildren(row: TreeRow): Promise<void> {
    const loading = [noteRow(words('pick.loading'), row)];
    row.children = loading;
    this.#lookup.clearCache();
    const parent = row.thing?.chosen ?? {};
    const lists = await Promise.all(row.childKinds.map((kind) => this.#lookup.list(kind, listParams(kind, parent))));
    // Another load was started meanwhile.
    if (row.children !== loading) return;
    const things = lists.flatMap((list, index) =>
      'reason' in list ? [] : list.entries.map((entry) => thingRow(row.childKinds[index] as string, entry, row)),
    );
    const reasons = [...new Set(lists.flatMap((list) => ('reason' in list ? [list.reason] : [])))];
    const emptyNotes = things.length + reasons.length === 0 ? [words('pick.none')] : [];
    row.children = [...things, ...[...reasons, ...emptyNotes].map((text) => noteRow(text, row))];
    row.isFailed = reasons.length > 0;
    row.more = lists.reduce((sum, list) => sum + ('reason' in list ? 0 : list.more), 0);
    this.#draw();
  }

  /** The nodes that a row can become: a command, a command with an inject node, or a watch. */
  #nodesFor({ thing }: TreeRow): Partial<Record<'command' | 'commandWithInject' | 'watch', readonly NewNode[]>> {
    const hub = this.#hub();
    if (!thing || !hub || !canEditFlows()) return {};
    const command = commandFor(hub, thing);
    const inject = command && injectFor(command, thing);
    return {
      command: command && [command],
      commandWithInject: command && inject && [inject, command],
      watch: watchFor(hub, thing),
    };
  }

  /** The command, with an inject node if requested and possible. */
  #commandChain(row: TreeRow, withInject: boolean): readonly NewNode[] | undefined {
    const { command, commandWithInject = command } = this.#nodesFor(row);
    return withInject ? commandWithInject : command;
  }

  #addToCanvas(chain: readonly NewNode[] | undefined, event?: MouseEvent): void {
    if (chain && putOnCanvas(chain, event && pointAt(event))) this.#note.textContent = words('tree.added');
  }

  #menuItems(row: TreeRow, button: HTMLElement): readonly MenuItem[] {
    const { command, commandWithInject, watch } = this.#nodesFor(row);
    const value = String(row.thing?.entry.value);
    const items: readonly [string, (() => void) | undefined | false][] = [
      [words('tree.add'), command && (() => this.#addToCanvas(command))],
      [words('tree.try'), commandWithInject && (() => this.#addToCanvas(commandWithInject))],
      [words('tree.watch'), watch && (() => this.#addToCanvas(watch))],
      [words('tree.copy'), () => red.clipboard.copyText(value, $(button), 'clipboard.copyMessageValue')],
      [words('pick.again'), row.childKinds.length > 0 && (() => this.#reload(row))],
    ];
    return items.flatMap(([label, act]) => (act ? [{ label, act }] : []));
  }

  #reload(row: TreeRow): void {
    row.isOpen = true;
    void this.#loadChildren(row);
    this.#draw();
  }

  #drag(row: TreeRow, { dataTransfer }: DragEvent): void {
    this.#dragged = row;
    // Some browsers do not drag without data.
    dataTransfer?.setData(DRAG_TYPE, row.label);
  }

  #drop(event: DragEvent): void {
    if (this.#dragged) this.#addToCanvas(this.#commandChain(this.#dragged, event.shiftKey), event);
    this.#dragged = undefined;
  }
}

/** All things of the hub by level, with present values. A row becomes a node of the flow. */
export const treeSection: CreateSection = (container, { hub }) => {
  const tree = new HubTree(container, hub);
  return { show: () => tree.show(), hide() {} };
};
