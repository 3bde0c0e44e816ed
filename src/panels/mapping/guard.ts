/** A second press confirms not before and not after these times in ms. */
const EARLIEST_MS = 500;
const LATEST_MS = 3000;

/** Lets something grave happen only when it is asked for twice. */
export class Guard {
  #asked: { target: string; at: number } | undefined;

  /** Whether this press confirms an earlier one of the same target. A bounce of a button's contact does not. */
  confirms(target: string, now = performance.now()): boolean {
    const since = this.#asked?.target === target ? now - this.#asked.at : Number.POSITIVE_INFINITY;
    if (since < EARLIEST_MS) return false;
    const confirmed = since <= LATEST_MS;
    this.#asked = confirmed ? undefined : { target, at: now };
    return confirmed;
  }
}
