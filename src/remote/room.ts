/** A host publishes at most this many states, and a panel keeps no more. */
export const MOST_STATES = 500;

/** The largest state, and the most that all states together may have: bytes of name and JSON. */
export const LARGEST_STATE = 65_536;
export const LARGEST_SUM = 5 * 2 ** 20;

/** The room that states take up, by name. */
export class Room {
  readonly #sizes = new Map<string, number>();
  #sum = 0;

  /** Takes room for a state in place of its last value. False if it does not fit: then it has no room. */
  take(name: string, json: string): boolean {
    this.free(name);
    const size = Buffer.byteLength(name) + Buffer.byteLength(json);
    if (size > LARGEST_STATE || this.#sum + size > LARGEST_SUM || this.#sizes.size >= MOST_STATES) return false;
    this.#sizes.set(name, size);
    this.#sum += size;
    return true;
  }

  free(name: string): void {
    this.#sum -= this.#sizes.get(name) ?? 0;
    this.#sizes.delete(name);
  }
}
