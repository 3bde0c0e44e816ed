/** A second press confirms not before this time, in ms. */
const EARLIEST_MS = 500;

/** A second press confirms until this time, in ms. */
export const SECOND_PRESS_MS = 3000;

/** Requires a second press before a critical command. */
export class Guard {
  #firstPress: { target: string; at: number } | undefined;

  /** True if this press confirms an earlier press of the same target. Contact bounce does not confirm. */
  confirms(target: string, now = performance.now()): boolean {
    const since = this.#firstPress?.target === target ? now - this.#firstPress.at : Number.POSITIVE_INFINITY;
    if (since < EARLIEST_MS) return false;
    const confirmed = since <= SECOND_PRESS_MS;
    this.#firstPress = confirmed ? undefined : { target, at: now };
    return confirmed;
  }

  /** The next press is a first one. */
  disarm(): void {
    this.#firstPress = undefined;
  }
}

/** Ignores repeated presses of a target for a time after an accepted press. */
export class Lockout {
  readonly #duration: number;
  /** The end of each lockout in ms, by target. */
  readonly #ends = new Map<string, number>();

  /** `duration` in ms. */
  constructor(duration: number) {
    this.#duration = duration;
  }

  locks(target: string, now = performance.now()): boolean {
    for (const [each, end] of this.#ends) if (end <= now) this.#ends.delete(each);
    return this.#ends.has(target);
  }

  /** Starts when a press is accepted. Returns a function that ends it early, if the press sent nothing. */
  start(target: string, now = performance.now()): () => void {
    const end = now + this.#duration;
    this.#ends.set(target, end);
    return () => {
      // A later press of the same target may have started its own by now.
      if (this.#ends.get(target) === end) this.#ends.delete(target);
    };
  }
}
