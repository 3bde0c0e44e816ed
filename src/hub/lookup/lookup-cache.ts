import type { Clock } from '../base/clock.js';
import type { Params } from '../wire/request.js';
import { Wanted } from './known.js';

/** Reads the hub, `within` ms, for something else than a node's own answer: the body that an operation answers. */
export type Read = (operation: string, params: Params, within?: number) => Promise<unknown>;

/** What is remembered for longer, in ms, is read again. */
const LONGEST_MS = 60_000;

/** So many answers are remembered; then the oldest are forgotten. */
const MOST = 500;

interface LookedUp {
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
  readonly #clock: Clock;
  readonly #known = new Map<string, LookedUp>();
  /** One read for all who want the same. */
  readonly #pending = new Map<string, Promise<void>>();
  /** Counts what was forgotten: a read that was asked before a launch and answered after it is not remembered. */
  #generation = 0;
  /** When that was, in the clock's ms. */
  #forgotten = Number.NEGATIVE_INFINITY;

  constructor(read: Read, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  /** What a read answered that was asked at `since` (the clock's ms) or later. Throws `Wanted` (`within`: see there). */
  recall(operation: string, params: Params, since = Number.NEGATIVE_INFINITY, within?: number): unknown {
    const found = this.#find(keyOf(operation, params));
    if (!found || found.at < since) throw new Wanted(operation, params, within);
    return found.answer;
  }

  /** The same without asking: undefined for what is not remembered. */
  peek(operation: string, params: Params): unknown {
    return this.#find(keyOf(operation, params))?.answer;
  }

  /** Reads what is wanted, and remembers it unless `forget` came between. Throws what the read throws. */
  look({ operation, params, within }: Wanted): Promise<void> {
    const key = keyOf(operation, params);
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const at = this.#clock.now();
    const generation = this.#generation;
    // A moment later: the lanes are choosing what goes out right now, and the read itself is to go through them.
    const asked = Promise.resolve()
      .then(() => this.#read(operation, params, within))
      .then((answer) => {
        if (generation === this.#generation) this.#remember(key, { operation, answer, at });
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, asked);
    return asked;
  }

  /** Remembers what somebody else has read, asked for at `at` (the clock's ms), unless `forget` came since. */
  learn(operation: string, params: Params, answer: unknown, at: number): void {
    if (at > this.#forgotten) this.#remember(keyOf(operation, params), { operation, answer, at });
  }

  /** Forgets what some reads told, or all. */
  forget(operations?: readonly string[]): void {
    this.#generation += 1;
    this.#forgotten = this.#clock.now();
    for (const [key, { operation }] of this.#known)
      if (!operations || operations.includes(operation)) this.#known.delete(key);
  }

  /** Forgets what one read told. */
  drop(operation: string, params: Params): void {
    this.#generation += 1;
    this.#forgotten = this.#clock.now();
    this.#known.delete(keyOf(operation, params));
  }

  #find(key: string): LookedUp | undefined {
    const found = this.#known.get(key);
    return found && found.at + LONGEST_MS > this.#clock.now() ? found : undefined;
  }

  #remember(key: string, found: LookedUp): void {
    this.#known.delete(key);
    this.#known.set(key, found);
    if (this.#known.size <= MOST) return;
    const [oldest] = this.#known.keys();
    this.#known.delete(oldest as string);
  }
}

const keyOf = (operation: string, params: Params): string => JSON.stringify([operation, params]);
