import type { HubClock } from '../../base/clock.js';
import type { Patience } from '../lookup/look-ups.js';
import { HubError } from '../wire/errors.js';
import { Attempt, type Job, newestOf, type Run, type Turn } from './job.js';

/** The owner of the composer. */
export interface Outlet {
  /** A job can use a place in flight, or has left its lane's order. */
  wake(job: Job): void;
  /** The present run of a head. */
  runFrom(head: Job): Run;
  /** The request of a run is composed, and its first job is still `composing`. */
  onComposed(run: Run, request: object): void;
  /** A job of it cannot be sent. */
  onFailed(job: Job, error: unknown): void;
  /** A place in flight is free, or a job can use one. */
  pump(): void;
}

/** Composes the requests of runs. Each holds a place in flight meanwhile, except while it waits for a look-up. */
export class Composer {
  readonly #outlet: Outlet;
  readonly #clock: HubClock;
  /** The attempts that hold a place. */
  readonly #holders = new Set<Attempt>();

  constructor(outlet: Outlet, clock: HubClock) {
    this.#outlet = outlet;
    this.#clock = clock;
  }

  /** The number of places in flight that are held. */
  get placesHeld(): number {
    return this.#holders.size;
  }

  /** The request of a run that may be sent now. Undefined: `onComposed` gets it later. */
  compose(run: Run, now: number): object | undefined {
    const [head] = run;
    head.turnAt ??= now;
    const last = head.attempt;
    const attempt = last?.isFor(run) ? last : new Attempt(run, head.turnAt);
    head.begin(attempt);
    this.#holders.add(attempt);
    if (attempt.resume()) return undefined;
    const request = this.#request(attempt);
    if (request instanceof Promise) {
      void this.#await(attempt, request);
      return undefined;
    }
    this.#holders.delete(attempt);
    return request;
  }

  #request(attempt: Attempt): object | Promise<object> {
    const { run, since } = attempt;
    try {
      return composed(run, { since, wait: (lookUp, patience) => this.#wait(attempt, lookUp, patience) });
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async #await(attempt: Attempt, request: Promise<object>): Promise<void> {
    let result: object;
    try {
      result = await request;
      // A command that is sent although its look-up failed needs a place too.
      if (!this.#holders.has(attempt)) await this.#awaitPlace(attempt);
    } catch (error) {
      return this.#fail(attempt, error);
    }
    this.#holders.delete(attempt);
    if (attempt.isReplaced) this.#outlet.pump();
    else this.#outlet.onComposed(attempt.run, result);
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
    if (run.length > 1 && head.isReady) {
      head.goesAlone = true;
      head.putBack();
    } else head.lookUp('lookingUp');
    this.#outlet.wake(head);
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
    head.lookUp('lookedUp');
    this.#outlet.wake(head);
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
      this.#outlet.wake(head);
      const failing = isLookUpError ? this.#outlet.runFrom(head) : run;
      failing.forEach((each, index) => {
        const ownError = errors.some(Boolean) ? errors[index] : error;
        if (ownError && each.isWaiting) this.#outlet.onFailed(each, ownError);
      });
    }
    this.#outlet.pump();
  }
}

/** The request of a run, composed by its newest job. */
const composed = (run: Run, turn: Turn): object | Promise<object> => newestOf(run).compose(run, turn);

/**
 * The error of each job if it is composed alone. Undefined if it can be sent alone, or if only a look-up would show
 * this.
 */
function soloErrors(run: Run, since: number): Promise<unknown[]> {
  const turn: Turn = { since, wait: () => Promise.reject() };
  return Promise.all(
    run.map(async (job) => {
      try {
        await composed([job], turn);
        return undefined;
      } catch (error) {
        return error;
      }
    }),
  );
}
