import { HubError } from '../wire/errors.js';
import type { Waiting } from './job.js';
import type { Queues } from './queues.js';
import { compose, faultsAlone, isSame, type Run } from './run.js';

/** Gets the result of each run. */
export interface Outlet {
  /** Its request is composed. */
  composed(run: Run, request: object): void;
  /** A job of it cannot go out. */
  failed(waiting: Waiting, error: unknown): void;
  /** A place in flight is free, or a job can use one. */
  pump(): void;
}

/** Composes the requests of runs. Each holds a place in flight meanwhile, except while it waits for a look-up. */
export class Composer {
  readonly #queues: Queues;
  readonly #outlet: Outlet;
  /** The heads of the runs that hold a place. */
  readonly #holders = new Set<Waiting>();

  constructor(queues: Queues, outlet: Outlet) {
    this.#queues = queues;
    this.#outlet = outlet;
  }

  /** The number of places in flight that are held. */
  get places(): number {
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
    head.turn ??= now;
    const request = this.#request(run, head.turn);
    if (!(request instanceof Promise)) {
      this.#end(head);
      return request;
    }
    request.then(
      (composed) => {
        this.#end(head);
        this.#outlet.composed(run, composed);
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

  #begin(head: Waiting): void {
    head.stage = 'composing';
    head.continuation = undefined;
    this.#holders.add(head);
  }

  #end(head: Waiting): void {
    head.stage = 'queued';
    this.#holders.delete(head);
  }

  /**
   * Waits for a look-up, and then for a place in flight. It never ends for a run of which a job is settled or replaced
   * meanwhile: that run is composed anew.
   */
  async #wait<T>(run: Run, lookUp: () => Promise<T>): Promise<T> {
    const [head] = run;
    const looksUp = lookUp();
    this.#holders.delete(head);
    queueMicrotask(() => this.#outlet.pump());
    // A whole value does not wait for the look-up of a component behind it.
    if (run.length > 1 && head.job.isReady) {
      head.alone = true;
      head.stage = 'queued';
      looksUp.catch(() => undefined);
      return new Promise(() => {});
    }
    head.stage = 'lookingUp';
    const answer = await looksUp;
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
    const isOfLookUp = error instanceof HubError && error.facts.lookUp !== undefined;
    const faults = run.length > 1 && !isOfLookUp ? await faultsAlone(run, head.turn ?? 0) : [];
    this.#end(head);
    if (head.waits) {
      const failing = isOfLookUp ? this.#queues.together(head) : run;
      failing.forEach((each, index) => {
        const fault = faults.some(Boolean) ? faults[index] : error;
        if (fault && each.waits) this.#outlet.failed(each, fault);
      });
    }
    this.#outlet.pump();
  }
}
