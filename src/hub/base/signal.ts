/** Tells whoever listens. What a listener throws is a line on the console: it keeps neither the others nor the teller. */
export class Signal<T> {
  readonly #listeners = new Set<(news: T) => void>();

  /** Whether anybody listens. */
  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Listens until the returned function is called. */
  watch(listener: (news: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(value: T): void {
    for (const listener of this.#listeners)
      try {
        listener(value);
      } catch (thrown) {
        console.error(thrown);
      }
  }

  /** Nobody listens any more. */
  close(): void {
    this.#listeners.clear();
  }
}
