import type { Clock } from '../base/clock.js';
import type { AnyOperation } from '../table/operations.js';
import { buildRequest, checkParams, type Params } from '../wire/request.js';
import { Poll, type PollAnswer, type Watcher } from './poll.js';

/** Reads the hub for a poll, which may be abandoned. */
type ReadFor = (operation: AnyOperation, params: Params, poll: object) => Promise<PollAnswer>;

/** While reads fail by a fault of the hub, one of them is asked this often, in ms. */
const FAULT_MS = 1000;

/** All polls of one hub: one for each target and interval, however many watch it (docs/architecture.md "Watching"). */
export class Watching {
  readonly #read: ReadFor;
  readonly #abandon: (poll: object) => void;
  readonly #clock: Clock;
  readonly #polls = new Map<string, Poll>();
  #timer: unknown;
  /** When the timer fires, in the clock's ms. */
  #fires = Number.POSITIVE_INFINITY;
  /** When the next of those that failed may be asked, in the clock's ms. */
  #turn = Number.NEGATIVE_INFINITY;
  /** Why nobody is asked: the hub cannot be reached. */
  #unreachable: unknown;
  #closed = false;

  constructor(read: ReadFor, abandon: (poll: object) => void, clock: Clock) {
    this.#read = read;
    this.#abandon = abandon;
    this.#clock = clock;
  }

  /**
   * Repeats a read every `interval` ms and tells what comes of it, until the returned function is called.
   * Throws `BAD_INPUT`.
   */
  watch(operation: AnyOperation, given: Params, interval: number, watcher: Watcher): () => void {
    const params = checkParams(operation, given);
    // Reads of one path are one read; what the linear path is called makes no difference.
    const isComposed = operation.isComposite;
    const target = isComposed ? JSON.stringify(params) : buildRequest(operation, params, 'linear').path;
    const key = `${interval} ${isComposed ? operation.name : ''} ${target}`;
    const running = this.#polls.get(key);
    const poll: Poll = running ?? new Poll(() => this.#read(operation, params, poll), interval, this.#clock);
    this.#polls.set(key, poll);
    if (!running && this.#unreachable) poll.fail(this.#unreachable);
    poll.join(watcher);
    this.#pump();
    return () => {
      poll.leave(watcher);
      if (!poll.watched) this.#end(key, poll);
    };
  }

  /** Whether somebody watches, and nobody is asked until the hub is back. */
  get rests(): boolean {
    return this.#unreachable !== undefined && this.#polls.size > 0;
  }

  /** The hub is lost, so nothing that was read is known any more. While it cannot be reached nobody is asked. */
  lose(state: 'unreachable' | 'refused', error: unknown): void {
    this.#unreachable = state === 'unreachable' ? error : undefined;
    for (const poll of [...this.#polls.values()]) poll.fail(error);
    this.#pump();
  }

  /** The hub is there: what failed is asked again without waiting. */
  hurry(): void {
    this.#unreachable = undefined;
    for (const poll of this.#polls.values()) if (poll.hurry()) this.#abandon(poll);
    this.#pump();
  }

  close(): void {
    this.#closed = true;
    for (const poll of this.#polls.values()) poll.leave();
    this.#polls.clear();
    this.#pump();
  }

  #end(key: string, poll: Poll): void {
    // Meanwhile others may watch the same again.
    if (this.#polls.get(key) !== poll) return;
    this.#polls.delete(key);
    this.#abandon(poll);
    this.#pump();
  }

  /** Asks all that is due at once, since it may go out together, and wakes up when the next is. */
  #pump(): void {
    this.#rest();
    if (this.#closed || this.#unreachable) return;
    const now = this.#clock.now();
    const faulty = this.#longestWaiting();
    if (faulty && this.#turn <= now) {
      this.#turn = now + FAULT_MS;
      void this.#ask(faulty);
    }
    let next = faulty ? this.#turn : Number.POSITIVE_INFINITY;
    for (const poll of this.#polls.values())
      if (poll.due <= now) void this.#ask(poll);
      else next = Math.min(next, poll.due);
    this.#wake(next);
  }

  async #ask(poll: Poll): Promise<void> {
    const isBack = await poll.ask();
    if (isBack) this.hurry();
    if (!poll.watched) return;
    if (poll.waits) {
      const now = this.#clock.now();
      if (this.#turn <= now) this.#turn = now + FAULT_MS;
      this.#wake(this.#turn);
    }
    this.#wake(poll.due);
  }

  /** Of those that a fault of the hub keeps from being read, the one that was asked longest ago. */
  #longestWaiting(): Poll | undefined {
    const waiting = [...this.#polls.values()].filter((poll) => poll.waits);
    return waiting.reduce<Poll | undefined>(
      (oldest, poll) => (oldest && oldest.asked <= poll.asked ? oldest : poll),
      undefined,
    );
  }

  /** Sees to it that it looks no later than `due`: a thousand that were answered together are not looked through for each. */
  #wake(due: number): void {
    if (this.#closed || this.#unreachable || due >= this.#fires) return;
    this.#rest();
    this.#fires = due;
    this.#timer = this.#clock.setTimeout(() => this.#pump(), Math.max(0, Math.ceil(due - this.#clock.now())));
  }

  #rest(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#fires = Number.POSITIVE_INFINITY;
  }
}
