import type { AnyOperation } from '../table/operations.js';
import type { HubAnswer } from '../wire/client.js';
import { HubError, type Outcome } from '../wire/errors.js';
import type { Params } from '../wire/request.js';
import { type EntryAnswer, entryAnswers, worstOf } from './entry-answers.js';
import type { StepResult } from './plan-composite.js';

/** The answer to a batch or a composite operation, of which something was not done. */
interface Incomplete extends Pick<HubAnswer, 'statusCode' | 'body'> {
  readonly params: Params;
  readonly outcome: 'done' | Outcome;
}

/** The parts of a batch or a composite operation that were not done, as one error. */
export const incompleteError = (operation: AnyOperation, result: Incomplete): HubError =>
  operation.isComposite ? stepsError(result) : entriesError(answersOf(result).filter(isIncomplete));

const isIncomplete = ({ outcome }: EntryAnswer): boolean => outcome !== 'done';

/** The answers to the entries of a batch, in their order. */
export const answersOf = ({ params, body }: Pick<Incomplete, 'params' | 'body'>): EntryAnswer[] =>
  entryAnswers(
    (params.entries as { id: number | string }[]).map(({ id }) => id),
    body,
  );

/** Entries of a batch that failed, as one error. Its outcome is unknown if the outcome of one entry is unknown. */
export function entriesError(failed: readonly EntryAnswer[]): HubError {
  const ids = failed.map(({ id, responseCode }) => `${id} (${responseCode || '–'})`).join(', ');
  const reply = { statusCode: 200, body: failed.map(withoutOutcome) };
  const code = worstOf(failed) === 'unknown' ? 'HUB_FAULT' : 'HUB_REJECTED';
  return new HubError(code, { sentence: 'failedEntries', ids }, { reply });
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
