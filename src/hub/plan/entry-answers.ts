import { isObject } from '../../base/values.js';
import { isRefusal } from '../wire/answer.js';
import { HubError, type Outcome } from '../wire/errors.js';

/** The result of one entry of a batch (docs/develop/interface.md "Batch"). */
export interface EntryAnswer {
  readonly id: number | string;
  /** 0 if the status is unknown. */
  readonly responseCode: number;
  readonly responseMessage?: string;
  readonly responseBody: unknown;
  readonly outcome: 'done' | Outcome;
}

/** An entry of a batch that was sent. */
export interface SentEntry {
  readonly id: number | string;
  readonly isRead: boolean;
}

/**
 * The answers to the entries of a batch, in their order, found by id. If an entry does not have exactly one answer with
 * a status, its outcome is unknown. Throws `HUB_BAD_ANSWER` if the body is not a list.
 */
export function entryAnswers(entries: readonly SentEntry[], body: unknown): EntryAnswer[] {
  if (!Array.isArray(body)) throw new HubError('HUB_BAD_ANSWER', { cause: 'batch' });
  const byId = new Map<string, Readonly<Record<string, unknown>>>();
  const duplicates = new Set<string>();
  for (const row of body.filter(isObject)) {
    const id = String(row.id);
    if (byId.has(id)) duplicates.add(id);
    byId.set(id, row);
  }
  return entries.map(({ id, isRead }) => {
    const row = duplicates.has(String(id)) ? undefined : byId.get(String(id));
    const responseCode = isStatus(row?.responseCode) ? row.responseCode : 0;
    const responseBody = row?.responseBody ?? null;
    const isRefused = responseCode < 300 && !isRead && isRefusal(responseBody);
    return { ...row, id, responseCode, responseBody, outcome: isRefused ? 'refused' : outcomeOf(responseCode) };
  });
}

/** A final status. 102 and other early statuses are not answers. */
const isStatus = (code: unknown): code is number => Number.isInteger(code) && Number(code) >= 200 && Number(code) < 600;

function outcomeOf(responseCode: number): EntryAnswer['outcome'] {
  if (responseCode === 0 || responseCode >= 500) return 'unknown';
  return responseCode < 300 ? 'done' : 'refused';
}

const SEVERITY = ['done', 'not-sent', 'refused', 'unknown'] as const satisfies readonly EntryAnswer['outcome'][];

/** The worst of the outcomes: `unknown`, else `refused`, else `not-sent`, else `done`. */
export const worstOf = (answers: readonly Pick<EntryAnswer, 'outcome'>[]): EntryAnswer['outcome'] =>
  answers.reduce<EntryAnswer['outcome']>(
    (worst, { outcome }) => (SEVERITY.indexOf(outcome) > SEVERITY.indexOf(worst) ? outcome : worst),
    'done',
  );
