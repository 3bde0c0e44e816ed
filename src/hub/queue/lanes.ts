import type { HubClock } from '../base/clock.js';
import { HubError } from '../wire/errors.js';
import { Composer } from './composer.js';
import { type Job, type JobResult, QueuedJob } from './job.js';
import { Queues, type ReadRoom } from './queues.js';
import { isJoinable, type Run } from './run.js';
import { type Traffic, trafficOf } from './traffic.js';
import { WaitingSet } from './waiting-set.js';

export interface LaneLimits {
  /** Most requests in flight at once. */
  readonly maxInFlight: number;
  /** Most sendings a second of jobs with a kind, in one lane. */
  readonly rate: number;
}

/** Sends jobs of different lanes as one request: eight faders, for example, as a batch of eight entries. */
export interface Joiner {
  /** Most jobs in one request. */
  readonly maxJobs: number;
  /** What became of each job, in their order; undefined: the hub took none of them, and each is to go alone. */
  send(jobs: readonly Job<unknown>[], sending: object): Promise<readonly PromiseSettledResult<unknown>[] | undefined>;
}

/** One request: a run (values of one kind that waited side by side), or runs of several lanes as a batch. */
interface Sending {
  readonly runs: readonly Run[];
  /** What a single run goes out as; absent: they go as a batch. */
  readonly composed?: object;
  /** Nobody waits for it any more. */
  isAborted?: true;
}

/**
 * Order on the way to one hub (docs/architecture.md "Live control"): each lane sends one at a time and in order, the
 * lanes take turns, commands go before reads, reads never take the last place, and whatever waits too long is dropped.
 *
 * An example: 40 values of one fader arrive while its first is in flight; 39 are superseded, the last goes out when the
 * answer is there and 20 ms have passed; meanwhile other lanes send.
 */
export class Lanes {
  readonly #limits: LaneLimits;
  readonly #clock: HubClock;
  readonly #joiner: Joiner;
  readonly #abort: (sending: object) => void;
  /** Whether the hub may be sent batches: not any more once it took none. */
  #hasBatch = true;
  readonly #queues = new Queues();
  readonly #waitingSet: WaitingSet;
  readonly #composer: Composer;
  readonly #sendings = new Set<Sending>();
  /** How many of them are reads. */
  #readsInFlight = 0;
  #wakeTimer: unknown;
  #immediate: unknown;
  #isClosed = false;

  /** `abort` ends the request of a sending, as far as it can be ended; then `Job.send` settles. */
  constructor(limits: LaneLimits, joiner: Joiner, abort: (sending: object) => void, clock: HubClock) {
    this.#limits = limits;
    this.#joiner = joiner;
    this.#abort = abort;
    this.#clock = clock;
    this.#waitingSet = new WaitingSet((late) => this.#expire(late), clock);
    this.#composer = new Composer(this.#queues, {
      onComposed: (run, request) => this.#sendComposed(run, request),
      onFailed: (waiting, error) => this.#drop(waiting, error),
      pump: () => this.#pump(),
    });
  }

  /** Sends a job when its turn comes. Throws what `compose` and `send` throw, `EXPIRED`, or `CLOSED`. */
  submit<T>(job: Job<T>): Promise<JobResult<T>> {
    if (this.#isClosed) return Promise.reject(new HubError('CLOSED'));
    return new Promise((settle, fail) => {
      const waiting = new QueuedJob(job as Job<unknown>, settle as (sent: JobResult<unknown>) => void, fail);
      for (const superseded of this.#queues.add(waiting)) {
        // Its turn too: what was looked up for the value before it counts for it. Else a fader that sends every 10 ms
        // to a hub that answers a look-up after 20 ms would look up again for each value, and never send one.
        waiting.turnAt ??= superseded.turnAt;
        this.#supersede(superseded);
      }
      // What comes at the same moment may go out together.
      if (this.#hasBatch && job.joinable) this.#immediate ??= this.#clock.setImmediate(() => this.#pump());
      else this.#pump();
      if (waiting.isWaiting) this.#waitingSet.add(waiting);
    });
  }

  /** What is under way at this moment. */
  get traffic(): Traffic {
    return trafficOf(this.#sendings.size, this.#waitingSet.waiting);
  }

  /** The hub may be another one by now: it is sent batches again. */
  allowBatches(): void {
    this.#hasBatch = true;
  }

  /** Fails with `CLOSED` all there is, or only what is one owner's; what travels with it goes on. */
  close(owner?: object): void {
    if (!owner) this.#isClosed = true;
    const isOwned = ({ job }: QueuedJob) => !owner || job.owner === owner;
    for (const waiting of [...this.#waitingSet.waiting].filter(isOwned)) this.#drop(waiting, new HubError('CLOSED'));
    for (const sending of [...this.#sendings]) {
      const open = sending.runs.flat().filter(({ isSettled }) => !isSettled);
      const owned = open.filter(isOwned);
      if (owned.length === open.length) {
        sending.isAborted = true;
        this.#abort(sending);
      } else for (const waiting of owned) waiting.settle(rejected(new HubError('CLOSED', {}, { outcome: 'unknown' })));
    }
    this.#pump();
  }

  #supersede(waiting: QueuedJob): void {
    this.#dequeue(waiting);
    waiting.settle('superseded');
  }

  #drop(waiting: QueuedJob, error: unknown): void {
    this.#dequeue(waiting);
    waiting.settle(rejected(error));
  }

  #dequeue(waiting: QueuedJob): void {
    this.#queues.remove(waiting);
    this.#waitingSet.delete(waiting);
  }

  #expire(late: readonly QueuedJob[]): void {
    for (const waiting of late) this.#drop(waiting, this.#expiredError(waiting));
    this.#pump();
  }

  #expiredError = (waiting: QueuedJob): HubError => new HubError('EXPIRED', { waited: this.#waitedMs(waiting) });

  #waitedMs = ({ job }: QueuedJob): number => Math.round(this.#clock.now() - job.since);

  /** Sends whatever may go out now, and wakes up when the next one may. */
  #pump(): void {
    this.#clock.clearTimeout(this.#wakeTimer);
    this.#clock.clearImmediate(this.#immediate);
    this.#wakeTimer = undefined;
    this.#immediate = undefined;
    if (this.#isClosed) return;
    // One look at the clock: a lane that rests when the next command is chosen must still rest when the alarm is set.
    const now = this.#clock.now();
    const { maxInFlight } = this.#limits;
    while (this.#placesTaken < maxInFlight) {
      const next = this.#choose(this.#queues.next(now, this.#readRoom), now);
      if (!next) break;
      if (next !== 'again') void this.#start(next, now);
    }
    const first = this.#queues.nextWake(now);
    if (first < Number.POSITIVE_INFINITY) this.#wakeTimer = this.#clock.setTimeout(() => this.#pump(), first - now);
  }

  /** The places in flight that are taken. */
  get #placesTaken(): number {
    return this.#sendings.size + this.#composer.placesHeld;
  }

  /** One place is never taken by a read. A look-up, for which a command waits, may go out beside as many commands. */
  get #readRoom(): ReadRoom {
    const places = Math.max(1, this.#limits.maxInFlight - 1);
    return { forReads: this.#placesTaken < places, forLookUps: this.#readsInFlight < places };
  }

  /** What goes out for the first of them, maybe in one request with others; `again`: something else must be chosen. */
  #choose(heads: readonly QueuedJob[], now: number): Sending | 'again' | undefined {
    const [head] = heads;
    if (!head) return undefined;
    const run = this.#queues.runFrom(head);
    // A timer can come late when the machine is busy; a command must not.
    if (this.#dropExpired(run, now)) return 'again';
    if (this.#hasBatch && isJoinable(run)) {
      const runs = this.#joinableRuns(heads);
      if (runs.length > 1) return this.#dropExpired(runs.flat(), now) ? 'again' : { runs };
    }
    const composed = this.#composer.compose(run, now);
    return composed ? { runs: [run], composed } : 'again';
  }

  /** The first of them that may go out as one request; a thousand reads may wait, and are not all looked at for fifty. */
  #joinableRuns(heads: readonly QueuedJob[]): Run[] {
    const runs: Run[] = [];
    for (const head of heads) {
      if (runs.length === this.#joiner.maxJobs) break;
      const run = this.#queues.runFrom(head);
      if (isJoinable(run)) runs.push(run);
    }
    return runs;
  }

  #dropExpired(waiting: readonly QueuedJob[], now: number): boolean {
    const late = waiting.filter(({ expiresAt }) => expiresAt < now);
    for (const each of late) this.#drop(each, this.#expiredError(each));
    return late.length > 0;
  }

  /** Sends a run whose request took a while, unless something has happened to it meanwhile. */
  #sendComposed(run: Run, composed: object): void {
    const now = this.#clock.now();
    const isWhole = run.every(({ isWaiting }) => isWaiting) && this.#queues.canSend(run[0], now);
    if (isWhole && !this.#dropExpired(run, now)) void this.#start({ runs: [run], composed }, now);
    this.#pump();
  }

  /** Sends one run, or several as one request, and settles everybody who waited. */
  async #start(sending: Sending, now: number): Promise<void> {
    const { runs } = sending;
    this.#sendings.add(sending);
    if (isRead(sending)) this.#readsInFlight += 1;
    for (const run of runs) {
      for (const waiting of run) {
        waiting.waited = this.#waitedMs(waiting);
        this.#waitingSet.delete(waiting);
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
    if (isRead(sending)) this.#readsInFlight -= 1;
    // Closed at the very moment at which the hub took no batch: nothing was sent, and nothing will be.
    if (!results && sending.isAborted) results = runs.map(() => rejected(new HubError('CLOSED')));
    if (!results) this.#requeue(runs);
    runs.forEach((run, index) => {
      for (const waiting of run.filter(({ isWaiting }) => !isWaiting)) {
        this.#queues.remove(waiting);
        waiting.settle(results?.[index] as PromiseSettledResult<unknown>);
      }
    });
    this.#pump();
  }

  async #send(sending: Sending): Promise<readonly PromiseSettledResult<unknown>[] | undefined> {
    const newest = sending.runs.map((run) => (run.at(-1) as QueuedJob).job);
    if (!sending.composed) return this.#joiner.send(newest, sending);
    return [{ status: 'fulfilled', value: await newest[0]?.send(sending.composed, sending) }];
  }

  /** The hub took no batch: whatever was in it goes alone, unless it is late or a newer value has come. */
  #requeue(runs: readonly Run[]): void {
    this.#hasBatch = false;
    for (const waiting of runs.flat().reverse()) {
      if (waiting.isSettled) continue;
      if (this.#queues.requeue(waiting)) this.#supersede(waiting);
      else this.#waitingSet.add(waiting);
    }
  }
}

const rejected = (reason: unknown): PromiseRejectedResult => ({ status: 'rejected', reason });

const isRead = ({ runs }: Sending): boolean => runs[0]?.[0]?.job.claims.length === 0;
