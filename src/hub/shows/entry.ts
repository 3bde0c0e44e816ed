import { worstOf } from '../queue/entry-answers.js';
import type { Answer } from '../wire/client.js';
import { HubError, type Outcome } from '../wire/errors.js';
import type { Params } from '../wire/request.js';

/** One thing that was done, or was not, and what became of it. */
export interface Entry {
  readonly operation: string;
  readonly params: Params;
  readonly outcome: 'done' | Outcome;
  /** Absent where the hub gave none. */
  readonly statusCode?: number;
}

/** What became of one thing: what the hub says against it does not end the others. Throws `CLOSED`, which does. */
export async function endOf(done: Promise<Answer>): Promise<Pick<Entry, 'outcome' | 'statusCode'>> {
  try {
    return { outcome: 'done', statusCode: (await done).statusCode };
  } catch (error) {
    if (!(error instanceof HubError) || error.code === 'CLOSED') throw error;
    return { outcome: error.outcome, ...(error.said && { statusCode: error.said.statusCode }) };
  }
}

/** What is told of them all; the status is that of the worst, 200 where nothing was to do or there is none. */
export function answerOf(entries: readonly Entry[]): Omit<Answer, 'elapsed'> {
  const worst = worstOf(entries);
  const { statusCode = 200 } = entries.find(({ outcome }) => outcome === worst) ?? {};
  return { statusCode, body: entries };
}
