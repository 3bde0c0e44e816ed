import { type Clock, realClock } from '../base/clock.js';
import { HubError } from '../wire/errors.js';
import { Group, type Job, type Sent, Waiting } from './job.js';

export interface LaneLimits {
  /** Most requests in flight at once. */
  readonly maxInFlight: number;
  /** Most sendings a second of jobs with a kind, in one lane. */
  readonly rate: number;
}

/** Sends jobs of different lanes as one request. */
export interface Joiner {
  /** Most jobs in one request. */
  readonly most: number;
  /** What became of each job, in their order; undefined: the hub took none of them, and each is to go alone. */
  send(jobs: readonly Job<unknown>[]): Promise<readonly PromiseSettledResult<unknown>[] | undefined>;
}

interface Lane {
  readonly name: string;
  readonly waiting: Group[];
  /** The turn in which it was served last; 0: never. */
  served: number;
  /** Before this time no job with a kind goes out. */
  next: number;
}

/**
 * Order on the way to one hub (design.md, "Live control"): each lane sends one at a time and in order, the lanes take
 * turns, commands go before reads, reads never take the last place, and whatever waits too long is dropped.
 */
export class Lanes {
  readonly #limits: LaneLimits;
  readonly #clock: Clock;
  readonly #joiner: Joiner | undefined;
  /** Whether the hub may be sent batches: not any more once it took none. */
  #joins: boolean;
  /** Lanes with something in flight, waiting, or resting below the rate. */
  readonly #lanes = new Map<string, Lane>();
  /** Those of them with nothing in flight. */
  readonly #free = new Set<Lane>();
  readonly #reads: Group[] = [];
  readonly #expiries = new Map<Waiting, unknown>();
  /** On their way in a request with others. */
  readonly #joined = new Set<Waiting>();
  #inFlight = 0;
  #turn = 0;
  #wake: unknown;
  #soon: unknown;
  #closed = false;

  constructor(limits: LaneLimits, joiner?: Joiner, clock = realClock) {
    this.#limits = limits;
    this.#joiner = joiner;
    this.#joins = joiner !== undefined;
    this.#clock = clock;
  }

  /** Sends a job when its turn comes. Throws what `send` throws, `EXPIRED`, or `CLOSED`. */
  submit<T>(job: Job<T>): Promise<Sent<T>> {
    if (this.#closed) return Promise.reject(new HubError('CLOSED'));
    return new Promise((settle, fail) => {
      const { since = this.#clock.now() } = job;
      const waiting = new Waiting(job as Job<unknown>, since, settle as Waiting['settle'], fail);
      this.#enqueue(waiting);
      if (this.#joins && job.joinable) this.#pumpSoon();
      else this.#pump();
      if (waiting.waits) this.#watchExpiry(waiting);
    });
  }

  /** The hub may be another one by now: it is sent batches again, if any are wanted. */
  joinAgain(): void {
    this.#joins = this.#joiner !== undefined;
  }

  /** Fails with `CLOSED` whatever waits, or only what one owner has waiting; what is in flight is its sender's to end. */
  close(owner?: object): void {
    if (!owner) this.#closed = true;
    const isMeant = ({ job }: Waiting) => !owner || job.owner === owner;
    for (const waiting of [...this.#expiries.keys()].filter(isMeant)) this.#drop(waiting, new HubError('CLOSED'));
    // One owner's part of a joined request cannot be taken back alone.
    for (const waiting of [...this.#joined].filter(isMeant)) {
      waiting.group?.remove(waiting);
      waiting.fail(new HubError('CLOSED', {}, { outcome: 'unknown' }));
    }
    this.#pump();
  }

  #watchExpiry(waiting: Waiting): void {
    waiting.waits = true;
    const late = () => {
      this.#drop(waiting, this.#lateness(waiting));
      this.#pump();
    };
    this.#expiries.set(waiting, this.#clock.setTimeout(late, Math.max(0, waiting.until - this.#clock.now())));
  }

  /** It waits no more. */
  #dismiss(waiting: Waiting): void {
    waiting.waits = false;
    const timer = this.#expiries.get(waiting);
    if (timer === undefined) return;
    this.#clock.clearTimeout(timer);
    this.#expiries.delete(waiting);
  }

  #enqueue(waiting: Waiting): void {
    const { lanes } = waiting.job;
    const queues = lanes.length === 0 ? [this.#reads] : lanes.map((name) => this.#lane(name).waiting);
    const tail = queues[0]?.at(-1);
    const group = tail?.takes(waiting.job) ? tail : new Group(waiting.job);
    if (group !== tail) for (const queue of queues) queue.push(group);
    this.#add(group, waiting);
  }

  #add(group: Group, waiting: Waiting): void {
    for (const replaced of group.add(waiting)) {
      this.#dismiss(replaced);
      replaced.settle(undefined);
    }
  }

  #lane(name: string): Lane {
    let lane = this.#lanes.get(name);
    if (!lane) {
      lane = { name, waiting: [], served: 0, next: Number.NEGATIVE_INFINITY };
      this.#lanes.set(name, lane);
      this.#free.add(lane);
    }
    return lane;
  }

  #lanesOf = ({ lanes }: Group): Lane[] => lanes.map((name) => this.#lane(name));

  #drop(waiting: Waiting, error: HubError): void {
    const group = waiting.group as Group;
    group.remove(waiting);
    if (group.members.length === 0) this.#unqueue(group);
    this.#dismiss(waiting);
    waiting.fail(error);
  }

  #lateness = (waiting: Waiting): HubError => new HubError('EXPIRED', { waited: this.#waited(waiting) });

  #unqueue(group: Group): void {
    const queues = group.lanes.length === 0 ? [this.#reads] : this.#lanesOf(group).map((lane) => lane.waiting);
    for (const queue of queues) queue.splice(queue.indexOf(group), 1);
  }

  #waited = ({ since }: Waiting): number => Math.round(this.#clock.now() - since);

  /** Waits for what else comes at the same moment: it may go out together. */
  #pumpSoon(): void {
    this.#soon ??= this.#clock.setImmediate(() => this.#pump());
  }

  /** Sends whatever may go out now, and wakes up when the next one may. */
  #pump(): void {
    this.#clock.clearTimeout(this.#wake);
    this.#clock.clearImmediate(this.#soon);
    this.#wake = undefined;
    this.#soon = undefined;
    if (this.#closed) return;
    // One look at the clock: a lane that rests when the next command is chosen must still rest when the alarm is set.
    const now = this.#clock.now();
    while (this.#inFlight < this.#limits.maxInFlight) {
      const groups = this.#nextCommands(now) ?? this.#nextReads();
      if (!groups) break;
      // A timer can come late when the machine is busy; a command must not.
      if (!this.#dropLate(groups, now)) void this.#start(groups);
    }
    this.#rest(now);
  }

  #dropLate(groups: readonly Group[], now: number): boolean {
    const late: Waiting[] = [];
    for (const { members } of groups) for (const waiting of members) if (waiting.until < now) late.push(waiting);
    for (const waiting of late) this.#drop(waiting, this.#lateness(waiting));
    return late.length > 0;
  }

  /** The command whose lane was served longest ago, and those that may go out in one request with it. */
  #nextCommands(now: number): Group[] | undefined {
    const ready: Lane[] = [];
    for (const lane of this.#free) {
      const [head] = lane.waiting;
      if (head && this.#lanesOf(head).every((each) => this.#isOpen(each, head, now))) ready.push(lane);
    }
    ready.sort((left, right) => left.served - right.served);
    return this.#together(ready.map(({ waiting }) => waiting[0] as Group));
  }

  #nextReads(): Group[] | undefined {
    const mostReads = Math.max(1, this.#limits.maxInFlight - 1);
    return this.#inFlight < mostReads ? this.#together(this.#reads) : undefined;
  }

  /** The first of those that may go out, and the others that go out in one request with it. */
  #together(ready: readonly Group[]): Group[] | undefined {
    const [first] = ready;
    if (!first) return undefined;
    if (!this.#joins || !first.joinable) return [first];
    return ready.filter(({ joinable }) => joinable).slice(0, this.#joiner?.most);
  }

  /** Sends one group, or several as one request, and settles everybody who waited. */
  async #start(groups: readonly Group[]): Promise<void> {
    for (const group of groups) this.#take(group);
    this.#inFlight += 1;
    let results: readonly PromiseSettledResult<unknown>[] | undefined;
    try {
      const [{ jobs }] = groups as [Group];
      results =
        groups.length > 1
          ? await this.#sendJoined(groups)
          : [{ status: 'fulfilled', value: await jobs.at(-1)?.send(jobs) }];
    } catch (reason) {
      results = groups.map(() => ({ status: 'rejected', reason }));
    }
    this.#inFlight -= 1;
    for (const group of groups) for (const lane of this.#lanesOf(group)) this.#free.add(lane);
    results?.forEach((result, index) => {
      groups[index]?.end(result);
    });
    if (!results) this.#putBack(groups);
    this.#pump();
  }

  async #sendJoined(groups: readonly Group[]): Promise<readonly PromiseSettledResult<unknown>[] | undefined> {
    const members = groups.flatMap((group) => group.members);
    for (const waiting of members) this.#joined.add(waiting);
    try {
      return await this.#joiner?.send(members.map(({ job }) => job));
    } finally {
      for (const waiting of members) this.#joined.delete(waiting);
    }
  }

  /** The hub took no batch: whatever was in it goes alone, unless it is late or a newer value has come. */
  #putBack(taken: readonly Group[]): void {
    this.#joins = false;
    const groups = taken.filter(({ members }) => members.length > 0);
    this.#reads.unshift(...groups.filter(({ lanes }) => lanes.length === 0));
    for (const group of groups) {
      for (const waiting of group.members) this.#watchExpiry(waiting);
      for (const { waiting } of this.#lanesOf(group)) {
        const newer = group.members.some(({ job }) => waiting[0]?.takes(job)) ? waiting.shift() : undefined;
        waiting.unshift(group);
        for (const each of newer?.members ?? []) this.#add(group, each);
      }
    }
  }

  /** Takes the group from its queues and holds its lanes until the answer. */
  #take(group: Group): void {
    this.#unqueue(group);
    for (const waiting of group.members) {
      waiting.waited = this.#waited(waiting);
      this.#dismiss(waiting);
    }
    for (const lane of this.#lanesOf(group)) {
      this.#free.delete(lane);
      this.#turn += 1;
      lane.served = this.#turn;
      if (group.limited) lane.next = this.#clock.now() + 1000 / this.#limits.rate;
    }
  }

  /** Forgets lanes that are done, and sets the alarm for the first that only rests below the rate. */
  #rest(now: number): void {
    let first = Number.POSITIVE_INFINITY;
    for (const lane of this.#free) {
      if (lane.next > now) first = Math.min(first, lane.next);
      else if (lane.waiting.length === 0) this.#forget(lane);
    }
    if (first < Number.POSITIVE_INFINITY) this.#wake = this.#clock.setTimeout(() => this.#pump(), first - now);
  }

  #forget(lane: Lane): void {
    this.#lanes.delete(lane.name);
    this.#free.delete(lane);
  }

  /** Whether a group may go out on a lane: it is first there, nothing is in flight, and the rate allows it. */
  #isOpen(lane: Lane, head: Group, now: number): boolean {
    return this.#free.has(lane) && lane.waiting[0] === head && (!head.limited || lane.next <= now);
  }
}
