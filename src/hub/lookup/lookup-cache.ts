import type { HubClock } from '../base/clock.js';
import type { Params } from '../wire/request.js';

/** The body that a read of the table answers, within `timeout` ms. */
export type Read = (operation: string, params: Params, timeout?: number) => Promise<unknown>;

/** What is remembered for longer, in ms, is read again. */
const MAX_AGE_MS = 60_000;

/** So many answers are remembered; then the oldest are forgotten. */
const MAX_ANSWERS = 500;

/** How a look-up is made. */
interface GetOptions {
  /** When it was requested, at the earliest, in the clock's ms. */
  readonly since?: number;
  /** Longest time for the read in ms. */
  readonly timeout?: number;
  /** Waits for the read, if there has to be one. */
  wait(lookUp: () => Promise<void>): Promise<void>;
}

interface CachedAnswer {
  readonly operation: string;
  readonly answer: unknown;
  /** When it was asked for, in the clock's ms. */
  readonly at: number;
}

/**
 * What was looked up once and is used again, until it may have changed
 * (docs/architecture.md "Cached values"). For example: `getEngine` of engine 7 says RE5; for a minute
 * every fader of that engine relies on it, unless a graph is loaded, a renderer starts, or a path that was made from it
 * is answered 404.
 */
export class LookUpCache {
  readonly #read: Read;
  readonly #clock: HubClock;
  readonly #answers = new Map<string, CachedAnswer>();
  /** One read for all who want the same. */
  readonly #pending = new Map<string, Promise<void>>();
  /** Counts what was forgotten: a read that was asked before a launch and answered after it is not remembered. */
  #generation = 0;
  /** When that was, in the clock's ms. */
  #invalidatedAt = Number.NEGATIVE_INFINITY;

  constructor(read: Read, clock: HubClock) {
    this.#read = read;
    this.#clock = clock;
  }

  /** The answer of a read, from the cache if it is there. Throws what the read throws. */
  async get(operation: string, params: Params, options: GetOptions): Promise<unknown> {
    const { since = Number.NEGATIVE_INFINITY, timeout, wait } = options;
    const key = keyOf(operation, params);
    for (;;) {
      const found = this.#find(key);
      if (found && found.at >= since) return found.answer;
      await wait(() => this.#readOnce(key, operation, params, timeout));
    }
  }

  /** The cached answer. Undefined if there is none. */
  peek(operation: string, params: Params): unknown {
    return this.#find(keyOf(operation, params))?.answer;
  }

  /** Reads and remembers the answer, unless `forget` came between. Throws what the read throws. */
  #readOnce(key: string, operation: string, params: Params, timeout?: number): Promise<void> {
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const at = this.#clock.now();
    const generation = this.#generation;
    // A moment later: the lanes are choosing what goes out right now, and the read itself is to go through them.
    const reading = Promise.resolve()
      .then(() => this.#read(operation, params, timeout))
      .then((answer) => {
        if (generation === this.#generation) this.#put(key, { operation, answer, at });
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, reading);
    return reading;
  }

  /** Stores an answer that another caller has read, requested at `at` (the clock's ms), unless `forget` came since. */
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
    const found = this.#answers.get(key);
    return found && found.at + MAX_AGE_MS > this.#clock.now() ? found : undefined;
  }

  #put(key: string, found: CachedAnswer): void {
    this.#answers.delete(key);
    this.#answers.set(key, found);
    if (this.#answers.size <= MAX_ANSWERS) return;
    const [oldest] = this.#answers.keys();
    this.#answers.delete(oldest as string);
  }
}

const keyOf = (operation: string, params: Params): string => JSON.stringify([operation, params]);
