import type { HubClock } from '../../base/clock.js';
import { Signal } from '../../base/signal.js';
import type { OperationName } from '../table/operations.js';
import { HubError } from '../wire/errors.js';
import type { Params } from '../wire/request.js';

/** Returns the body of a read of the table within `timeout` ms. */
export type Read = (operation: OperationName, params: Params, timeout?: number) => Promise<unknown>;

const MAX_AGE_MS = 60_000;

/** A trigger on a slow hub may use a description of this age. */
const MAX_OLDER_AGE_MS = 120_000;

/** If the cache is full, the oldest answers are dropped. */
const MAX_ANSWERS = 500;

interface GetOptions {
  /** The earliest time of its request, in the clock's ms. */
  readonly since?: number;
  /** Longest time for the read in ms. */
  readonly timeout?: number;
  /** On a slow hub, an older answer may be used instead. */
  readonly older?: OlderAnswer;
  /** Waits for a read. */
  wait(lookUp: () => Promise<void>, patience?: Patience): Promise<void>;
}

interface OlderAnswer {
  /** It is used from this time on, in the clock's ms. */
  readonly until: number;
  readonly mayUse: MayUse;
}

interface CachedAnswer {
  readonly operation: OperationName;
  readonly answer: unknown;
  /** The time of the request in the clock's ms. */
  readonly at: number;
  /** The answer to the request before. */
  readonly before?: unknown;
}

/**
 * A cache of look-ups (docs/develop/rules.md "Cached values"). Example: `getEngine` of engine 7 answers RE5, and every
 * fader of this engine uses this answer for a minute. It is dropped when a graph is loaded, a renderer starts, or a
 * path that was made from it is answered 404.
 */
export class LookUpCache {
  readonly #read: Read;
  readonly #clock: HubClock;
  /** Answers were dropped. */
  readonly invalidated = new Signal<void>();
  readonly #stored = new Signal<void>();
  readonly #answers = new Map<string, CachedAnswer>();
  /** One read for all callers that need the same answer. */
  readonly #pending = new Map<string, { readonly at: number; readonly reading: Promise<void> }>();
  /** Counts invalidations. A read that began before a launch and ended after it is not cached. */
  #generation = 0;
  /** The time of the last invalidation, in the clock's ms. */
  #invalidatedAt = Number.NEGATIVE_INFINITY;
  /** The same for each read, and for all reads at once. */
  readonly #changedAt = new Map<OperationName | 'all', number>();

  constructor(read: Read, clock: HubClock) {
    this.#read = read;
    this.#clock = clock;
  }

  /**
   * The answer of a read, from the cache if it has it. If the hub is slow, it may be an older one. Throws the errors of
   * the read.
   */
  async get(operation: OperationName, params: Params, options: GetOptions): Promise<unknown> {
    const { since = Number.NEGATIVE_INFINITY, timeout, older, wait } = options;
    const key = keyOf(operation, params);
    const olderAnswer = () => {
      const cached = older && this.#find(key, MAX_OLDER_AGE_MS);
      return cached && older.mayUse(cached.answer, cached.before) ? cached : undefined;
    };
    const isOver = () => olderAnswer() !== undefined;
    const patience = older && { until: older.until, isOver, stored: this.#stored };
    for (;;) {
      const cached = this.#find(key);
      if (cached && cached.at >= since) return cached.answer;
      const usable = older && this.#clock.now() >= older.until ? olderAnswer() : undefined;
      if (usable) return usable.answer;
      const startedAt = this.#pending.get(key)?.at ?? since;
      try {
        await wait(() => this.#readOnce(key, operation, params, timeout), patience);
      } catch (error) {
        const replacement = isSlow(error) ? olderAnswer() : undefined;
        if (replacement) return replacement.answer;
        // A read that began earlier has shown nothing about this moment.
        if (!older || !isSlow(error) || startedAt >= since) throw error;
      }
    }
  }

  /** The cached answer, or undefined. */
  peek(operation: OperationName, params: Params): unknown {
    return this.#find(keyOf(operation, params))?.answer;
  }

  /** Reads and caches the answer, unless it was invalidated meanwhile. Throws the errors of the read. */
  #readOnce(key: string, operation: OperationName, params: Params, timeout?: number): Promise<void> {
    const pending = this.#pending.get(key);
    if (pending) return pending.reading;
    const at = this.#clock.now();
    const generation = this.#generation;
    // The read uses the lanes, which are choosing the next request at this moment.
    const reading = Promise.resolve()
      .then(() => this.#read(operation, params, timeout))
      .then((answer) => {
        if (generation === this.#generation) this.#put(key, { operation, answer, at });
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, { at, reading });
    return reading;
  }

  /**
   * Stores an answer that another caller has read. It was requested at `at`, in the clock's ms. An answer from before
   * the last invalidation is ignored.
   */
  store(operation: OperationName, params: Params, answer: unknown, at: number): void {
    if (at > this.#invalidatedAt) this.#put(keyOf(operation, params), { operation, answer, at });
  }

  /** Drops the answers of some reads, or all. */
  invalidate(operations?: readonly OperationName[]): void {
    this.#generation += 1;
    this.#invalidatedAt = this.#clock.now();
    for (const operation of operations ?? (['all'] as const)) this.#changedAt.set(operation, this.#invalidatedAt);
    for (const [key, { operation }] of this.#answers)
      if (!operations || operations.includes(operation)) this.#answers.delete(key);
    this.invalidated.emit();
  }

  /** The end of the last command that may have changed the answers of this read, in the clock's ms. */
  changedAt(operation: OperationName): number {
    const times = [operation, 'all' as const].map((each) => this.#changedAt.get(each) ?? Number.NEGATIVE_INFINITY);
    return Math.max(...times);
  }

  /** Drops the answer of one read. */
  invalidateOne(operation: OperationName, params: Params): void {
    this.#generation += 1;
    this.#invalidatedAt = this.#clock.now();
    this.#answers.delete(keyOf(operation, params));
    this.invalidated.emit();
  }

  #find(key: string, maxAge = MAX_AGE_MS): CachedAnswer | undefined {
    const cached = this.#answers.get(key);
    return cached && cached.at + maxAge > this.#clock.now() ? cached : undefined;
  }

  /** Caches an answer, unless a later request was answered first. */
  #put(key: string, cached: CachedAnswer): void {
    const last = this.#answers.get(key);
    if (last && last.at > cached.at) return;
    this.#answers.delete(key);
    this.#answers.set(key, { ...cached, before: last?.answer });
    const [oldest] = this.#answers.size > MAX_ANSWERS ? this.#answers.keys() : [];
    if (oldest !== undefined) this.#answers.delete(oldest);
    this.#stored.emit();
  }
}

/** The read took too long, so the hub may still be able to carry out commands. */
const isSlow = (error: unknown): boolean =>
  error instanceof HubError && (error.code === 'HUB_TIMEOUT' || error.code === 'EXPIRED');

/** The same text for the same read with the same values. */
export const keyOf = (operation: OperationName, params: Params): string => JSON.stringify([operation, params]);

/** A description or a state counts as current if it was read at most this many ms ago. */
export const RECENT_MS = 1000;

/** The end of a wait for a look-up that has a replacement. */
export interface Patience {
  /** In the clock's ms. */
  readonly until: number;
  /** From then on, the wait ends as soon as this is true. It can change only with `stored`. */
  isOver(): boolean;
  /** An answer was cached. */
  readonly stored: Signal<void>;
}

/** True if a trigger may use an older description. `before` is the description before it, if there was one. */
export type MayUse = (description: unknown, before: unknown) => boolean;

/**
 * Values that a command needs from the hub before it is sent. For example, "x to 1" needs the type of the engine and,
 * on RE, the whole vector: the last one that was sent, or a fresh one from the hub.
 */
export interface LookUps {
  /**
   * The answer of a read, requested at most `maxAge` ms before the command's turn: 0 is a fresh one. Without `maxAge`, a
   * cached answer is good enough. The command keeps its place in the lane meanwhile. Throws if the read fails.
   */
  get(operation: OperationName, params: Params, maxAge?: number): Promise<unknown>;
  /**
   * The answer of a read that describes things, for a trigger: from at most 1 s before its turn. On a slow hub, it is an
   * older one that `mayUse` accepts (docs/live-control.md "A press on a slow hub").
   */
  describe(operation: OperationName, params: Params, mayUse: MayUse): Promise<unknown>;
  /**
   * The answer of a read within `timeout` ms, for a command that can be sent without it: undefined if the read fails. It
   * was requested after the last command of the lane.
   */
  tryGet(operation: OperationName, params: Params, maxAge: number, timeout: number): Promise<unknown>;
  /**
   * True if an answer of this read may show the state from before a command. It then waits a short time first, and the
   * next `tryGet` reads again.
   */
  mayLag(operation: OperationName): Promise<boolean>;
  /** The last value sent on the lane of a property. Undefined if others can have changed it since. */
  lastSent(lane: string): unknown;
}
