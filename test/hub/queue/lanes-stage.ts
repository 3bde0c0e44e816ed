import type { Joiner } from '../../../dist/hub/queue/batch.js';
import { type BatchMember, type Departure, Job, type Turn } from '../../../dist/hub/queue/job.js';
import { Turns } from '../../../dist/hub/queue/turn.js';
import { HubError } from '../../../dist/hub/wire/errors.js';
import { FakeClock } from '../fake-clock.js';

/** The limits of a stage: requests at once, and values a second in one lane. */
export const LIMITS = { maxInFlight: 3, rate: 50 };

/** The pause of a lane after a value. */
export const REST_MS = 1000 / LIMITS.rate;

/** One job of a test, and its history. */
export interface Tracked {
  readonly index: number;
  readonly job: StageJob;
  readonly since: number;
  sentAt?: number;
  /** The number of refused batches with this job. */
  refused: number;
  readonly ends: string[];
}

/** One request in flight, and its jobs. */
export interface Request {
  readonly jobs: Tracked[];
  readonly joined: boolean;
  readonly sending: object;
  answer(): void;
  fail(error: Error): void;
  /** The hub takes no batch. */
  refuse(): void;
}

/** A job of a test. Default: it claims lane a as a whole, is sent alone, and waits for 1 s. */
interface Given {
  readonly lanes?: readonly string[];
  readonly claims?: Job['claims'];
  readonly mergeKey?: string | undefined;
  /** '' is the whole value. */
  readonly slot?: string | undefined;
  readonly isUrgent?: boolean;
  readonly isTrigger?: boolean;
  readonly isReady?: boolean;
  readonly joinable?: boolean;
  readonly since?: number;
  readonly expiry?: number;
  readonly owner?: object;
  compose?(run: readonly Job[], turn: Turn): object | Promise<object>;
}

/** A job whose request is its run. */
class StageJob extends Job {
  readonly lanes: readonly string[];
  readonly claims: Job['claims'];
  readonly merging: Job['merging'];
  readonly isUrgent: boolean;
  readonly isTrigger: boolean;
  readonly isReady: boolean;
  readonly batchMember: BatchMember | undefined;
  readonly hasReplacement = false;
  readonly couldJoin = false;
  readonly cue = undefined;
  readonly lastLookUp = undefined;
  readonly #compose: (run: readonly Job[], turn: Turn) => object | Promise<object>;

  constructor(
    { lanes = ['a'], mergeKey, slot = '', ...given }: Given,
    since: number,
    owner: object,
    readonly send: (composed: object, sending: Departure) => Promise<unknown>,
    canJoin: boolean,
  ) {
    super(since, given.expiry ?? 1000, given.owner ?? owner);
    this.lanes = lanes;
    this.claims = given.claims ?? lanes.map((lane) => ({ lane }));
    this.merging = mergeKey === undefined ? undefined : { key: mergeKey, slot, isTogether: true };
    this.isUrgent = given.isUrgent ?? false;
    this.isTrigger = given.isTrigger ?? false;
    this.isReady = given.isReady ?? true;
    this.batchMember = canJoin && given.joinable ? member() : undefined;
    this.#compose = given.compose ?? ((run) => ({ run }));
  }

  compose(run: readonly Job[], turn: Turn): object | Promise<object> {
    return this.#compose(run, turn);
  }
}

const member = (): BatchMember => ({
  request: { method: 'PATCH', path: '/a', json: undefined },
  isRead: false,
  start: () => {},
  finish: () => {},
});

/** Lanes under a fake clock, with a record of every job. */
export class Stage {
  readonly clock = new FakeClock();
  readonly turns: Turns;
  readonly jobs: Tracked[] = [];
  readonly sent: Tracked[] = [];
  readonly inFlight = new Set<Request>();

  readonly #joining: boolean;

  constructor(joining = false) {
    const joiner: Joiner = { maxJobs: 2, send: (members, sending) => this.#join(members, sending) };
    const abort = (sending: object) => {
      for (const request of this.inFlight) if (request.sending === sending) request.fail(new HubError('CLOSED'));
    };
    this.#joining = joining;
    this.turns = new Turns(LIMITS, joiner, abort, this.clock);
  }

  submit(given: Given): Tracked {
    const since = given.since ?? this.clock.now();
    const send = (composed: object, sending: Departure) =>
      this.#request((composed as { run: readonly Job[] }).run, false, sending);
    const job = new StageJob(given, since, this, send, this.#joining);
    const tracked: Tracked = { index: this.jobs.length, since, refused: 0, ends: [], job };
    this.jobs.push(tracked);
    this.turns.submit(job).then(
      (sent) => tracked.ends.push(sent ? 'answered' : 'superseded'),
      (error) => tracked.ends.push(error instanceof HubError ? error.code : String(error.message)),
    );
    return tracked;
  }

  async #join(
    members: readonly BatchMember[],
    sending: Departure,
  ): Promise<PromiseSettledResult<unknown>[] | undefined> {
    const jobs = members.flatMap((each) => this.jobs.flatMap(({ job }) => (job.batchMember === each ? [job] : [])));
    const answered = await this.#request(jobs, true, sending);
    return answered ? jobs.map(() => ({ status: 'fulfilled', value: 'joined' })) : undefined;
  }

  #request(jobs: readonly Job[], joined: boolean, sending: Departure): Promise<boolean> {
    sending.start();
    const tracked = jobs.map((job) => this.jobs.find((each) => each.job === job) as Tracked);
    for (const each of tracked) each.sentAt = this.clock.now();
    return new Promise<boolean>((resolve, reject) => {
      const request: Request = {
        jobs: tracked,
        joined,
        sending,
        answer: () => this.#end(request, () => resolve(true)),
        fail: (error) => this.#end(request, () => reject(error)),
        refuse: () => {
          for (const each of tracked) each.refused += 1;
          this.#end(request, () => resolve(false));
        },
      };
      this.inFlight.add(request);
      this.sent.push(...tracked);
    });
  }

  #end(request: Request, settle: () => void): void {
    this.inFlight.delete(request);
    settle();
  }

  /** Waits for all effects that take no time. */
  async settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms, () => this.settle());
  }

  /** Answers the request of a job, or the oldest. */
  async answer(tracked?: Tracked): Promise<void> {
    const requests = [...this.inFlight];
    const request = tracked ? requests.find(({ jobs }) => jobs.includes(tracked)) : requests[0];
    request?.answer();
    await this.settle();
  }
}

/** The numbers of the submitted jobs, in order. */
export const order = (jobs: Tracked[]) => jobs.map(({ index }) => index);

/** Only batches can be refused in this way. */
export const refuse = (request: Request | undefined): void => {
  if (request?.joined) request.refuse();
};
