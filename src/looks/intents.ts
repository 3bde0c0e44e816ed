import type { HubClock } from '../base/clock.js';

interface Intent {
  readonly value: unknown;
  /** The time when it was confirmed or accepted, in the clock's ms. */
  readonly at: number;
}

/**
 * The last value of each property that a person wanted: polled or sent. A polled value counts only after the next two
 * lists of engines have shown that its engine did not start again meanwhile.
 */
export class Intents {
  readonly #clock: HubClock;
  readonly #values = new Map<string, Intent>();
  /** The end of the last fade in the clock's ms. */
  readonly #fadesUntil = new Map<string, number>();
  /** The next polled value of these may be older than the last command. */
  readonly #doubtful = new Set<string>();
  /** By engine: the values polled since the last list, and those before it. */
  readonly #newer = new Map<string, Map<string, unknown>>();
  readonly #older = new Map<string, Map<string, unknown>>();

  constructor(clock: HubClock) {
    this.#clock = clock;
  }

  get(key: string): Intent | undefined {
    return this.#values.get(key);
  }

  /** True while a value that was sent is on its way. */
  isFading = (key: string): boolean => (this.#fadesUntil.get(key) ?? 0) > this.#clock.now();

  polled(engine: string, key: string, value: unknown): void {
    if (this.isFading(key) || this.#doubtful.delete(key)) return;
    const values = this.#newer.get(engine) ?? new Map();
    this.#newer.set(engine, values.set(key, value));
  }

  /** The engine runs as before, so its older polled values count. */
  confirm(engine: string): void {
    for (const [key, value] of this.#older.get(engine) ?? []) this.#set(key, value);
    this.#older.set(engine, this.#newer.get(engine) ?? new Map());
    this.#newer.delete(engine);
  }

  /** The engine was away, so its polled values may be those after its start. */
  discard(engine: string): void {
    this.#newer.delete(engine);
    this.#older.delete(engine);
  }

  /** The hub accepted a value. It arrives within `travelMs`. */
  sent(engine: string, key: string, value: unknown, travelMs: number): void {
    this.forget(engine, key);
    this.#set(key, value);
    this.#fadesUntil.set(key, this.#clock.now() + travelMs);
  }

  /** The value is not certain any more, until it is polled again. */
  forget(engine: string, key: string): void {
    this.#values.delete(key);
    this.#fadesUntil.delete(key);
    this.#doubtful.add(key);
    for (const polled of [this.#newer, this.#older]) polled.get(engine)?.delete(key);
  }

  #set(key: string, value: unknown): void {
    this.#values.set(key, { value, at: this.#clock.now() });
  }
}
