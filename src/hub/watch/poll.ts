import type { Clock } from '../base/clock.js';
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
const FIRST_MS = 1000;
const LONGEST_MS = 30_000;
const JITTER = 0.25;

/** However often the hub comes back, a read that fails is not asked again sooner, in ms. */
const SHORTEST_MS = 500;

/**
 * One read, repeated for all who watch it: never two at once. For example every 500 ms: asked at 0, answered at 30;
 * asked at 500, answered only at 1,200; asked at 1,500. What is refused is asked more and more rarely. What the hub
 * could not answer waits until it is told to `hurry`, or is asked in its turn (see `Watching`).
 */
export class Poll {
  readonly #read: () => Promise<PollAnswer>;
  readonly #interval: number;
  readonly #clock: Clock;
  readonly #watchers = new Set<Watcher>();
  #latest: PollAnswer | undefined;
  #error: unknown;
  /** Failures in a row. */
  #failures = 0;
  #asking = false;
  /** Counts what was asked: the answer to an earlier one is not waited for any more. */
  #turn = 0;
  /** The hub was lost while an answer was awaited. */
  #inDoubt = false;
  #asked = Number.NEGATIVE_INFINITY;
  #next = Number.NEGATIVE_INFINITY;

  /** `interval` in ms, a whole number. */
  constructor(read: () => Promise<PollAnswer>, interval: number, clock: Clock) {
    this.#read = read;
    this.#interval = interval;
    this.#clock = clock;
  }

  /** When it is to be asked, in the clock's ms: never, as long as an answer is awaited. */
  get due(): number {
    return this.#asking ? Number.POSITIVE_INFINITY : this.#next;
  }

  /** Whether it failed by a fault of the hub, and waits for its turn. */
  get waits(): boolean {
    return !this.#asking && this.#failures > 0 && this.#next === Number.POSITIVE_INFINITY;
  }

  /** When it was asked last, in the clock's ms. */
  get asked(): number {
    return this.#asked;
  }

  get watched(): boolean {
    return this.#watchers.size > 0;
  }

  /** Tells a new watcher at once what is known. */
  join(watcher: Watcher): void {
    this.#watchers.add(watcher);
    if (this.#failures > 0) fail(watcher, this.#error);
    else if (this.#latest) tell(watcher, this.#latest);
  }

  /** Tells one watcher nothing more, or nobody. */
  leave(watcher?: Watcher): void {
    if (watcher) this.#watchers.delete(watcher);
    else this.#watchers.clear();
  }

  /** Asks once, and tells everybody; gives whether that was the first answer after a failure. */
  async ask(): Promise<boolean> {
    this.#turn += 1;
    const turn = this.#turn;
    this.#asking = true;
    this.#asked = this.#clock.now();
    let answer: PollAnswer | undefined;
    let error: unknown;
    try {
      answer = await this.#read();
    } catch (cause) {
      error = cause;
    }
    if (turn !== this.#turn) return false;
    this.#asking = false;
    this.#inDoubt = false;
    if (!answer) {
      this.fail(error);
      return false;
    }
    const isBack = this.#failures > 0;
    this.#failures = 0;
    this.#next = this.#clock.now() + this.#rest();
    this.#latest = answer;
    for (const watcher of [...this.#watchers]) tell(watcher, answer);
    return isBack;
  }

  /** It failed, or the hub was lost: what was read before is not known any more. */
  fail(error: unknown): void {
    this.#error = error;
    this.#failures += 1;
    this.#latest = undefined;
    this.#inDoubt = this.#asking;
    this.#next = isRefusal(error) ? this.#clock.now() + this.#pause() : Number.POSITIVE_INFINITY;
    for (const watcher of [...this.#watchers]) fail(watcher, error);
  }

  /** The hub is there: does not wait any longer if it failed. Gives whether it waited for an answer that is too old. */
  hurry(): boolean {
    if (this.#failures === 0 || (this.#asking && !this.#inDoubt)) return false;
    const isOld = this.#asking;
    this.#turn += 1;
    this.#asking = false;
    this.#inDoubt = false;
    this.#next = isOld ? this.#clock.now() : Math.max(this.#clock.now(), this.#asked + SHORTEST_MS);
    return isOld;
  }

  /** Until the next multiple of the interval: so all polls of one interval are due together. */
  #rest = (): number => this.#interval - (this.#clock.now() % this.#interval);

  #pause(): number {
    const pause = Math.min(FIRST_MS * 2 ** (this.#failures - 1), LONGEST_MS);
    return Math.max(pause, this.#interval) * (1 + JITTER * Math.random());
  }
}

/** The hub said no, or there is nothing to ask: asking again will change nothing soon. */
const isRefusal = (error: unknown): boolean =>
  error instanceof HubError && (error.outcome === 'refused' || error.code === 'BAD_INPUT');

/** Tells an answer; one that a watcher cannot take, for example nested 5,000 deep, is a failure to that watcher alone. */
function tell(watcher: Watcher, answer: PollAnswer): void {
  try {
    watcher.answer(answer);
  } catch (error) {
    fail(watcher, error);
  }
}

function fail(watcher: Watcher, error: unknown): void {
  try {
    watcher.failure(error);
  } catch {
    // There is nobody left to tell, and the others still watch.
  }
}
