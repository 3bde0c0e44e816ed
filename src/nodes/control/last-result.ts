import type { Failure } from '../runtime/inputs.js';
import type { NodeClock } from '../runtime/lifetime.js';

/** Time that a failure is shown, unless the next press ends it. In ms. */
const FAILURE_MS = 60_000;
/** Time that a rehearsed press is shown, in ms. */
const REHEARSAL_MS = 3000;

/** A note on a key: a command of it is in progress, or the result of the last one. */
export interface ResultNote {
  readonly note: 'waiting' | 'rehearsal' | 'failed';
  /** The sentence of the failure. */
  readonly failure?: string;
}

/** The result of the last command of a control, for the page of keys. */
export class LastResult {
  readonly #clock: NodeClock;
  #inProgress = 0;
  #last: { readonly until: number; readonly result: ResultNote } | undefined;

  constructor(clock: NodeClock) {
    this.#clock = clock;
  }

  begin(): void {
    this.#inProgress += 1;
    this.#last = undefined;
  }

  /** `isRehearsed`: the hub would have got it. */
  end(error: Failure | undefined, isRehearsed: boolean): void {
    this.#inProgress -= 1;
    if (error)
      this.#show({ note: 'failed', failure: error instanceof Error ? error.message : error.toString() }, FAILURE_MS);
    else if (isRehearsed) this.#show({ note: 'rehearsal' }, REHEARSAL_MS);
  }

  get shown(): ResultNote | undefined {
    if (this.#inProgress > 0) return { note: 'waiting' };
    return this.#last && this.#clock.now() < this.#last.until ? this.#last.result : undefined;
  }

  #show(result: ResultNote, time: number): void {
    this.#last = { until: this.#clock.now() + time, result };
  }
}
