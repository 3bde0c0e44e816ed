import type { JournalRow } from '../../hub/records/journal.js';
import { statusOf } from '../../hub/words/explain.js';
import { element } from '../base/dom.js';
import { red } from '../base/red.js';
import { problemWords, words } from '../base/words.js';
import { targetText } from './display-names.js';

/** The outcomes of a command. A rehearsed command is an outcome of its own. */
export const OUTCOMES = ['done', 'refused', 'unknown', 'not-sent', 'rehearsal'] as const;

type JournalOutcome = (typeof OUTCOMES)[number];

const ICONS: Readonly<Record<JournalOutcome, string>> = {
  done: 'fa-check',
  refused: 'fa-ban',
  unknown: 'fa-question-circle',
  'not-sent': 'fa-times',
  rehearsal: 'fa-pause-circle',
};

export const journalOutcomeOf = ({ outcome, code }: JournalRow): JournalOutcome =>
  code === 'REHEARSAL' ? 'rehearsal' : outcome;

/** The name of a node, or its id if the editor does not know it. */
export function nodeName(id: string): string {
  const node = red.nodes.node(id);
  return node ? red.utils.getNodeLabel(node) || id : id;
}

/** The outcome, and the reason if it failed. */
function outcomeText(row: JournalRow): string {
  const outcome = journalOutcomeOf(row);
  const label = words(`sidebar.journal.outcomes.${outcome}`);
  if (outcome === 'rehearsal' || !row.code) return label;
  const { code, statusCode } = row;
  return `${label}: ${words(`status.${statusOf({ code, facts: { statusCode } })}`)}`;
}

/** The command as text, e.g. `Set property: Studio A › Mixer › Opacity = 0.5`. */
function commandText(row: JournalRow): string {
  const target = targetText(row);
  const action = [problemWords.operation(row.operation), target].filter(Boolean).join(': ');
  return row.value === '' || row.value === '{}' ? action : `${action} = ${row.value}`;
}

/** A command that was never sent has only waited. */
function durationText({ outcome, waited, elapsed }: JournalRow): string {
  if (outcome === 'not-sent') return words('sidebar.journal.waited', { ms: elapsed });
  const sendTime = words('sidebar.journal.took', { ms: elapsed - (waited ?? 0) });
  return waited === undefined ? sendTime : `${words('sidebar.journal.waited', { ms: waited })} · ${sendTime}`;
}

/** All texts of a row, for the search. */
export const searchText = (row: JournalRow): string =>
  [timeText(row), nodeName(row.node), commandText(row), outcomeText(row)].join(' ');

/** Local time with milliseconds. */
function timeText({ at }: JournalRow): string {
  const date = new Date(at);
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

export function createRow(row: JournalRow, onPress: () => void): HTMLElement {
  const outcome = journalOutcomeOf(row);
  const icon = element('i', { class: `fa ${ICONS[outcome]}`, 'aria-hidden': 'true' });
  const button = element(
    'button',
    { type: 'button', class: 'hub-side-row', 'data-outcome': outcome },
    element('span', { class: 'hub-side-time' }, timeText(row)),
    element('strong', {}, nodeName(row.node)),
    element('span', { class: 'hub-side-outcome' }, icon, ' ', outcomeText(row)),
    element('span', { class: 'hub-side-command' }, commandText(row)),
    element('span', { class: 'hub-side-times' }, durationText(row)),
  );
  button.addEventListener('click', onPress);
  return element('li', {}, button);
}
