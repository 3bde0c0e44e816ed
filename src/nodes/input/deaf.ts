/** Ignores a press for a while after the same one was accepted: a hand that doubts presses again. */
export class Deaf {
  readonly #for: number;
  /** Until when, by what a press is meant for; in ms. */
  readonly #until = new Map<string, number>();

  /** `time` in ms; 0: never deaf. */
  constructor(time: number) {
    this.#for = time;
  }

  /** Whether a press of this target fires nothing now. */
  to(target: string, now = performance.now()): boolean {
    for (const [each, until] of this.#until) if (until <= now) this.#until.delete(each);
    return this.#until.has(target);
  }

  /** Its press is accepted. Returns the call that ends this early, for a press of which nothing was sent. */
  begin(target: string, now = performance.now()): () => void {
    const until = now + this.#for;
    this.#until.set(target, until);
    return () => {
      // A later press of the same target may have begun its own by now.
      if (this.#until.get(target) === until) this.#until.delete(target);
    };
  }
}
