import type { HubClock } from '../base/clock.js';
import { HubError } from '../wire/errors.js';
import type { Params } from '../wire/request.js';

/** What the hub answered to a read, and when: ms since the epoch. */
export interface PollAnswer {
  readonly params: Params;
  readonly body: unknown;
  readonly at: number;
}

/** Is told every answer and every failure. Must not change what it is told: all who watch are given the same object. */
export interface Watcher {
  answer(answer: PollAnswer): void;
  failure(error: unknown): void;
}

/** Pauses in ms while a read is refused, each twice the one before, and up to a quarter more, lest all come back at once. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const JITTER = 0.25;

/** However often the hub comes back, a read that fails is not asked again sooner, in ms. */
const MIN_RETRY_MS = 500;

/**
 * One read, repeated for all who watch it: never two at once. For example every 500 ms: asked at 0, answered at 30;
 * asked at 500, answered only at 1,200; asked at 1,500. What is refused is asked more and more rarely. What the hub
 * could not answer waits until it is told to `hurry`, or is asked in its turn (see `Watching`).
 */
export class Poll {
  readonly #read: () => Promise<PollAnswer>;
  readonly #interval: number;
  readonly #clock: HubClock;
  readonly #watchers = new Set<Watcher>();
  #latest: PollAnswer | undefined;
  #error: unknown;
  /** Failures in a row. */
  #failures = 0;
  #isAsking = false;
  /** Counts what was asked: the answer to an earlier one is not waited for any more. */
  #askCount = 0;
  /** The hub was lost while an answer was awaited. */
  #isDoubtful = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  #nextAt = Number.NEGATIVE_INFINITY;

  /** `interval` in ms, a whole number. */
  constructor(read: () => Promise<PollAnswer>, interval: number, clock: HubClock) {
    this.#read = read;
    this.#interval = interval;
    this.#clock = clock;
  }

  /** When it is to be asked, in the clock's ms: never, as long as an answer is awaited. */
  get dueAt(): number {
    return this.#isAsking ? Number.POSITIVE_INFINITY : this.#nextAt;
  }

  /** Whether it failed by a fault of the hub, and waits for its turn. */
  get isFaulty(): boolean {
    return !this.#isAsking && this.#failures > 0 && this.#nextAt === Number.POSITIVE_INFINITY;
  }

  /** When it was asked last, in the clock's ms. */
  get askedAt(): number {
    return this.#askedAt;
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  /** Tells a new watcher at once what is known. */
  join(watcher: Watcher): void {
    this.#watchers.add(watcher);
    if (this.#failures > 0) notifyFailure(watcher, this.#error);
    else if (this.#latest) notify(watcher, this.#latest);
  }

  /** Tells one watcher nothing more, or nobody. */
  leave(watcher?: Watcher): void {
    if (watcher) this.#watchers.delete(watcher);
    else this.#watchers.clear();
  }

  /** Asks once, and tells everybody; gives whether that was the first answer after a failure. */
  async ask(): Promise<boolean> {
    this.#askCount += 1;
    const turn = this.#askCount;
    this.#isAsking = true;
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
    this.#isDoubtful = false;
    if (!answer) {
      this.fail(error);
      return false;
    }
    const isBack = this.#failures > 0;
    this.#failures = 0;
    this.#nextAt = this.#clock.now() + this.#untilNextInterval();
    this.#latest = answer;
    for (const watcher of [...this.#watchers]) notify(watcher, answer);
    return isBack;
  }

  /** It failed, or the hub was lost: what was read before is not known any more. */
  fail(error: unknown): void {
    this.#error = error;
    this.#failures += 1;
    this.#latest = undefined;
    this.#isDoubtful = this.#isAsking;
    this.#nextAt = isRefusal(error) ? this.#clock.now() + this.#refusalPause() : Number.POSITIVE_INFINITY;
    for (const watcher of [...this.#watchers]) notifyFailure(watcher, error);
  }

  /** The hub is there: does not wait any longer if it failed. Gives whether it waited for an answer that is too old. */
  retryNow(): boolean {
    if (this.#failures === 0 || (this.#isAsking && !this.#isDoubtful)) return false;
    const isOld = this.#isAsking;
    this.#askCount += 1;
    this.#isAsking = false;
    this.#isDoubtful = false;
    this.#nextAt = isOld ? this.#clock.now() : Math.max(this.#clock.now(), this.#askedAt + MIN_RETRY_MS);
    return isOld;
  }

  /** Until the next multiple of the interval: so all polls of one interval are due together. */
  #untilNextInterval = (): number => this.#interval - (this.#clock.now() % this.#interval);

  #refusalPause(): number {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS);
    return Math.max(pause, this.#interval) * (1 + JITTER * Math.random());
  }
}

/** The hub said no, or there is nothing to ask: asking again will change nothing soon. */
const isRefusal = (error: unknown): boolean =>
  error instanceof HubError && (error.outcome === 'refused' || error.code === 'BAD_INPUT');

/** Tells an answer; one that a watcher cannot take, for example nested 5,000 deep, is a failure to that watcher alone. */
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
    // There is nobody left to tell, and the others still watch.
  }
}
