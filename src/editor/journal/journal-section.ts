import { csv } from '../../base/csv.js';
import { searchKey } from '../../base/names.js';
import type { JournalRow } from '../../hub/records/journal-row.js';
import { download, element, setText, smallButton } from '../base/dom.js';
import { askEndpoint, reasonOf } from '../base/endpoint.js';
import { allHubs } from '../base/hubs.js';
import { $, red } from '../base/red.js';
import { words } from '../base/words.js';
import { nodeName } from '../section/node-name.js';
import { PollLoop } from '../section/poll-loop.js';
import type { CreateSection } from '../section/section.js';
import { asRunExport } from './as-run-export.js';
import { type HubRow, JournalList, keyOf, OUTCOMES, searchText, tableOf } from './journal-list.js';

/** New and changed rows of a hub, the oldest first, and its last update. */
interface JournalPage {
  readonly rows: readonly JournalRow[];
  readonly last: number;
}

/** Pause between two requests. With the poll of the hubs, the sidebar makes fewer than four requests a second. */
const PAUSE_MS = 500;

/** In each space. The runtime holds the same number. */
const MAX_ROWS = 500;

/** In each space. */
const MAX_SHOWN = 200;

/** The last commands of the chosen hub or of all hubs, the newest first. They do not move while a user reads them. */
export const journalSection: CreateSection = (container, context) => {
  const state = element('span', { class: 'hub-side-note' });
  const pause = toggle('', draw);
  const filter = new JournalFilter(draw);
  const list = new JournalList(draw);
  const all = toggle(words('sidebar.journal.allHubs'), () => show());
  const copy = smallButton(words('sidebar.journal.copy'), () => {
    const text = tableOf(matching()).map((cells) => cells.join('\t'));
    red.clipboard.copyText(text.join('\n'), $(copy), 'clipboard.copyMessageValue');
  });
  const save = smallButton(words('sidebar.journal.save'), () => download('journal.csv', csv(tableOf(matching()))));
  const exportAsRun = asRunExport(
    () => ({ hubs: [...journals.keys()], rows }),
    (error) => {
      problem = reasonOf(error);
      draw();
    },
  );
  pause.append(element('i', { class: 'fa fa-pause', 'aria-hidden': 'true' }), ' ', words('sidebar.journal.pause'));
  const tools = element('div', { class: 'hub-side-bar' }, all, copy, save);
  container.append(
    filter.element,
    tools,
    exportAsRun,
    element('div', { class: 'hub-side-bar' }, pause, state),
    list.element,
  );

  /** The rows of each shown hub, and its last update. */
  let journals = new Map<string, { readonly last: number; readonly rows: readonly HubRow[] }>();
  let problem = '';
  let rows: readonly HubRow[] = [];
  /** The rows on the screen: a snapshot while a user reads. */
  let drawn = rows;

  const isPausePressed = () => pause.ariaPressed === 'true';

  const matching = () => newestOfEachSpace(drawn.filter(filter.matches), MAX_SHOWN);

  /** Requests the new rows of one hub after the other. Drops the answer if other hubs were chosen meanwhile. */
  async function ask(): Promise<void> {
    const asked = journals;
    // The hub that was asked longest ago is the first.
    const [next] = asked;
    if (!next) return;
    const [hub, { last, rows: before }] = next;
    try {
      const answer = await askEndpoint<JournalPage>(['journal', hub], undefined, { query: { after: last } });
      if (asked !== journals) return;
      const isNew = answer.last !== last || problem !== '';
      const added = answer.rows.map((row) => ({ ...row, hub }));
      asked.delete(hub);
      // The runtime restarted. The next answer has all rows.
      asked.set(hub, answer.last < last ? NO_ROWS : { last: answer.last, rows: merge(before, added) });
      if (!isNew) return;
      problem = '';
      rows = [...asked.values()].flatMap((journal) => journal.rows);
      if (asked.size > 1) rows = rows.toSorted((one, other) => one.at - other.at);
    } catch (error) {
      const reason = reasonOf(error);
      if (asked !== journals) return;
      problem = reason;
    }
    draw();
  }

  function draw(): void {
    const isFrozen = isPausePressed() || list.isBeingRead;
    if (!isFrozen) drawn = rows;
    filter.offer(drawn);
    const matches = matching();
    list.draw(matches);
    const keys = new Set(drawn.map(keyOf));
    const newRows = rows.filter((row) => !keys.has(keyOf(row))).length;
    container.classList.toggle('hub-side-paused', isFrozen);
    setText(state, problem || stateText(isFrozen, newRows, matches.length));
  }

  function stateText(isFrozen: boolean, newRows: number, matches: number): string {
    if (isFrozen) return words(isPausePressed() ? 'sidebar.journal.held' : 'sidebar.journal.read', { count: newRows });
    if (rows.length === 0) return words(journals.size > 0 ? 'sidebar.journal.none' : 'sidebar.noHubs');
    if (matches === 0) return words('pick.noMatch');
    return words('sidebar.journal.shown', { shown: matches, count: rows.length });
  }

  context.failuresAsked.watch(() => {
    filter.showFailures();
    list.element.scrollTop = 0;
    draw();
  });
  const poll = new PollLoop(ask, PAUSE_MS);

  /** Begins with the rows of the chosen hub, or of all hubs. */
  function show(): void {
    const chosen = context.hub();
    const hubs = all.ariaPressed === 'true' ? allHubs() : chosen ? [chosen] : [];
    all.hidden = allHubs().length < 2;
    if (hubs.length !== journals.size || hubs.some(({ id }) => !journals.has(id))) {
      journals = new Map(hubs.map(({ id }) => [id, NO_ROWS]));
      rows = [];
      drawn = [];
    }
    if (hubs.length > 0) poll.start();
    draw();
  }
  return { show, hide: () => poll.stop() };
};

const NO_ROWS = { last: 0, rows: [] };

/** A small button that stays pressed. */
function toggle(label: string, onChange: () => void): HTMLButtonElement {
  const button: HTMLButtonElement = smallButton(
    label,
    () => {
      button.ariaPressed = String(button.ariaPressed !== 'true');
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

const ALL = '';

/** An outcome of the filter: every failure. */
const FAILED = 'failed';

/** Filters rows by node, outcome and text. */
class JournalFilter {
  readonly #node = element('select', { 'aria-label': words('sidebar.journal.node') });
  readonly #outcome = element('select', { 'aria-label': words('sidebar.journal.outcome') });
  readonly #text = element('input', {
    type: 'text',
    placeholder: words('pick.search'),
    'aria-label': words('sidebar.journal.text'),
  });
  readonly element = element('div', { class: 'hub-side-filter' }, this.#node, this.#outcome, this.#text);
  #shownNodes = '';

  constructor(onChange: () => void) {
    for (const field of [this.#node, this.#outcome]) field.addEventListener('change', onChange);
    this.#text.addEventListener('input', onChange);
    const outcomes = OUTCOMES.map((outcome) => option(outcome, words(`sidebar.journal.outcomes.${outcome}`)));
    const groups = [
      option(ALL, words('sidebar.journal.allOutcomes')),
      option(FAILED, words('sidebar.journal.allFailures')),
    ];
    this.#outcome.append(...groups, ...outcomes);
    this.offer([]);
  }

  /** Lists the nodes that sent these commands. The selected node stays. */
  offer(rows: readonly JournalRow[]): void {
    const chosen = this.#node.value;
    const nodes = [...new Set([...rows.map(({ node }) => node), chosen])].filter((node) => node !== ALL);
    const named = nodes.map((id) => [id, nodeName(id)] as const).sort(([, one], [, other]) => one.localeCompare(other));
    const shownNodes = JSON.stringify(named);
    if (shownNodes === this.#shownNodes) return;
    this.#shownNodes = shownNodes;
    const options = named.map(([id, name]) => option(id, name));
    this.#node.replaceChildren(option(ALL, words('sidebar.journal.allNodes')), ...options);
    this.#node.value = chosen;
  }

  /** Shows all failures, and focuses the field that changes this. */
  showFailures(): void {
    this.#node.value = ALL;
    this.#outcome.value = FAILED;
    this.#text.value = '';
    this.#outcome.focus();
  }

  matches = (row: JournalRow): boolean => {
    const text = searchKey(this.#text.value);
    if (this.#node.value !== ALL && row.node !== this.#node.value) return false;
    if (!this.#hasOutcome(row)) return false;
    return text === '' || searchKey(searchText(row)).includes(text);
  };

  #hasOutcome(row: JournalRow): boolean {
    const { value } = this.#outcome;
    if (value === FAILED) return row.failed;
    return value === ALL || row.outcome === value;
  }
}

const option = (value: string, label: string): HTMLOptionElement => element('option', { value }, label);
