/**
 * An unbroken session with a hub, or with the source of a watch. Each has its own id: a value from an earlier session
 * may be outdated. The id is not a time, because a computer's clock may be set back.
 */
export class Session {
  #id: string | undefined = crypto.randomUUID();

  /** Undefined without session. */
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
