import type { HubClock } from '../../base/clock.js';
import { Signal } from '../../base/signal.js';
import { type Changed, isChanged } from '../table/changed-reads.js';
import { type AnyOperation, type OperationName, tableOperation } from '../table/operations.js';
import { type EndedCommand, LAG_MS } from '../watch/own-commands.js';
import { buildRequest, checkParams, type Params } from '../wire/request.js';
import { type Observer, Read, type ReadPort, type Watcher } from './read.js';

/** While reads fail by a fault of the hub, one of them is sent at this interval, in ms. */
const FAULT_PAUSE_MS = 1000;

/** The most reads that are kept although nothing observes them. */
const MAX_IDLE = 500;

/** The reads of one hub: each once, for all look-ups and observers (docs/develop/rules.md "Answers of the hub"). */
export class Reads {
  readonly #port: ReadPort;
  readonly #clock: HubClock;
  /** A read has an answer, has failed, or has lost its last observer. */
  readonly settled = new Signal<Read>();
  /** By the path that is sent. */
  readonly #reads = new Map<string, Read>();
  /** The reads that nothing observes. The one that was answered longest ago is first. */
  readonly #idle = new Set<Read>();
  readonly #repeated = new Set<Read>();
  /** Failed reads that wait. So the first answers of a thousand reads do not search all of them a thousand times. */
  readonly #failed = new Set<Read>();
  /** The last changes by commands, for reads that are not sent yet. */
  #changes: { readonly changed: Changed; readonly at: number }[] = [];
  #turn = 0;
  #timer: unknown;
  /** In the clock's ms. */
  #firesAt = Number.POSITIVE_INFINITY;
  /** The earliest time for the next faulty read, in the clock's ms. */
  #faultReadAt = Number.NEGATIVE_INFINITY;
  /** Set while the hub cannot be reached. Then nothing is repeated. */
  #unreachableError: unknown;
  /** The hub refused a repeated read, and has carried out nothing since. */
  #isRefused = false;
  /** The hub refuses everything, so the failed reads wait for its return. */
  #servesNothing = false;
  #isClosed = false;

  constructor(port: Pick<ReadPort, 'ask' | 'abandon'>, clock: HubClock) {
    this.#clock = clock;
    const nextTurn = () => ++this.#turn;
    const lookedUp = (read: Read) => {
      if (read.isIdle) this.#rest(read);
      this.#wakeAt(read.dueAt);
    };
    this.#port = { ...port, clock, nextTurn, lookedUp, settled: (...settled) => this.#onSettled(...settled) };
  }

  /** The read with these checked values. Throws `BAD_INPUT` for values that a path cannot contain. */
  of(operation: AnyOperation | OperationName, params: Params): Read {
    const described = typeof operation === 'string' ? tableOperation(operation) : operation;
    const key = keyOf(described, params);
    const known = this.#reads.get(key);
    if (known) return known;
    const read = new Read(described, params, key, this.#port);
    this.#reads.set(key, read);
    this.#rest(read);
    return read;
  }

  /** Repeats a read every `interval` ms for a watcher, until the returned function is called. Throws `BAD_INPUT`. */
  watch(operation: AnyOperation, given: Params, interval: number, watcher: Watcher): () => void {
    return this.observe(this.of(operation, checkParams(operation, given)), { interval, ...watcher });
  }

  /** Adds an observer until the returned function is called. */
  observe(read: Read, observer: Observer): () => void {
    const isFirst = !read.isRepeated;
    this.#reads.set(read.key, read);
    this.#idle.delete(read);
    if (!this.#isClosed) read.observe(observer);
    if (isFirst && read.isRepeated) {
      this.#repeated.add(read);
      if (this.#unreachableError) read.fail(this.#unreachableError);
    }
    this.#pump();
    return () => read.leave(observer);
  }

  /** The observers of a read may want it sooner than before. */
  hurry(read: Read, at: number): void {
    read.hurry(at);
    this.#wakeAt(read.dueAt);
  }

  /** True if repeated reads wait for the hub: it is away, or it refused one, and no answer shows yet that it serves others. */
  get isAwaited(): boolean {
    return this.#repeated.size > 0 && (this.#unreachableError !== undefined || this.#isRefused);
  }

  /** True if the hub refuses all repeated reads. */
  get isRefusedEverywhere(): boolean {
    return [...this.#repeated].every((read) => read.isRefused);
  }

  /** The hub has carried out a request, so each refusal is about its own read. */
  onServed(): void {
    this.#isRefused = false;
  }

  /** The hub refuses everything. One failing read a second is sent, and all of them when it is back. */
  onServesNothing(): void {
    this.#servesNothing = true;
    this.#pump();
  }

  /** A command may have changed these answers, so look-ups read again. */
  invalidate(changed: Changed): void {
    const now = this.#clock.now();
    this.#changes = [...this.#changes.filter(({ at }) => at + LAG_MS > now), { changed, at: now }];
    for (const read of this.#reads.values())
      if (isChanged(changed, read.operation.name, read.params)) read.invalidate();
  }

  /** The end of the last command that may have changed this read, in the clock's ms. At most 2 s ago, or -Infinity. */
  changedAt(name: OperationName, params: Params): number {
    const last = this.#changes.findLast(({ changed }) => isChanged(changed, name, params));
    return last?.at ?? Number.NEGATIVE_INFINITY;
  }

  /** A command has changed the hub, or may have. The reads that show its effect are sent soon. */
  onCommand(command: EndedCommand): void {
    for (const read of this.#repeated) if (read.onCommand(command)) this.#wakeAt(read.dueAt);
  }

  /** The hub is lost, so all answers of observers are invalid. While it is unreachable, nothing is repeated. */
  onLost(state: 'unreachable' | 'refused', error: unknown): void {
    this.#unreachableError = state === 'unreachable' ? error : undefined;
    for (const read of [...this.#repeated]) read.fail(error, true);
    this.#pump();
  }

  /** The hub is back. Failed reads are sent at once. After a loss it may be another hub, so no answer is known any more. */
  onReturn(wasLost: boolean): void {
    this.#unreachableError = undefined;
    this.#servesNothing = false;
    if (wasLost) this.invalidate('all');
    this.#retry();
  }

  /** Ends everything. No observer is called again. */
  close(): void {
    this.#isClosed = true;
    for (const read of this.#repeated) read.leave();
    this.settled.close();
    this.#reads.clear();
    this.#stopTimer();
  }

  #retry(): void {
    for (const read of this.#failed) read.retryNow();
    this.#failed.clear();
    this.#pump();
  }

  #onSettled(read: Read, isRecovered: boolean): void {
    if (read.isIdle) this.#rest(read);
    if (!read.isRepeated) this.#repeated.delete(read);
    this.#failed.delete(read);
    if (read.isRepeated && read.isFailing) this.#failed.add(read);
    this.#isRefused ||= read.isRefused;
    this.settled.emit(read);
    if (isRecovered && this.#failed.size > 0) this.#retry();
    const now = this.#clock.now();
    if (this.#repeated.size === 0) this.#stopTimer();
    const waitsForHub = this.#waitsForHub(read);
    // Another one may wait already, whose turn is now.
    const isFirst = () => ![...this.#failed].some((other) => other !== read && this.#waitsForHub(other));
    if (waitsForHub && this.#faultReadAt <= now && isFirst()) this.#faultReadAt = now + FAULT_PAUSE_MS;
    this.#wakeAt(waitsForHub ? this.#faultReadAt : read.dueAt);
  }

  /** Keeps the answer of a read that nothing observes, until others need its place. */
  #rest(read: Read): void {
    if (this.#reads.get(read.key) !== read) return;
    this.#idle.delete(read);
    this.#idle.add(read);
    if (this.#idle.size <= MAX_IDLE) return;
    for (const oldest of this.#idle) {
      if (!oldest.isIdle) continue;
      this.#idle.delete(oldest);
      this.#reads.delete(oldest.key);
      return;
    }
  }

  /** Sends all reads that are due, together, so that they can be joined. Then sets a timer for the next one. */
  #pump(): void {
    this.#stopTimer();
    if (this.#isClosed || this.#unreachableError) return;
    const now = this.#clock.now();
    const faulty = this.#longestFailing();
    if (faulty && this.#faultReadAt <= now) {
      this.#faultReadAt = now + FAULT_PAUSE_MS;
      this.#ask(faulty);
    }
    let next = faulty ? this.#faultReadAt : Number.POSITIVE_INFINITY;
    for (const read of this.#repeated) {
      if (this.#waitsForHub(read)) continue;
      if (read.dueAt <= now) this.#ask(read);
      else next = Math.min(next, read.dueAt);
    }
    this.#wakeAt(next);
  }

  #ask(read: Read): void {
    this.#failed.delete(read);
    read.ask();
  }

  /** True if a failed read is sent in its turn, and not after its own pause. */
  #waitsForHub = (read: Read): boolean => !read.isAsking && read.isFailing && (read.isFaulty || this.#servesNothing);

  /** The read that waits for the hub and was sent longest ago. */
  #longestFailing(): Read | undefined {
    const waiting = [...this.#failed].filter(this.#waitsForHub);
    return waiting.reduce<Read | undefined>(
      (oldest, read) => (oldest && oldest.askedAt <= read.askedAt ? oldest : read),
      undefined,
    );
  }

  /**
   * Sets the timer to `due`, unless it is due earlier. So a thousand answers at once do not search all reads a thousand
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

/** The same for all reads of one path. The name of the linear segment makes no difference. */
const keyOf = (operation: AnyOperation, params: Params): string =>
  operation.isComposite
    ? `${operation.name} ${JSON.stringify(params)}`
    : buildRequest(operation, params, 'linear').path;
