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
  #until = 0;
  #timer: unknown;

  /** `changed`: the surface should show another note. */
  constructor(clock: NodeClock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  /** `isPress`: the hand has begun something, so the last result is seen. */
  begin(isPress: boolean): void {
    this.#inProgress += 1;
    if (isPress) this.#last = undefined;
    if (this.#inProgress === 1) this.#changeIn(SOON_MS);
  }

  /** `ignored`: why it sent nothing. */
  end(error: Failure | undefined, ignored: IgnoredReason | 'released' | undefined): void {
    this.#inProgress -= 1;
    const time = error ? FAILURE_MS : REHEARSAL_MS;
    if (error) this.#show({ note: 'failed', failure: error instanceof Error ? error.message : error.toString() }, time);
    else if (ignored === 'wouldFail') this.#show({ note: 'failed' }, time);
    else if (ignored === 'rehearsal') this.#show({ note: 'rehearsal' }, time);
    this.#changed();
    if (this.#inProgress > 0) return;
    this.#clock.clearTimeout(this.#timer);
    if (this.#last) this.#changeIn(this.#until - this.#clock.now());
  }

  get shown(): ResultNote | undefined {
    if (this.#inProgress > 0) return { note: 'waiting' };
    return this.#clock.now() < this.#until ? this.#last : undefined;
  }

  #show(result: ResultNote, time: number): void {
    this.#last = result;
    this.#until = this.#clock.now() + time;
  }

  #changeIn(time: number): void {
    this.#clock.clearTimeout(this.#timer);
    // A timer may fire a little early.
    this.#timer = this.#clock.setTimeout(this.#changed, time + 1);
  }
}
