import { HubError } from '../../hub/wire/errors.js';

/** So long may an evaluation take, in s: what a message or a context store holds may be a promise that never settles. */
const LONGEST_S = 5;

/**
 * Lets what is evaluated for messages go on in the order in which they came: where the first waits 50 ms for a context
 * store, the second, which has its value at once, goes on behind it.
 */
export class EvaluationQueue {
  #last: Promise<unknown> | undefined;
  readonly #ends = new Set<() => void>();

  /**
   * What was evaluated, in its turn: at once where nothing has to be waited for.
   * Rejects with `BAD_INPUT` what takes longer than 5 s, and with `CLOSED` what is still waited for at the end.
   */
  take<T>(evaluated: T | Promise<T>): T | Promise<T> {
    if (!this.#last && !(evaluated instanceof Promise)) return evaluated;
    const mine = evaluated instanceof Promise ? this.#bounded(evaluated) : evaluated;
    // Also what fails waits for its turn: whoever comes after it must not overtake whoever came before it.
    const turn = Promise.allSettled([mine, this.#last]);
    this.#last = turn;
    void turn.then(() => {
      if (this.#last === turn) this.#last = undefined;
    });
    return turn.then(() => mine);
  }

  close(): void {
    for (const end of this.#ends) end();
  }

  #bounded<T>(evaluated: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const late = () => reject(new HubError('BAD_INPUT', { sentence: 'notEvaluated', seconds: LONGEST_S }));
      const timer = setTimeout(late, LONGEST_S * 1000);
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
