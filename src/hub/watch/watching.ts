import type { HubClock } from '../../base/clock.js';
import type { AnyOperation } from '../table/operations.js';
import { buildRequest, checkParams, type Params } from '../wire/request.js';
import { Poll, type PollAnswer, type Watcher } from './poll.js';

/** Reads the hub for a poll. */
type PollRead = (operation: AnyOperation, params: Params, poll: Poll) => Promise<PollAnswer>;

/** While reads fail by a fault of the hub, one of them is sent at this interval, in ms. */
const FAULT_PAUSE_MS = 1000;

/**
 * All polls of one hub: one for each target and interval, for any number of watchers (docs/architecture.md "Watching").
 */
export class Watching {
  readonly #read: PollRead;
  readonly #abandon: (poll: object) => void;
  readonly #clock: HubClock;
  readonly #polls = new Map<string, Poll>();
  /** Failed polls that wait. So the first answers of a thousand polls do not search all of them a thousand times. */
  readonly #failed = new Set<Poll>();
  #timer: unknown;
  /** In the clock's ms. */
  #firesAt = Number.POSITIVE_INFINITY;
  /** The earliest time for the next faulty poll, in the clock's ms. */
  #faultPollAt = Number.NEGATIVE_INFINITY;
  /** Set while the hub cannot be reached. Then nothing is sent. */
  #unreachableError: unknown;
  #isClosed = false;

  constructor(read: PollRead, abandon: (poll: object) => void, clock: HubClock) {
    this.#read = read;
    this.#abandon = abandon;
    this.#clock = clock;
  }

  /**
   * Repeats a read every `interval` ms, and notifies the watcher until the returned function is called. If nothing else
   * repeats it, the first read is sent after `delay` ms. Throws `BAD_INPUT`.
   */
  watch(operation: AnyOperation, given: Params, interval: number, watcher: Watcher, delay = 0): () => void {
    const params = checkParams(operation, given);
    // Reads of one path are one poll. The name of the linear segment makes no difference.
    const isComposed = operation.isComposite;
    const target = isComposed ? JSON.stringify(params) : buildRequest(operation, params, 'linear').path;
    const key = `${interval} ${isComposed ? operation.name : ''} ${target}`;
    const running = this.#polls.get(key);
    const poll: Poll = running ?? new Poll(() => this.#read(operation, params, poll), interval, this.#clock, delay);
    this.#polls.set(key, poll);
    if (!running && this.#unreachableError) this.#fail(poll, this.#unreachableError);
    poll.join(watcher);
    this.#pump();
    return () => {
      poll.leave(watcher);
      if (!poll.isWatched) this.#end(key, poll);
    };
  }

  /** True if polls wait for the return of the hub. */
  get isPaused(): boolean {
    return this.#unreachableError !== undefined && this.#polls.size > 0;
  }

  /** The hub is lost, so all answers are invalid. While it is unreachable, nothing is sent. */
  onLost(state: 'unreachable' | 'refused', error: unknown): void {
    this.#unreachableError = state === 'unreachable' ? error : undefined;
    for (const poll of [...this.#polls.values()]) this.#fail(poll, error);
    this.#pump();
  }

  /** The hub is back. Failed polls are asked at once. */
  onReturn(): void {
    this.#unreachableError = undefined;
    for (const poll of this.#failed) if (poll.retryNow()) this.#abandon(poll);
    this.#failed.clear();
    this.#pump();
  }

  /** Ends all polls. No watcher is called again. */
  close(): void {
    this.#isClosed = true;
    for (const poll of this.#polls.values()) poll.leave();
    this.#polls.clear();
    this.#pump();
  }

  #end(key: string, poll: Poll): void {
    // A newer poll may have the same key by now.
    if (this.#polls.get(key) !== poll) return;
    this.#polls.delete(key);
    this.#failed.delete(poll);
    this.#abandon(poll);
    this.#pump();
  }

  /** Asks all polls that are due, together, so that they can be joined. Then sets a timer for the next one. */
  #pump(): void {
    this.#stopTimer();
    if (this.#isClosed || this.#unreachableError) return;
    const now = this.#clock.now();
    const faulty = this.#longestFaulty();
    if (faulty && this.#faultPollAt <= now) {
      this.#faultPollAt = now + FAULT_PAUSE_MS;
      void this.#ask(faulty);
    }
    let next = faulty ? this.#faultPollAt : Number.POSITIVE_INFINITY;
    for (const poll of this.#polls.values())
      if (poll.dueAt <= now) void this.#ask(poll);
      else next = Math.min(next, poll.dueAt);
    this.#wakeAt(next);
  }

  async #ask(poll: Poll): Promise<void> {
    this.#failed.delete(poll);
    const isRecovered = await poll.ask();
    if (isRecovered && this.#failed.size > 0) this.onReturn();
    if (!poll.isWatched) return;
    if (poll.isFailing) this.#failed.add(poll);
    if (poll.isFaulty) {
      const now = this.#clock.now();
      if (this.#faultPollAt <= now) this.#faultPollAt = now + FAULT_PAUSE_MS;
      this.#wakeAt(this.#faultPollAt);
    }
    this.#wakeAt(poll.dueAt);
  }

  #fail(poll: Poll, error: unknown): void {
    this.#failed.add(poll);
    poll.fail(error);
  }

  /** The faulty poll that was asked longest ago. */
  #longestFaulty(): Poll | undefined {
    const waiting = [...this.#failed].filter((poll) => poll.isFaulty);
    return waiting.reduce<Poll | undefined>(
      (oldest, poll) => (oldest && oldest.askedAt <= poll.askedAt ? oldest : poll),
      undefined,
    );
  }

  /**
   * Sets the timer to `due`, unless it is due earlier. So a thousand answers at once do not search all polls a thousand
   * times.
   */
  #wakeAt(due: number): void {
    if (this.#isClosed || this.#unreachableError || due >= this.#firesAt) return;
    this.#stopTimer();
    this.#firesAt = due;
    this.#timer = this.#clock.setTimeout(() => this.#pump(), Math.max(0, Math.ceil(due - this.#clock.now())));
  }

  #stopTimer(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#firesAt = Number.POSITIVE_INFINITY;
  }
}
