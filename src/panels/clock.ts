/** The time in ms. Tests use their own clock. */
export interface Clock {
  /** The present time in ms. Only differences between two times count, so it may begin anywhere. */
  now(): number;
  /** Calls back once after `delay` ms. Returns the timer for `clearTimeout`. */
  setTimeout(callback: () => void, delay: number): unknown;
  /** Ends a timer. Does nothing for a timer that has fired, or for undefined. */
  clearTimeout(timer: unknown): void;
}

/** The clock of this computer: `performance.now()` and its timers. */
export const realClock: Clock = {
  now: () => performance.now(),
  setTimeout: (callback, delay) => setTimeout(callback, delay),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
};
