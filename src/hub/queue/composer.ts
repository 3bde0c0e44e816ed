import type { HubClock } from '../../base/clock.js';
import type { Patience } from '../lookup/look-ups.js';
import { HubError } from '../wire/errors.js';
import type { QueuedJob, Stage } from './job.js';
import type { Queues } from './queues.js';
import { compose, isSame, type Run, soloErrors } from './run.js';

/** The owner of the composer. */
export interface Outlet {
  /** Its request is composed. */
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
  /** The heads of the runs that hold a place. */
  readonly #holders = new Set<QueuedJob>();

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
    const [head] = run;
    const { continuation } = head;
    this.#begin(head);
    if (continuation && isSame(continuation.run, run)) {
      continuation.resume();
      return undefined;
    }
    head.turnAt ??= now;
    const request = this.#request(run, head.turnAt);
    if (!(request instanceof Promise)) {
      this.#end(head);
      return request;
    }
    request.then(
      (composed) => {
        this.#end(head);
        this.#outlet.onComposed(run, composed);
      },
      (error) => this.#fail(run, error),
    );
    return undefined;
  }

  #request(run: Run, since: number): object | Promise<object> {
    try {
      return compose(run, { since, wait: (lookUp, patience) => this.#wait(run, lookUp, patience) });
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #begin(head: QueuedJob): void {
    // The lane need not be examined: nothing in it can be sent now.
    head.stage = 'composing';
    head.continuation = undefined;
    this.#holders.add(head);
  }

  #end(head: QueuedJob): void {
    this.#enter(head, 'queued');
    this.#holders.delete(head);
  }

  #enter(head: QueuedJob, stage: Stage): void {
    head.stage = stage;
    this.#queues.wake(head);
  }

  /**
   * Waits for a look-up, and then for a place in flight. If a job of the run is settled or replaced meanwhile, the run
   * is composed again, and this promise stays pending.
   */
  async #wait(run: Run, lookUp: () => Promise<void>, patience?: Patience): Promise<void> {
    const [head] = run;
    const pendingLookUp = lookUp();
    this.#holders.delete(head);
    queueMicrotask(() => this.#outlet.pump());
    // A whole value does not wait for the look-up of a later component.
    if (run.length > 1 && head.job.isReady) {
      head.goesAlone = true;
      this.#enter(head, 'queued');
      pendingLookUp.catch(() => undefined);
      return new Promise(() => {});
    }
    this.#enter(head, 'lookingUp');
    await (patience ? this.#waitPatiently(head, pendingLookUp, patience) : pendingLookUp);
    await new Promise<void>((resume) => {
      this.#enter(head, 'lookedUp');
      head.continuation = { run, resume };
      this.#outlet.pump();
    });
  }

  /** Waits for a look-up, at most until the patience is over. If the job is settled before, `Lanes` ends the timer. */
  #waitPatiently(head: QueuedJob, lookUp: Promise<void>, { until, isOver, stored }: Patience): Promise<void> {
    return new Promise((resolve, reject) => {
      let unwatch = () => {};
      const end = () => {
        if (isOver()) resolve();
        else unwatch = stored.watch(() => isOver() && resolve());
      };
      const timer = this.#clock.setTimeout(end, Math.max(0, until - this.#clock.now()));
      head.patienceTimer = timer;
      void lookUp.then(resolve, reject).finally(() => {
        this.#clock.clearTimeout(timer);
        unwatch();
      });
    });
  }

  /**
   * If a look-up failed, it fails the run and the jobs that joined it meanwhile. Otherwise it fails only the jobs that
   * cannot be sent alone. Example: of x and q of a vector it fails q, which a vector does not have. If all can be sent
   * alone, it fails all.
   */
  async #fail(run: Run, error: unknown): Promise<void> {
    const [head] = run;
    const isLookUpError = error instanceof HubError && error.facts.lookUp !== undefined;
    const errors = run.length > 1 && !isLookUpError ? await soloErrors(run, head.turnAt ?? 0) : [];
    this.#end(head);
    if (head.isWaiting) {
      const failing = isLookUpError ? this.#queues.runFrom(head) : run;
      failing.forEach((each, index) => {
        const jobError = errors.some(Boolean) ? errors[index] : error;
        if (jobError && each.isWaiting) this.#outlet.onFailed(each, jobError);
      });
    }
    this.#outlet.pump();
  }
}
