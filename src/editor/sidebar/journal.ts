import type { JournalRow } from '../../hub/records/journal.js';
import { element, putText } from '../base/dom.js';
import { words } from '../base/words.js';
import { JournalFilter } from './journal-filter.js';
import { JournalList } from './journal-list.js';
import { Poll } from './poll.js';
import { askJournal, NoAnswer } from './runtime.js';
import type { MakeSection } from './section.js';

/** A pause between two questions for the newest commands, in ms: with that for the hubs fewer than four a second. */
const PAUSE_MS = 500;

/** So many commands are held, as the runtime does. */
const KEPT = 500;

/** The last commands of the hub that is chosen, the newest first. While somebody reads, what is drawn stays as it is. */
export const journalSection: MakeSection = (container, context) => {
  const state = element('span', { class: 'hub-side-note' });
  const pause = element('button', {
    type: 'button',
    class: 'red-ui-button red-ui-button-small',
    'aria-pressed': 'false',
  });
  const filter = new JournalFilter(draw);
  const list = new JournalList(draw);
  pause.append(element('i', { class: 'fa fa-pause', 'aria-hidden': 'true' }), ' ', words('sidebar.journal.pause'));
  pause.addEventListener('click', () => {
    pause.setAttribute('aria-pressed', String(!isHeld()));
    draw();
  });
  container.append(filter.element, element('div', { class: 'hub-side-bar' }, pause, state), list.element);

  let hub = '';
  let last = 0;
  let problem = '';
  let rows: readonly JournalRow[] = [];
  /** Those that are drawn from: the same, until somebody reads. */
  let drawn = rows;

  const isHeld = () => pause.getAttribute('aria-pressed') === 'true';

  function forget(): void {
    last = 0;
    rows = [];
    drawn = [];
  }

  /** Asks for what is new. Meanwhile another hub may have been chosen. */
  async function ask(): Promise<void> {
    const asked = hub;
    try {
      const news = await askJournal(asked, last);
      if (asked !== hub) return;
      const isNew = news.last !== last || problem !== '';
      // The runtime began anew: the next answer has all that there is.
      if (news.last < last) forget();
      else {
        last = news.last;
        rows = [...rows, ...news.rows].slice(-KEPT);
      }
      if (!isNew) return;
      problem = '';
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      problem = error.message;
    }
    draw();
  }

  function draw(): void {
    const isPaused = isHeld() || list.isRead;
    if (!isPaused) drawn = rows;
    filter.offer(drawn);
    const found = drawn.filter(filter.takes);
    list.draw(found);
    const first = drawn.at(-1)?.number ?? 0;
    const fresh = rows.filter(({ number }) => number > first).length;
    container.classList.toggle('hub-side-paused', isPaused);
    putText(state, problem || sentence(isPaused, fresh, found.length));
  }

  function sentence(isPaused: boolean, fresh: number, found: number): string {
    if (isPaused) return words(isHeld() ? 'sidebar.journal.held' : 'sidebar.journal.read', { count: fresh });
    if (rows.length === 0) return words(hub ? 'sidebar.journal.none' : 'sidebar.noHubs');
    if (found === 0) return words('pick.noMatch');
    return words('sidebar.journal.shown', { shown: Math.min(found, list.most), count: rows.length });
  }

  const poll = new Poll(ask, PAUSE_MS);
  return {
    show() {
      const { id = '' } = context.hub() ?? {};
      if (id !== hub) forget();
      hub = id;
      if (hub) poll.start();
      draw();
    },
    hide: () => poll.stop(),
  };
};
