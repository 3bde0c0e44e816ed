/** Maximum number of states, at the host and at each panel. */
export const MOST_STATES = 500;

/** The limits for one state and for all states together, in bytes of name and JSON. */
export const LARGEST_STATE = 65_536;
export const LARGEST_SUM = 5 * 2 ** 20;

/** Counts the sizes of states by name. */
export class StateLimits {
  readonly #sizes = new Map<string, number>();
  #sum = 0;

  /** Replaces the size of a state. False if it does not fit: then it is not counted. */
  reserve(name: string, json: string): boolean {
    this.free(name);
    const size = Buffer.byteLength(name) + Buffer.byteLength(json);
    if (size > LARGEST_STATE || this.#sum + size > LARGEST_SUM) return false;
    this.#sizes.set(name, size);
    this.#sum += size;
    return true;
  }

  free(name: string): void {
    this.#sum -= this.#sizes.get(name) ?? 0;
    this.#sizes.delete(name);
  }
}

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
