import type { Clock } from '../base/clock.js';
import { HubError } from '../wire/errors.js';
import { Composer } from './composer.js';
import { type Job, type Sent, Waiting } from './job.js';
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
  readonly most: number;
  /** What became of each job, in their order; undefined: the hub took none of them, and each is to go alone. */
  send(jobs: readonly Job<unknown>[], sending: object): Promise<readonly PromiseSettledResult<unknown>[] | undefined>;
}

/** One request: a run (values of one kind that waited side by side), or runs of several lanes as a batch. */
interface Sending {
  readonly runs: readonly Run[];
  /** What a single run goes out as; absent: they go as a batch. */
  readonly composed?: object;
  /** Nobody waits for it any more. */
  aborted?: true;
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
  readonly #clock: Clock;
  readonly #joiner: Joiner;
  readonly #abort: (sending: object) => void;
  /** Whether the hub may be sent batches: not any more once it took none. */
  #joins = true;
  readonly #queues = new Queues();
  readonly #waitingSet: WaitingSet;
  readonly #composer: Composer;
  readonly #sendings = new Set<Sending>();
  /** How many of them are reads. */
  #readings = 0;
  #wake: unknown;
  #soon: unknown;
  #closed = false;

  /** `abort` ends the request of a sending, as far as it can be ended; then `Job.send` settles. */
  constructor(limits: LaneLimits, joiner: Joiner, abort: (sending: object) => void, clock: Clock) {
    this.#limits = limits;
    this.#joiner = joiner;
    this.#abort = abort;
    this.#clock = clock;
    this.#waitingSet = new WaitingSet((late) => this.#expire(late), clock);
    this.#composer = new Composer(this.#queues, {
      composed: (run, request) => this.#composed(run, request),
      failed: (waiting, error) => this.#drop(waiting, error),
      pump: () => this.#pump(),
    });
  }

  /** Sends a job when its turn comes. Throws what `compose` and `send` throw, `EXPIRED`, or `CLOSED`. */
  submit<T>(job: Job<T>): Promise<Sent<T>> {
    if (this.#closed) return Promise.reject(new HubError('CLOSED'));
    return new Promise((settle, fail) => {
      const waiting = new Waiting(job as Job<unknown>, settle as (sent: Sent<unknown>) => void, fail);
      for (const replaced of this.#queues.add(waiting)) {
        // Its turn too: what was looked up for the value before it counts for it. Else a fader that sends every 10 ms
        // to a hub that answers a look-up after 20 ms would look up again for each value, and never send one.
        waiting.turn ??= replaced.turn;
        this.#supersede(replaced);
      }
      // What comes at the same moment may go out together.
      if (this.#joins && job.joinable) this.#soon ??= this.#clock.setImmediate(() => this.#pump());
      else this.#pump();
      if (waiting.waits) this.#waitingSet.add(waiting);
    });
  }

  /** What is under way at this moment. */
  get traffic(): Traffic {
    return trafficOf(this.#sendings.size, this.#waitingSet.waiting);
  }

  /** The hub may be another one by now: it is sent batches again. */
  joinAgain(): void {
    this.#joins = true;
  }

  /** Fails with `CLOSED` all there is, or only what is one owner's; what travels with it goes on. */
  close(owner?: object): void {
    if (!owner) this.#closed = true;
    const isMeant = ({ job }: Waiting) => !owner || job.owner === owner;
    for (const waiting of [...this.#waitingSet.waiting].filter(isMeant)) this.#drop(waiting, new HubError('CLOSED'));
    for (const sending of [...this.#sendings]) {
      const open = sending.runs.flat().filter(({ settled }) => !settled);
      const meant = open.filter(isMeant);
      if (meant.length === open.length) {
        sending.aborted = true;
        this.#abort(sending);
      } else for (const waiting of meant) waiting.end(rejected(new HubError('CLOSED', {}, { outcome: 'unknown' })));
    }
    this.#pump();
  }

  #supersede(waiting: Waiting): void {
    this.#leave(waiting);
    waiting.end('superseded');
  }

  #drop(waiting: Waiting, error: unknown): void {
    this.#leave(waiting);
    waiting.end(rejected(error));
  }

  #leave(waiting: Waiting): void {
    this.#queues.remove(waiting);
    this.#waitingSet.delete(waiting);
  }

  #expire(late: readonly Waiting[]): void {
    for (const waiting of late) this.#drop(waiting, this.#lateness(waiting));
    this.#pump();
  }

  #lateness = (waiting: Waiting): HubError => new HubError('EXPIRED', { waited: this.#waited(waiting) });

  #waited = ({ job }: Waiting): number => Math.round(this.#clock.now() - job.since);

  /** Sends whatever may go out now, and wakes up when the next one may. */
  #pump(): void {
    this.#clock.clearTimeout(this.#wake);
    this.#clock.clearImmediate(this.#soon);
    this.#wake = undefined;
    this.#soon = undefined;
    if (this.#closed) return;
    // One look at the clock: a lane that rests when the next command is chosen must still rest when the alarm is set.
    const now = this.#clock.now();
    const { maxInFlight } = this.#limits;
    while (this.#places < maxInFlight) {
      const next = this.#choose(this.#queues.next(now, this.#room), now);
      if (!next) break;
      if (next !== 'again') void this.#start(next, now);
    }
    const first = this.#queues.wakes(now);
    if (first < Number.POSITIVE_INFINITY) this.#wake = this.#clock.setTimeout(() => this.#pump(), first - now);
  }

  /** The places in flight that are taken. */
  get #places(): number {
    return this.#sendings.size + this.#composer.places;
  }

  /** One place is never taken by a read. A look-up, for which a command waits, may go out beside as many commands. */
  get #room(): ReadRoom {
    const places = Math.max(1, this.#limits.maxInFlight - 1);
    return { forReads: this.#places < places, forLookUps: this.#readings < places };
  }

  /** What goes out for the first of them, maybe in one request with others; `again`: something else must be chosen. */
  #choose(heads: readonly Waiting[], now: number): Sending | 'again' | undefined {
    const [head] = heads;
    if (!head) return undefined;
    const run = this.#queues.together(head);
    // A timer can come late when the machine is busy; a command must not.
    if (this.#dropLate(run, now)) return 'again';
    if (this.#joins && isJoinable(run)) {
      const runs = this.#joinable(heads);
      if (runs.length > 1) return this.#dropLate(runs.flat(), now) ? 'again' : { runs };
    }
    const composed = this.#composer.compose(run, now);
    return composed ? { runs: [run], composed } : 'again';
  }

  /** The first of them that may go out as one request; a thousand reads may wait, and are not all looked at for fifty. */
  #joinable(heads: readonly Waiting[]): Run[] {
    const runs: Run[] = [];
    for (const head of heads) {
      if (runs.length === this.#joiner.most) break;
      const run = this.#queues.together(head);
      if (isJoinable(run)) runs.push(run);
    }
    return runs;
  }

  #dropLate(waiting: readonly Waiting[], now: number): boolean {
    const late = waiting.filter(({ until }) => until < now);
    for (const each of late) this.#drop(each, this.#lateness(each));
    return late.length > 0;
  }

  /** Sends a run whose request took a while, unless something has happened to it meanwhile. */
  #composed(run: Run, composed: object): void {
    const now = this.#clock.now();
    const isWhole = run.every(({ waits }) => waits) && this.#queues.mayGo(run[0], now);
    if (isWhole && !this.#dropLate(run, now)) void this.#start({ runs: [run], composed }, now);
    this.#pump();
  }

  /** Sends one run, or several as one request, and settles everybody who waited. */
  async #start(sending: Sending, now: number): Promise<void> {
    const { runs } = sending;
    this.#sendings.add(sending);
    if (isRead(sending)) this.#readings += 1;
    for (const run of runs) {
      for (const waiting of run) {
        waiting.waited = this.#waited(waiting);
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
    if (isRead(sending)) this.#readings -= 1;
    // Closed at the very moment at which the hub took no batch: nothing was sent, and nothing will be.
    if (!results && sending.aborted) results = runs.map(() => rejected(new HubError('CLOSED')));
    if (!results) this.#putBack(runs);
    runs.forEach((run, index) => {
      for (const waiting of run.filter(({ waits }) => !waits)) {
        this.#queues.remove(waiting);
        waiting.end(results?.[index] as PromiseSettledResult<unknown>);
      }
    });
    this.#pump();
  }

  async #send(sending: Sending): Promise<readonly PromiseSettledResult<unknown>[] | undefined> {
    const newest = sending.runs.map((run) => (run.at(-1) as Waiting).job);
    if (!sending.composed) return this.#joiner.send(newest, sending);
    return [{ status: 'fulfilled', value: await newest[0]?.send(sending.composed, sending) }];
  }

  /** The hub took no batch: whatever was in it goes alone, unless it is late or a newer value has come. */
  #putBack(runs: readonly Run[]): void {
    this.#joins = false;
    for (const waiting of runs.flat().reverse()) {
      if (waiting.settled) continue;
      if (this.#queues.putBack(waiting)) this.#supersede(waiting);
      else this.#waitingSet.add(waiting);
    }
  }
}

const rejected = (reason: unknown): PromiseRejectedResult => ({ status: 'rejected', reason });

const isRead = ({ runs }: Sending): boolean => runs[0]?.[0]?.job.claims.length === 0;
