const MINUTE_S = 60;

/** Counts events within the last minute, to the second. */
export class LastMinute {
  /** Counts by the second since the epoch, the oldest first. */
  readonly #seconds = new Map<number, number>();

  /** Counts an event at `now`, in ms since the epoch. */
  add(now: number): void {
    const second = Math.floor(now / 1000);
    this.#seconds.set(second, (this.#seconds.get(second) ?? 0) + 1);
    for (const old of this.#seconds.keys()) {
      if (old > second - MINUTE_S) break;
      this.#seconds.delete(old);
    }
  }

  /** The number of events within the minute before `now`, in ms since the epoch. */
  count(now: number): number {
    const since = Math.floor(now / 1000) - MINUTE_S;
    let count = 0;
    for (const [second, times] of this.#seconds) if (second > since) count += times;
    return count;
  }
}
