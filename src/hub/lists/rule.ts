import type { TSchema } from '@sinclair/typebox';
import { hasParts, isObject } from '../../base/values.js';
import { buttonRows } from '../lookup/button-rows.js';
import type { OperationName } from '../table/operations.js';
import { itemName } from '../watch/linear-items.js';
import type { Params } from '../wire/request.js';

/** A possible entry of a list, unchecked. */
export interface Candidate {
  readonly value: unknown;
  readonly label?: unknown;
  readonly note?: unknown;
  readonly present?: unknown;
}

/** A list of one kind of thing: a read of the table with its parameters. */
export interface Listing {
  readonly read: OperationName;
  /** Parameters that the list needs, besides those of its read. */
  readonly extraParams?: Readonly<Record<string, TSchema>>;
  /** Another read with the same parameters. If it fails, the list is shown without its information. */
  readonly extraRead?: OperationName;
  candidates(answer: unknown, params: Params, beside: unknown): readonly Candidate[];
}

/** A kind of thing that has the list of another kind. Its parameters decide which one. */
export interface ListingAlias {
  readonly extraParams: Readonly<Record<string, TSchema>>;
  listedAs(params: Params): string;
}

export type AnswerRow = Readonly<Record<string, unknown>>;

/** The field of an answer. Undefined if it does not exist. */
export const part = (answer: unknown, name: string): unknown =>
  hasParts(answer) && Object.hasOwn(answer, name) ? answer[name] : undefined;

/**
 * The rows of an answer, however the hub wraps them: `[row, …]`, `{"items": [row, …]}`, or `{"3": row, "4": row}`, with
 * the keys as ids. An empty body is an empty list. Undefined if the answer has no list, or more than one.
 */
export function unwrapList(answer: unknown): readonly unknown[] | undefined {
  if (answer === null || answer === undefined || answer === '') return [];
  if (Array.isArray(answer)) return answer;
  if (!isObject(answer)) return undefined;
  const lists = Object.values(answer).filter(Array.isArray);
  if (lists.length === 1) return lists[0];
  if (!Object.values(answer).every(isObject)) return undefined;
  return Object.entries(answer).map(([id, row]) => ({ id, ...(isObject(row) && row) }));
}

/** The objects of a list. */
export const rowsOf = (list: unknown): AnswerRow[] => (Array.isArray(list) ? list.filter(isObject) : []);

/** Turns each object of a list into a candidate. A number or a text is its own value. */
export const mapRows =
  (candidate: (row: AnswerRow) => Candidate): Listing['candidates'] =>
  (list) =>
    Array.isArray(list) ? list.map((row) => (isObject(row) ? candidate(row) : { value: row })) : [];

/** The fields of an object, each with its present value. */
export const fieldCandidates = (data: unknown): Candidate[] =>
  isObject(data) ? Object.entries(data).map(([value, present]) => ({ value, present })) : [];

/** The template of an item, unless it is already its label. */
export const templateNote = (row: AnswerRow): unknown => (row.template === itemName(row) ? undefined : row.template);

/** Buttons by their keys. */
export const buttonCandidates = (buttons: unknown): Candidate[] =>
  (buttonRows(buttons) ?? []).map(({ key, label }) => ({ value: key, label }));
