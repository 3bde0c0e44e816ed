/** A second press confirms not before and not after these times in ms. */
const EARLIEST_MS = 500;
const LATEST_MS = 3000;

/** Requires a second press before a critical command. */
export class Guard {
  #firstPress: { target: string; at: number } | undefined;

  /** True if this press confirms an earlier press of the same target. Contact bounce does not confirm. */
  confirms(target: string, now = performance.now()): boolean {
    const since = this.#firstPress?.target === target ? now - this.#firstPress.at : Number.POSITIVE_INFINITY;
    if (since < EARLIEST_MS) return false;
    const confirmed = since <= LATEST_MS;
    this.#firstPress = confirmed ? undefined : { target, at: now };
    return confirmed;
  }
}
