import type { HubClock } from '../../base/clock.js';
import type { Patience } from '../lookup/look-ups.js';
import { HubError } from '../wire/errors.js';
import { type Attempt, compose, type QueuedJob, type Run, type Turn } from './job.js';
import type { Queues } from './queues.js';

/** The owner of the composer. */
export interface Outlet {
  /** The request of a run is composed, and its first job is still `composing`. */
  onComposed(run: Run, request: object): void;
  /** A job of it cannot be sent. */
  onFailed(waiting: QueuedJob, error: unknown): void;
  /** A place in flight is free, or a job can use one. */
  pump(): void;
}

/** Composes the requests of runs. Each holds a place in flight meanwhile, except while it waits for a look-up. */
export class Composer {
  readonly #queues: Queues;
  readonly #outlet: Outlet;
  readonly #clock: HubClock;
  /** The attempts that hold a place. */
  readonly #holders = new Set<Attempt>();

  constructor(queues: Queues, outlet: Outlet, clock: HubClock) {
    this.#queues = queues;
    this.#outlet = outlet;
    this.#clock = clock;
  }

  /** The number of places in flight that are held. */
  get placesHeld(): number {
    return this.#holders.size;
  }

  /** The request of a run that may be sent now. Undefined: `onComposed` gets it later. */
  compose(run: Run, now: number): object | undefined {
    const attempt = run[0].begin(run, now);
    this.#holders.add(attempt);
    if (attempt.resume()) return undefined;
    const request = this.#request(attempt);
    if (!(request instanceof Promise)) {
      this.#holders.delete(attempt);
      return request;
    }
    void this.#await(attempt, request);
    return undefined;
  }

  #request(attempt: Attempt): object | Promise<object> {
    const { run, since } = attempt;
    try {
      return compose(run, { since, wait: (lookUp, patience) => this.#wait(attempt, lookUp, patience) });
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async #await(attempt: Attempt, request: Promise<object>): Promise<void> {
    let composed: object;
    try {
      composed = await request;
      // A command that is sent although its look-up failed needs a place too.
      if (!this.#holders.has(attempt)) await this.#awaitPlace(attempt);
    } catch (error) {
      return this.#fail(attempt, error);
    }
    this.#holders.delete(attempt);
    if (attempt.isReplaced) this.#outlet.pump();
    else this.#outlet.onComposed(attempt.run, composed);
  }

  /** Waits for a look-up, and then for a place in flight. */
  async #wait(attempt: Attempt, lookUp: () => Promise<void>, patience?: Patience): Promise<void> {
    attempt.throwIfReplaced();
    const { run } = attempt;
    const [head] = run;
    const answer = lookUp();
    answer.catch(() => undefined);
    this.#holders.delete(attempt);
    queueMicrotask(() => this.#outlet.pump());
    // A whole value does not wait for the look-up of a later component.
    if (run.length > 1 && head.job.isReady) head.putBackAlone();
    else head.lookUp();
    this.#queues.wake(head);
    await this.#lookUp(attempt, answer, patience);
    await this.#awaitPlace(attempt);
  }

  /** Waits for a look-up, at most until the patience is over. */
  async #lookUp(attempt: Attempt, answer: Promise<void>, patience: Patience | undefined): Promise<void> {
    let unwatch = () => {};
    let timer: unknown;
    try {
      await attempt.wait((resolve, reject) => {
        answer.then(resolve, reject);
        if (!patience) return;
        const { until, isOver, answered } = patience;
        const end = () => {
          if (isOver()) resolve();
          else unwatch = answered.watch(() => isOver() && resolve());
        };
        timer = this.#clock.setTimeout(end, Math.max(0, until - this.#clock.now()));
      });
    } finally {
      this.#clock.clearTimeout(timer);
      unwatch();
    }
  }

  async #awaitPlace(attempt: Attempt): Promise<void> {
    attempt.throwIfReplaced();
    const [head] = attempt.run;
    head.endLookUp();
    this.#queues.wake(head);
    const place = attempt.awaitPlace();
    this.#outlet.pump();
    await place;
  }

  /**
   * If a look-up failed, it fails the run and the jobs that joined it meanwhile. Otherwise it fails only the jobs that
   * cannot be sent alone. Example: of x and q of a vector it fails q, which a vector does not have. If all can be sent
   * alone, it fails all.
   */
  async #fail(attempt: Attempt, error: unknown): Promise<void> {
    const { run, since } = attempt;
    const [head] = run;
    const isLookUpError = error instanceof HubError && error.facts.lookUp !== undefined;
    const isOfOne = run.length > 1 && !isLookUpError && !attempt.isReplaced;
    const errors = isOfOne ? await soloErrors(run, since) : [];
    this.#holders.delete(attempt);
    if (!attempt.isReplaced) {
      head.putBack();
      this.#queues.wake(head);
      const failing = isLookUpError ? this.#queues.runFrom(head) : run;
      failing.forEach((each, index) => {
        const jobError = errors.some(Boolean) ? errors[index] : error;
        if (jobError && each.isWaiting) this.#outlet.onFailed(each, jobError);
      });
    }
    this.#outlet.pump();
  }
}

/**
 * The error of each job if it is composed alone. Undefined if it can be sent alone, or if only a look-up would show
 * this.
 */
function soloErrors(run: Run, since: number): Promise<unknown[]> {
  const turn: Turn = { since, wait: () => Promise.reject() };
  return Promise.all(
    run.map(async (each) => {
      try {
        await compose([each], turn);
        return undefined;
      } catch (error) {
        return error;
      }
    }),
  );
}
