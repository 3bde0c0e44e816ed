import { isDeepStrictEqual } from 'node:util';
import { type Fields, isObject } from '../../base/values.js';
import type { Operation } from '../../hub/table/operations.js';
import type { RecordedReads } from '../../recording/recorded-reads.js';
import { json, type SimulatorAnswer, text } from '../behaviour/call.js';

/** Refusals that no command of the simulator lifts: the key lacks a module or its licence. */
const BY_RIGHTS = new Set([401, 403]);

/**
 * The recorded answer to a read, with the changes since the start of the simulator. `first` is its answer in the state
 * of the start, `present` the one of now. A read that was not recorded gets the present answer.
 */
export function recordedAnswer(
  recording: RecordedReads,
  { name }: Operation,
  params: Readonly<Record<string, string>>,
  first: SimulatorAnswer,
  present: SimulatorAnswer,
): SimulatorAnswer {
  const recorded = recording.find(name, params);
  if (!recorded) return present;
  const { answer, refusal } = recorded;
  const isUnchanged = first.status === present.status && first.body === present.body;
  if (refusal !== undefined)
    return isUnchanged || BY_RIGHTS.has(refusal) ? json(refusal, { error: `Recorded refusal ${refusal}` }) : present;
  if (isUnchanged) return bodyOf(answer);
  if (first.status !== 200 || present.status !== 200) return present;
  return bodyOf(overlay(answer, JSON.parse(first.body), JSON.parse(present.body)));
}

const bodyOf = (answer: unknown): SimulatorAnswer => {
  if (answer === null) return { status: 200, body: '' };
  return typeof answer === 'string' ? text(200, answer) : json(200, answer);
};

/**
 * The recorded answer with the changes of the simulator: the differences between its first answer (`base`) and its
 * present one. Fields and rows that only the hub has stay as they were recorded.
 */
function overlay(recorded: unknown, base: unknown, present: unknown): unknown {
  if (isDeepStrictEqual(base, present)) return recorded;
  if (isObject(recorded) && isObject(base) && isObject(present)) return overlayFields(recorded, base, present);
  if (isRows(recorded) && isRows(base) && isRows(present)) return overlayRows(recorded, base, present);
  return present;
}

function overlayFields(recorded: Fields, base: Fields, present: Fields): Fields {
  const field = (fields: Fields, name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  const names = new Set([...Object.keys(recorded), ...Object.keys(present)]);
  return Object.fromEntries(
    [...names].map((name) => [name, overlay(field(recorded, name), field(base, name), field(present, name))]),
  );
}

/** The present rows in their order. Rows that the recording does not have are new, or were never shown by the hub. */
function overlayRows(recorded: readonly Fields[], base: readonly Fields[], present: readonly Fields[]): Fields[] {
  const [recordedRows, baseRows] = [byKey(recorded), byKey(base)];
  return present.flatMap((row) => {
    const key = rowKey(row);
    const [hubRow, baseRow] = [recordedRows.get(key), baseRows.get(key)];
    if (!baseRow) return [row];
    return hubRow ? [overlay(hubRow, baseRow, row) as Fields] : [];
  });
}

/** The fields that identify a row, by the kind of thing. The first that a row has count: others of them can change. */
const ID_FIELDS = [
  ['PropertyPath'],
  ['NodePath'],
  ['FunctionPath'],
  ['storyID', 'itemID'],
  ['ncsID', 'roID'],
  ['id'],
  ['itemNo'],
  ['templateId'],
  ['projectId'],
];

const idFieldsOf = (row: Fields) => ID_FIELDS.find((names) => names.every((name) => Object.hasOwn(row, name)));

const rowKey = (row: Fields): string => JSON.stringify(idFieldsOf(row)?.map((name) => String(row[name])));

const byKey = (rows: readonly Fields[]) => new Map(rows.map((row) => [rowKey(row), row]));

const isRows = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.every((row) => isObject(row) && idFieldsOf(row));
