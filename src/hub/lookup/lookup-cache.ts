import type { HubClock } from '../base/clock.js';
import type { Params } from '../wire/request.js';

/** Returns the body of a read of the table within `timeout` ms. */
export type Read = (operation: string, params: Params, timeout?: number) => Promise<unknown>;

const MAX_AGE_MS = 60_000;

/** If the cache is full, the oldest answers are dropped. */
const MAX_ANSWERS = 500;

interface GetOptions {
  /** The earliest time of its request, in the clock's ms. */
  readonly since?: number;
  /** Longest time for the read in ms. */
  readonly timeout?: number;
  /** Waits for a read, if the cache has no answer. */
  wait(lookUp: () => Promise<void>): Promise<void>;
}

interface CachedAnswer {
  readonly operation: string;
  readonly answer: unknown;
  /** The time of the request in the clock's ms. */
  readonly at: number;
}

/**
 * A cache of look-ups (docs/architecture.md "Cached values"). Example: `getEngine` of engine 7 answers RE5, and every
 * fader of this engine uses this answer for a minute. It is dropped when a graph is loaded, a renderer starts, or a
 * path that was made from it is answered 404.
 */
export class LookUpCache {
  readonly #read: Read;
  readonly #clock: HubClock;
  readonly #answers = new Map<string, CachedAnswer>();
  /** One read for all callers that need the same answer. */
  readonly #pending = new Map<string, Promise<void>>();
  /** Counts invalidations. A read that began before a launch and ended after it is not cached. */
  #generation = 0;
  /** The time of the last invalidation, in the clock's ms. */
  #invalidatedAt = Number.NEGATIVE_INFINITY;

  constructor(read: Read, clock: HubClock) {
    this.#read = read;
    this.#clock = clock;
  }

  /** The answer of a read, from the cache if it has it. Throws the errors of the read. */
  async get(operation: string, params: Params, options: GetOptions): Promise<unknown> {
    const { since = Number.NEGATIVE_INFINITY, timeout, wait } = options;
    const key = keyOf(operation, params);
    for (;;) {
      const cached = this.#find(key);
      if (cached && cached.at >= since) return cached.answer;
      await wait(() => this.#readOnce(key, operation, params, timeout));
    }
  }

  /** The cached answer, or undefined. */
  peek(operation: string, params: Params): unknown {
    return this.#find(keyOf(operation, params))?.answer;
  }

  /** Reads and caches the answer, unless it was invalidated meanwhile. Throws the errors of the read. */
  #readOnce(key: string, operation: string, params: Params, timeout?: number): Promise<void> {
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const at = this.#clock.now();
    const generation = this.#generation;
    // The read uses the lanes, which are choosing the next request at this moment.
    const reading = Promise.resolve()
      .then(() => this.#read(operation, params, timeout))
      .then((answer) => {
        if (generation === this.#generation) this.#put(key, { operation, answer, at });
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, reading);
    return reading;
  }

  /**
   * Stores an answer that another caller has read. It was requested at `at`, in the clock's ms. An answer from before
   * the last invalidation is ignored.
   */
  store(operation: string, params: Params, answer: unknown, at: number): void {
    if (at > this.#invalidatedAt) this.#put(keyOf(operation, params), { operation, answer, at });
  }

  /** Drops the answers of some reads, or all. */
  invalidate(operations?: readonly string[]): void {
    this.#generation += 1;
    this.#invalidatedAt = this.#clock.now();
    for (const [key, { operation }] of this.#answers)
      if (!operations || operations.includes(operation)) this.#answers.delete(key);
  }

  /** Drops the answer of one read. */
  invalidateOne(operation: string, params: Params): void {
    this.#generation += 1;
    this.#invalidatedAt = this.#clock.now();
    this.#answers.delete(keyOf(operation, params));
  }

  #find(key: string): CachedAnswer | undefined {
    const cached = this.#answers.get(key);
    return cached && cached.at + MAX_AGE_MS > this.#clock.now() ? cached : undefined;
  }

  #put(key: string, cached: CachedAnswer): void {
    this.#answers.delete(key);
    this.#answers.set(key, cached);
    if (this.#answers.size <= MAX_ANSWERS) return;
    const [oldest] = this.#answers.keys();
    this.#answers.delete(oldest as string);
  }
}

const keyOf = (operation: string, params: Params): string => JSON.stringify([operation, params]);
