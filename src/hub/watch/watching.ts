import type { HubClock } from '../../base/clock.js';
import { Signal } from '../../base/signal.js';
import type { AnyOperation } from '../table/operations.js';
import { RepeatedAnswer } from '../wire/answer.js';
import { HubError, isNotServed } from '../wire/errors.js';
import { buildRequest, checkParams, type Params } from '../wire/request.js';
import { type EndedCommand, type OwnChanges, OwnCommands } from './own-commands.js';

/** Reads the hub for a poll. */
type PollRead = (operation: AnyOperation, params: Params, poll: Poll) => Promise<PollAnswer>;

/** While reads fail by a fault of the hub, one of them is sent at this interval, in ms. */
const FAULT_PAUSE_MS = 1000;

/** A read that is repeated, and its present result. */
export interface PolledRead {
  /** The read of the table. */
  readonly operation: AnyOperation;
  /** Its values. */
  readonly params: Params;
  /** The last answer. Undefined after a failure, and before the first answer. */
  readonly latest: PollAnswer | undefined;
  /** False after its end. */
  readonly isWatched: boolean;
}

/**
 * All polls of one hub: one for each target and interval, for any number of watchers (docs/develop/rules.md "Watching").
 */
export class Watching {
  readonly #read: PollRead;
  readonly #abandon: (poll: object) => void;
  readonly #clock: HubClock;
  /** A poll has an answer, has failed, or has ended. */
  readonly polled = new Signal<PolledRead>();
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
  /** The hub refused a poll, and has carried out nothing since. */
  #isRefused = false;
  /** The hub refuses everything, so the failed polls wait for its return. */
  #servesNothing = false;
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
    const commands = new OwnCommands(operation, params);
    const read = () => this.#read(operation, params, poll);
    const poll: Poll = running ?? new Poll(operation, params, read, commands, interval, this.#clock, delay);
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

  /** True if a poll was refused, and no answer shows yet that the hub serves others. */
  get isRefused(): boolean {
    return this.#isRefused && this.#polls.size > 0;
  }

  /** True if the hub refuses all polls. */
  get isRefusedEverywhere(): boolean {
    return [...this.#polls.values()].every((poll) => poll.isRefused);
  }

  /** The hub has carried out a request, so each refusal is about its own poll. */
  onServed(): void {
    this.#isRefused = false;
  }

  /** The hub refuses everything. One failing poll a second is asked, and all of them when it is back. */
  onServesNothing(): void {
    this.#servesNothing = true;
    this.#pump();
  }

  /** A command has changed the hub, or may have. The polls that show its effect read soon. */
  onCommand(command: EndedCommand): void {
    for (const poll of this.#polls.values()) if (poll.onCommand(command)) this.#wakeAt(poll.dueAt);
  }

  /** The hub is lost, so all answers are invalid. While it is unreachable, nothing is sent. */
  onLost(state: 'unreachable' | 'refused', error: unknown): void {
    this.#unreachableError = state === 'unreachable' ? error : undefined;
    for (const poll of [...this.#polls.values()]) {
      poll.forgetCommands();
      this.#fail(poll, error);
    }
    this.#pump();
  }

  /** The hub is back. Failed polls are asked at once. */
  onReturn(): void {
    this.#unreachableError = undefined;
    this.#servesNothing = false;
    for (const poll of this.#failed) if (poll.retryNow()) this.#abandon(poll);
    this.#failed.clear();
    this.#pump();
  }

  /** Ends all polls. No watcher is called again. */
  close(): void {
    this.#isClosed = true;
    for (const poll of this.#polls.values()) {
      poll.leave();
      this.polled.emit(poll);
    }
    this.polled.close();
    this.#polls.clear();
    this.#pump();
  }

  #end(key: string, poll: Poll): void {
    // A newer poll may have the same key by now.
    if (this.#polls.get(key) !== poll) return;
    this.#polls.delete(key);
    this.#failed.delete(poll);
    this.polled.emit(poll);
    this.#abandon(poll);
    this.#pump();
  }

  /** Asks all polls that are due, together, so that they can be joined. Then sets a timer for the next one. */
  #pump(): void {
    this.#stopTimer();
    if (this.#isClosed || this.#unreachableError) return;
    const now = this.#clock.now();
    const faulty = this.#longestFailing();
    if (faulty && this.#faultPollAt <= now) {
      this.#faultPollAt = now + FAULT_PAUSE_MS;
      void this.#ask(faulty);
    }
    let next = faulty ? this.#faultPollAt : Number.POSITIVE_INFINITY;
    for (const poll of this.#polls.values()) {
      if (this.#waitsForHub(poll)) continue;
      if (poll.dueAt <= now) void this.#ask(poll);
      else next = Math.min(next, poll.dueAt);
    }
    this.#wakeAt(next);
  }

  async #ask(poll: Poll): Promise<void> {
    this.#failed.delete(poll);
    const isRecovered = await poll.ask();
    this.#isRefused ||= poll.isRefused;
    this.polled.emit(poll);
    if (isRecovered && this.#failed.size > 0) this.onReturn();
    if (!poll.isWatched) return;
    if (poll.isFailing) this.#failed.add(poll);
    if (this.#waitsForHub(poll)) {
      const now = this.#clock.now();
      if (this.#faultPollAt <= now) this.#faultPollAt = now + FAULT_PAUSE_MS;
      this.#wakeAt(this.#faultPollAt);
    } else this.#wakeAt(poll.dueAt);
  }

  #fail(poll: Poll, error: unknown): void {
    this.#failed.add(poll);
    poll.fail(error);
    this.#isRefused ||= poll.isRefused;
    this.polled.emit(poll);
  }

  /** True if a failed poll is asked in its turn, and not after its own pause. */
  #waitsForHub = (poll: Poll): boolean => !poll.isAsking && poll.isFailing && (poll.isFaulty || this.#servesNothing);

  /** The poll that waits for the hub and was asked longest ago. */
  #longestFailing(): Poll | undefined {
    const waiting = [...this.#failed].filter(this.#waitsForHub);
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
  /** The parts that depend on the last commands of this Node-RED. Undefined: none. */
  readonly own?: OwnChanges | undefined;
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
  /**
   * Called after a command, if an answer with its effect is expected. The last answer may be from before it. Only a poll
   * with such a watcher reads after commands.
   */
  expect?(items: ReadonlySet<string>): void;
}

/**
 * Pauses in ms while a read is refused. Each is twice the one before. A random part of up to a quarter is added, so
 * that not all polls return at once.
 */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const JITTER = 0.25;

/** A read after a command replaces the next one at the interval, if that is due within this time in ms. */
const REPLACED_MS = 1000;

/** A failed read is not sent again sooner, in ms, even if the hub returns often. */
const MIN_RETRY_MS = 500;

/**
 * One read, repeated for all its watchers, and never sent twice at once. Example for an interval of 500 ms: it is sent
 * at 0 and answered at 30, sent at 500 and answered at 1,200, and sent at 1,500. The pauses after a refusal grow. After
 * a fault of the hub, the poll waits for `retryNow`, or `Watching` asks it.
 */
export class Poll {
  readonly operation: AnyOperation;
  readonly params: Params;
  readonly #read: () => Promise<PollAnswer>;
  readonly #commands: OwnCommands;
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
  constructor(
    operation: AnyOperation,
    params: Params,
    read: () => Promise<PollAnswer>,
    commands: OwnCommands,
    interval: number,
    clock: HubClock,
    delay: number,
  ) {
    this.operation = operation;
    this.params = params;
    this.#read = read;
    this.#commands = commands;
    this.#interval = interval;
    this.#clock = clock;
    this.#nextAt = clock.now() + delay;
  }

  /** The time of the next request in the clock's ms. Infinite while an answer is pending. */
  get dueAt(): number {
    if (this.#isAsking) return Number.POSITIVE_INFINITY;
    return this.isFailing ? this.#nextAt : Math.min(this.#nextAt, this.#commands.readAt);
  }

  /** The last answer. Undefined before the first one, and after a failure. */
  get latest(): PollAnswer | undefined {
    return this.#latest;
  }

  /** True after a failure, until the next answer. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  get isAsking(): boolean {
    return this.#isAsking;
  }

  /** True if the hub failed to answer it. `Watching` asks such polls one after the other. */
  get isFaulty(): boolean {
    return this.#nextAt === Number.POSITIVE_INFINITY;
  }

  /** True if the hub refuses it, as a hub that starts refuses everything. */
  get isRefused(): boolean {
    return this.isFailing && isNotServed(this.#error);
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
    const isEarly = !this.isFailing && this.#commands.readAt < this.#nextAt;
    this.#askCount += 1;
    const turn = this.#askCount;
    this.#isAsking = true;
    this.#isDoubtful = false;
    this.#askedAt = this.#clock.now();
    this.#commands.onRead(this.#askedAt);
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
    const now = this.#clock.now();
    this.#nextAt = this.#nextInterval(isEarly ? now + Math.min(this.#interval, REPLACED_MS) : now);
    const own = this.#commands.onAnswer(answer.body, now);
    const latest = { ...answer, isShared: answer.isShared === true || this.#watchers.size > 1, own };
    this.#latest = latest;
    for (const watcher of [...this.#watchers]) notify(watcher, latest);
    return isRecovered;
  }

  /** Returns true if it reads because of this command. */
  onCommand(command: EndedCommand): boolean {
    const followers = [...this.#watchers].filter(({ expect }) => expect);
    if (followers.length === 0) return false;
    const items = this.#commands.onCommand(command, this.#latest?.body, this.#clock.now());
    if (items && items.size > 0) for (const watcher of followers) watcher.expect?.(items);
    return items !== undefined;
  }

  /** The hub is lost, so the next answer is right. */
  forgetCommands(): void {
    this.#commands.clear();
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
    // If it is refused again, its pauses begin again too.
    this.#failures = 1;
    this.#askCount += 1;
    this.#isAsking = false;
    this.#isDoubtful = false;
    this.#nextAt = isOld ? this.#clock.now() : Math.max(this.#clock.now(), this.#askedAt + MIN_RETRY_MS);
    return isOld;
  }

  /** The next multiple of the interval, so that all polls of one interval are due together. */
  #nextInterval = (now: number): number => now + this.#interval - (now % this.#interval);

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
