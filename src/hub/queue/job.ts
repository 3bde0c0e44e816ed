import type { Patience } from '../lookup/look-ups.js';
import type { OperationName } from '../table/operations.js';
import { HubError } from '../wire/errors.js';
import type { Params, WireRequest } from '../wire/request.js';
import type { Arrival } from './backlog.js';

/**
 * A claim on a lane: on the whole target, or on one part of it. Different parts are independent. Setting a whole
 * property claims `{ lane: '["property",7,"Camera","Position"]' }`. Setting its x on RE5 claims `{ lane: …, part: () =>
 * 'x' }`.
 */
export interface Claim {
  readonly lane: string;
  /** The part. It may become known only while the job waits, when the type of the engine is read. */
  part?(): string | undefined;
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
   * in flight to others.
   */
  wait(lookUp: () => Promise<void>, patience?: Patience): Promise<void>;
}

/** A job as one entry of a batch. */
export interface BatchMember {
  readonly request: WireRequest;
  readonly isRead: boolean;
  /** Starts the deadline, `timeout` ms from now. Throws `REHEARSAL` if it must not be sent. */
  start(timeout: number): void;
  /** Updates the caches. Without a result, the values on the hub are unknown. */
  finish(result: PromiseSettledResult<unknown> | undefined): void;
}

/**
 * A request for the hub. Example: "opacity to 0.5" has one claim on the property's lane, a merge key with its
 * interpolation, and slot ''. A newer opacity with the same merge key replaces it while it waits.
 */
export interface Job<T> {
  /** Each claim is held until the answer. A read has no claims. */
  readonly claims: readonly Claim[];
  /** True if other jobs wait for it. It is sent first. */
  readonly urgent?: boolean;
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
  /** The look-up that it waits for, or its last one. */
  readonly lastLookUp?: LookUp | undefined;
  /** True if it is composed at once, without a look-up. */
  readonly isReady: boolean;
  /**
   * The request for all jobs of its run, the oldest first, including this one. It may need look-ups. Throws the reason
   * if the run cannot be sent.
   */
  compose(run: readonly Job<unknown>[], turn: Turn): object | Promise<object>;
  /** Sends the composed request. `sending` identifies this request for `abort` of `Lanes`. */
  send(composed: object, sending: object): Promise<T>;
}

/** The result of a sent job, and its wait in ms. `undefined` if a newer value replaced it. */
export type JobResult<T> = { readonly value: T; readonly waited: number } | undefined;

/**
 * The stage of a waiting job. When it is its turn, it is `composing` and holds a place in flight. While `lookingUp`, it
 * waits for an answer of the hub, and its place is free. Once `lookedUp`, it needs a place again.
 */
export type Stage = 'queued' | 'composing' | 'lookingUp' | 'lookedUp';

/** Continues to compose the request of a run after a look-up. */
export interface Continuation {
  readonly run: readonly QueuedJob[];
  resume(): void;
}

/** A job and its caller, until it is settled. */
export class QueuedJob {
  /** True until it is sent or settled. */
  isWaiting = true;
  /** The start of its turn in the clock's ms. */
  turnAt: number | undefined;
  stage: Stage = 'queued';
  /** Set after a look-up. */
  continuation: Continuation | undefined;
  /** Ends its patience with a look-up. */
  patienceTimer: unknown;
  /** Jobs behind this one wait for a look-up, so it is sent without them. */
  goesAlone = false;
  /** Its wait before it was sent, in ms. */
  waited = 0;
  /** Set for a command. */
  arrival: Arrival | undefined;
  isSettled = false;
  readonly #settle: (result: JobResult<unknown>) => void;
  readonly #fail: (error: unknown) => void;

  constructor(
    readonly job: Job<unknown>,
    settle: (result: JobResult<unknown>) => void,
    fail: (error: unknown) => void,
  ) {
    this.#settle = settle;
    this.#fail = fail;
  }

  /** The end of its expiry in the clock's ms. */
  get expiresAt(): number {
    return this.job.since + this.job.expiry;
  }

  /** Settles the promise of its caller, once. */
  settle(result: PromiseSettledResult<unknown> | 'superseded'): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.isWaiting = false;
    if (result === 'superseded') this.#settle(undefined);
    else if (result.status === 'rejected') this.#fail(result.reason);
    else this.#settle({ value: result.value, waited: this.waited });
  }
}

/** The result of a job that failed. */
export const rejected = (reason: unknown): PromiseRejectedResult => ({ status: 'rejected', reason });

/** True if the hub answered a job, with a success or a failure. */
export const isAnswered = (result: PromiseSettledResult<unknown> | undefined): boolean =>
  result?.status === 'fulfilled' || (result?.reason instanceof HubError && result.reason.reply !== undefined);
