import type { HubClock } from '../../dist/base/clock.js';

/** A clock that moves only by `advance`, in ms. */
export class FakeClock implements HubClock {
  #now = 0;
  #next = 0;
  readonly #timers = new Map<number, { at: number; callback: () => void }>();

  /** Moves time on at each reading, in ms, as on a busy machine. */
  drift = 0;

  get timers(): number {
    return this.#timers.size;
  }

  now = (): number => {
    this.#now += this.drift;
    return this.#now;
  };

  setTimeout = (callback: () => void, delay: number): number => {
    this.#next += 1;
    this.#timers.set(this.#next, { at: this.#now + Math.max(0, delay), callback });
    return this.#next;
  };

  clearTimeout = (timer: unknown): void => {
    this.#timers.delete(timer as number);
  };

  setImmediate = (callback: () => void): number => this.setTimeout(callback, 0);

  clearImmediate = (timer: unknown): void => this.clearTimeout(timer);

  /** Moves on, and calls back each timer at its time. `between` waits for the effects of each call. */
  async advance(ms: number, between: () => Promise<void>): Promise<void> {
    // Work that takes no time is done before time passes, as in reality.
    await between();
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter(([, { at }]) => at <= end).sort((one, other) => one[1].at - other[1].at)[0];
      if (!due) break;
      const [timer, { at, callback }] = due;
      this.#timers.delete(timer);
      this.#now = Math.max(this.#now, at);
      callback();
      await between();
    }
    this.#now = end;
    await between();
  }

  /** Moves time on without a timer, as on a busy machine. */
  jump(ms: number): void {
    this.#now += ms;
  }
}
