import type { GivenEntry } from '../table/operations/batch.js';
import { type AnyOperation, findTableOperation } from '../table/operations.js';
import type { HubAnswer } from '../wire/client.js';
import { HubError, type Outcome } from '../wire/errors.js';
import type { Params } from '../wire/request.js';
import { type EntryAnswer, entryAnswers, type SentEntry, worstOf } from './entry-answers.js';
import type { StepResult } from './plan-composite.js';

/** The answer to a batch or a composite operation, of which something was not done. */
interface Incomplete extends Pick<HubAnswer, 'statusCode' | 'body'> {
  readonly params: Params;
  readonly outcome: 'done' | Outcome;
}

/** The parts of a batch or a composite operation that were not done, as one error. */
export const incompleteError = (operation: AnyOperation, result: Incomplete, failureOf: FailureOf): HubError =>
  operation.isComposite ? stepsError(result) : entriesError(answersOf(result).filter(isIncomplete), failureOf);

/** The error for a status and the body of the hub. */
export type FailureOf = (statusCode: number, body: unknown) => HubError;

const isIncomplete = ({ outcome }: EntryAnswer): boolean => outcome !== 'done';

/** The answers to the entries of a batch, in their order. */
export const answersOf = ({ params, body }: Pick<Incomplete, 'params' | 'body'>): EntryAnswer[] =>
  entryAnswers(sentEntries(params.entries as IdentifiedEntry[]), body);

/** An entry of a batch with its id. */
export type IdentifiedEntry = GivenEntry & Pick<SentEntry, 'id'>;

export const sentEntries = (entries: readonly IdentifiedEntry[]): SentEntry[] =>
  entries.map((entry) => ({ id: entry.id, isRead: isRead(entry) }));

const isRead = (entry: GivenEntry): boolean =>
  'operation' in entry ? findTableOperation(entry.operation)?.kind === 'read' : entry.verb === 'GET';

/**
 * Entries of a batch that failed, as one error, with the first reason of the hub. Its outcome is unknown if the outcome
 * of one entry is unknown.
 */
export function entriesError(failed: readonly EntryAnswer[], failureOf: FailureOf): HubError {
  const ids = failed.map(({ id, responseCode }) => `${id} (${responseCode || '–'})`).join(', ');
  const said = firstReason(failed, failureOf);
  const reply = { statusCode: 200, body: failed.map(withoutOutcome) };
  const code = worstOf(failed) === 'unknown' ? 'HUB_FAULT' : 'HUB_REJECTED';
  return new HubError(code, { sentence: 'failedEntries', ids, said }, { reply });
}

function firstReason(failed: readonly EntryAnswer[], failureOf: FailureOf): string {
  for (const { responseCode, responseBody } of failed) {
    const { facts } = failureOf(responseCode, responseBody);
    if ('said' in facts && facts.said) return facts.said;
  }
  return '';
}

/** An answer as the hub gave it. */
export const withoutOutcome = ({ outcome: _, ...answer }: EntryAnswer) => answer;

function stepsError({ statusCode, body, outcome }: Incomplete): HubError {
  const steps = body as StepResult[];
  const incomplete = steps
    .filter((step) => step.outcome !== 'done')
    .map(
      ({ operation, params, statusCode: status, state }) =>
        `${operation} ${params.itemId ?? params.rundownId} (${status ?? state ?? '–'})`,
    );
  const hasUnknownState = steps.some(({ state }) => state !== undefined);
  const code = outcome === 'unknown' ? 'HUB_FAULT' : hasUnknownState ? 'HUB_BAD_ANSWER' : 'HUB_REJECTED';
  const more = { reply: { statusCode, body }, ...(outcome !== 'done' && { outcome }) };
  return new HubError(code, { sentence: partDone(steps), left: incomplete.join(', ') }, more);
}

/** The sentence for several steps that were not all done. A step with an unknown outcome may have changed something. */
export const partDone = (steps: readonly { readonly outcome: string }[]): 'halfDone' | 'noneDone' =>
  steps.some(({ outcome }) => outcome === 'done' || outcome === 'unknown') ? 'halfDone' : 'noneDone';
