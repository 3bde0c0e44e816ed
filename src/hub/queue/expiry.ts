import type { HubClock } from '../../base/clock.js';
import { type Facts, HubError } from '../wire/errors.js';
import type { Arrival, Job } from './job.js';
import type { Lanes } from './lane.js';

/** Most jobs that expire in one turn of the event loop. Thousands would stop it for 0.1 s. */
export const MAX_LATE = 100;

/** All waiting jobs. One timer serves them all, because a thousand reads may wait at once. */
export class WaitingSet {
  readonly #jobs = new Set<Job>();
  readonly #onExpired: (late: readonly Job[]) => void;
  readonly #clock: HubClock;
  #timer: unknown;
  /** The time of the timer in the clock's ms. Its job may be settled before. */
  #firesAt = Number.POSITIVE_INFINITY;

  /** `late` gets the expired jobs, and deletes them. */
  constructor(late: (late: readonly Job[]) => void, clock: HubClock) {
    this.#onExpired = late;
    this.#clock = clock;
  }

  /** In the order of arrival. */
  get jobs(): Iterable<Job> {
    return this.#jobs;
  }

  add(job: Job): void {
    this.#jobs.add(job);
    this.#wakeAt(job.expiresAt);
  }

  delete(job: Job): void {
    if (this.#jobs.delete(job) && this.#jobs.size === 0) this.#stopTimer();
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
    const late: Job[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const job of this.#jobs)
      if (job.expiresAt <= now && late.length < MAX_LATE) late.push(job);
      else next = Math.min(next, job.expiresAt);
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
  readonly lanes: Lanes;
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
export function expiredError(job: Job, moment: Moment): HubError {
  const { stage, lastLookUp } = job;
  const waited = Math.round(moment.now - job.since);
  // A free connection takes a moment, too. Then the wait before it is the reason.
  if (job.connectingFor(moment.now) > waited / 2) return new HubError('EXPIRED', { waited, waitedFor: 'connection' });
  if (stage !== 'connecting' && moment.lanes.isBehind(job))
    return new HubError('EXPIRED', { waited, waitedFor: 'commands' });
  if (stage !== 'lookingUp') return new HubError('EXPIRED', { waited, waitedFor: 'queue', ...crowd(job, moment) });
  const error = new HubError('EXPIRED', { waited, waitedFor: 'lookUp' });
  return lastLookUp ? error.before(lastLookUp.operation, lastLookUp.params) : error;
}

/** The commands that competed with an expired one for a place in flight, if joining would help it. */
function crowd(job: Job, { now, lanes, backlog, maxInFlight, maxJobs }: Moment): Facts | undefined {
  const { arrival, stage, couldJoin, needsPlace } = job;
  const mayJoin = couldJoin && maxJobs > 0 && (stage === 'connecting' || (needsPlace && lanes.isFree(job, now)));
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
