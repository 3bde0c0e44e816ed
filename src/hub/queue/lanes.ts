import type { HubClock } from '../../base/clock.js';
import { HubError } from '../wire/errors.js';
import { Composer, type Outlet } from './composer.js';
import { Backlog, expiredError, MAX_LATE, WaitingSet } from './expiry.js';
import {
  batchMemberOf,
  type Departure,
  isAnswered,
  type Job,
  type JobResult,
  type Joiner,
  newestOf,
  QueuedJob,
  type Run,
  rejected,
} from './job.js';
import { Queues, type Room } from './queues.js';
import { type Traffic, trafficOf } from './traffic.js';

/** Places in flight that a sender of thousands of values leaves to a press and a read. */
const FREE_PLACES = 2;

/** On a hub that takes longer than this for a command, in ms, a place in flight is not free again soon. */
const SLOW_MS = 250;

/** The part of the places in flight for levels on a slow hub. A trigger may need one for its look-up and one for itself. */
const LEVELS_PART = 0.5;

/** The part of the places in flight for look-ups that have a replacement, on a slow hub. */
const REPLACEABLE_PART = 0.25;

export interface LaneLimits {
  /** Most requests in flight at once. */
  readonly maxInFlight: number;
  /** Most requests a second in one lane, for jobs with a merge key. */
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
 * The order of the requests to one hub (docs/develop/rules.md "Live control"). Each lane sends one request at a time, in
 * order. The lanes take turns. Commands go before reads, and reads never take the last place. A job that waits too long
 * is dropped.
 *
 * Example: 40 values of one fader arrive while its first is in flight. 39 are superseded. The last is sent after the
 * answer, and 20 ms after the first. Other lanes send meanwhile.
 */
export class Lanes {
  readonly #limits: LaneLimits;
  readonly #clock: HubClock;
  readonly #joiner: Joiner;
  readonly #abort: (sending: object) => void;
  /** False after the hub refused a batch. */
  #hasBatch = true;
  readonly #queues = new Queues();
  readonly #waitingSet: WaitingSet;
  readonly #composer: Composer;
  readonly #sendings = new Set<Sending>();
  readonly #backlog = new Backlog();
  /** The number of reads among them. */
  #readsInFlight = 0;
  /** The durations of the last read and the last command, in ms. A hub may read fast and write slowly. */
  #lastReadMs = 0;
  #lastCommandMs = 0;
  #wakeTimer: unknown;
  #immediate: unknown;
  #isClosed = false;

  /** `abort` ends the request of a sending. Then `Job.send` settles. */
  constructor(limits: LaneLimits, joiner: Joiner, abort: (sending: object) => void, clock: HubClock) {
    this.#limits = limits;
    this.#joiner = joiner;
    this.#abort = abort;
    this.#clock = clock;
    this.#waitingSet = new WaitingSet((late) => {
      this.#expire(late);
      this.#recall();
      this.#pump();
    }, clock);
    const outlet: Outlet = {
      onComposed: (run, request) => this.#sendComposed(run, request),
      onFailed: (waiting, error) => this.#drop(waiting, error),
      pump: () => this.#pump(),
    };
    this.#composer = new Composer(this.#queues, outlet, clock);
  }

  /** Sends a job when it is its turn. Throws the errors of `compose` and `send`, `EXPIRED`, or `CLOSED`. */
  submit<T>(job: Job<T>): Promise<JobResult<T>> {
    if (this.#isClosed) return Promise.reject(new HubError('CLOSED'));
    return new Promise((settle, fail) => {
      const arrival = job.claims.length > 0 ? this.#backlog.arrive() : undefined;
      const settleJob = settle as (result: JobResult<unknown>) => void;
      const waiting = new QueuedJob(job as Job<unknown>, arrival, settleJob, fail);
      for (const superseded of this.#queues.add(waiting)) {
        waiting.inheritTurn(superseded);
        this.#supersede(superseded);
      }
      this.#waitingSet.add(waiting);
      // Jobs that arrive at the same moment may be sent together.
      if (this.#hasBatch && job.batchMember) this.#immediate ??= this.#clock.setImmediate(() => this.#pump());
      else this.#pump();
    });
  }

  /** The requests at this moment. */
  get traffic(): Traffic {
    const queued = [...this.#waitingSet.waiting].filter(({ isWaiting }) => isWaiting);
    return trafficOf(this.#sendings.size, queued);
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
    const isOwner = (each: object) => !owner || each === owner;
    this.drop(({ owner: each }) => isOwner(each), new HubError('CLOSED'));
    for (const sending of [...this.#sendings]) {
      if (!sending.isStarted) continue;
      const open = sending.runs.flat().filter(({ stage }) => stage !== 'settled');
      const owned = open.filter(({ job }) => isOwner(job.owner));
      if (owned.length === open.length) {
        sending.isAborted = true;
        this.#abort(sending);
      } else for (const waiting of owned) waiting.settle(rejected(new HubError('CLOSED', {}, { outcome: 'unknown' })));
    }
    this.#pump();
  }

  /** Fails those of the jobs that wait, also for a connection. Sent ones continue. */
  drop(isDropped: (job: Job<unknown>) => boolean, error: unknown): void {
    for (const waiting of [...this.#waitingSet.waiting]) if (isDropped(waiting.job)) this.#drop(waiting, error);
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
    const waiting = sending.runs.flat();
    if (sending.isAborted) throw new HubError('CLOSED');
    if (sending.isStarted) return;
    const now = this.#clock.now();
    this.#dropExpired(waiting, now);
    for (const each of waiting) if (each.stage === 'connecting') this.#dropUnwanted(each);
    if (hasEnded(sending)) {
      sending.isRecalled = true;
      throw new HubError('CLOSED');
    }
    sending.isStarted = true;
    for (const each of waiting) {
      each.send(now);
      this.#waitingSet.delete(each);
    }
  }

  #dropUnwanted(waiting: QueuedJob): void {
    try {
      waiting.job.checkStart?.();
    } catch (reason) {
      this.#drop(waiting, reason);
    }
  }

  #supersede(waiting: QueuedJob): void {
    this.#dequeue(waiting);
    if (waiting.arrival) this.#backlog.supersede();
    waiting.settle({ status: 'superseded' });
  }

  #drop(waiting: QueuedJob, error: unknown): void {
    this.#dequeue(waiting);
    if (waiting.arrival && waiting.stage !== 'connecting') this.#backlog.leave();
    waiting.settle(rejected(error));
  }

  #dequeue(waiting: QueuedJob): void {
    this.#queues.remove(waiting);
    this.#waitingSet.delete(waiting);
  }

  /** All errors are made before the first job is dropped, because the others may have waited for it. */
  #expire(late: readonly QueuedJob[]): void {
    const queues = this.#queues;
    const { maxInFlight } = this.#limits;
    const maxJobs = this.#hasBatch ? this.#joiner.maxJobs : 0;
    const moment = { now: this.#clock.now(), queues, backlog: this.#backlog, maxInFlight, maxJobs };
    const errors = late.map((waiting) => expiredError(waiting, moment));
    for (const [index, waiting] of late.entries()) this.#drop(waiting, errors[index]);
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
    this.#queues.endPauses(now);
    let repeats = 0;
    while (this.#queues.mayHaveNext && this.#placesTaken < this.#limits.maxInFlight && repeats < MAX_LATE) {
      const step = this.#sendNext(now);
      if (step === 'none') break;
      if (step === 'again') repeats += 1;
    }
    if (repeats === MAX_LATE) this.#immediate ??= this.#clock.setImmediate(() => this.#pump());
    const { nextWake } = this.#queues;
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
    const isSlow = this.#isSlow(now);
    return {
      forReads: this.#placesTaken < places,
      forLookUps: this.#readsInFlight < places,
      forReplaceable: !isSlow || this.#readsInFlight < Math.max(1, Math.floor(maxInFlight * REPLACEABLE_PART)),
      forLevels: !isSlow || this.#levelsInFlight < Math.ceil(maxInFlight * LEVELS_PART),
    };
  }

  /** True if one of the last requests took long, or if a command in flight does. */
  #isSlow(now: number): boolean {
    if (Math.max(this.#lastReadMs, this.#lastCommandMs) > SLOW_MS) return true;
    for (const each of this.#sendings) if (each.since < now - SLOW_MS && !isRead(each)) return true;
    return false;
  }

  get #levelsInFlight(): number {
    return [...this.#sendings].filter((each) => !isRead(each) && !isTrigger(each)).length;
  }

  /**
   * Sends the first head, maybe together with others. `again`: nothing was sent, but another head may be. `none`: no
   * other head can be sent now.
   */
  #sendNext(now: number): 'sent' | 'again' | 'none' {
    const heads = this.#queues.next(now, this.#roomAt(now));
    const { value: head } = heads.next();
    if (!head) return 'none';
    const run = this.#queues.runFrom(head);
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
  #joinableRuns(first: Run, heads: Iterable<QueuedJob>): Run[] {
    const runs = [first];
    for (const head of heads) {
      if (runs.length === this.#joiner.maxJobs) break;
      const run = this.#queues.runFrom(head);
      if (batchMemberOf(run)) runs.push(run);
    }
    return runs;
  }

  #dropExpired(waiting: readonly QueuedJob[], now: number): boolean {
    const late = waiting.filter(({ expiresAt }) => expiresAt < now);
    if (late.length > 0) this.#expire(late);
    return late.length > 0;
  }

  /** Sends a run after its look-ups, unless it has changed meanwhile. */
  #sendComposed(run: Run, composed: object): void {
    const now = this.#clock.now();
    const [head] = run;
    const isWhole = run.every(({ isWaiting }) => isWaiting) && this.#queues.isFree(head, now);
    if (isWhole && !this.#dropExpired(run, now)) void this.#start([run], composed, now);
    else if (head.isWaiting) {
      head.putBack();
      this.#queues.wake(head);
    }
    this.#pump();
  }

  /** Sends one run, or several as one request, and settles their jobs. */
  async #start(runs: readonly Run[], composed: object | undefined, now: number): Promise<void> {
    const expiresAt = Math.min(...runs.flat().map((waiting) => waiting.expiresAt));
    const sending: Sending = { runs, composed, since: now, expiresAt, start: () => this.#begin(sending) };
    this.#sendings.add(sending);
    if (isRead(sending)) this.#readsInFlight += 1;
    for (const run of runs) {
      for (const waiting of run) {
        waiting.connect(now);
        if (waiting.arrival) this.#backlog.leave();
      }
      this.#queues.hold(run, now, 1000 / this.#limits.rate);
    }
    let results: readonly PromiseSettledResult<unknown>[] | undefined;
    try {
      results = await this.#send(sending);
    } catch (reason) {
      results = runs.map(() => rejected(reason));
    }
    this.#sendings.delete(sending);
    const elapsed = this.#clock.now() - now;
    if (isRead(sending)) {
      this.#readsInFlight -= 1;
      this.#lastReadMs = elapsed;
    } else this.#lastCommandMs = elapsed;
    // It was closed while the hub refused the batch, so nothing was sent.
    if (!results && sending.isAborted) results = runs.map(() => rejected(new HubError('CLOSED')));
    if (sending.isRecalled) results = undefined;
    else if (!results) this.#hasBatch = false;
    if (!results) this.#requeue(runs);
    runs.forEach((run, index) => {
      for (const waiting of run.filter(({ isWaiting }) => !isWaiting)) {
        this.#dequeue(waiting);
        const result = results?.[index];
        if (waiting.arrival && isAnswered(result)) this.#backlog.answer();
        if (result) waiting.settle(result);
      }
    });
    this.#pump();
  }

  async #send(sending: Sending): Promise<readonly PromiseSettledResult<unknown>[] | undefined> {
    const { runs, composed } = sending;
    if (!composed)
      return this.#joiner.send(
        runs.flatMap((run) => batchMemberOf(run) ?? []),
        sending,
      );
    return Promise.allSettled(runs.map((run) => newestOf(run).job.send(composed, sending)));
  }

  /** After a refused batch and a recall, each job is queued again, unless a newer value has replaced it. */
  #requeue(runs: readonly Run[]): void {
    for (const waiting of runs.flat().reverse()) {
      if (waiting.stage === 'settled') continue;
      if (this.#queues.requeue(waiting)) this.#supersede(waiting);
      else this.#waitingSet.add(waiting);
    }
  }
}

/** True if one of its jobs has ended. */
const hasEnded = ({ runs }: Sending): boolean => runs.some((run) => run.some(({ stage }) => stage === 'settled'));

const isTrigger = ({ runs }: Sending): boolean => runs[0]?.[0]?.job.isTrigger === true;

const isRead = ({ runs }: Sending): boolean => runs[0]?.[0]?.job.claims.length === 0;
