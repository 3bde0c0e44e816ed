import { HubError } from '../../hub/wire/errors.js';

/** Maximum time of an evaluation, in s. A promise in a context store may never settle. */
const MAX_S = 5;

/**
 * Keeps the order of messages. If the first waits 50 ms for a context store and the second has its value at once, the
 * second still continues after the first.
 */
export class EvaluationQueue {
  #last: Promise<unknown> | undefined;
  readonly #ends = new Set<() => void>();

  /**
   * Returns the value at once if nothing is pending, otherwise a promise that settles after all earlier ones.
   * Rejects with `BAD_INPUT` after 5 s, and with `CLOSED` when the queue closes.
   */
  inOrder<T>(evaluated: T | Promise<T>): T | Promise<T> {
    if (!this.#last && !(evaluated instanceof Promise)) return evaluated;
    const bounded = evaluated instanceof Promise ? this.#bounded(evaluated) : evaluated;
    // A failed evaluation also waits, so that later messages cannot overtake earlier ones.
    const settled = Promise.allSettled([bounded, this.#last]);
    this.#last = settled;
    void settled.then(() => {
      if (this.#last === settled) this.#last = undefined;
    });
    return settled.then(() => bounded);
  }

  close(): void {
    for (const end of this.#ends) end();
  }

  #bounded<T>(evaluated: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const late = () => reject(new HubError('BAD_INPUT', { sentence: 'notEvaluated', seconds: MAX_S }));
      const timer = setTimeout(late, MAX_S * 1000);
      const end = () => {
        clearTimeout(timer);
        this.#ends.delete(end);
        reject(new HubError('CLOSED'));
      };
      this.#ends.add(end);
      evaluated.then(resolve, reject).finally(end);
    });
  }
}
