import type { HubClock } from '../../base/clock.js';
import { HubError } from '../wire/errors.js';
import { RepeatedAnswer } from '../wire/repeated-answer.js';
import type { Params } from '../wire/request.js';

/** The answer to a read, and its time in ms since the epoch. */
export interface PollAnswer {
  /** The values of the read. */
  readonly params: Params;
  /** The body of the answer. No watcher may change it. */
  readonly body: unknown;
  /** The time of the answer in ms since the epoch. */
  readonly at: number;
  /** True if other watchers or look-ups use the body too. Otherwise, it belongs to its watcher after the next answer. */
  readonly isShared?: boolean;
}

/** Gets every answer and every failure. All watchers get the same object, so none may change it. */
export interface Watcher {
  /** Called with each answer, changed or not. An exception becomes a call of `failure`. */
  answer(answer: PollAnswer): void;
  /**
   * Called when the read fails or the hub is lost, with a HubError or the exception. The last answer is no longer
   * valid.
   */
  failure(error: unknown): void;
}

/**
 * Pauses in ms while a read is refused. Each is twice the one before. A random part of up to a quarter is added, so
 * that not all polls return at once.
 */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const JITTER = 0.25;

/** A failed read is not sent again sooner, in ms, even if the hub returns often. */
const MIN_RETRY_MS = 500;

/**
 * One read, repeated for all its watchers, and never sent twice at once. Example for an interval of 500 ms: it is sent
 * at 0 and answered at 30, sent at 500 and answered at 1,200, and sent at 1,500. The pauses after a refusal grow. After
 * a fault of the hub, the poll waits for `retryNow`, or `Watching` asks it.
 */
export class Poll {
  readonly #read: () => Promise<PollAnswer>;
  readonly #interval: number;
  readonly #clock: HubClock;
  readonly repeated = new RepeatedAnswer();
  readonly #watchers = new Set<Watcher>();
  #latest: PollAnswer | undefined;
  #error: unknown;
  /** Consecutive failures. */
  #failures = 0;
  #isAsking = false;
  /** Counts the requests. An answer to an earlier one is ignored. */
  #askCount = 0;
  /** The hub was lost while an answer was pending. */
  #isDoubtful = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  #nextAt: number;

  /** `interval` in ms, a whole number. The first request is due after `delay` ms. */
  constructor(read: () => Promise<PollAnswer>, interval: number, clock: HubClock, delay: number) {
    this.#read = read;
    this.#interval = interval;
    this.#clock = clock;
    this.#nextAt = clock.now() + delay;
  }

  /** The time of the next request in the clock's ms. Infinite while an answer is pending. */
  get dueAt(): number {
    return this.#isAsking ? Number.POSITIVE_INFINITY : this.#nextAt;
  }

  /** True after a failure, until the next answer. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  /** True if the hub failed to answer it. `Watching` asks such polls one after the other. */
  get isFaulty(): boolean {
    return !this.#isAsking && this.#nextAt === Number.POSITIVE_INFINITY;
  }

  /** The time of the last request in the clock's ms. */
  get askedAt(): number {
    return this.#askedAt;
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  /** Adds a watcher, and sends it the present state at once. */
  join(watcher: Watcher): void {
    this.#watchers.add(watcher);
    if (this.isFailing) notifyFailure(watcher, this.#error);
    else if (this.#latest) notify(watcher, this.#latest);
  }

  /** Removes one watcher, or all. */
  leave(watcher?: Watcher): void {
    if (watcher) this.#watchers.delete(watcher);
    else this.#watchers.clear();
  }

  /** Asks once, and notifies all watchers. Returns true for the first answer after a failure. */
  async ask(): Promise<boolean> {
    this.#askCount += 1;
    const turn = this.#askCount;
    this.#isAsking = true;
    this.#isDoubtful = false;
    this.#askedAt = this.#clock.now();
    let answer: PollAnswer | undefined;
    let error: unknown;
    try {
      answer = await this.#read();
    } catch (cause) {
      error = cause;
    }
    if (turn !== this.#askCount) return false;
    this.#isAsking = false;
    if (!answer) {
      // If the hub was lost meanwhile, the watchers got this failure.
      if (!this.#isDoubtful) this.fail(error);
      return false;
    }
    const isRecovered = this.isFailing;
    this.#failures = 0;
    this.#nextAt = this.#clock.now() + this.#untilNextInterval();
    const latest = { ...answer, isShared: answer.isShared === true || this.#watchers.size > 1 };
    this.#latest = latest;
    for (const watcher of [...this.#watchers]) notify(watcher, latest);
    return isRecovered;
  }

  /** Reports a failure or the loss of the hub. The last answer is no longer valid. */
  fail(error: unknown): void {
    this.#error = error;
    this.#failures += 1;
    this.#latest = undefined;
    this.#isDoubtful = this.#isAsking;
    this.#nextAt = isRefusal(error) ? this.#clock.now() + this.#refusalPause() : Number.POSITIVE_INFINITY;
    for (const watcher of [...this.#watchers]) notifyFailure(watcher, error);
  }

  /** The hub is back, so a failed poll is due at once. Returns true if the poll was waiting for an outdated answer. */
  retryNow(): boolean {
    if (!this.isFailing || (this.#isAsking && !this.#isDoubtful)) return false;
    const isOld = this.#isAsking;
    this.#askCount += 1;
    this.#isAsking = false;
    this.#isDoubtful = false;
    this.#nextAt = isOld ? this.#clock.now() : Math.max(this.#clock.now(), this.#askedAt + MIN_RETRY_MS);
    return isOld;
  }

  /** The time until the next multiple of the interval, so that all polls of one interval are due together. */
  #untilNextInterval = (): number => this.#interval - (this.#clock.now() % this.#interval);

  #refusalPause(): number {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS);
    return Math.max(pause, this.#interval) * (1 + JITTER * Math.random());
  }
}

/** The hub refused the read, or the parameters are wrong. The next answer will be the same. */
const isRefusal = (error: unknown): boolean =>
  error instanceof HubError && (error.outcome === 'refused' || error.code === 'BAD_INPUT');

/** If one watcher cannot handle an answer, only this watcher gets a failure. */
function notify(watcher: Watcher, answer: PollAnswer): void {
  try {
    watcher.answer(answer);
  } catch (error) {
    notifyFailure(watcher, error);
  }
}

function notifyFailure(watcher: Watcher, error: unknown): void {
  try {
    watcher.failure(error);
  } catch {
    // The other watchers continue.
  }
}
