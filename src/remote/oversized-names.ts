import { MOST_STATES } from './state-limits.js';

/** The names of states that are dropped, because they are too large alone or together. */
export class OversizedNames {
  readonly #names = new Set<string>();
  #others = 0;

  /** At most 500. */
  get names(): ReadonlySet<string> {
    return this.#names;
  }

  /** The number of dropped messages whose states are not among the names. */
  get others(): number {
    return this.#others;
  }

  add(name: string): void {
    if (this.#names.has(name) || this.#names.size < MOST_STATES) this.#names.add(name);
    else this.#others += 1;
  }

  delete(name: string): void {
    this.#names.delete(name);
  }

  clear(): void {
    this.#names.clear();
    this.#others = 0;
  }
}
