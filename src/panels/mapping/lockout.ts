/** Ignores a press for a while after the same one was accepted: a hand that doubts presses again. */
export class Lockout {
  readonly #duration: number;
  /** The end of each lockout in ms, by what the press is meant for. */
  readonly #ends = new Map<string, number>();

  /** `duration` in ms. */
  constructor(duration: number) {
    this.#duration = duration;
  }

  /** Whether a press of this target fires nothing now. */
  locks(target: string, now = performance.now()): boolean {
    for (const [each, end] of this.#ends) if (end <= now) this.#ends.delete(each);
    return this.#ends.has(target);
  }

  /** Starts when a press is accepted. Returns a function that ends it early, for a press of which nothing was sent. */
  start(target: string, now = performance.now()): () => void {
    const end = now + this.#duration;
    this.#ends.set(target, end);
    return () => {
      // A later press of the same target may have started its own by now.
      if (this.#ends.get(target) === end) this.#ends.delete(target);
    };
  }
}
