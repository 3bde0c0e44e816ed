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
