/** Time as the lanes see it, in ms; replaced in tests. */
export interface Clock {
  now(): number;
  setTimeout(callback: () => void, delay: number): unknown;
  clearTimeout(timer: unknown): void;
  setImmediate(callback: () => void): unknown;
  clearImmediate(timer: unknown): void;
}

export const realClock: Clock = {
  now: () => performance.now(),
  setTimeout: (callback, delay) => setTimeout(callback, delay),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setImmediate: (callback) => setImmediate(callback),
  clearImmediate: (timer) => clearImmediate(timer as NodeJS.Immediate),
};
