import type { KeyNote } from '../../panels/lamp/state.js';
import type { IgnoredReason } from '../../remote/ignored.js';
import type { Failure } from '../runtime/inputs.js';
import type { NodeClock } from '../runtime/lifetime.js';

/** Time that a failure is shown, unless the next press ends it. In ms. */
const FAILURE_MS = 60_000;
/** Time that a rehearsed press is shown, in ms. */
const REHEARSAL_MS = 3000;

/** A command that ends within this time shows no sign of waiting on the surface, so that its key does not flicker. In ms. */
const SOON_MS = 300;

/** A note on a key: a command of it is in progress, or the result of the last one. */
export interface ResultNote {
  readonly note: Exclude<KeyNote, 'armed'>;
  /** The sentence of the failure. */
  readonly failure?: string;
}

/** The result of the last command of a control, for its key. */
export class LastResult {
  readonly #clock: NodeClock;
  readonly #changed: () => void;
  #inProgress = 0;
  #last: ResultNote | undefined;
  #timer: unknown;

  /** `changed`: the surface should show another note. */
  constructor(clock: NodeClock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  begin(): void {
    this.#inProgress += 1;
    this.#last = undefined;
    this.#updateIn(SOON_MS);
  }

  /** `ignored`: why it sent nothing. */
  end(error: Failure | undefined, ignored: IgnoredReason | 'released' | undefined): void {
    this.#inProgress -= 1;
    if (error) this.#last = { note: 'failed', failure: error instanceof Error ? error.message : error.toString() };
    else if (ignored === 'wouldFail') this.#last = { note: 'failed' };
    else if (ignored === 'rehearsal') this.#last = { note: 'rehearsal' };
    if (this.#inProgress > 0) return;
    this.#clock.clearTimeout(this.#timer);
    if (this.#last) this.#updateIn(this.#last.note === 'failed' ? FAILURE_MS : REHEARSAL_MS);
    this.#changed();
  }

  get shown(): ResultNote | undefined {
    return this.#inProgress > 0 ? { note: 'waiting' } : this.#last;
  }

  #updateIn(time: number): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = this.#clock.setTimeout(() => {
      this.#last = undefined;
      this.#changed();
    }, time);
  }
}
