/**
 * An unbroken contact with a hub or with what a watch reads. Each has an id of its own: what was read in an earlier one
 * may no longer be true. Not a time, since a computer's clock may be set back.
 */
export class Contact {
  #id: string | undefined = crypto.randomUUID();

  /** Undefined while there is none. */
  get id(): string | undefined {
    return this.#id;
  }

  begin(): void {
    this.#id ??= crypto.randomUUID();
  }

  end(): void {
    this.#id = undefined;
  }
}
