import { type Operation, WHOLE_BODY } from '../table/operation.js';
import { findOperation } from '../table/operations.js';
import type { Answer } from '../wire/client.js';
import { HubError } from '../wire/errors.js';
import { buildRequest, type WireRequest } from '../wire/request.js';
import { asEntry } from './batch.js';
import type { Joiner } from './lanes.js';
import type { Plan } from './plan.js';

/** What the hub says to one entry (hub-interface.md, "Batch"). */
interface EntryAnswer {
  readonly id: number | string;
  readonly responseCode: number;
  readonly responseBody: unknown;
}

/** Most entries of one batch. */
const MOST = 50;

/** Statuses of a whole call that say: there is no batch here, and nothing was done. */
const NO_BATCH = [404, 405, 501];

/**
 * Puts levels of several lanes, or reads, whose requests are known beforehand, into one batch (design.md, "Joining"). `exchange` sends a request;
 * `failure` is the error that a status outside 2xx means.
 */
export const joinerOf = (
  exchange: (request: WireRequest) => Promise<Answer>,
  failure: (statusCode: number, body: unknown) => HubError,
): Joiner => ({
  most: MOST,

  async send(jobs) {
    const entries = jobs.map((job, index) => asEntry(index, (job.content as Plan).request as WireRequest));
    const batch = findOperation('batch') as Operation;
    try {
      const answer = await exchange(buildRequest(batch, { [WHOLE_BODY]: entries }, ''));
      if (!Array.isArray(answer.body)) throw new HubError('HUB_BAD_ANSWER', { cause: 'batch' });
      const byId = new Map(answer.body.map((each: EntryAnswer) => [String(each?.id), each]));
      return jobs.map((_, index) => settlement(byId.get(String(index)), answer.elapsed, failure));
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      if (NO_BATCH.includes(error.said?.statusCode ?? 0)) return undefined;
      throw error.code === 'HUB_UNREACHABLE' ? error : error.withOutcome('unknown');
    }
  },
});

function settlement(
  answer: EntryAnswer | undefined,
  elapsed: number,
  failure: (statusCode: number, body: unknown) => HubError,
): PromiseSettledResult<Answer> {
  if (!answer) return { status: 'rejected', reason: new HubError('HUB_BAD_ANSWER', { cause: 'batch' }) };
  const { responseCode: statusCode, responseBody: body = null } = answer;
  if (statusCode >= 200 && statusCode < 300) return { status: 'fulfilled', value: { statusCode, body, elapsed } };
  return { status: 'rejected', reason: failure(statusCode, body) };
}
