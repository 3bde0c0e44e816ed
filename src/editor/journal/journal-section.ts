import { csv } from '../../base/csv.js';
import { type JournalRow, MAX_ROWS } from '../../hub/records/journal-row.js';
import { download, element, setText, smallButton } from '../base/dom.js';
import { askEndpoint, reasonOf } from '../base/endpoint.js';
import { allHubs } from '../base/hubs.js';
import { $, red } from '../base/red.js';
import { words } from '../base/words.js';
import { PollLoop } from '../section/poll-loop.js';
import type { CreateSection, Section, SidebarContext } from '../section/section.js';
import { asRunExport } from './as-run-export.js';
import { JournalFilter } from './journal-filter.js';
import { JournalList } from './journal-list.js';
import { type HubRow, keyOf, tableOf } from './row-text.js';

/** New and changed rows of a hub, the oldest first, and its last update. */
interface JournalPage {
  readonly rows: readonly JournalRow[];
  readonly last: number;
}

/** Pause between two requests. With the poll of the hubs, the sidebar makes fewer than four requests a second. */
const PAUSE_MS = 500;

/** In each space. */
const MAX_SHOWN = 200;

/** The last commands of the chosen hub or of all hubs, the newest first. They do not move while a user reads them. */
export const journalSection: CreateSection = (container, context) => new JournalSection(container, context);

class JournalSection implements Section {
  readonly #container: HTMLElement;
  readonly #context: SidebarContext;
  readonly #state = element('span', { class: 'hub-side-note' });
  readonly #pause = toggle('', () => this.#draw());
  readonly #all = toggle(words('sidebar.journal.allHubs'), () => this.show());
  readonly #filter = new JournalFilter(() => this.#draw());
  readonly #list = new JournalList(() => this.#draw());
  readonly #poll = new PollLoop(() => this.#ask(), PAUSE_MS);
  /** The rows of each shown hub, and its last update. */
  #journals = new Map<string, { readonly last: number; readonly rows: readonly HubRow[] }>();
  #rows: readonly HubRow[] = [];
  /** The rows on the screen: a snapshot while a user reads. */
  #drawn: readonly HubRow[] = [];
  #problem = '';

  constructor(container: HTMLElement, context: SidebarContext) {
    this.#container = container;
    this.#context = context;
    const copy = smallButton(words('sidebar.journal.copy'), () => {
      const text = tableOf(this.#matching).map((cells) => cells.join('\t'));
      red.clipboard.copyText(text.join('\n'), $(copy), 'clipboard.copyMessageValue');
    });
    const save = smallButton(words('sidebar.journal.save'), () =>
      download('journal.csv', csv(tableOf(this.#matching))),
    );
    const exportAsRun = asRunExport(
      () => ({ hubs: [...this.#journals.keys()], rows: this.#rows }),
      (error) => {
        this.#problem = reasonOf(error);
        this.#draw();
      },
    );
    const icon = element('i', { class: 'fa fa-pause', 'aria-hidden': 'true' });
    this.#pause.append(icon, ' ', words('sidebar.journal.pause'));
    const tools = element('div', { class: 'hub-side-bar' }, this.#all, copy, save);
    const state = element('div', { class: 'hub-side-bar' }, this.#pause, this.#state);
    container.append(this.#filter.element, tools, exportAsRun, state, this.#list.element);
    context.failuresAsked.watch(() => {
      this.#filter.showFailures();
      this.#list.element.scrollTop = 0;
      this.#draw();
    });
  }

  /** Begins with the rows of the chosen hub, or of all hubs. */
  show(): void {
    const chosen = this.#context.hub();
    const hubs = isPressed(this.#all) ? allHubs() : chosen ? [chosen] : [];
    this.#all.hidden = allHubs().length < 2;
    if (hubs.length !== this.#journals.size || hubs.some(({ id }) => !this.#journals.has(id))) {
      this.#journals = new Map(hubs.map(({ id }) => [id, NO_ROWS]));
      this.#rows = [];
      this.#drawn = [];
    }
    if (hubs.length > 0) this.#poll.start();
    this.#draw();
  }

  hide(): void {
    this.#poll.stop();
  }

  get #matching(): readonly HubRow[] {
    return newestOfEachSpace(this.#drawn.filter(this.#filter.matches), MAX_SHOWN);
  }

  /** Requests the new rows of one hub after the other. Drops the answer if other hubs were chosen meanwhile. */
  async #ask(): Promise<void> {
    const asked = this.#journals;
    // The hub that was asked longest ago is the first.
    const [next] = asked;
    if (!next) return;
    const [hub, { last, rows: before }] = next;
    try {
      const answer = await askEndpoint<JournalPage>(['journal', hub], undefined, { query: { after: last } });
      if (asked !== this.#journals) return;
      const isNew = answer.last !== last || this.#problem !== '';
      const added = answer.rows.map((row) => ({ ...row, hub }));
      asked.delete(hub);
      // The runtime restarted. The next answer has all rows.
      asked.set(hub, answer.last < last ? NO_ROWS : { last: answer.last, rows: merge(before, added) });
      if (!isNew) return;
      this.#problem = '';
      this.#rows = [...asked.values()].flatMap(({ rows }) => rows);
      if (asked.size > 1) this.#rows = this.#rows.toSorted((one, other) => one.at - other.at);
    } catch (error) {
      const reason = reasonOf(error);
      if (asked !== this.#journals) return;
      this.#problem = reason;
    }
    this.#draw();
  }

  #draw(): void {
    const isFrozen = isPressed(this.#pause) || this.#list.isBeingRead;
    if (!isFrozen) this.#drawn = this.#rows;
    this.#filter.offer(this.#drawn);
    const matches = this.#matching;
    this.#list.draw(matches);
    this.#container.classList.toggle('hub-side-paused', isFrozen);
    setText(this.#state, this.#problem || this.#stateText(isFrozen, matches.length));
  }

  #stateText(isFrozen: boolean, matches: number): string {
    if (isFrozen) {
      const keys = new Set(this.#drawn.map(keyOf));
      const count = this.#rows.filter((row) => !keys.has(keyOf(row))).length;
      return words(isPressed(this.#pause) ? 'sidebar.journal.held' : 'sidebar.journal.read', { count });
    }
    if (this.#rows.length === 0) return words(this.#journals.size > 0 ? 'sidebar.journal.none' : 'sidebar.noHubs');
    if (matches === 0) return words('pick.noMatch');
    return words('sidebar.journal.shown', { shown: matches, count: this.#rows.length });
  }
}

const NO_ROWS = { last: 0, rows: [] };

const isPressed = ({ ariaPressed }: HTMLElement): boolean => ariaPressed === 'true';

/** A small button that stays pressed. */
function toggle(label: string, onChange: () => void): HTMLButtonElement {
  const button: HTMLButtonElement = smallButton(
    label,
    () => {
      button.ariaPressed = String(!isPressed(button));
      onChange();
    },
    { 'aria-pressed': 'false' },
  );
  return button;
}

/** The rows in order. A changed row replaces the former one. */
function merge(rows: readonly HubRow[], changed: readonly HubRow[]): HubRow[] {
  const merged = new Map([...rows, ...changed].map((row) => [row.number, row]));
  return newestOfEachSpace(
    [...merged.values()].sort((one, other) => one.number - other.number),
    MAX_ROWS,
  );
}

/** At most `max` rows of each space of each hub, in order, so that values never hide a press or a failure. */
function newestOfEachSpace(rows: readonly HubRow[], max: number): HubRow[] {
  const counts = new Map<string, number>();
  const newestFirst = [...rows].reverse().filter(({ hub, space }) => {
    const key = `${hub} ${space}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= max;
  });
  return newestFirst.reverse();
}
