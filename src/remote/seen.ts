/** Which commands have come already, for as long as they may live: none of these is carried out again. */
export class Seen {
  readonly #most: number;
  /** When each of them has expired, in ms. */
  readonly #until = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes note of a command; gives why it must not be carried out. All that has not expired is remembered. */
  refusal(id: string, until: number, now: number): 'seen' | 'tooMany' | undefined {
    if (this.#until.has(id)) return 'seen';
    if (this.#until.size >= this.#most) this.#forget(now);
    if (this.#until.size >= this.#most) return 'tooMany';
    this.#until.set(id, until);
    return undefined;
  }

  #forget(now: number): void {
    for (const [id, until] of this.#until) if (until < now) this.#until.delete(id);
  }
}
