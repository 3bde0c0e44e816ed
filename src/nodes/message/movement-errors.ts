import type { Clock } from '../../base/clock.js';
import { MOVEMENT_PAUSE_MS } from '../../hub/records/journal.js';
import { encode } from '../../hub/wire/encode.js';
import type { Code } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';

/** Pause between two errors of one movement, in ms. The error of its last value does not wait. */
const REPORT_PAUSE_MS = 10_000;

/** Movements at once. Each failed value of a further target is reported. */
const MOST_MOVEMENTS = 1000;

/** The codes of a lost hub. Other failures concern a single value. */
const LOST_CODES: readonly Code[] = ['HUB_UNREACHABLE', 'HUB_CONNECTION_LOST', 'HUB_TIMEOUT'];

/** The end of a failed value: it is skipped, or it is reported with the number of skipped values before it. */
type FailedEnd = { readonly end: 'skipped' } | { readonly end: 'reported'; readonly skippedBefore: number };

const SKIPPED: FailedEnd = { end: 'skipped' };

const reportedAfter = (skippedBefore: number): FailedEnd => ({ end: 'reported', skippedBefore });

/** A movement whose values fail. Times in the clock's ms. */
interface Movement {
  readonly target: string;
  reportedAt: number;
  /** The arrival of its newest value. */
  newestAt: number;
  /** Values that were skipped since the last report. */
  skipped: number;
  /** Ends its newest value, if that has failed. It is the last one, unless another follows. */
  endLast?: (end: FailedEnd) => void;
  timer?: unknown;
}

/**
 * Limits the errors of a fader while the hub is lost: one for the first value of a movement, one every 10 s, and one
 * for the last value. Example: of a hundred values in 2.5 s, the first and the last one are reported.
 */
export class MovementErrors {
  readonly #latest: string;
  readonly #clock: Clock;
  /** By target. */
  readonly #movements = new Map<string, Movement>();
  #isClosed = false;

  /** `latest` is the parameter that the fader moves. */
  constructor(latest: string, clock: Clock) {
    this.#latest = latest;
    this.#clock = clock;
  }

  /** A value has arrived, `at` in the clock's ms. A failed one before it is not the last. */
  arrived(params: Params, at: number): void {
    const movement = this.#find(params);
    if (!movement) return;
    movement.newestAt = at;
    skipLast(movement);
    this.#awaitEnd(movement, this.#clock.now() + MOVEMENT_PAUSE_MS);
  }

  /** A value has reached the hub. */
  succeeded(params: Params): void {
    const movement = this.#find(params);
    if (movement) this.#end(movement);
  }

  /** A value has failed. Its end is known after the next value, after a pause, or at `expiresAt` at the latest. */
  failed(code: Code, params: Params, at: number, expiresAt: number): FailedEnd | Promise<FailedEnd> {
    if (!LOST_CODES.includes(code) || this.#isClosed) return reportedAfter(0);
    const now = this.#clock.now();
    const movement = this.#find(params);
    if (!movement) {
      this.#begin(params, at);
      return reportedAfter(0);
    }
    if (now - movement.reportedAt >= REPORT_PAUSE_MS) {
      const skippedBefore = movement.skipped;
      Object.assign(movement, { reportedAt: now, skipped: 0 });
      return reportedAfter(skippedBefore);
    }
    if (at < movement.newestAt) {
      movement.skipped += 1;
      return SKIPPED;
    }
    skipLast(movement);
    movement.newestAt = at;
    this.#awaitEnd(movement, Math.min(now + MOVEMENT_PAUSE_MS, expiresAt));
    return new Promise((end) => {
      movement.endLast = end;
    });
  }

  /** Reports the values that wait for their end. */
  close(): void {
    this.#isClosed = true;
    for (const movement of this.#movements.values()) this.#end(movement);
  }

  #find(params: Params): Movement | undefined {
    // Usually no value fails. The text of the target costs more than this check.
    return this.#movements.size === 0 ? undefined : this.#movements.get(targetText(params, this.#latest));
  }

  #begin(params: Params, at: number): void {
    if (this.#movements.size >= MOST_MOVEMENTS) return;
    const now = this.#clock.now();
    const movement = { target: targetText(params, this.#latest), reportedAt: now, newestAt: at, skipped: 0 };
    this.#movements.set(movement.target, movement);
    this.#awaitEnd(movement, now + MOVEMENT_PAUSE_MS);
  }

  #awaitEnd(movement: Movement, until: number): void {
    this.#clock.clearTimeout(movement.timer);
    const delay = Math.max(0, until - this.#clock.now());
    movement.timer = this.#clock.setTimeout(() => this.#end(movement), delay);
  }

  #end(movement: Movement): void {
    this.#clock.clearTimeout(movement.timer);
    this.#movements.delete(movement.target);
    movement.endLast?.(reportedAfter(movement.skipped));
  }
}

function skipLast(movement: Movement): void {
  if (!movement.endLast) return;
  movement.skipped += 1;
  movement.endLast(SKIPPED);
  movement.endLast = undefined;
}

/**
 * Identifies the target of a press, or the target of a fader by the values besides its `latest`. Throws `BAD_INPUT` for
 * a value that JSON cannot hold.
 */
export const targetText = (params: Params, latest?: string): string =>
  Object.entries(params)
    .filter(([name]) => name !== latest)
    .map(([name, value]) => `${name}=${encode(name, value)}`)
    .join();
