import type { HubClock } from '../../base/clock.js';
import { HubError } from '../wire/errors.js';
import type { Joiner } from './batch.js';
import { Composer } from './compose.js';
import { Backlog, expiredError, MAX_LATE, WaitingSet } from './expiry.js';
import { type BatchMember, type Departure, type Job, type JobResult, newestOf, type Run, rejected } from './job.js';
import { Lanes, type Room } from './lane.js';
import { type Traffic, trafficOf } from './traffic.js';

/** Places in flight that a sender of thousands of values leaves to a press and a read. */
const FREE_PLACES = 2;

/** On a hub that takes longer than this for a command, in ms, a place in flight is not free again soon. */
const SLOW_MS = 250;

/** The part of the places in flight for levels on a slow hub. A trigger may need one for its look-up and one for itself. */
const LEVELS_PART = 0.5;

/** The part of the places in flight for look-ups that have a replacement, on a slow hub. */
const REPLACEABLE_PART = 0.25;

export interface Limits {
  /** Most requests in flight at once. */
  readonly maxInFlight: number;
  /** Most requests a second in one lane, for jobs that a newer one can replace. */
  readonly rate: number;
}

/** One request: one run, or runs of several lanes as a batch. */
interface Sending extends Departure {
  readonly runs: readonly Run[];
  /** The request of a single run. If not set, the runs are sent as a batch. */
  readonly composed: object | undefined;
  /** In the clock's ms. */
  readonly since: number;
  /** Its first byte was sent. */
  isStarted?: true;
  /** One of its jobs has ended before the first byte, so it must not be sent. */
  isRecalled?: true;
  /** No caller waits for its answer any more. */
  isAborted?: true;
}

/**
 * The turns of the requests to one hub (docs/develop/rules.md "Live control"). Each lane sends one request at a time, in
 * order. The lanes take turns. Commands go before reads, and reads never take the last place. A job that waits too long
 * is dropped.
 *
 * Example: 40 values of one fader arrive while its first is in flight. 39 are superseded. The last is sent after the
 * answer, and 20 ms after the first. Other lanes send meanwhile.
 */
export class Turns {
  readonly #limits: Limits;
  readonly #clock: HubClock;
  readonly #joiner: Joiner;
  readonly #abort: (sending: object) => void;
  /** False after the hub refused a batch. */
  #hasBatch = true;
  readonly #lanes = new Lanes();
  readonly #waiting: WaitingSet;
  readonly #composer: Composer;
  readonly #sendings = new Set<Sending>();
  readonly #backlog = new Backlog();
  /** The durations of the last read and the last command, in ms. A hub may read fast and write slowly. */
  #lastReadMs = 0;
  #lastCommandMs = 0;
  #wakeTimer: unknown;
  #immediate: unknown;
  #isClosed = false;

  /** `abort` ends the request of a sending. Then `Job.send` settles. */
  constructor(limits: Limits, joiner: Joiner, abort: (sending: object) => void, clock: HubClock) {
    this.#limits = limits;
    this.#joiner = joiner;
    this.#abort = abort;
    this.#clock = clock;
    this.#waiting = new WaitingSet((late) => {
      this.#expire(late);
      this.#recall();
      this.#pump();
    }, clock);
    this.#composer = new Composer(
      {
        wake: (job) => this.#lanes.wake(job),
        runFrom: (head) => this.#lanes.runFrom(head),
        onComposed: (run, request) => this.#sendComposed(run, request),
        onFailed: (job, error) => this.#drop(job, error),
        pump: () => this.#pump(),
      },
      clock,
    );
  }

  /** Sends a job when it is its turn. Throws the errors of `Job.ended`. */
  submit<T>(job: Job<T>): Promise<JobResult<T>> {
    if (this.#isClosed) return Promise.reject(new HubError('CLOSED'));
    if (job.claims.length > 0) job.arrival = this.#backlog.arrive();
    for (const superseded of this.#lanes.add(job)) {
      job.turnAt ??= superseded.turnAt;
      this.#supersede(superseded);
    }
    this.#waiting.add(job);
    // Jobs that arrive at the same moment may be sent together.
    if (this.#hasBatch && job.batchMember) this.#immediate ??= this.#clock.setImmediate(() => this.#pump());
    else this.#pump();
    return job.ended;
  }

  /** The requests at this moment. */
  get traffic(): Traffic {
    return trafficOf(
      this.#sendings.size,
      [...this.#waiting.jobs].filter(({ isWaiting }) => isWaiting),
    );
  }

  /** Values that use all places in flight but two, as batches if the hub takes batches. */
  get roomForMany(): number {
    const places = Math.max(1, this.#limits.maxInFlight - FREE_PLACES);
    return this.#hasBatch ? places * this.#joiner.maxJobs : places;
  }

  /** After a reconnection the hub may be another one, so batches are tried again. */
  allowBatches(): void {
    this.#hasBatch = true;
  }

  /** Fails all jobs with `CLOSED`, or only those of one owner. Other jobs in the same request continue. */
  close(owner?: object): void {
    if (!owner) this.#isClosed = true;
    const isOwned = (job: Job) => !owner || job.owner === owner;
    this.drop(isOwned, new HubError('CLOSED'));
    for (const sending of [...this.#sendings]) {
      if (!sending.isStarted) continue;
      const open = sending.runs.flat().filter(({ stage }) => stage !== 'settled');
      const owned = open.filter(isOwned);
      if (owned.length === open.length) {
        sending.isAborted = true;
        this.#abort(sending);
      } else for (const job of owned) job.settle(rejected(new HubError('CLOSED', {}, { outcome: 'unknown' })));
    }
    this.#pump();
  }

  /** Fails those of the jobs that wait, also for a connection. Sent ones continue. */
  drop(isDropped: (job: Job) => boolean, error: unknown): void {
    for (const job of [...this.#waiting.jobs]) if (isDropped(job)) this.#drop(job, error);
    this.#recall();
  }

  /** Ends the requests that wait for a connection if one of their jobs has ended. Their other jobs are sent without it. */
  #recall(): void {
    for (const sending of [...this.#sendings]) {
      if (sending.isStarted || !hasEnded(sending)) continue;
      sending.isRecalled = true;
      this.#abort(sending);
    }
  }

  /** The last question, before the first byte: may all its jobs still be sent? */
  #begin(sending: Sending): void {
    if (sending.isAborted) throw new HubError('CLOSED');
    if (sending.isStarted) return;
    const jobs = sending.runs.flat();
    const now = this.#clock.now();
    this.#dropExpired(jobs, now);
    for (const job of jobs) {
      if (job.stage !== 'connecting') continue;
      try {
        job.checkStart();
      } catch (reason) {
        this.#drop(job, reason);
      }
    }
    if (hasEnded(sending)) {
      sending.isRecalled = true;
      throw new HubError('CLOSED');
    }
    sending.isStarted = true;
    for (const job of jobs) {
      job.leave(now);
      this.#waiting.delete(job);
    }
  }

  #supersede(job: Job): void {
    this.#remove(job);
    if (job.arrival) this.#backlog.supersede();
    job.settle({ status: 'superseded' });
  }

  #drop(job: Job, error: unknown): void {
    this.#remove(job);
    if (job.arrival && job.stage !== 'connecting') this.#backlog.leave();
    job.settle(rejected(error));
  }

  #remove(job: Job): void {
    this.#lanes.remove(job);
    this.#waiting.delete(job);
  }

  /** All errors are made before the first job is dropped, because the others may have waited for it. */
  #expire(late: readonly Job[]): void {
    const now = this.#clock.now();
    const { maxInFlight } = this.#limits;
    const maxJobs = this.#hasBatch ? this.#joiner.maxJobs : 0;
    const moment = { now, lanes: this.#lanes, backlog: this.#backlog, maxInFlight, maxJobs };
    const errors = late.map((job) => expiredError(job, moment));
    for (const [index, job] of late.entries()) this.#drop(job, errors[index]);
  }

  #dropExpired(jobs: readonly Job[], now: number): boolean {
    const late = jobs.filter(({ expiresAt }) => expiresAt < now);
    if (late.length > 0) this.#expire(late);
    return late.length > 0;
  }

  /** Sends all jobs that may be sent now, and sets a timer for the next one. */
  #pump(): void {
    this.#clock.clearTimeout(this.#wakeTimer);
    this.#clock.clearImmediate(this.#immediate);
    this.#wakeTimer = undefined;
    this.#immediate = undefined;
    if (this.#isClosed) return;
    // One reading of the clock for both steps. A lane that pauses in the first step must also pause in the second.
    const now = this.#clock.now();
    this.#lanes.endPauses(now);
    let repeats = 0;
    while (this.#lanes.mayHaveNext && this.#placesTaken < this.#limits.maxInFlight && repeats < MAX_LATE) {
      const step = this.#sendNext(now);
      if (step === 'none') break;
      if (step === 'again') repeats += 1;
    }
    if (repeats === MAX_LATE) this.#immediate ??= this.#clock.setImmediate(() => this.#pump());
    const { nextWake } = this.#lanes;
    if (nextWake < Number.POSITIVE_INFINITY)
      this.#wakeTimer = this.#clock.setTimeout(() => this.#pump(), nextWake - now);
  }

  /** The number of places in flight that are taken. */
  get #placesTaken(): number {
    return this.#sendings.size + this.#composer.placesHeld;
  }

  /**
   * Reads leave one place free. A look-up does not count the commands, because a command waits for it. On a slow hub,
   * levels leave half of the places to triggers, and look-ups that have a replacement leave most places to them.
   */
  #roomAt(now: number): Room {
    const { maxInFlight } = this.#limits;
    const places = Math.max(1, maxInFlight - 1);
    const sendings = [...this.#sendings];
    const reads = sendings.filter(isRead).length;
    const levels = sendings.filter((each) => !isRead(each) && !isTrigger(each)).length;
    // One of the last requests took long, or a command in flight does.
    const isSlow =
      Math.max(this.#lastReadMs, this.#lastCommandMs) > SLOW_MS ||
      sendings.some((each) => each.since < now - SLOW_MS && !isRead(each));
    return {
      forReads: this.#placesTaken < places,
      forLookUps: reads < places,
      forReplaceable: !isSlow || reads < Math.max(1, Math.floor(maxInFlight * REPLACEABLE_PART)),
      forLevels: !isSlow || levels < Math.ceil(maxInFlight * LEVELS_PART),
    };
  }

  /**
   * Sends the first head, maybe together with others. `again`: nothing was sent, but another head may be. `none`: no
   * other head can be sent now.
   */
  #sendNext(now: number): 'sent' | 'again' | 'none' {
    const heads = this.#lanes.next(now, this.#roomAt(now));
    const { value: head } = heads.next();
    if (!head) return 'none';
    const run = this.#lanes.runFrom(head);
    // On a busy machine a timer can be late, but a command must not be.
    if (this.#dropExpired(run, now)) return 'again';
    if (this.#hasBatch && batchMemberOf(run)) {
      const runs = this.#joinableRuns(run, heads);
      if (runs.length > 1) {
        if (this.#dropExpired(runs.flat(), now)) return 'again';
        void this.#start(runs, undefined, now);
        return 'sent';
      }
    }
    const composed = this.#composer.compose(run, now);
    if (!composed) return 'again';
    void this.#start([run], composed, now);
    return 'sent';
  }

  /** The runs that are sent with the first as one request. It stops at the limit, because a thousand reads may wait. */
  #joinableRuns(first: Run, heads: Iterable<Job>): Run[] {
    const runs = [first];
    for (const head of heads) {
      if (runs.length === this.#joiner.maxJobs) break;
      const run = this.#lanes.runFrom(head);
      if (batchMemberOf(run)) runs.push(run);
    }
    return runs;
  }

  /** Sends a run after its look-ups, unless it has changed meanwhile. */
  #sendComposed(run: Run, composed: object): void {
    const now = this.#clock.now();
    const [head] = run;
    const isWhole = run.every(({ isWaiting }) => isWaiting) && this.#lanes.isFree(head, now);
    if (isWhole && !this.#dropExpired(run, now)) void this.#start([run], composed, now);
    else if (head.isWaiting) {
      head.putBack();
      this.#lanes.wake(head);
    }
    this.#pump();
  }

  /** Sends one run, or several as one request, and settles their jobs. */
  async #start(runs: readonly Run[], composed: object | undefined, now: number): Promise<void> {
    const expiresAt = Math.min(...runs.flat().map((job) => job.expiresAt));
    const sending: Sending = { runs, composed, since: now, expiresAt, start: () => this.#begin(sending) };
    this.#sendings.add(sending);
    for (const run of runs) {
      for (const job of run) {
        job.connect(now);
        if (job.arrival) this.#backlog.leave();
      }
      this.#lanes.hold(run, now, 1000 / this.#limits.rate);
    }
    let results: readonly PromiseSettledResult<unknown>[] | undefined;
    try {
      results = await this.#send(sending);
    } catch (reason) {
      results = runs.map(() => rejected(reason));
    }
    this.#sendings.delete(sending);
    const elapsed = this.#clock.now() - now;
    if (isRead(sending)) this.#lastReadMs = elapsed;
    else this.#lastCommandMs = elapsed;
    // It was closed while the hub refused the batch, so nothing was sent.
    if (!results && sending.isAborted) results = runs.map(() => rejected(new HubError('CLOSED')));
    if (sending.isRecalled) results = undefined;
    else if (!results) this.#hasBatch = false;
    if (!results) this.#requeue(runs);
    runs.forEach((run, index) => {
      for (const job of run.filter(({ isWaiting }) => !isWaiting)) {
        this.#remove(job);
        const result = results?.[index];
        if (job.arrival && isAnswered(result)) this.#backlog.answer();
        if (result) job.settle(result);
      }
    });
    this.#pump();
  }

  /** Undefined if the hub refused the batch. */
  async #send(sending: Sending): Promise<readonly PromiseSettledResult<unknown>[] | undefined> {
    const { runs, composed } = sending;
    if (composed) return Promise.allSettled(runs.map((run) => newestOf(run).send(composed, sending)));
    const members = runs.flatMap((run) => batchMemberOf(run) ?? []);
    return this.#joiner.send(members, sending);
  }

  /** After a refused batch and a recall, each job is queued again, unless a newer value has replaced it. */
  #requeue(runs: readonly Run[]): void {
    for (const job of runs.flat().reverse()) {
      if (job.stage === 'settled') continue;
      if (this.#lanes.requeue(job)) this.#supersede(job);
      else this.#waiting.add(job);
    }
  }
}

/** True if one of its jobs has ended. */
const hasEnded = ({ runs }: Sending): boolean => runs.some((run) => run.some(({ stage }) => stage === 'settled'));

const isTrigger = ({ runs }: Sending): boolean => runs[0]?.[0]?.isTrigger === true;

const isRead = ({ runs }: Sending): boolean => runs[0]?.[0]?.claims.length === 0;

/** The run as one entry of a batch. Undefined: it is sent alone. */
const batchMemberOf = (run: Run): BatchMember | undefined => (run.length === 1 ? run[0].batchMember : undefined);

/** True if the hub answered a job, with a success or a failure. */
const isAnswered = (result: PromiseSettledResult<unknown> | undefined): boolean =>
  result?.status === 'fulfilled' || (result?.reason instanceof HubError && result.reason.reply !== undefined);
