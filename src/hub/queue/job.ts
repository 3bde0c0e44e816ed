/**
 * Room in a lane: all of it, or one part of its target, which other parts do not touch. Setting all of a property takes
 * `{ lane: '["property",7,"Camera","Position"]' }`; setting its x on RE5 takes `{ lane: …, part: () => 'x' }`.
 */
export interface Claim {
  readonly lane: string;
  /** The part, as far as it is known now: the type of an engine may become known while a job waits. */
  part?(): string | undefined;
}

/** The turn of a job to go out. */
export interface Turn {
  /** When it came, in the clock's ms. */
  readonly since: number;
  /** Waits for a look-up. The job keeps its place in the lane, but leaves its place in flight to others. */
  wait<T>(lookUp: () => Promise<T>): Promise<T>;
}

/** Whether two parts of one target touch each other: one is all of it, or inside the other (`rotation`, `rotation.z`). */
export const overlap = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`);

/**
 * Something to send to the hub, for example "opacity to 0.5": one claim on the property's lane, a kind that says with
 * which interpolation, and slot ''; a newer opacity of the same kind takes its place while it waits.
 */
export interface Job<T> {
  /** The room that it takes, each held until the answer; none for a read. */
  readonly claims: readonly Claim[];
  /** Whether other jobs wait for it: it goes first. */
  readonly urgent?: boolean;
  /** Waiting neighbours of one kind go out together, as one request; absent: it goes alone. */
  readonly mergeKey?: string;
  /** The part of the value that it sets: of those that wait only the newest counts. '' is the whole and replaces all. */
  readonly slot?: string;
  /** Whether it may be one entry of a batch. */
  readonly joinable?: boolean;
  /** When the wait began, in the clock's ms. */
  readonly since: number;
  /** Longest wait in ms; then it is dropped. */
  readonly expiry: number;
  /** Whose job it is; see `Lanes.close`. */
  readonly owner: object;
  /** Whether it is composed at once, without a look-up. */
  readonly isReady: boolean;
  /**
   * The request for it and for those of its kind that wait with it, the oldest first, itself included: at once, or after
   * look-ups. Throws why it cannot go out.
   */
  compose(run: readonly Job<unknown>[], turn: Turn): object | Promise<object>;
  /** Sends what was composed. `sending` stands for this one request: see `Lanes`, `abort`. */
  send(composed: object, sending: object): Promise<T>;
}

/** What became of a job that went out, and how long it waited in ms; `undefined`: a newer value took its place. */
export type JobResult<T> = { readonly value: T; readonly waited: number } | undefined;

/**
 * The stage of a job that waits. `composing`: its turn has come, and it holds a place in flight. `lookingUp`: it needs an
 * answer of the hub first, and its place is free. `lookedUp`: it has the answer, and needs a place again.
 */
export type Stage = 'queued' | 'composing' | 'lookingUp' | 'lookedUp';

/** Continues to compose the request of a run after a look-up. */
export interface Continuation {
  readonly run: readonly QueuedJob[];
  resume(): void;
}

/** A job and its caller, until it is settled. */
export class QueuedJob {
  /** Neither sent nor settled. */
  isWaiting = true;
  /** When its turn came, in the clock's ms. */
  turnAt: number | undefined;
  stage: Stage = 'queued';
  /** Set after a look-up. */
  continuation: Continuation | undefined;
  /** It does not go out together with those behind it, since these wait for a look-up. */
  goesAlone = false;
  /** How long it waited before it went out, in ms. */
  waited = 0;
  isSettled = false;
  readonly #settle: (sent: JobResult<unknown>) => void;
  readonly #fail: (error: unknown) => void;

  constructor(
    readonly job: Job<unknown>,
    settle: (sent: JobResult<unknown>) => void,
    fail: (error: unknown) => void,
  ) {
    this.#settle = settle;
    this.#fail = fail;
  }

  /** When it is too late, in the clock's ms. */
  get expiresAt(): number {
    return this.job.since + this.job.expiry;
  }

  /** Tells its caller what became of it, once. */
  settle(result: PromiseSettledResult<unknown> | 'superseded'): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.isWaiting = false;
    if (result === 'superseded') this.#settle(undefined);
    else if (result.status === 'rejected') this.#fail(result.reason);
    else this.#settle({ value: result.value, waited: this.waited });
  }
}
