import type { Patience } from '../lookup/look-ups.js';
import type { OperationName } from '../table/operations.js';
import { HubError } from '../wire/errors.js';
import type { Params, WireRequest } from '../wire/request.js';
import type { Parts } from './parts.js';

/**
 * A request for the hub. Example: "opacity to 0.5" has one claim on the property's lane, a merge key with its
 * interpolation, and slot ''. A newer opacity with the same merge key replaces it while it waits.
 */
export interface Job<T> {
  /** Each claim is held until the answer. A read has no claims. */
  readonly claims: readonly Claim[];
  /** True if other jobs wait for it. It is sent first. */
  readonly urgent?: boolean;
  /** True for a trigger. It is sent before the levels of other targets. */
  readonly isTrigger?: boolean;
  /** True for a look-up whose answer has a replacement, so that no job waits for it for long. */
  readonly hasReplacement?: boolean;
  /**
   * Waiting neighbours with the same merge key are sent together, as one request. If not set, the job is sent alone.
   */
  readonly mergeKey?: string;
  /**
   * The part of the value that it sets. Only the newest waiting value of a slot is sent. '' is the whole value, and
   * replaces all slots.
   */
  readonly slot?: string;
  /** Set if it may be one entry of a batch. */
  readonly batchMember?: BatchMember;
  /** True if it would be one entry of a batch if joining was on. */
  readonly couldJoin?: boolean;
  /** The start of the wait in the clock's ms. */
  readonly since: number;
  /** Longest wait in ms. After this time it is dropped. */
  readonly expiry: number;
  /** `Lanes.close` ends the jobs of an owner. */
  readonly owner: object;
  /** The cue that it belongs to. */
  readonly cue?: object | undefined;
  /** The look-up that it waits for, or its last one. */
  readonly lastLookUp?: LookUp | undefined;
  /** True if it is composed at once, without a look-up. */
  readonly isReady: boolean;
  /**
   * The request for all jobs of its run, the oldest first, including this one. It may need look-ups. Throws the reason
   * if the run cannot be sent.
   */
  compose(run: readonly Job<unknown>[], turn: Turn): object | Promise<object>;
  /** Throws the reason why it must no longer be sent. Absent if there is none. */
  checkStart?(): void;
  /** Sends the composed request. */
  send(composed: object, sending: Departure): Promise<T>;
}

/** A request on its way. It identifies itself for `abort` of `Lanes`. */
export interface Departure {
  /** The end of the shortest expiry of its jobs, in the clock's ms. */
  readonly expiresAt: number;
  /** Called just before the first byte of each of its exchanges. Throws if it must not be sent. */
  start(): void;
}

/** The commands of a hub when a command arrived. */
export interface Arrival {
  /** Commands that no longer waited. */
  readonly gone: number;
  readonly answered: number;
}

/**
 * A claim on a lane: on the whole target, or on some parts of it. Different parts are independent. Setting a whole
 * property claims `{ lane: '["property",7,"Camera","Position"]' }`. Setting its x on RE5 claims `{ lane: …, parts: () =>
 * ['x'] }`.
 */
export interface Claim {
  readonly lane: string;
  /** The parts. They may become certain only while the job waits, when the type of the engine is read. */
  parts?(): Parts;
}

/** One read of the table that a command needs before it is sent. */
export interface LookUp {
  readonly operation: OperationName;
  readonly params: Params;
}

/** The turn of a job to be sent. */
export interface Turn {
  /** Its start in the clock's ms. */
  readonly since: number;
  /**
   * Waits for a look-up, at most until the patience is over. The job keeps its place in the lane, but leaves its place
   * in flight to others. Rejects if the request is no longer needed.
   */
  wait(lookUp: () => Promise<void>, patience?: Patience): Promise<void>;
}

/** A job as one entry of a batch. */
export interface BatchMember {
  readonly request: WireRequest;
  readonly isRead: boolean;
  /** Its first byte is sent now, with a deadline in `timeout` ms. */
  start(timeout: number): void;
  /** Records the end of the batch. Without a result, the hub refused it as a whole, and the job is sent alone. */
  finish(result: PromiseSettledResult<unknown> | undefined): void;
}

/** The result of a sent job, and its wait in ms. `undefined` if a newer value replaced it. */
export type JobResult<T> = { readonly value: T; readonly waited: number } | undefined;

/** Neighbouring jobs with the same merge key, the oldest first, sent as one request. Example: `x = 1`, `y = 2`. */
export type Run = readonly [QueuedJob, ...QueuedJob[]];

/** Sends jobs of different lanes as one request. Example: eight faders as a batch of eight entries. */
export interface Joiner {
  /** Most jobs in one request. */
  readonly maxJobs: number;
  /**
   * The result of each job, in their order. Undefined if the hub did not accept the batch: each job is then sent alone.
   */
  send(
    members: readonly BatchMember[],
    sending: Departure,
  ): Promise<readonly PromiseSettledResult<unknown>[] | undefined>;
}

/**
 * The stage of a job (docs/develop/architecture.md "A call's life"). When it is its turn, it is `composing` and holds a place in
 * flight. While `lookingUp`, it waits for an answer of the hub, and its place is free. Once `lookedUp`, it needs a place
 * again. While `connecting`, its request waits for a connection. It is `sent` from its first byte on.
 */
export type Stage = 'queued' | 'composing' | 'lookingUp' | 'lookedUp' | 'connecting' | 'sent' | 'settled';

/** A job and its caller, until it is settled. Its methods are its only changes of stage. */
export class QueuedJob {
  #stage: Stage = 'queued';
  #attempt: Attempt | undefined;
  /** The start of its turn in the clock's ms. */
  #turnAt: number | undefined;
  #goesAlone = false;
  /** Its wait before it was sent, in ms. */
  #waited = 0;
  /** In the clock's ms. */
  #connectingSince = 0;
  readonly #settle: (result: JobResult<unknown>) => void;
  readonly #fail: (error: unknown) => void;

  /** `arrival` is set for a command. */
  constructor(
    readonly job: Job<unknown>,
    readonly arrival: Arrival | undefined,
    settle: (result: JobResult<unknown>) => void,
    fail: (error: unknown) => void,
  ) {
    this.#settle = settle;
    this.#fail = fail;
  }

  get stage(): Stage {
    return this.#stage;
  }

  /** True until its request waits for a connection, is sent, or has ended. */
  get isWaiting(): boolean {
    const stage = this.#stage;
    return stage !== 'connecting' && stage !== 'sent' && stage !== 'settled';
  }

  /** True if jobs behind it wait for a look-up, so it is sent without them. */
  get goesAlone(): boolean {
    return this.#goesAlone;
  }

  /** The end of its expiry in the clock's ms. */
  get expiresAt(): number {
    return this.job.since + this.job.expiry;
  }

  /**
   * It replaces an older value, and inherits its turn. Example: a fader sends every 10 ms, and a look-up takes 20 ms.
   * Without this, each value would look up again, and none would be sent.
   */
  inheritTurn(older: QueuedJob): void {
    this.#turnAt ??= older.#turnAt;
  }

  /** It is its turn: its run is composed. After a look-up, the same attempt continues if the run is the same. */
  begin(run: Run, now: number): Attempt {
    this.#turnAt ??= now;
    const last = this.#attempt;
    const attempt = last && isSame(last.run, run) ? last : new Attempt(run, this.#turnAt);
    if (attempt !== last) last?.replace();
    this.#attempt = attempt;
    this.#stage = 'composing';
    return attempt;
  }

  /** Its attempt waits for a look-up. */
  lookUp(): void {
    this.#stage = 'lookingUp';
  }

  /** Its attempt needs a place again. */
  endLookUp(): void {
    this.#stage = 'lookedUp';
  }

  /** It waits again: its attempt has failed, its request cannot be sent now, or the hub refused the batch. */
  putBack(): void {
    this.#enter('queued');
  }

  /** It waits again, for a turn without the jobs behind it. */
  putBackAlone(): void {
    this.#goesAlone = true;
    this.#enter('queued');
  }

  connect(now: number): void {
    this.#connectingSince = now;
    this.#enter('connecting');
  }

  /** The time that its request has waited for a connection, in ms. */
  connectingFor(now: number): number {
    return this.#stage === 'connecting' ? now - this.#connectingSince : 0;
  }

  /** Its first byte is sent. */
  send(now: number): void {
    this.#waited = Math.round(now - this.job.since);
    this.#enter('sent');
  }

  /** Settles the promise of its caller, once. */
  settle(result: PromiseSettledResult<unknown> | { readonly status: 'superseded' }): void {
    if (this.#stage === 'settled') return;
    this.#enter('settled');
    if (result.status === 'superseded') this.#settle(undefined);
    else if (result.status === 'rejected') this.#fail(result.reason);
    else this.#settle({ value: result.value, waited: this.#waited });
  }

  /** Leaves its attempt. */
  #enter(stage: Stage): void {
    this.#attempt?.replace();
    this.#attempt = undefined;
    this.#stage = stage;
  }
}

/** The wait of an attempt that was replaced rejects with it. Nobody handles it. */
const REPLACED = new Error('The request is composed again.');

/** One attempt to compose the request of a run. When its first job leaves it, all its waits reject. */
export class Attempt {
  #isReplaced = false;
  #leave = () => {};
  #resume: (() => void) | undefined;

  /** `since`: the start of its turn in the clock's ms. */
  constructor(
    readonly run: Run,
    readonly since: number,
  ) {}

  /** True if its result is not used. */
  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  throwIfReplaced(): void {
    if (this.#isReplaced) throw REPLACED;
  }

  replace(): void {
    this.#isReplaced = true;
    this.#leave();
  }

  /** Waits for an event. Rejects as soon as the attempt is replaced. */
  wait(begin: (resolve: () => void, reject: (error: unknown) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#leave = () => reject(REPLACED);
      if (this.#isReplaced) this.#leave();
      else begin(resolve, reject);
    });
  }

  /** Waits for a place in flight, until `resume`. */
  awaitPlace(): Promise<void> {
    return this.wait((resolve) => {
      this.#resume = resolve;
    });
  }

  /** It has a place again. Returns false if it did not wait for one. */
  resume(): boolean {
    const resume = this.#resume;
    this.#resume = undefined;
    resume?.();
    return resume !== undefined;
  }
}

const isSame = (run: Run, other: Run): boolean =>
  run.length === other.length && run.every((each, index) => each === other[index]);

/** The request of a run, composed by its newest job. See `Job.compose`. */
export function compose(run: Run, turn: Turn): object | Promise<object> {
  const jobs = run.map(({ job }) => job);
  return newestOf(run).job.compose(jobs, turn);
}

export const newestOf = (run: Run): QueuedJob => run.at(-1) ?? run[0];

/** The run as one entry of a batch. Undefined: it is sent alone. */
export const batchMemberOf = (run: Run): BatchMember | undefined =>
  run.length === 1 ? run[0].job.batchMember : undefined;

/** The result of a job that failed. */
export const rejected = (reason: unknown): PromiseRejectedResult => ({ status: 'rejected', reason });

/** True if the hub answered a job, with a success or a failure. */
export const isAnswered = (result: PromiseSettledResult<unknown> | undefined): boolean =>
  result?.status === 'fulfilled' || (result?.reason instanceof HubError && result.reason.reply !== undefined);
