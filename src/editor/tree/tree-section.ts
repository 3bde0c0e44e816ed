import type { CommandStep } from '../../cues/list.js';
import { canWriteCues } from '../base/cue-lists.js';
import { element, setText, smallButton } from '../base/dom.js';
import { configDraftOf } from '../base/hubs.js';
import { PARTS } from '../base/node-label.js';
import { $, canEditFlows, type Point, red } from '../base/red.js';
import { findOperation } from '../base/table.js';
import { words } from '../base/words.js';
import { acceptDrops, type Columns, type NewNode, pointAt, putOnCanvas, setDragText } from '../canvas/canvas.js';
import { addControls, type NewControl } from '../canvas/control-nodes.js';
import { addCues, addSteps, type NamedStep, selectedCue } from '../cues/cue-additions.js';
import { Lookup } from '../picking/lookup.js';
import { RenameBar } from '../picking/renames.js';
import { Tree } from '../picking/tree.js';
import { ROOT_KINDS } from '../picking/tree-kinds.js';
import { groupRow, type TreeRow } from '../picking/tree-row.js';
import { type HubReports, isLost, stateText } from '../section/hub-reports.js';
import type { CreateSection, SidebarContext } from '../section/section.js';
import { HubSearch, MAX_LISTS, type SearchEnd } from './hub-search.js';
import { commandFor, controlFor, injectsFor, missingKind, stepFor, watchFor } from './ready-nodes.js';
import { type MenuItem, openMenu } from './tree-menu.js';
import { TreeRefresh } from './tree-refresh.js';

/** Pause in typing before the search reads the hub, in ms. */
const TYPING_PAUSE_MS = 400;

/** Pause between two drawings of a search, in ms. */
const DRAWING_PAUSE_MS = 200;

/** The hints by the nodes that a row becomes. */
const HINTS = { nodes: 'tree.hint', control: 'tree.controlHint', cue: 'tree.cueHint' } as const;

const UNDO_KEYS = [
  ['ctrl-z', 'core:undo'],
  ['ctrl-y', 'core:redo'],
] as const;

class HubTree {
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
    add: (rows, isAlone) => this.#add(rows, isAlone),
    menu: (row, button, rows) => openMenu(button, this.#menuItems(row, button, rows), () => this.#tree.view.focus()),
    drag: (row) =>
      canEditFlows() && this.#nodesFor(row).command ? (event, rows) => this.#drag(rows, event) : undefined,
  });
  /** The nodes that a row becomes by a drag or Insert. */
  readonly #addAs = element(
    'select',
    { 'aria-label': words('tree.addAs'), title: words('tree.addAs') },
    ...Object.keys(HINTS).map((value) => element('option', { value }, words(`tree.addAsChoices.${value}`))),
  );
  readonly #hint = element('div', { class: 'hub-side-note' });
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
    const header = element('div', { class: 'hub-side-top' }, this.#search, this.#addAs, reload);
    this.#addAs.hidden = !canEditFlows();
    this.#addAs.addEventListener('change', () => this.#showHint());
    this.#showHint();
    // The hint scrolls away with the rows: a low sidebar of Node-RED 5 has no room for both.
    const rows = element('div', { class: 'hub-side-tree-rows' }, this.#hint, this.#tree.view.element);
    container.append(header, this.#renames.element, this.#age, rows, this.#note);
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
    this.#showHint();
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

  /** The browser remembers here that the user needs the hint no more. */
  get #hintKey(): string {
    return `graphics-hub-added-${this.#addAs.value}`;
  }

  #forgetHint(): void {
    localStorage.setItem(this.#hintKey, 'true');
    this.#showHint();
  }

  #showHint(): void {
    setText(this.#hint, words(HINTS[this.#addAs.value as keyof typeof HINTS]));
    this.#hint.hidden = !canEditFlows() || localStorage.getItem(this.#hintKey) !== null;
  }

  /** Adds the nodes of rows as chosen above the rows. */
  #add(rows: readonly TreeRow[], isAlone: boolean, drop?: Point): void {
    if (this.#addAs.value === 'control') void this.#addAsControls(rows, drop);
    else if (this.#addAs.value === 'cue') void this.#addAsCues(rows, addCues);
    else for (const row of rows) this.#addToCanvas(row, this.#commandColumns(row, isAlone), drop);
  }

  #refuse(rows: readonly TreeRow[], reason = 'tree.cannotAdd'): void {
    this.#note.textContent = words(reason, { name: rows.map(({ label }) => label).join(', ') });
  }

  /** The command alone, or with inject nodes if possible. */
  #commandColumns(row: TreeRow, isAlone: boolean): Columns<NewNode> | undefined {
    const { command, commandWithInjects = command } = this.#nodesFor(row);
    return isAlone ? command : commandWithInjects;
  }

  #addToCanvas(row: TreeRow, columns: Columns<NewNode> | undefined, drop?: Point): void {
    if (!columns) this.#refuse([row]);
    else if (putOnCanvas(columns, drop)) {
      this.#note.textContent = words('tree.added');
      this.#forgetHint();
    }
  }

  async #addAsControls(rows: readonly TreeRow[], drop?: Point): Promise<void> {
    const controls = await Promise.all(rows.map((row) => this.#controlFor(row)));
    const added = controls.filter((control) => control !== undefined);
    if (added.length === 0) this.#refuse(rows);
    else {
      this.#note.textContent = addControls(added, drop);
      this.#forgetHint();
    }
  }

  /** Adds rows as cues, or as steps of one. */
  async #addAsCues(rows: readonly TreeRow[], add: typeof addCues): Promise<void> {
    const hub = this.#context.hub();
    const steps = await Promise.all(rows.map((row) => this.#stepFor(row)));
    const added = steps.filter((step) => step !== undefined);
    if (added.length === 0 || !hub) return this.#refuse(rows, 'tree.cannotAddCue');
    this.#note.textContent = await add(hub.id, added);
    this.#forgetHint();
  }

  async #controlFor(row: TreeRow): Promise<NewControl | undefined> {
    const hub = this.#context.hub();
    const acting = await this.#actingRow(row);
    return acting.thing && hub && canEditFlows() ? controlFor(hub, acting.thing) : undefined;
  }

  async #stepFor(row: TreeRow): Promise<NamedStep | undefined> {
    const hub = this.#context.hub();
    const acting = await this.#actingRow(row);
    const step = acting.thing && hub && stepFor(hub, acting.thing);
    return step && { name: cueNameOf(acting, step), step };
  }

  /** A row that needs a thing below it, as an item needs a button, acts by the first one. */
  async #actingRow(row: TreeRow): Promise<TreeRow> {
    const missing = row.thing && missingKind(row.thing);
    if (!missing || !row.childKinds.includes(missing)) return row;
    const first = () => row.children?.find(({ thing }) => thing?.kind === missing);
    if (!first()) {
      await this.#tree.load(row);
      // The row can be open.
      this.#draw();
    }
    return first() ?? row;
  }

  #menuItems(row: TreeRow, button: HTMLElement, rows: readonly TreeRow[]): readonly MenuItem[] {
    const { command, commandWithInjects, watch } = this.#nodesFor(row);
    const value = String(row.thing?.entry.value);
    const canAddCues = command && canWriteCues();
    const cue = selectedCue(this.#context.hub()?.id ?? '');
    const items: readonly [string, (() => void) | undefined | false][] = [
      [words('tree.add'), command && (() => this.#addToCanvas(row, command))],
      [words('tree.try'), commandWithInjects && (() => this.#addToCanvas(row, commandWithInjects))],
      [controlLabel(rows), command && (() => void this.#addAsControls(rows))],
      [cueLabel(rows), canAddCues && (() => void this.#addAsCues(rows, addCues))],
      [
        words(cue ? 'tree.toCue' : 'tree.toStandby', { cue }),
        canAddCues && (() => void this.#addAsCues(rows, addSteps)),
      ],
      [words('tree.watch'), watch && (() => this.#addToCanvas(row, watch))],
      [words('tree.copy'), () => red.clipboard.copyText(value, $(button), 'clipboard.copyMessageValue')],
      [words('pick.again'), row.childKinds.length > 0 && (() => this.#tree.reload(row))],
    ];
    return items.flatMap(([label, act]) => (act ? [{ label, act }] : []));
  }

  #drag(rows: readonly TreeRow[], event: DragEvent): void {
    this.#dragged = rows;
    setDragText(event, rows.map(({ label }) => label).join('\n'));
  }

  #drop(event: DragEvent): void {
    this.#add(this.#dragged, event.shiftKey, pointAt(event));
    this.#dragged = [];
  }
}

const controlLabel = (rows: readonly TreeRow[]): string =>
  rows.length > 1 ? words('tree.controls', { count: rows.length }) : words('tree.control');

const cueLabel = (rows: readonly TreeRow[]): string =>
  rows.length > 1 ? words('tree.cues', { count: rows.length }) : words('tree.cue');

/** Example: `Anchor › In`, or `Mixer › Overlay Opacity = 0.5`. */
function cueNameOf({ label, thing, parent }: TreeRow, { operation, params }: CommandStep): string {
  const name = thing && PARTS.includes(thing.kind) && parent ? `${parent.label} › ${label}` : label;
  const value = params[findOperation(operation)?.latest ?? ''];
  return value ? `${name} = ${String(value.value)}` : name;
}

/** All things of the hub by level, with present values. A row becomes a node of the flow. */
export const treeSection: CreateSection = (container, context) => {
  const tree = new HubTree(container, context);
  return { show: () => tree.show(), hide: () => tree.hide() };
};
