import type { Patience } from '../lookup/look-ups.js';
import type { Claim } from '../plan/claims.js';
import type { Merging } from '../plan/plan.js';
import type { OperationName } from '../table/operations.js';
import type { Params, WireRequest } from '../wire/request.js';

/** Neighbours with the same merge key, the oldest first, sent as one request. Example: `x = 1`, `y = 2`. */
export type Run = readonly [Job, ...Job[]];

/** A request on its way. It identifies itself for `abort` of `Turns`. */
export interface Departure {
  /** The end of the shortest expiry of its jobs, in the clock's ms. */
  readonly expiresAt: number;
  /** Called just before the first byte of each of its exchanges. Throws if it must not be sent. */
  start(): void;
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

/** The commands of a hub when a command arrived. */
export interface Arrival {
  /** Commands that no longer waited. */
  readonly gone: number;
  readonly answered: number;
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

/** The result of a sent job, and its wait in ms. `undefined` if a newer value replaced it. */
export type JobResult<T> = { readonly value: T; readonly waited: number } | undefined;

/**
 * The stage of a job (docs/develop/architecture.md "A call's life"). When it is its turn, it is `composing` and holds a place in
 * flight. While `lookingUp`, it waits for an answer of the hub, and its place is free. Once `lookedUp`, it needs a place
 * again. While `connecting`, its request waits for a connection. It is `sent` from its first byte on.
 */
export type Stage = 'queued' | 'composing' | 'lookingUp' | 'lookedUp' | 'connecting' | 'sent' | 'settled';

/** A request for the hub and its caller, until it is settled. Its methods are the only changes of its stage. */
export abstract class Job<T = unknown> {
  /** Each claim is held until the answer. A read has no claims. */
  abstract readonly claims: readonly Claim[];
  /** True if other jobs wait for it. It is sent first. */
  abstract readonly isUrgent: boolean;
  /** True for a trigger. It is sent before the levels of other targets. */
  abstract readonly isTrigger: boolean;
  /** True for a look-up whose answer has a replacement, so that no job waits for it for long. */
  abstract readonly hasReplacement: boolean;
  /** Set if a newer job can replace it, or be sent with it. */
  abstract readonly merging: Merging | undefined;
  /** Set if it may be one entry of a batch. */
  abstract readonly batchMember: BatchMember | undefined;
  /** True if it would be one entry of a batch if joining was on. */
  abstract readonly couldJoin: boolean;
  /** The cue that it belongs to. */
  abstract readonly cue: object | undefined;
  /** True if it is composed at once, without a look-up. */
  abstract readonly isReady: boolean;
  /** The look-up that it waits for, or its last one. */
  abstract readonly lastLookUp: LookUp | undefined;
  /** Set for a command that was submitted. */
  arrival: Arrival | undefined;

  /** The start of its turn in the clock's ms. */
  turnAt: number | undefined;
  /** True if jobs behind it wait for a look-up, so it is sent without them. */
  goesAlone = false;
  #stage: Stage = 'queued';
  #attempt: Attempt | undefined;
  /** Its wait before it was sent, in ms. */
  #waited = 0;
  /** In the clock's ms. */
  #connectingSince = 0;
  #settle: (result: JobResult<unknown>) => void = () => {};
  #fail: (error: unknown) => void = () => {};

  /** `since`: the start of its wait in the clock's ms. `expiry`: its longest wait in ms. `Turns.close` ends the jobs of an owner. */
  constructor(
    readonly since: number,
    readonly expiry: number,
    readonly owner: object,
  ) {}

  /**
   * The request for all jobs of its run, the oldest first, including this one. It may need look-ups. Throws the reason
   * if the run cannot be sent.
   */
  abstract compose(run: readonly this[], turn: Turn): object | Promise<object>;

  /** Sends the composed request. */
  abstract send(composed: object, sending: Departure): Promise<T>;

  /** Throws the reason why it must no longer be sent, if there is one. */
  checkStart(): void {}

  /** Its end. Throws the errors of `compose` and `send`, `EXPIRED`, or `CLOSED`. */
  readonly ended = new Promise<JobResult<T>>((settle, fail) => {
    this.#settle = settle as (result: JobResult<unknown>) => void;
    this.#fail = fail;
  });

  get stage(): Stage {
    return this.#stage;
  }

  /** True until its request waits for a connection, is sent, or has ended. */
  get isWaiting(): boolean {
    const stage = this.#stage;
    return stage !== 'connecting' && stage !== 'sent' && stage !== 'settled';
  }

  /** True if it can use a place in flight. */
  get needsPlace(): boolean {
    return this.#stage === 'queued' || this.#stage === 'lookedUp';
  }

  /** The end of its expiry in the clock's ms. */
  get expiresAt(): number {
    return this.since + this.expiry;
  }

  /** The attempt that composes its run. Undefined before its turn. */
  get attempt(): Attempt | undefined {
    return this.#attempt;
  }

  /** It is its turn: its run is composed. After a look-up, the same attempt may continue. */
  begin(attempt: Attempt): void {
    if (attempt !== this.#attempt) this.#attempt?.replace();
    this.#attempt = attempt;
    this.#stage = 'composing';
  }

  /** Its attempt waits for a look-up, or needs a place again after it. */
  lookUp(stage: 'lookingUp' | 'lookedUp'): void {
    this.#stage = stage;
  }

  /** It waits again: its attempt has failed, its request cannot be sent now, or the hub refused the batch. */
  putBack(): void {
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
  leave(now: number): void {
    this.#waited = Math.round(now - this.since);
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

  isFor(run: Run): boolean {
    return run.length === this.run.length && run.every((job, index) => job === this.run[index]);
  }

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

/** The job that composes and sends the request of its run. */
export const newestOf = (run: Run): Job => run.at(-1) ?? run[0];

/** The result of a job that failed. */
export const rejected = (reason: unknown): PromiseRejectedResult => ({ status: 'rejected', reason });
