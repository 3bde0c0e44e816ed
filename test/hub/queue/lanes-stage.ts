import type { BatchMember, Departure, Job, JobResult, Joiner } from '../../../dist/hub/queue/job.js';
import { Lanes } from '../../../dist/hub/queue/lanes.js';
import { HubError } from '../../../dist/hub/wire/errors.js';
import { FakeClock } from '../fake-clock.js';

/** The limits of a stage: requests at once, and values a second in one lane. */
export const LIMITS = { maxInFlight: 3, rate: 50 };

/** The pause of a lane after a value. */
export const REST_MS = 1000 / LIMITS.rate;

/** One job of a test, and its history. */
export interface Tracked {
  readonly index: number;
  readonly job: Job<unknown> & { readonly lanes: readonly string[] };
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

/** A job of a test. Default: it claims lane a. */
type Given = Partial<Job<unknown>> & { readonly lanes?: readonly string[]; readonly joinable?: boolean };

const member = (): BatchMember => ({
  request: { method: 'PATCH', path: '/a', json: undefined },
  isRead: false,
  start: () => {},
  finish: () => {},
});

/** Lanes under a fake clock, with a record of every job. */
export class Stage {
  readonly clock = new FakeClock();
  readonly lanes: Lanes;
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
    this.lanes = new Lanes(LIMITS, joiner, abort, this.clock);
  }

  /** `lanes` are claimed as a whole. */
  submit({ lanes = ['a'], joinable, ...job }: Given): Tracked {
    const since = job.since ?? this.clock.now();
    const tracked: Tracked = {
      index: this.jobs.length,
      since,
      refused: 0,
      ends: [],
      job: {
        lanes,
        claims: lanes.map((lane) => ({ lane })),
        since,
        expiry: 1000,
        owner: this,
        isReady: true,
        compose: (run) => ({ run }),
        ...job,
        batchMember: this.#joining && joinable ? member() : undefined,
        send: (composed, sending) => this.#request((composed as { run: readonly Job<unknown>[] }).run, false, sending),
      },
    };
    this.jobs.push(tracked);
    this.lanes.submit(tracked.job).then(
      (sent: JobResult<unknown>) => tracked.ends.push(sent ? 'answered' : 'superseded'),
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

  #request(jobs: readonly Job<unknown>[], joined: boolean, sending: Departure): Promise<boolean> {
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
