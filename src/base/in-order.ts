/** Work that runs one after the other, in the order of the calls. A failure does not hold up the next. */
export class OneByOne {
  /** The last work of each key that still has some. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** True while work of this key waits or runs. */
  isBusy(key = ''): boolean {
    return this.#last.has(key);
  }

  /** Settles as the work does. Work of another key runs at the same time. */
  run<T>(work: () => Promise<T>, key = ''): Promise<T> {
    const begin = () => work();
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(begin, begin);
    const forget = () => {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    };
    this.#last.set(key, turn);
    turn.then(forget, forget);
    return turn;
  }
}

/** Results that are used in the order of the calls, although a later one may be there first. */
export class InOrder {
  #last: Promise<unknown> | undefined;

  /** True while a result is not there, or waits for an earlier one. */
  get isWaiting(): boolean {
    return this.#last !== undefined;
  }

  /** Settles as the result does, after all earlier ones. A failed one waits too. */
  async afterEarlier<T>(result: Promise<T> | T): Promise<T> {
    const turn = Promise.allSettled([result, this.#last]);
    this.#last = turn;
    void turn.then(() => {
      if (this.#last === turn) this.#last = undefined;
    });
    const [settled] = await turn;
    // Not the promise itself: it would take longer than a result that is there already.
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }
}
