import { type Facts, HubError } from '../wire/errors.js';
import type { Backlog } from './backlog.js';
import type { QueuedJob } from './job.js';
import type { Queues } from './queues.js';

/** The hub at the moment when a job expires. */
interface Moment {
  /** In the clock's ms. */
  readonly now: number;
  readonly queues: Queues;
  readonly backlog: Backlog;
  /** Most requests in flight at once. */
  readonly maxInFlight: number;
  /** Most jobs in one batch. 0 if the hub takes no batches. */
  readonly maxJobs: number;
}

/**
 * The error of a job that waited too long. Its fact `waitedFor` is the last thing that the job waited for: `commands` to
 * the same target before it, the answer of a `lookUp`, or its turn in the `queue` of all requests.
 */
export function expiredError(waiting: QueuedJob, moment: Moment): HubError {
  const { job, stage } = waiting;
  const waited = Math.round(moment.now - job.since);
  if (moment.queues.isBehind(waiting)) return new HubError('EXPIRED', { waited, waitedFor: 'commands' });
  if (stage !== 'lookingUp') return new HubError('EXPIRED', { waited, waitedFor: 'queue', ...crowd(waiting, moment) });
  const error = new HubError('EXPIRED', { waited, waitedFor: 'lookUp' });
  const { lastLookUp } = job;
  return lastLookUp ? error.before(lastLookUp.operation, lastLookUp.params) : error;
}

/** The commands that competed with an expired one for a place in flight, if joining would help it. */
function crowd(expired: QueuedJob, { now, queues, backlog, maxInFlight, maxJobs }: Moment): Facts | undefined {
  const { job, arrival } = expired;
  const mayJoin = job.couldJoin && maxJobs > 0 && queues.canSend(expired, now);
  if (!arrival || !mayJoin) return undefined;
  const { waiting, fit } = backlog.since(arrival);
  // A hub that answers nothing does not answer batches either.
  const isCrowded = waiting >= maxJobs && fit >= maxInFlight;
  return isCrowded ? { waiting, fit, seconds: Math.round(job.expiry / 100) / 10 } : undefined;
}
