import type { HubClock } from '../../base/clock.js';
import { type Facts, HubError } from '../wire/errors.js';
import type { Arrival, QueuedJob } from './job.js';
import type { Queues } from './queues.js';

/** Most jobs that expire in one turn of the event loop. Thousands would stop it for 0.1 s. */
export const MAX_LATE = 100;

/** All waiting jobs. One timer serves them all, because a thousand reads may wait at once. */
export class WaitingSet {
  readonly #waiting = new Set<QueuedJob>();
  readonly #onExpired: (late: readonly QueuedJob[]) => void;
  readonly #clock: HubClock;
  #timer: unknown;
  /** The time of the timer in the clock's ms. Its job may be settled before. */
  #firesAt = Number.POSITIVE_INFINITY;

  /** `late` gets the expired jobs, and deletes them. */
  constructor(late: (late: readonly QueuedJob[]) => void, clock: HubClock) {
    this.#onExpired = late;
    this.#clock = clock;
  }

  /** In the order of arrival. */
  get waiting(): Iterable<QueuedJob> {
    return this.#waiting;
  }

  add(waiting: QueuedJob): void {
    this.#waiting.add(waiting);
    this.#wakeAt(waiting.expiresAt);
  }

  delete(waiting: QueuedJob): void {
    if (this.#waiting.delete(waiting) && this.#waiting.size === 0) this.#stopTimer();
  }

  /** Sets the timer to `until`, unless it is due earlier. */
  #wakeAt(until: number): void {
    if (until >= this.#firesAt) return;
    this.#stopTimer();
    this.#firesAt = until;
    this.#timer = this.#clock.setTimeout(() => this.#collectExpired(), Math.max(0, until - this.#clock.now()));
  }

  #collectExpired(): void {
    this.#stopTimer();
    const now = this.#clock.now();
    const late: QueuedJob[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const waiting of this.#waiting)
      if (waiting.expiresAt <= now && late.length < MAX_LATE) late.push(waiting);
      else next = Math.min(next, waiting.expiresAt);
    this.#wakeAt(next);
    this.#onExpired(late);
  }

  #stopTimer(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#firesAt = Number.POSITIVE_INFINITY;
  }
}

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
 * the same target before it, the answer of a `lookUp`, or its turn in the `queue` of all requests. It is `connection` if
 * most of the time went there.
 */
export function expiredError(waiting: QueuedJob, moment: Moment): HubError {
  const { job, stage } = waiting;
  const waited = Math.round(moment.now - job.since);
  // A free connection takes a moment, too. Then the wait before it is the reason.
  if (waiting.connectingFor(moment.now) > waited / 2)
    return new HubError('EXPIRED', { waited, waitedFor: 'connection' });
  if (stage !== 'connecting' && moment.queues.isBehind(waiting))
    return new HubError('EXPIRED', { waited, waitedFor: 'commands' });
  if (stage !== 'lookingUp') return new HubError('EXPIRED', { waited, waitedFor: 'queue', ...crowd(waiting, moment) });
  const error = new HubError('EXPIRED', { waited, waitedFor: 'lookUp' });
  const { lastLookUp } = job;
  return lastLookUp ? error.before(lastLookUp.operation, lastLookUp.params) : error;
}

/** The commands that competed with an expired one for a place in flight, if joining would help it. */
function crowd(expired: QueuedJob, { now, queues, backlog, maxInFlight, maxJobs }: Moment): Facts | undefined {
  const { job, arrival, stage } = expired;
  const mayJoin = job.couldJoin && maxJobs > 0 && (stage === 'connecting' || queues.canSend(expired, now));
  if (!arrival || !mayJoin) return undefined;
  const { waiting, fit } = backlog.since(arrival);
  // A hub that answers nothing does not answer batches either.
  const isCrowded = waiting >= maxJobs && fit >= maxInFlight;
  return isCrowded ? { waiting, fit, seconds: Math.round(job.expiry / 100) / 10 } : undefined;
}

/** The commands that competed for the hub while one of them waited. Rounded to two digits. */
interface Competition {
  /** Commands that waited, without superseded ones. */
  readonly waiting: number;
  /** Commands that the hub answered. */
  readonly fit: number;
}

/** Counts the commands of a hub. Example: 3,000 commands arrive at once, and 2,300 are sent before the others expire. */
export class Backlog {
  /** Commands that arrived and were not superseded. */
  #wanted = 0;
  /** Commands that were sent or dropped. */
  #gone = 0;
  #answered = 0;

  arrive(): Arrival {
    this.#wanted += 1;
    return { gone: this.#gone, answered: this.#answered };
  }

  supersede(): void {
    this.#wanted -= 1;
  }

  leave(): void {
    this.#gone += 1;
  }

  answer(): void {
    this.#answered += 1;
  }

  /** The competition since an arrival. */
  since({ gone, answered }: Arrival): Competition {
    return { waiting: rounded(this.#wanted - gone), fit: rounded(this.#answered - answered) };
  }
}

const rounded = (count: number): number => Number(count.toPrecision(2));
