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
  #isRehearsed = false;
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

  /** `failure`: what failed, or would fail. `ignored`: why it sent nothing. */
  end(failure: Failure | string | undefined, ignored: IgnoredReason | 'released' | undefined): void {
    this.#inProgress -= 1;
    const isRehearsed = ignored === 'rehearsal' || ignored === 'wouldFail';
    const sentence = failure instanceof Error ? failure.message : failure?.toString();
    if (sentence !== undefined) this.#show({ note: 'failed', failure: sentence }, FAILURE_MS, isRehearsed);
    else if (isRehearsed) this.#show({ note: 'rehearsal' }, REHEARSAL_MS, isRehearsed);
    if (this.#inProgress > 0) return;
    this.#clock.clearTimeout(this.#timer);
    if (this.#last) this.#changeIn(this.#until - this.#clock.now());
    this.#changed();
  }

  /** What was rehearsed is not shown in a live show. */
  endRehearsal(): void {
    if (!this.#isRehearsed) return;
    this.#last = undefined;
    this.#changed();
  }

  get shown(): ResultNote | undefined {
    if (this.#inProgress > 0) return { note: 'waiting' };
    return this.#clock.now() < this.#until ? this.#last : undefined;
  }

  #show(result: ResultNote, time: number, isRehearsed: boolean): void {
    this.#last = result;
    this.#isRehearsed = isRehearsed;
    this.#until = this.#clock.now() + time;
  }

  #changeIn(time: number): void {
    this.#clock.clearTimeout(this.#timer);
    // A timer may fire a little early.
    this.#timer = this.#clock.setTimeout(this.#changed, time + 1);
  }
}
