/** Tells whoever listens. What a listener throws is a line on the console: it keeps neither the others nor the teller. */
export class Signal<T> {
  readonly #listeners = new Set<(news: T) => void>();

  /** Whether anybody listens. */
  get heard(): boolean {
    return this.#listeners.size > 0;
  }

  /** Listens until the returned function is called. */
  watch(listener: (news: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(news: T): void {
    for (const listener of this.#listeners)
      try {
        listener(news);
      } catch (thrown) {
        console.error(thrown);
      }
  }

  /** Nobody listens any more. */
  close(): void {
    this.#listeners.clear();
  }
}
