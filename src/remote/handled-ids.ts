/** Maximum life of a command, in ms. */
export const LONGEST_LIFE = 60_000;

/** The ids of handled commands, until they expire. None of them is handled again. */
export class HandledIds {
  readonly #capacity: number;
  /** The time when each command expires, in ms. */
  readonly #until = new Map<string, number>();
  /** The time when the last command without a place expires. */
  #fullUntil = Number.NEGATIVE_INFINITY;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * Adds a command. Returns the reason if it must not be handled. All commands that have not expired are stored. After one
   * did not fit, all are refused until it has expired, because a duplicate of it would look like a new command.
   */
  add(id: string, until: number, now: number): 'duplicate' | 'tooMany' | undefined {
    if (this.#until.has(id)) return 'duplicate';
    if (now < this.#fullUntil || (this.#until.size >= this.#capacity && !this.#forgetOne(now))) {
      this.#fullUntil = Math.max(this.#fullUntil, until);
      return 'tooMany';
    }
    this.#until.set(id, until);
    return undefined;
  }

  /** Deletes only the oldest expired id, so that late duplicates of the others are still recognised. */
  #forgetOne(now: number): boolean {
    for (const [id, until] of this.#until) if (until <= now) return this.#until.delete(id);
    return false;
  }
}
