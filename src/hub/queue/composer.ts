import { HubError } from '../wire/errors.js';
import type { QueuedJob } from './job.js';
import type { Queues } from './queues.js';
import { compose, isSame, type Run, soloErrors } from './run.js';

/** Gets the result of each run. */
export interface Outlet {
  /** Its request is composed. */
  onComposed(run: Run, request: object): void;
  /** A job of it cannot go out. */
  onFailed(waiting: QueuedJob, error: unknown): void;
  /** A place in flight is free, or a job can use one. */
  pump(): void;
}

/** Composes the requests of runs. Each holds a place in flight meanwhile, except while it waits for a look-up. */
export class Composer {
  readonly #queues: Queues;
  readonly #outlet: Outlet;
  /** The heads of the runs that hold a place. */
  readonly #holders = new Set<QueuedJob>();

  constructor(queues: Queues, outlet: Outlet) {
    this.#queues = queues;
    this.#outlet = outlet;
  }

  /** The number of places in flight that are held. */
  get placesHeld(): number {
    return this.#holders.size;
  }

  /** The request of a run whose turn has come. Undefined: the outlet gets it later. */
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
      return compose(run, { since, wait: (lookUp) => this.#wait(run, lookUp) });
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #begin(head: QueuedJob): void {
    head.stage = 'composing';
    head.continuation = undefined;
    this.#holders.add(head);
  }

  #end(head: QueuedJob): void {
    head.stage = 'queued';
    this.#holders.delete(head);
  }

  /**
   * Waits for a look-up, and then for a place in flight. It never ends for a run of which a job is settled or replaced
   * meanwhile: that run is composed anew.
   */
  async #wait<T>(run: Run, lookUp: () => Promise<T>): Promise<T> {
    const [head] = run;
    const pendingLookUp = lookUp();
    this.#holders.delete(head);
    queueMicrotask(() => this.#outlet.pump());
    // A whole value does not wait for the look-up of a component behind it.
    if (run.length > 1 && head.job.isReady) {
      head.goesAlone = true;
      head.stage = 'queued';
      pendingLookUp.catch(() => undefined);
      return new Promise(() => {});
    }
    head.stage = 'lookingUp';
    const answer = await pendingLookUp;
    await new Promise<void>((resume) => {
      head.stage = 'lookedUp';
      head.continuation = { run, resume };
      this.#outlet.pump();
    });
    return answer;
  }

  /**
   * With a failed look-up fails the run, and what joined it meanwhile. Otherwise only those fail that could not go out
   * alone: of x and q of a vector the q, which it does not have. All fail if each could go alone.
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
