/**
 * Calls its listeners. An exception of a listener is logged, and affects neither the other listeners nor the sender.
 */
export class Signal<T> {
  readonly #listeners = new Set<(news: T) => void>();

  /** True if a listener waits for news. */
  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Calls the listener until the returned function is called. */
  watch(listener: (news: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls all listeners with this value, in the order of their `watch`. */
  emit(value: T): void {
    for (const listener of this.#listeners)
      try {
        listener(value);
      } catch (thrown) {
        console.error(thrown);
      }
  }

  /** Removes all listeners. */
  close(): void {
    this.#listeners.clear();
  }
}
