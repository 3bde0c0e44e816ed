import type { HubClock } from '../../base/clock.js';
import { Signal } from '../../base/signal.js';
import { type Changed, isChanged, type ReadTarget } from '../table/changed-reads.js';
import type { OperationName } from '../table/operations.js';
import { HubError } from '../wire/errors.js';
import type { Params } from '../wire/request.js';

/** Returns the body of a read of the table within `timeout` ms. `hasReplacement`: an older answer may be used instead. */
export type Read = (
  operation: OperationName,
  params: Params,
  timeout?: number,
  hasReplacement?: boolean,
) => Promise<unknown>;

const MAX_AGE_MS = 60_000;

/** A trigger on a slow hub may use a description of this age. No answer is older, and no change that counts. */
const MAX_OLDER_AGE_MS = 120_000;

/** If the cache is full, the oldest answers are dropped. */
const MAX_ANSWERS = 500;

interface GetOptions {
  /** The earliest time of its request, in the clock's ms. */
  readonly since?: number;
  /** The caller no longer needs the answer at this time, in the clock's ms. */
  readonly until?: number;
  /** Answers that were no longer current when they arrived, but that this caller uses. */
  readonly used?: UsedAnswers;
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

/** Answers that one command relies on, by the key of their read. */
type UsedAnswers = Map<string, Pick<CachedAnswer, 'answer' | 'at'>>;

interface CachedAnswer {
  readonly operation: OperationName;
  readonly params: Params;
  readonly answer: unknown;
  /** The time of the request in the clock's ms. */
  readonly at: number;
  /** The answer to the request before. */
  readonly before?: unknown;
}

/** A read in flight, for all callers that need the same answer. */
interface PendingRead extends ReadTarget {
  /** The time of the request in the clock's ms. */
  readonly at: number;
  readonly reading: Promise<void>;
  /** Set with its answer, if the answer may have changed since the request. */
  outdated?: { readonly answer: unknown };
}

/** A change that a command may have made. */
interface Change {
  readonly changed: Changed;
  /** The end of the command in the clock's ms. */
  readonly at: number;
}

/**
 * A cache of look-ups (docs/develop/rules.md "Cached values"). Example: `getEngine` of engine 7 answers RE5, and every
 * fader of this engine uses this answer for a minute. It is dropped when a graph is loaded, a renderer starts, or a
 * path that was made from it is answered 404.
 */
export class LookUpCache {
  readonly #read: Read;
  readonly #clock: HubClock;
  /** The answers of some reads were dropped. */
  readonly invalidated = new Signal<Changed>();
  readonly #stored = new Signal<void>();
  readonly #answers = new Map<string, CachedAnswer>();
  /** One read for all callers that need the same answer. A read that may be outdated is not among them. */
  readonly #pending = new Map<string, PendingRead>();
  /** The last change of each kind, the latest at the end. */
  readonly #changes = new Map<string, Change>();

  constructor(read: Read, clock: HubClock) {
    this.#read = read;
    this.#clock = clock;
  }

  /**
   * The answer of a read, from the cache if it has it. If the hub is slow, it may be an older one. If a command changes
   * the answer meanwhile, it is read once more, if there is time for it. So commands that never end hold up no caller.
   * Throws the errors of the read.
   */
  async get(operation: OperationName, params: Params, options: GetOptions): Promise<unknown> {
    const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, used, timeout, older, wait } = options;
    const key = keyOf(operation, params);
    const olderAnswer = () => {
      const cached = older && this.#find(key, MAX_OLDER_AGE_MS);
      return cached && older.mayUse(cached.answer, cached.before) ? cached : undefined;
    };
    const isOver = () => olderAnswer() !== undefined;
    const patience = older && { until: older.until, isOver, stored: this.#stored };
    let isRepeated = false;
    for (;;) {
      const cached = this.#find(key) ?? used?.get(key);
      if (cached && cached.at >= since) return cached.answer;
      const usable = older && this.#clock.now() >= older.until ? olderAnswer() : undefined;
      if (usable) return usable.answer;
      const startedAt = this.#pending.get(key)?.at ?? since;
      let read: PendingRead | undefined;
      const lookUp = () => {
        read = this.#readOnce(key, operation, params, timeout, isOver());
        return read.reading;
      };
      try {
        await wait(lookUp, patience);
        const outdated = outdatedIn(read, since);
        const now = this.#clock.now();
        if (outdated && (isRepeated || now + 2 * (now - outdated.at) > until)) {
          used?.set(key, outdated);
          return outdated.answer;
        }
        isRepeated ||= outdated !== undefined;
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
  #readOnce(
    key: string,
    operation: OperationName,
    params: Params,
    timeout: number | undefined,
    hasReplacement: boolean,
  ): PendingRead {
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const at = this.#clock.now();
    const isCurrent = () => this.#pending.get(key) === read;
    // The read uses the lanes, which are choosing the next request at this moment.
    const reading = Promise.resolve()
      .then(() => this.#read(operation, params, timeout, hasReplacement))
      .then((answer) => {
        if (isCurrent()) this.#put(key, { operation, params, answer, at });
        else read.outdated = { answer };
      })
      .finally(() => isCurrent() && this.#pending.delete(key));
    const read: PendingRead = { operation, params, at, reading };
    this.#pending.set(key, read);
    return read;
  }

  /**
   * Stores an answer that another caller has read. It was requested at `at`, in the clock's ms. It is ignored if the
   * answer may have changed since.
   */
  store(operation: OperationName, params: Params, answer: unknown, at: number): void {
    if (at > this.changedAt(operation, params)) this.#put(keyOf(operation, params), { operation, params, answer, at });
  }

  /** Drops the answers of some reads, or all. */
  invalidate(changed: Changed): void {
    const at = this.#clock.now();
    const name = JSON.stringify(changed);
    this.#changes.delete(name);
    this.#changes.set(name, { changed, at });
    for (const [each, change] of this.#changes)
      if (change.at + MAX_OLDER_AGE_MS < at) this.#changes.delete(each);
      else break;
    for (const reads of [this.#answers, this.#pending])
      for (const [key, read] of reads) if (isChanged(changed, read)) reads.delete(key);
    this.invalidated.emit(changed);
  }

  /** The end of the last command that may have changed the answer of this read, in the clock's ms. */
  changedAt(operation: OperationName, params: Params): number {
    let last = Number.NEGATIVE_INFINITY;
    for (const { changed, at } of this.#changes.values()) if (isChanged(changed, { operation, params })) last = at;
    return last;
  }

  /** Drops the answer of one read. */
  invalidateOne(operation: OperationName, params: Params): void {
    this.invalidate([{ operation, target: params }]);
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

/** The answer of a read that may have changed since. Undefined if it has not, or if its request was before `since`. */
function outdatedIn(read: PendingRead | undefined, since: number): { answer: unknown; at: number } | undefined {
  if (!read?.outdated || read.at < since) return undefined;
  return { answer: read.outdated.answer, at: read.at };
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
  mayLag(operation: OperationName, params: Params): Promise<boolean>;
  /** The last value sent on the lane of a property. Undefined if others can have changed it since. */
  lastSent(lane: string): unknown;
}
