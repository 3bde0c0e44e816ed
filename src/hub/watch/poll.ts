import type { Clock } from '../base/clock.js';
import type { Params } from '../wire/request.js';

/** What the hub answered to a read, and when: ms since the epoch. */
export interface Seen {
  readonly params: Params;
  readonly body: unknown;
  readonly at: number;
}

/** Is told every answer and every failure. Must not change what it is told: all who watch are given the same object. */
export interface Watcher {
  answer(seen: Seen): void;
  failure(error: unknown): void;
}

/** Pauses in ms while a read fails, each twice the one before, and up to a quarter more, lest all come back at once. */
const FIRST_MS = 1000;
const LONGEST_MS = 30_000;
const JITTER = 0.25;

/**
 * One read, repeated for all who watch it: never two at once, and more and more rarely while it fails. For example
 * every 500 ms: asked at 0, answered at 30; asked at 500, answered only at 1,200; asked at 1,500, failed at 1,600;
 * asked again 1 to 1.25 s after that.
 */
export class Poll {
  readonly #read: () => Promise<Seen>;
  readonly #interval: number;
  readonly #clock: Clock;
  readonly #watchers = new Set<Watcher>();
  #seen: Seen | undefined;
  #error: unknown;
  /** Failures in a row. */
  #failures = 0;
  #asking = false;
  #next = Number.NEGATIVE_INFINITY;

  /** `interval` in ms, a whole number. */
  constructor(read: () => Promise<Seen>, interval: number, clock: Clock) {
    this.#read = read;
    this.#interval = interval;
    this.#clock = clock;
  }

  /** When it is to be asked, in the clock's ms: never, as long as an answer is awaited. */
  get due(): number {
    return this.#asking ? Number.POSITIVE_INFINITY : this.#next;
  }

  get watched(): boolean {
    return this.#watchers.size > 0;
  }

  /** Tells a new watcher at once what is known. */
  join(watcher: Watcher): void {
    this.#watchers.add(watcher);
    if (this.#seen) tell(watcher, this.#seen);
    if (this.#failures > 0) fail(watcher, this.#error);
  }

  /** Tells one watcher nothing more, or nobody. */
  leave(watcher?: Watcher): void {
    if (watcher) this.#watchers.delete(watcher);
    else this.#watchers.clear();
  }

  /** Asks once, and tells everybody. */
  async ask(): Promise<void> {
    this.#asking = true;
    let seen: Seen | undefined;
    try {
      seen = await this.#read();
    } catch (error) {
      this.#error = error;
    }
    this.#asking = false;
    this.#failures = seen ? 0 : this.#failures + 1;
    this.#next = this.#clock.now() + (seen ? this.#rest() : this.#pause());
    this.#seen = seen ?? this.#seen;
    for (const watcher of [...this.#watchers])
      if (seen) tell(watcher, seen);
      else fail(watcher, this.#error);
  }

  /** Does not wait any longer if it failed before. */
  hurry(): void {
    if (this.#failures > 0) this.#next = this.#clock.now();
  }

  /** Until the next multiple of the interval: so all polls of one interval are due together. */
  #rest = (): number => this.#interval - (this.#clock.now() % this.#interval);

  #pause(): number {
    const pause = Math.min(FIRST_MS * 2 ** (this.#failures - 1), LONGEST_MS);
    return Math.max(pause, this.#interval) * (1 + JITTER * Math.random());
  }
}

/** Tells an answer; one that a watcher cannot take, for example nested 5,000 deep, is a failure to that watcher alone. */
function tell(watcher: Watcher, seen: Seen): void {
  try {
    watcher.answer(seen);
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
