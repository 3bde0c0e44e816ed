import { csvDate, csvTime } from '../../base/csv.js';
import type { AirCommand } from '../../hub/records/airtimes.js';
import type { JournalRow } from '../../hub/records/journal-row.js';
import type { Problem, TargetNames } from '../../hub/wire/errors.js';
import { shortReason } from '../../hub/words/explain.js';
import { failureSentence } from '../../hub/words/sentence.js';
import { targetNames } from '../../hub/words/target-names.js';
import { pickedValues } from '../../saved/param.js';
import { hubName } from '../base/hubs.js';
import { nodeName } from '../base/node-label.js';
import type { OperationNode } from '../base/node-types.js';
import { red } from '../base/red.js';
import { operationByName } from '../base/table.js';
import { problemWords, words } from '../base/words.js';

/** A row of the journal of one hub. */
export interface HubRow extends JournalRow {
  /** The id of the configuration. */
  readonly hub: string;
}

/** Identifies a row among those of all hubs. */
export const keyOf = ({ hub, number }: HubRow): string => `${hub} ${number}`;

/** The outcomes of a command. */
export const OUTCOMES = ['done', 'refused', 'unknown', 'not-sent', 'rehearsal'] as const;

/** The outcome, and the reason if it failed. Example: `refused: 422 wrong value`. */
export function outcomeText(row: JournalRow): string {
  const { outcome, statusCode, failure } = row;
  const label = words(`sidebar.journal.outcomes.${outcome}`);
  if (!failure) return label;
  const short = shortReason(problemWords, named(failure, row), operationByName(row.operation));
  const reason = outcome === 'rehearsal' ? problemWords('errors.wouldFail', { reason: short }) : short;
  return `${label}: ${statusCode === undefined ? reason : `${statusCode} ${reason}`}`;
}

/**
 * The command as text. A look or a cue is one command. Examples: `Set property: Studio A › Mixer › Opacity = 0.5`, `Studio A › Mixer › Opacity: 0 → 1 in
 * 6.1 s, 200 values`.
 */
export function commandText(row: JournalRow): string {
  if (row.group?.does === 'message')
    return [words('sidebar.journal.message'), row.group.name].filter(Boolean).join(': ');
  const { movement, group, value: from } = row;
  if (group) return groupText(group);
  const target = targetText(row);
  if (movement) {
    const { to, count, duration } = movement;
    return words('sidebar.journal.movement', { target, from, to, count, duration: (duration / 1000).toFixed(1) });
  }
  const action = [row.operation && problemWords.operation(row.operation), target].filter(Boolean).join(': ');
  return row.value === '' || row.value === '{}' ? action : `${action} = ${row.value}`;
}

/** A cue without a number is a Go whose list could not be read. */
function groupText(group: Group): string {
  const { does, count } = group;
  if (does !== 'cue') return words(`sidebar.journal.${does === 'restore' ? 'restored' : 'recalled'}`, { ...group });
  const cue = cueText(group);
  if (cue === '') return words('cues.choices.go');
  return count === 0 ? words('cues.cue', { cue }) : words('sidebar.journal.cue', { cue, count });
}

type Group = NonNullable<JournalRow['group']>;

const cueText = ({ number = '', name }: Group): string => `${number} ${name}`.trim();

/** A command that was never sent has only waited. The text of a movement has its duration. */
export function durationText({ movement, group, outcome, waited, elapsed }: JournalRow): string {
  if (movement) return '';
  if (group) return words('sidebar.journal.duration', { ms: group.duration });
  if (outcome === 'not-sent' || outcome === 'rehearsal') return words('sidebar.journal.waited', { ms: elapsed });
  const sendTime = words('sidebar.journal.duration', { ms: elapsed - (waited ?? 0) });
  return waited === undefined ? sendTime : `${words('sidebar.journal.waited', { ms: waited })} · ${sendTime}`;
}

/** All texts of a row, for the search. */
export const searchText = (row: JournalRow): string =>
  [timeText(row), nodeName(row.node), ...[row, ...(row.group?.steps ?? [])].map(rowText), failureText(row)].join(' ');

const rowText = (row: JournalRow): string => `${commandText(row)} ${outcomeText(row)}`;

/** Local time with milliseconds. */
export function timeText({ at }: Pick<JournalRow, 'at'>): string {
  return `${new Date(at).toTimeString().slice(0, 8)}.${millisecondsOf({ at })}`;
}

const millisecondsOf = ({ at }: Pick<JournalRow, 'at'>): string => String(at % 1000).padStart(3, '0');

/** The columns of the journal in a spreadsheet. */
const COLUMNS = ['times', 'hub', 'node', 'outcome', 'command', 'details'] as const;

const columnText = (column: (typeof COLUMNS)[number]): string =>
  column === 'hub' ? words('editor.hub') : words(`sidebar.journal.${column}`);

const cellsOf = (row: HubRow): string[] => [
  `${csvDate(row.at)} ${csvTime(row.at)}.${millisecondsOf(row)}`,
  hubName(row.hub) ?? row.hub,
  nodeName(row.node),
  outcomeText(row),
  commandText(row),
  failureText(row) || durationText(row),
];

/** Rows for a spreadsheet, with a heading. */
export const tableOf = (rows: readonly HubRow[]): string[][] => [COLUMNS.map(columnText), ...rows.map(cellsOf)];

/** The commands of the rows for the as-run table. Movements and looks put no graphic on air. */
export const airCommandsOf = (rows: readonly HubRow[]): AirCommand[] =>
  rows
    .flatMap((row) => row.group?.steps ?? row)
    .flatMap(({ group, movement, operation, ...row }) => (group || movement || !operation ? [] : { ...row, operation }))
    .map((row) => ({ ...row, who: nodeName(row.node), names: targetNamesOf(row) }));

/** The names of the things of a command, as its node saved them. */
function targetNamesOf({
  operation: name,
  target,
  node: id,
  names,
}: Pick<JournalRow, 'operation' | 'target' | 'node' | 'names'>): TargetNames {
  if (names) return names;
  const operation = operationByName(name);
  return operation ? targetNames(operation, target, ...pickedValues(red.nodes.node(id))) : target;
}

/** A failure with the names of its target. */
const named = (failure: Problem, row: JournalRow): Problem => ({
  ...failure,
  facts: { ...failure.facts, called: targetNamesOf(row) },
});

/**
 * The sentence of a failed command, as at a Catch node, or of one that would fail. Blank for another command. A look or a
 * cue that failed before its first command is the target itself.
 */
export function failureText(row: JournalRow): string {
  const { operation: name, node: id, failure, outcome, group } = row;
  const operation = operationByName(name);
  if (!failure) return '';
  const node = red.nodes.node(id) as Partial<OperationNode> | null | undefined;
  const target = group?.does === 'cue' ? groupText({ ...group, count: 0 }) : group?.name;
  const place = {
    ...(operation ? { operation } : { target }),
    ...{ hub: hubName(node?.hub), node: node?.name, isRehearsed: outcome === 'rehearsal' },
  };
  return failureSentence(problemWords, named(failure, row), place);
}

/** The target of a command in names, e.g. `Studio A › Mixer › Overlay Opacity`. */
const targetText = (row: JournalRow): string => Object.values(targetNamesOf(row)).join(' › ');
