/** Lets a press fire nothing for a while after the same one was sent: a hand that doubts presses again. */
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

  /** Its command is on its way. */
  begin(target: string, now = performance.now()): void {
    if (this.#for > 0) this.#until.set(target, now + this.#for);
  }

  /** Its command did not go out after all. */
  end(target: string): void {
    this.#until.delete(target);
  }
}
