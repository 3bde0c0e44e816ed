/** A value is far from the others if it is this many times as large. */
const FAR = 1000;

/** A first number of this size is far, since it is a time: a value of a property is smaller. */
const FAR_FIRST = 1e9;

/** The numbers that a property had, so that a timestamp is noticed as an opacity. */
export class ValueRange {
  #property = '';
  /** Undefined before the first number. */
  #largest: number | undefined;

  /** Adds a value. Returns true if it is far outside the earlier ones. Another property starts again. */
  add(property: string, value: unknown): boolean {
    if (property !== this.#property) this.#largest = undefined;
    this.#property = property;
    if (typeof value !== 'number') return false;
    const size = Math.abs(value);
    const limit = this.#largest === undefined ? FAR_FIRST : FAR * Math.max(1, this.#largest);
    if (size >= limit) return true;
    this.#largest = Math.max(size, this.#largest ?? 0);
    return false;
  }
}
