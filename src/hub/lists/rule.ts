import type { TSchema } from '@sinclair/typebox';
import { isObject } from '../base/is-object.js';
import { buttonRows } from '../lookup/button-rows.js';
import type { Params } from '../wire/request.js';

/** What a list may offer, as the hub says it: nothing of it is sure. */
export interface Candidate {
  readonly value: unknown;
  readonly label?: unknown;
  readonly note?: unknown;
  readonly present?: unknown;
}

/** How one kind of thing is listed: by a read of the table, whose parameters must be known first. */
export interface Listing {
  readonly read: string;
  /** What must be known besides. */
  readonly extraParams?: Readonly<Record<string, TSchema>>;
  /** Another read of the same parameters that tells more; the list does without it where that fails. */
  readonly extraRead?: string;
  candidates(answer: unknown, params: Params, beside: unknown): readonly Candidate[];
}

/** A kind of thing that is listed as another, as its parameters say. */
export interface ListingAlias {
  readonly extraParams: Readonly<Record<string, TSchema>>;
  listedAs(params: Params): string;
}

export type AnswerRow = Readonly<Record<string, unknown>>;

/** A list has parts, too, by their number. */
const hasParts = (value: unknown): value is AnswerRow => typeof value === 'object' && value !== null;

/** What an answer holds under a name; undefined where there is nothing like that. */
export const part = (answer: unknown, name: string): unknown =>
  hasParts(answer) && Object.hasOwn(answer, name) ? answer[name] : undefined;

/**
 * The rows of an answer, however a hub wraps them: `[row, …]`, `{"items": [row, …]}`, or `{"3": row, "4": row}`, whose
 * keys become the rows' ids. No body at all is an empty list; undefined where there is no list, or more than one.
 */
export function unwrapList(answer: unknown): readonly unknown[] | undefined {
  if (answer === null || answer === undefined || answer === '') return [];
  if (Array.isArray(answer)) return answer;
  if (!isObject(answer)) return undefined;
  const lists = Object.values(answer).filter(Array.isArray);
  if (lists.length === 1) return lists[0];
  const isById = Object.values(answer).every((row) => isObject(row));
  return isById ? Object.entries(answer).map(([id, row]) => ({ id, ...(row as AnswerRow) })) : undefined;
}

/** The objects among a list. */
export const rowsOf = (list: unknown): AnswerRow[] => (Array.isArray(list) ? list.filter(isObject) : []);

/** Each object of a list as what its fields say; a bare number or text stands for itself. */
export const mapRows =
  (candidate: (row: AnswerRow) => Candidate): Listing['candidates'] =>
  (list) =>
    (list as readonly unknown[]).map((row) => (isObject(row) ? candidate(row) : { value: row }));

/** The fields of an object, each with what it holds now. */
export const fieldCandidates = (data: unknown): Candidate[] =>
  isObject(data) ? Object.entries(data).map(([value, present]) => ({ value, present })) : [];

/** Buttons, each by what presses it. */
export const buttonCandidates = (buttons: unknown): Candidate[] =>
  (buttonRows(buttons) ?? []).map(({ key, label }) => ({ value: key, label }));
