import type { JournalRow } from '../../hub/records/journal.js';
import { statusOf } from '../../hub/words/explain.js';
import { element } from '../base/dom.js';
import { red } from '../base/red.js';
import { explainWords, words } from '../base/words.js';
import { targetOf } from './names.js';

/** How a command can end, as people tell it: what was rehearsed was not sent on purpose. */
export const OUTCOMES = ['done', 'refused', 'unknown', 'not-sent', 'rehearsal'] as const;

type Ended = (typeof OUTCOMES)[number];

const ICONS: Readonly<Record<Ended, string>> = {
  done: 'fa-check',
  refused: 'fa-ban',
  unknown: 'fa-question-circle',
  'not-sent': 'fa-times',
  rehearsal: 'fa-pause-circle',
};

export const outcomeOf = ({ outcome, code }: JournalRow): Ended => (code === 'REHEARSAL' ? 'rehearsal' : outcome);

/** What a node is called; its id where the editor has none of that. */
export function nodeName(id: string): string {
  const node = red.nodes.node(id);
  return node ? red.utils.getNodeLabel(node) || id : id;
}

/** How it ended, and why it did not go well. */
function endOf(row: JournalRow): string {
  const ended = outcomeOf(row);
  const outcome = words(`sidebar.journal.outcomes.${ended}`);
  if (ended === 'rehearsal' || !row.code) return outcome;
  const { code, statusCode } = row;
  return `${outcome}: ${words(`status.${statusOf({ code, facts: { statusCode } })}`)}`;
}

/** What was sent to what, e.g. `Set property: Studio A › Mixer › Opacity = 0.5`. */
function commandOf(row: JournalRow): string {
  const target = targetOf(row);
  const what = [explainWords.operation(row.operation), target].filter(Boolean).join(': ');
  return row.value === '' || row.value === '{}' ? what : `${what} = ${row.value}`;
}

/** What was never sent has only waited. */
function timesOf({ outcome, waited, elapsed }: JournalRow): string {
  if (outcome === 'not-sent') return words('sidebar.journal.waited', { ms: elapsed });
  const took = words('sidebar.journal.took', { ms: elapsed - (waited ?? 0) });
  return waited === undefined ? took : `${words('sidebar.journal.waited', { ms: waited })} · ${took}`;
}

/** All that a row says, to be searched. */
export const textOf = (row: JournalRow): string =>
  [timeOf(row), nodeName(row.node), commandOf(row), endOf(row)].join(' ');

/** To the millisecond, on the clock of whoever looks. */
function timeOf({ at }: JournalRow): string {
  const date = new Date(at);
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** A command as a row that can be pressed. */
export function rowOf(row: JournalRow, press: () => void): HTMLElement {
  const ended = outcomeOf(row);
  const icon = element('i', { class: `fa ${ICONS[ended]}`, 'aria-hidden': 'true' });
  const button = element(
    'button',
    { type: 'button', class: 'hub-side-row', 'data-outcome': ended },
    element('span', { class: 'hub-side-time' }, timeOf(row)),
    element('strong', {}, nodeName(row.node)),
    element('span', { class: 'hub-side-outcome' }, icon, ' ', endOf(row)),
    element('span', { class: 'hub-side-command' }, commandOf(row)),
    element('span', { class: 'hub-side-times' }, timesOf(row)),
  );
  button.addEventListener('click', press);
  return element('li', {}, button);
}
