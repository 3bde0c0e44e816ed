import { type EntryAnswer, entryAnswers } from '../plan/entry-answers.js';
import type { FailureOf } from '../plan/incomplete.js';
import { batchOf } from '../plan/plan-batch.js';
import { isTooDeep } from '../wire/answer.js';
import type { HubAnswer } from '../wire/client.js';
import { HubError } from '../wire/errors.js';
import { type CallContext, connectMsOf } from './call.js';
import { type BatchMember, type Departure, rejected } from './job.js';

/** Sends jobs of different lanes as one request. Example: eight faders as a batch of eight entries. */
export interface Joiner {
  /** Most jobs in one request. */
  readonly maxJobs: number;
  /**
   * The result of each job, in their order. Undefined if the hub did not accept the batch: each job is then sent alone.
   */
  send(
    members: readonly BatchMember[],
    sending: Departure,
  ): Promise<readonly PromiseSettledResult<unknown>[] | undefined>;
}

/** Statuses of a whole batch which mean that the hub does not support batches, and did nothing. */
const NO_BATCH = [404, 405, 501];

/** Sends calls as one batch (docs/develop/rules.md "Live control"). Example: the values of eight faders. */
export class CallJoiner implements Joiner {
  /** Most entries of one batch. */
  readonly maxJobs = 50;
  readonly #context: CallContext;
  readonly #failure: FailureOf;

  constructor(context: CallContext, failure: FailureOf) {
    this.#context = context;
    this.#failure = failure;
  }

  /** Throws the error of the batch as a whole. Each call then has an unknown outcome. */
  async send(members: readonly BatchMember[], sending: Departure) {
    const results = await this.#exchange(members, sending).catch((error: unknown) => {
      for (const member of members) member.finish(rejected(error));
      throw error;
    });
    members.forEach((member, index) => {
      member.finish(results?.[index]);
    });
    return results;
  }

  async #exchange(members: readonly BatchMember[], sending: Departure) {
    const ids = [...members.keys()];
    const entries = members.map(({ isRead }, id) => ({ id, isRead }));
    const requests = members.map(({ request }) => request);
    const { timeout, exchange, clock } = this.#context;
    const start = () => {
      sending.start();
      for (const member of members) member.start(timeout);
      return timeout;
    };
    try {
      const { body, elapsed } = await exchange(
        batchOf(requests, ids),
        connectMsOf(sending, timeout, clock),
        sending,
        start,
        true,
      );
      return entryAnswers(entries, body).map((answer) => this.#settled(answer, elapsed));
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      const { outcome, reply } = error;
      const statusCode = reply?.statusCode ?? 0;
      // Reads can be sent alone, because they change nothing. A 401 is the answer to all of them, and one deep value
      // spoils the answers to all of them.
      const areReads = members.every(({ isRead }) => isRead);
      const isOfOne = isTooDeep(error) || (outcome === 'refused' && statusCode !== 401);
      if (NO_BATCH.includes(statusCode) || (areReads && isOfOne)) return undefined;
      throw outcome === 'not-sent' ? error : error.withOutcome('unknown');
    }
  }

  #settled(answer: EntryAnswer, elapsed: number): PromiseSettledResult<HubAnswer> {
    const { responseCode: statusCode, responseBody: body } = answer;
    if (answer.outcome === 'done') return { status: 'fulfilled', value: { statusCode, body, elapsed } };
    const reason =
      statusCode === 0 ? new HubError('HUB_BAD_ANSWER', { cause: 'batch' }) : this.#failure(statusCode, body);
    return { status: 'rejected', reason };
  }
}
