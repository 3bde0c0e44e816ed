import type { JournalRow } from '../../../hub/records/journal.js';
import { shortReason } from '../../../hub/words/explain.js';
import { element } from '../../base/dom.js';
import { red } from '../../base/red.js';
import { operationByName } from '../../base/table.js';
import { problemWords, words } from '../../base/words.js';
import { failureText, targetNamesOf, targetText } from '../base/display-names.js';

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

/** The outcome, and the reason if it failed. Example: `refused: 422 wrong value`. */
function outcomeText(row: JournalRow): string {
  const outcome = journalOutcomeOf(row);
  const label = words(`sidebar.journal.outcomes.${outcome}`);
  const { code, statusCode, facts = {} } = row;
  if (!code || (outcome === 'rehearsal' && !facts.wouldFail)) return label;
  const problem = { code, facts: { ...facts, statusCode, called: targetNamesOf(row) } };
  const reason = shortReason(problemWords, problem, operationByName(row.operation));
  return `${label}: ${statusCode === undefined ? reason : `${statusCode} ${reason}`}`;
}

/**
 * The command as text. A look is one command. Examples: `Set property: Studio A › Mixer › Opacity = 0.5`, `Studio A › Mixer › Opacity: 0 → 1 in
 * 6.1 s, 200 values`.
 */
function commandText(row: JournalRow): string {
  const { movement, look, value: from } = row;
  if (look) return words(`sidebar.journal.${look.isRestore ? 'restored' : 'recalled'}`, { ...look });
  const target = targetText(row);
  if (movement) {
    const { to, count, duration } = movement;
    return words('sidebar.journal.movement', { target, from, to, count, duration: (duration / 1000).toFixed(1) });
  }
  const action = [problemWords.operation(row.operation), target].filter(Boolean).join(': ');
  return row.value === '' || row.value === '{}' ? action : `${action} = ${row.value}`;
}

/** A command that was never sent has only waited. The text of a movement has its duration. */
function durationText({ movement, look, outcome, waited, elapsed }: JournalRow): string {
  if (movement) return '';
  if (look) return words('sidebar.journal.took', { ms: look.duration });
  if (outcome === 'not-sent') return words('sidebar.journal.waited', { ms: elapsed });
  const sendTime = words('sidebar.journal.took', { ms: elapsed - (waited ?? 0) });
  return waited === undefined ? sendTime : `${words('sidebar.journal.waited', { ms: waited })} · ${sendTime}`;
}

/** All texts of a row, for the search. */
export const searchText = (row: JournalRow): string =>
  [timeText(row), nodeName(row.node), commandText(row), outcomeText(row), failureText(row)].join(' ');

/** Local time with milliseconds. */
function timeText({ at }: JournalRow): string {
  const date = new Date(at);
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** The line with the sentence of a failure. */
function sentenceOf(row: JournalRow): HTMLElement[] {
  const text = failureText(row);
  return text ? [element('span', { class: 'hub-side-sentence' }, text)] : [];
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
    ...sentenceOf(row),
  );
  button.addEventListener('click', onPress);
  return element('li', {}, button);
}
