import type { JournalRow, JournalSpace } from '../../../hub/records/journal.js';
import { element, setText, smallButton } from '../../base/dom.js';
import { askEndpoint, reasonOf } from '../../base/endpoint.js';
import { words } from '../../base/words.js';
import { PollLoop } from '../base/poll-loop.js';
import type { CreateSection } from '../base/section.js';
import { JournalList, nodeName, OUTCOMES, searchText } from './journal-list.js';

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

/** The last commands of the chosen hub, the newest first. They do not move while a user reads them. */
export const journalSection: CreateSection = (container, context) => {
  const state = element('span', { class: 'hub-side-note' });
  const pressPause = () => {
    pause.setAttribute('aria-pressed', String(!isPausePressed()));
    draw();
  };
  const pause: HTMLButtonElement = smallButton('', pressPause, { 'aria-pressed': 'false' });
  const filter = new JournalFilter(draw);
  const list = new JournalList(draw);
  pause.append(element('i', { class: 'fa fa-pause', 'aria-hidden': 'true' }), ' ', words('sidebar.journal.pause'));
  container.append(filter.element, element('div', { class: 'hub-side-bar' }, pause, state), list.element);

  let hub = '';
  let last = 0;
  let problem = '';
  let rows: readonly JournalRow[] = [];
  /** The rows on the screen: a snapshot while a user reads. */
  let drawn = rows;

  const isPausePressed = () => pause.getAttribute('aria-pressed') === 'true';

  function clearRows(): void {
    last = 0;
    rows = [];
    drawn = [];
  }

  /** Requests new rows. Drops the answer if another hub was chosen meanwhile. */
  async function ask(): Promise<void> {
    const askedHub = hub;
    try {
      const answer = await askEndpoint<JournalPage>(['journal', askedHub], undefined, { query: { after: last } });
      if (askedHub !== hub) return;
      const isNew = answer.last !== last || problem !== '';
      // The runtime restarted. The next answer has all rows.
      if (answer.last < last) clearRows();
      else {
        last = answer.last;
        rows = merge(rows, answer.rows);
      }
      if (!isNew) return;
      problem = '';
    } catch (error) {
      problem = reasonOf(error);
    }
    draw();
  }

  function draw(): void {
    const isFrozen = isPausePressed() || list.isBeingRead;
    if (!isFrozen) drawn = rows;
    filter.offer(drawn);
    const matches = newestOfEachSpace(drawn.filter(filter.matches), MAX_SHOWN);
    list.draw(matches);
    const newestDrawn = drawn.at(-1)?.number ?? 0;
    const newRows = rows.filter(({ number }) => number > newestDrawn).length;
    container.classList.toggle('hub-side-paused', isFrozen);
    setText(state, problem || stateText(isFrozen, newRows, matches.length));
  }

  function stateText(isFrozen: boolean, newRows: number, matches: number): string {
    if (isFrozen) return words(isPausePressed() ? 'sidebar.journal.held' : 'sidebar.journal.read', { count: newRows });
    if (rows.length === 0) return words(hub ? 'sidebar.journal.none' : 'sidebar.noHubs');
    if (matches === 0) return words('pick.noMatch');
    return words('sidebar.journal.shown', { shown: matches, count: rows.length });
  }

  context.failuresAsked.watch(() => {
    filter.showFailures();
    list.element.scrollTop = 0;
    draw();
  });
  const poll = new PollLoop(ask, PAUSE_MS);
  return {
    show() {
      const { id = '' } = context.hub() ?? {};
      if (id !== hub) clearRows();
      hub = id;
      if (hub) poll.start();
      draw();
    },
    hide: () => poll.stop(),
  };
};

/** The rows in order. A changed row replaces the former one. */
function merge(rows: readonly JournalRow[], changed: readonly JournalRow[]): JournalRow[] {
  const merged = new Map([...rows, ...changed].map((row) => [row.number, row]));
  return newestOfEachSpace(
    [...merged.values()].sort((one, other) => one.number - other.number),
    MAX_ROWS,
  );
}

/** At most `max` rows of each space, in order, so that values never hide a press or a failure. */
function newestOfEachSpace(rows: readonly JournalRow[], max: number): JournalRow[] {
  const counts = new Map<JournalSpace, number>();
  const newestFirst = [...rows].reverse().filter(({ space }) => {
    const count = (counts.get(space) ?? 0) + 1;
    counts.set(space, count);
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
    const text = this.#text.value.trim().toLowerCase();
    if (this.#node.value !== ALL && row.node !== this.#node.value) return false;
    if (!this.#hasOutcome(row)) return false;
    return text === '' || searchText(row).toLowerCase().includes(text);
  };

  #hasOutcome(row: JournalRow): boolean {
    const { value } = this.#outcome;
    if (value === FAILED) return row.failed;
    return value === ALL || row.outcome === value;
  }
}

const option = (value: string, label: string): HTMLOptionElement => element('option', { value }, label);
