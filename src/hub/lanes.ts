import { HubError } from './errors.js';

/** Something to send to the hub. */
export interface Job<T> {
  /** The lanes that it takes, each held until the answer; none for a read. */
  readonly lanes: readonly string[];
  /** Of waiting neighbours with the same kind only the newest is kept; absent: every one is sent. */
  readonly latest?: string;
  /** When the wait began, in the clock's ms; absent: now. */
  readonly since?: number;
  /** Longest wait in ms; then it is dropped. */
  readonly expiry: number;
  /** Whose job it is; see `close`. */
  readonly owner: object;
  send(): Promise<T>;
}

/** What became of a job that went out, and how long it waited in ms; `undefined`: a newer value took its place. */
export type Sent<T> = { readonly value: T; readonly waited: number } | undefined;

/** Time as the lanes see it, in ms; replaced in tests. */
export interface Clock {
  now(): number;
  setTimeout(callback: () => void, delay: number): unknown;
  clearTimeout(timer: unknown): void;
}

export interface LaneLimits {
  /** Most jobs in flight at once. */
  readonly maxInFlight: number;
  /** Most `latest` jobs a second in one lane. */
  readonly rate: number;
}

interface Waiting {
  readonly job: Job<unknown>;
  readonly since: number;
  readonly expires: unknown;
  readonly settle: (sent: Sent<unknown>) => void;
  readonly fail: (error: unknown) => void;
}

interface Lane {
  readonly waiting: Waiting[];
  busy: boolean;
  /** The turn in which it was served last; 0: never. */
  served: number;
  /** Before this time no `latest` job goes out. */
  next: number;
}

const realClock: Clock = {
  now: () => performance.now(),
  setTimeout: (callback, delay) => setTimeout(callback, delay),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

/**
 * Order on the way to one hub (design.md, "Live control"): each lane sends one at a time and in order, the lanes take
 * turns, commands go before reads, reads never take the last place, and whatever waits too long is dropped.
 */
export class Lanes {
  readonly #limits: LaneLimits;
  readonly #clock: Clock;
  /** Lanes with something in flight, waiting, or resting below the rate. */
  readonly #lanes = new Map<string, Lane>();
  readonly #reads: Waiting[] = [];
  #inFlight = 0;
  #turn = 0;
  #wake: unknown;
  #closed = false;

  constructor(limits: LaneLimits, clock = realClock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Sends a job when its turn comes. Throws what `send` throws, `EXPIRED`, or `CLOSED`. */
  submit<T>(job: Job<T>): Promise<Sent<T>> {
    if (this.#closed) return Promise.reject(new HubError('CLOSED'));
    const now = this.#clock.now();
    const { since = now, expiry } = job;
    return new Promise((settle, fail) => {
      const waiting: Waiting = {
        job,
        since,
        expires: this.#clock.setTimeout(() => this.#expire(waiting), since + expiry - now),
        settle: settle as Waiting['settle'],
        fail,
      };
      this.#enqueue(waiting);
      this.#pump();
    });
  }

  /** Fails with `CLOSED` whatever waits, or only what one owner has waiting; what is in flight is its sender's to end. */
  close(owner?: object): void {
    if (!owner) this.#closed = true;
    const all = [...this.#lanes.values()].flatMap((lane) => lane.waiting).concat(this.#reads);
    for (const waiting of new Set(all)) {
      if (owner && waiting.job.owner !== owner) continue;
      this.#remove(waiting);
      waiting.fail(new HubError('CLOSED'));
    }
    this.#pump();
  }

  #enqueue(waiting: Waiting): void {
    const { lanes, latest } = waiting.job;
    if (lanes.length === 0) this.#reads.push(waiting);
    for (const name of lanes) {
      const queue = this.#lane(name).waiting;
      const tail = queue.at(-1);
      if (latest !== undefined && tail?.job.latest === latest) {
        queue.pop();
        this.#clock.clearTimeout(tail.expires);
        tail.settle(undefined);
      }
      queue.push(waiting);
    }
  }

  #lane(name: string): Lane {
    let lane = this.#lanes.get(name);
    if (!lane) {
      lane = { waiting: [], busy: false, served: 0, next: Number.NEGATIVE_INFINITY };
      this.#lanes.set(name, lane);
    }
    return lane;
  }

  #lanesOf = ({ job }: Waiting): Lane[] => job.lanes.map((name) => this.#lane(name));

  #expire(waiting: Waiting): void {
    this.#drop(waiting);
    this.#pump();
  }

  #drop(waiting: Waiting): void {
    this.#remove(waiting);
    waiting.fail(new HubError('EXPIRED', { waited: this.#waited(waiting) }));
  }

  #remove(waiting: Waiting): void {
    this.#clock.clearTimeout(waiting.expires);
    const queues = waiting.job.lanes.length === 0 ? [this.#reads] : this.#lanesOf(waiting).map((lane) => lane.waiting);
    for (const queue of queues) queue.splice(queue.indexOf(waiting), 1);
  }

  #waited = ({ since }: Waiting): number => Math.round(this.#clock.now() - since);

  /** Sends whatever may go out now, and wakes up when the next one may. */
  #pump(): void {
    this.#clock.clearTimeout(this.#wake);
    this.#wake = undefined;
    if (this.#closed) return;
    while (this.#inFlight < this.#limits.maxInFlight) {
      const next = this.#nextCommand() ?? this.#nextRead();
      if (!next) break;
      // A timer can come late when the machine is busy; a command must not.
      if (this.#waited(next) > next.job.expiry) this.#drop(next);
      else void this.#start(next);
    }
    this.#rest();
  }

  /** Of the lanes that may send, the one that was served longest ago. */
  #nextCommand(): Waiting | undefined {
    const now = this.#clock.now();
    let next: Lane | undefined;
    for (const lane of this.#lanes.values()) {
      const head = lane.waiting[0];
      if (!head || (next && next.served <= lane.served)) continue;
      if (this.#lanesOf(head).every((each) => isFree(each, head, now))) next = lane;
    }
    return next?.waiting[0];
  }

  #nextRead(): Waiting | undefined {
    const mostReads = Math.max(1, this.#limits.maxInFlight - 1);
    return this.#inFlight < mostReads ? this.#reads[0] : undefined;
  }

  async #start(waiting: Waiting): Promise<void> {
    const { job, settle, fail } = waiting;
    const waited = this.#waited(waiting);
    this.#remove(waiting);
    const lanes = this.#lanesOf(waiting);
    for (const lane of lanes) this.#take(lane, job);
    this.#inFlight += 1;
    try {
      settle({ value: await job.send(), waited });
    } catch (error) {
      fail(error);
    }
    this.#inFlight -= 1;
    for (const lane of lanes) lane.busy = false;
    this.#pump();
  }

  /** Holds the lane until the answer. */
  #take(lane: Lane, job: Job<unknown>): void {
    lane.busy = true;
    this.#turn += 1;
    lane.served = this.#turn;
    if (job.latest !== undefined) lane.next = this.#clock.now() + 1000 / this.#limits.rate;
  }

  /** Forgets lanes that are done, and sets the alarm for the first that only rests below the rate. */
  #rest(): void {
    const now = this.#clock.now();
    let first = Number.POSITIVE_INFINITY;
    for (const [name, lane] of this.#lanes) {
      if (lane.busy) continue;
      if (lane.next > now) first = Math.min(first, lane.next);
      else if (lane.waiting.length === 0) this.#lanes.delete(name);
    }
    if (first < Number.POSITIVE_INFINITY) this.#wake = this.#clock.setTimeout(() => this.#pump(), first - now);
  }
}

/** Whether a waiting job may go out on a lane: it is first there, nothing is in flight, and the rate allows it. */
const isFree = (lane: Lane, head: Waiting, now: number): boolean =>
  !lane.busy && lane.waiting[0] === head && (head.job.latest === undefined || lane.next <= now);
