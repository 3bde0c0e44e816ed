/** A clock, in ms. Tests use their own. */
export interface Clock {
  /** The present time in ms. Only differences between two times count, so it may begin anywhere. */
  now(): number;
  /** Calls back once after `delay` ms. Returns the timer for `clearTimeout`. */
  setTimeout(callback: () => void, delay: number): unknown;
  /** Ends a timer. Does nothing for a timer that has fired, or for undefined. */
  clearTimeout(timer: unknown): void;
}

/** The clock of a hub. */
export interface HubClock extends Clock {
  /** Calls back once, after the present events. Returns the timer for `clearImmediate`. */
  setImmediate(callback: () => void): unknown;
  /** Ends a timer of `setImmediate`. Does nothing if it has fired. */
  clearImmediate(timer: unknown): void;
}

/** The longest delay of a Node.js timer, in ms (24.8 days). With a longer one it calls back at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** A delay of any length, made of several timers. */
class LongTimer {
  timer: NodeJS.Timeout | undefined;

  constructor(callback: () => void, delay: number) {
    this.#wait(callback, delay);
  }

  #wait(callback: () => void, delay: number): void {
    const remainingMs = delay - LONGEST_MS;
    const next = remainingMs > 0 ? () => this.#wait(callback, remainingMs) : callback;
    this.timer = setTimeout(next, Math.min(delay, LONGEST_MS));
  }
}

/** The clock of this computer: `performance.now()` and its timers. */
export const systemClock: HubClock = {
  now: () => performance.now(),
  setTimeout: (callback, delay) => (delay > LONGEST_MS ? new LongTimer(callback, delay) : setTimeout(callback, delay)),
  clearTimeout: (timer) => clearTimeout(timer instanceof LongTimer ? timer.timer : (timer as NodeJS.Timeout)),
  setImmediate: (callback) => setImmediate(callback),
  clearImmediate: (timer) => clearImmediate(timer as NodeJS.Immediate),
};

/** IS-07 times are in TAI. It has been 37 s ahead of UTC since 2017, until the next leap second. */
export const TAI_AHEAD_S = 37;
