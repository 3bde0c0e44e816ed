import { element } from '../base/dom.js';
import { $, red } from '../base/red.js';
import { words } from '../base/words.js';
import { paramsFor } from '../picking/chosen.js';
import { draftOf } from '../picking/draft.js';
import { Lookup } from '../picking/lookup.js';
import { mayAdd, type NewNode, placeOf, putOnCanvas, takeDrops } from './canvas.js';
import { commandFor, injectFor, watchFor } from './ready-nodes.js';
import type { MakeSection, SidebarContext } from './section.js';
import { type Offered, openMenu } from './tree-menu.js';
import { groupRow, noteRow, type Row, thingRow } from './tree-row.js';
import { shownRows } from './tree-shown.js';
import { ROOTS } from './tree-things.js';
import { TreeView } from './tree-view.js';

/** What is dragged; kept here, so that nothing that another page lets fall becomes a node. */
const MIME = 'application/x-graphics-hub';

class Tree {
  readonly #hub: SidebarContext['hub'];
  readonly #lookup = new Lookup({ id: '' }, () => this.#hub()?.id ?? '');
  readonly #search = element('input', { type: 'search', class: 'hub-side-search', placeholder: words('tree.search') });
  readonly #view = new TreeView(words('sidebar.sections.tree'), {
    toggle: (row) => this.#toggle(row),
    add: (row, more) => this.#put(this.#chosen(row, more)),
    menu: (row, button) => openMenu(button, this.#offered(row, button), () => this.#view.focus()),
    canDrag: (row) => mayAdd() && this.#chains(row).added !== undefined,
    drag: (row, event) => this.#drag(row, event),
  });
  readonly #note = element('div', { class: 'hub-side-note', 'aria-live': 'polite' });
  /** Which hub the rows are of, as it can be reached. */
  #of = '';
  #rows: readonly Row[] = [];
  #dragged: Row | undefined;

  constructor(container: HTMLElement, hub: SidebarContext['hub']) {
    this.#hub = hub;
    this.#search.setAttribute('aria-label', words('tree.search'));
    this.#search.addEventListener('input', () => this.#draw());
    const again = element(
      'button',
      { type: 'button', class: 'red-ui-button red-ui-button-small' },
      words('pick.again'),
    );
    again.addEventListener('click', () => this.#begin());
    const top = element('div', { class: 'hub-side-top' }, this.#search, again);
    container.append(top, this.#view.element, this.#note);
    document.addEventListener('dragend', () => {
      this.#dragged = undefined;
    });
    takeDrops(
      () => this.#dragged !== undefined,
      (event) => this.#drop(event),
    );
  }

  /** Begins anew where another hub is chosen, or the same one is reached otherwise. */
  show(): void {
    const hub = this.#hub();
    const of = hub ? JSON.stringify({ ...draftOf(hub), credentials: undefined }) : '';
    if (of === this.#of && this.#rows.length > 0) return;
    this.#of = of;
    this.#begin();
  }

  /** Nothing is known yet; the engines are asked for, being what most people look for. */
  #begin(): void {
    const groups = ROOTS.map(groupRow);
    this.#rows = this.#of ? groups : [noteRow(words('tree.noHub'))];
    this.#note.textContent = this.#of && mayAdd() ? words('tree.hint') : '';
    this.#search.value = '';
    this.#draw();
    const [engines] = groups;
    if (this.#of && engines) this.#toggle(engines);
  }

  #draw(): void {
    const wanted = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = shownRows(this.#rows, wanted);
    const nothing = { row: noteRow(words('pick.noMatch')), level: 1, position: 1, size: 1 };
    this.#view.draw(shown.length > 0 ? shown : [nothing]);
  }

  #toggle(row: Row): void {
    row.isOpen = !row.isOpen;
    if (row.isOpen && (!row.rows || row.isFailed)) void this.#load(row);
    this.#draw();
  }

  /** Asks the hub for what stands below a row. */
  async #load(row: Row): Promise<void> {
    const asking = [noteRow(words('pick.loading'), row)];
    row.rows = asking;
    this.#lookup.forget();
    const above = row.thing?.chosen ?? {};
    const lists = await Promise.all(row.below.map((kind) => this.#lookup.list(kind, paramsFor(kind, above))));
    // It was asked again meanwhile.
    if (row.rows !== asking) return;
    const things = lists.flatMap((list, index) =>
      'reason' in list ? [] : list.entries.map((entry) => thingRow(row.below[index] as string, entry, row)),
    );
    const reasons = [...new Set(lists.flatMap((list) => ('reason' in list ? [list.reason] : [])))];
    const none = things.length + reasons.length === 0 ? [words('pick.none')] : [];
    row.rows = [...things, ...[...reasons, ...none].map((text) => noteRow(text, row))];
    row.isFailed = reasons.length > 0;
    row.more = lists.reduce((sum, list) => sum + ('reason' in list ? 0 : list.more), 0);
    this.#draw();
  }

  /** What a row can become on the canvas: alone, tried out by an inject node, and watched. */
  #chains({ thing }: Row): Partial<Record<'added' | 'tried' | 'watched', readonly NewNode[]>> {
    const hub = this.#hub();
    if (!thing || !hub || !mayAdd()) return {};
    const command = commandFor(hub, thing);
    const inject = command && injectFor(command, thing);
    return {
      added: command && [command],
      tried: command && inject && [inject, command],
      watched: watchFor(hub, thing),
    };
  }

  /** With an inject node, where one is of use and wanted. */
  #chosen(row: Row, withInject: boolean): readonly NewNode[] | undefined {
    const { added, tried = added } = this.#chains(row);
    return withInject ? tried : added;
  }

  #put(chain: readonly NewNode[] | undefined, event?: MouseEvent): void {
    if (chain && putOnCanvas(chain, event && placeOf(event))) this.#note.textContent = words('tree.added');
  }

  #offered(row: Row, button: HTMLElement): readonly Offered[] {
    const { added, tried, watched } = this.#chains(row);
    const value = String(row.thing?.entry.value);
    const offers: readonly [string, (() => void) | undefined | false][] = [
      [words('tree.add'), added && (() => this.#put(added))],
      [words('tree.try'), tried && (() => this.#put(tried))],
      [words('tree.watch'), watched && (() => this.#put(watched))],
      [words('tree.copy'), () => red.clipboard.copyText(value, $(button), 'clipboard.copyMessageValue')],
      [words('pick.again'), row.below.length > 0 && (() => this.#again(row))],
    ];
    return offers.flatMap(([label, act]) => (act ? [{ label, act }] : []));
  }

  /** Asks for a level once more. */
  #again(row: Row): void {
    row.isOpen = true;
    void this.#load(row);
    this.#draw();
  }

  #drag(row: Row, { dataTransfer }: DragEvent): void {
    this.#dragged = row;
    // Some browsers drag nothing that has no data.
    dataTransfer?.setData(MIME, row.label);
  }

  #drop(event: DragEvent): void {
    if (this.#dragged) this.#put(this.#chosen(this.#dragged, event.shiftKey), event);
    this.#dragged = undefined;
  }
}

/** All that the hub lists, level by level with present values; a row becomes a node of the flow. */
export const treeSection: MakeSection = (container, { hub }) => {
  const tree = new Tree(container, hub);
  return { show: () => tree.show(), hide() {} };
};
