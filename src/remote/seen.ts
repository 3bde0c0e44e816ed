/** Which commands have come already, for as long as they may live: none of these is carried out again. */
export class Seen {
  readonly #most: number;
  /** When each of them has expired, in ms. */
  readonly #until = new Map<string, number>();
  /** When the last of those that did not fit has expired. */
  #fullUntil = Number.NEGATIVE_INFINITY;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Takes note of a command; gives why it must not be carried out. All that has not expired is remembered. Where one did
   * not fit, no other is taken until it has expired: its duplicate cannot be told from a new command.
   */
  refusal(id: string, until: number, now: number): 'seen' | 'tooMany' | undefined {
    if (this.#until.has(id)) return 'seen';
    if (now < this.#fullUntil || (this.#until.size >= this.#most && !this.#forgetOne(now))) {
      this.#fullUntil = Math.max(this.#fullUntil, until);
      return 'tooMany';
    }
    this.#until.set(id, until);
    return undefined;
  }

  /** The oldest that has expired. All others stay: their late duplicates are still recognised. */
  #forgetOne(now: number): boolean {
    for (const [id, until] of this.#until) if (until <= now) return this.#until.delete(id);
    return false;
  }
}
