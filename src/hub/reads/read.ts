import type { HubClock } from '../../base/clock.js';
import { Signal } from '../../base/signal.js';
import { describedAnswer } from '../lists/described-answer.js';
import type { MayUse, Patience } from '../lookup/look-ups.js';
import type { AnyOperation } from '../table/operations.js';
import { type EndedCommand, type OwnChanges, OwnCommands } from '../watch/own-commands.js';
import { type AnswerReader, type RawAnswer, successBody } from '../wire/answer.js';
import { HubError, isNotServed } from '../wire/errors.js';
import type { Params } from '../wire/request.js';

/** A look-up uses an answer for this time in ms, unless it wants a newer one. */
const MAX_AGE_MS = 60_000;

/** A trigger on a slow hub may use a description of this age. No answer is older, and no change that counts. */
const MAX_OLDER_AGE_MS = 120_000;

/**
 * Pauses in ms while a read is refused. Each is twice the one before. A random part of up to a quarter is added, so
 * that not all reads return at once.
 */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const JITTER = 0.25;

/** A read after a command, or before one, replaces the next one at the interval if that is due within this time in ms. */
const REPLACED_MS = 1000;

/** A failed read is not sent again sooner, in ms, even if the hub returns often. */
const MIN_RETRY_MS = 500;

/** An answer for observers. All of them get the same object, so none may change it. */
export interface ReadAnswer {
  /** The values of the read. */
  readonly params: Params;
  /** The body of the answer. */
  readonly body: unknown;
  /** The time of the answer in ms since the epoch. */
  readonly at: number;
  /** True if others use the body too. Otherwise, it belongs to its observer after the next answer. */
  readonly isShared?: boolean;
  /** The parts that depend on the last commands of this Node-RED. Undefined: none. */
  readonly own?: OwnChanges | undefined;
}

/** Gets every answer and every failure of a read that is repeated. */
export interface Watcher {
  /** Called with each answer, changed or not. An exception becomes a call of `failure`. */
  answer(answer: ReadAnswer): void;
  /** Called when the read fails or the hub is lost, with a HubError or the exception. The last answer is no longer valid. */
  failure(error: unknown): void;
  /**
   * Called after a command, if an answer with its effect is expected. The last answer may be from before it. A read with
   * such a watcher is also sent after commands.
   */
  expect?(items: ReadonlySet<string>): void;
  /** Called after a command that may have changed the answer. Look-ups do not use the last one any more. */
  changed?(): void;
}

/** A watcher that wants the read again and again. */
export interface Observer extends Watcher {
  /** The longest time between two reads in ms, at this moment. Infinity: it leaves that to the others. */
  readonly interval: number;
}

/** A look-up: the want of one answer. All times are in the clock's ms. */
export interface Want {
  /** The earliest time of its request. */
  readonly since: number;
  /** The answer is of no use after this time. */
  readonly until: number;
  /** Answers that were no longer current when they arrived, but that this command uses. */
  readonly used?: Map<Read, LookedUp>;
  /** Longest time for the read in ms. */
  readonly timeout?: number;
  /** From `until` on, an older answer that `mayUse` accepts is used, if the read is observed. */
  readonly older?: { readonly until: number; readonly mayUse: MayUse };
  /** Waits for a read. */
  wait(lookUp: () => Promise<void>, patience?: Patience): Promise<void>;
}

/** An answer for look-ups. */
export interface LookedUp extends Moment {
  /** The body of the answer. */
  readonly body: unknown;
  /** The answer before it. */
  readonly before?: unknown;
}

/** The moment of a request. */
export interface Moment {
  /** In the clock's ms. */
  readonly at: number;
  /** Its number among all requests and changes of a hub. */
  readonly turn: number;
}

/** A request in flight. */
interface Request extends Moment {
  readonly done: Promise<void>;
  answer?: LookedUp;
}

/** A look-up that is sent. The longest time in ms. */
export type ReadFor = { readonly timeout: number | undefined; readonly hasReplacement: boolean };

/** The hub of a read. */
export interface ReadPort {
  readonly clock: HubClock;
  /** Sends it for its observers, or for look-ups. `hasReplacement`: these may use an older answer instead. Throws a HubError. */
  ask(read: Read, lookUp?: ReadFor): Promise<unknown>;
  /** Ends its requests for observers. */
  abandon(read: Read): void;
  /** The number of the next request or change. */
  nextTurn(): number;
  /** It has an answer or a failure for its observers, or no more of them. `isRecovered`: the first answer after a failure. */
  settled(read: Read, isRecovered: boolean): void;
  /** A look-up has ended. The read may be due sooner now. */
  lookedUp(read: Read): void;
}

/**
 * One read of the table with its values: all that is known of its answer (docs/develop/rules.md "Answers of the hub").
 *
 * *Look-ups* want one answer that is new enough, and leave. *Observers* stay. It is repeated at the shortest of their
 * intervals, and never twice at once. Example for 500 ms: it is sent at 0 and answered at 30, sent at 500 and answered at
 * 1,200, and sent at 1,500. Each answer is for all of them.
 */
export class Read implements AnswerReader {
  readonly #port: ReadPort;
  readonly #observers = new Set<Observer>();
  readonly #commands: OwnCommands;
  /** A look-up may wait for the next answer. */
  readonly #answered = new Signal<void>();
  /** For look-ups. Undefined as soon as a command may have changed it. */
  #known: LookedUp | undefined;
  /** The turn of the last change. An earlier request shows nothing about the time after it. */
  #changedAt: number;
  /** The turn since which it is repeated, or of the last loss of the hub. An answer to an earlier request is not shown. */
  #shownFrom = 0;
  /** The answer that observers have, and its moment. */
  #latest: ReadAnswer | undefined;
  #latestOf: Moment | undefined;
  #error: unknown;
  /** Consecutive failures. */
  #failures = 0;
  #repeating: Request | undefined;
  #lookingUp: Request | undefined;
  /** Others than one observer may have its answers. */
  #isShared = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  #nextAt = Number.POSITIVE_INFINITY;
  #raw: RawAnswer | undefined;
  #body: unknown;

  constructor(
    /** The read of the table. */
    readonly operation: AnyOperation,
    /** Its values. */
    readonly params: Params,
    /** The path that is sent. */
    readonly key: string,
    port: ReadPort,
  ) {
    this.#port = port;
    this.#commands = new OwnCommands(operation, params);
    this.#changedAt = port.nextTurn();
  }

  /** The last answer for observers. Undefined before the first one, and after a failure. */
  get latest(): ReadAnswer | undefined {
    return this.#latest;
  }

  /** True if it has an observer. */
  get isObserved(): boolean {
    return this.#observers.size > 0;
  }

  /** True if an observer wants it again and again. */
  get isRepeated(): boolean {
    return this.#interval < Number.POSITIVE_INFINITY;
  }

  /** True after a failure, until the next answer. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  /** True while a request for observers is in flight. */
  get isAsking(): boolean {
    return this.#repeating !== undefined;
  }

  /** True if nothing uses it. */
  get isIdle(): boolean {
    return !this.isObserved && this.#lookingUp === undefined;
  }

  /** True if the hub failed to answer it. `Reads` asks such reads one after the other. */
  get isFaulty(): boolean {
    return this.isFailing && this.#nextAt === Number.POSITIVE_INFINITY;
  }

  /** True if the hub refuses it, as a hub that starts refuses everything. */
  get isRefused(): boolean {
    return this.isFailing && isNotServed(this.#error);
  }

  /** The time of the last request for observers in the clock's ms. */
  get askedAt(): number {
    return this.#askedAt;
  }

  /** The time of the next request for observers in the clock's ms. Infinite while an answer is pending. */
  get dueAt(): number {
    if (this.isAsking || !this.isRepeated) return Number.POSITIVE_INFINITY;
    return this.isFailing ? this.#nextAt : Math.min(this.#nextAt, this.#commands.readAt);
  }

  get #interval(): number {
    let shortest = Number.POSITIVE_INFINITY;
    for (const { interval } of this.#observers) shortest = Math.min(shortest, interval);
    return shortest;
  }

  /** Adds an observer, and gives it the present result. An answer that is older than its interval is read again first. */
  observe(observer: Observer): void {
    const before = this.#interval;
    const { interval } = observer;
    this.#observers.add(observer);
    this.#isShared ||= this.#observers.size > 1 || observer.changed !== undefined;
    const now = this.#port.clock.now();
    const age = now - (this.#latestOf?.at ?? Number.NEGATIVE_INFINITY);
    if (before === Number.POSITIVE_INFINITY) {
      this.#shownFrom = this.#port.nextTurn();
      this.#nextAt = now;
    } else if (this.isFailing) {
      // The pause of the others may be long.
      if (before > interval && !this.isFaulty) {
        this.#failures = 1;
        this.#nextAt = Math.min(this.#nextAt, Math.max(now, this.#askedAt + MIN_RETRY_MS));
      }
      notifyFailure(observer, this.#error);
    } else if (this.#latest && (before <= interval || age <= interval)) {
      this.hurry(this.#nextInterval(now));
      notify(observer, this.#latest);
    } else if (before > interval) this.hurry(now);
  }

  /** Removes an observer, or all. After the last one it is not repeated any more. */
  leave(observer?: Observer): void {
    if (observer && !this.#observers.delete(observer)) return;
    if (!observer) this.#observers.clear();
    if (this.isRepeated) return;
    this.#latest = undefined;
    this.#latestOf = undefined;
    this.#failures = 0;
    this.#nextAt = Number.POSITIVE_INFINITY;
    this.#commands.clear();
    const wasSent = this.#repeating !== undefined;
    this.#repeating = undefined;
    if (!this.isObserved) this.#raw = undefined;
    this.#port.settled(this, false);
    if (wasSent) this.#port.abandon(this);
  }

  /** Its observers want it at this time, in the clock's ms. After a failure, its pause counts. */
  hurry(at: number): void {
    if (!this.isFailing) this.#nextAt = Math.min(this.#nextAt, at);
  }

  /** Sends it for its observers. */
  ask(): void {
    const { clock } = this.#port;
    const isEarly = !this.isFailing && this.#commands.readAt < this.#nextAt;
    this.#askedAt = clock.now();
    this.#commands.onRead(this.#askedAt);
    const request = this.#send();
    this.#repeating = request;
    const end = (result: () => void) => {
      if (this.#repeating !== request) return;
      this.#repeating = undefined;
      // If the hub was lost meanwhile, the observers got this failure.
      if (request.turn > this.#shownFrom) result();
      else this.#port.settled(this, false);
    };
    request.done.then(
      () => end(() => this.#show(request, isEarly)),
      (error: unknown) => end(() => this.fail(error)),
    );
  }

  /** Reports a failure, or the loss of the hub. The last answer for observers is no longer valid. */
  fail(error: unknown, isLost = false): void {
    const { clock } = this.#port;
    this.#error = error;
    this.#failures += 1;
    this.#latest = undefined;
    if (isLost) {
      this.#commands.clear();
      this.#shownFrom = this.#port.nextTurn();
    }
    this.#nextAt = isRefusal(error) ? clock.now() + this.#refusalPause() : Number.POSITIVE_INFINITY;
    for (const observer of [...this.#observers]) notifyFailure(observer, error);
    this.#port.settled(this, false);
  }

  /** The hub is back, so a failed read is due at once. An answer from before the loss does not count. */
  retryNow(): void {
    if (!this.isFailing || (this.#repeating && this.#repeating.turn > this.#shownFrom)) return;
    const now = this.#port.clock.now();
    // If it is refused again, its pauses begin again too.
    this.#failures = 1;
    this.#nextAt = this.#repeating ? now : Math.max(now, this.#askedAt + MIN_RETRY_MS);
    if (!this.#repeating) return;
    this.#repeating = undefined;
    this.#port.abandon(this);
  }

  /** A command may have changed the answer, so look-ups read again. */
  invalidate(): void {
    this.#known = undefined;
    this.#changedAt = this.#port.nextTurn();
    for (const { changed } of this.#observers) changed?.();
  }

  /** A command has ended that may show in the answers. Returns true if it reads because of it. */
  onCommand(command: EndedCommand): boolean {
    const followers = [...this.#observers].filter(({ expect }) => expect);
    if (followers.length === 0) return false;
    const items = this.#commands.onCommand(command, this.#latest?.body, this.#port.clock.now());
    if (items && items.size > 0) for (const follower of followers) follower.expect?.(items);
    return items !== undefined;
  }

  /**
   * The answer for a look-up: itself if one is known, otherwise a promise. If the hub is slow, it may be an older one. If
   * a command changes the answer meanwhile, it is read once more, if there is time for it. So commands that never end
   * hold up no caller. Rejects with the errors of the read.
   */
  lookUp(want: Want): unknown {
    this.#isShared = true;
    const known = this.#knownFor(want);
    return known ? known.body : this.#await(want);
  }

  /** The answer that look-ups would use, if it was requested at most `maxAge` ms ago. */
  known(maxAge = MAX_AGE_MS): LookedUp | undefined {
    return this.#known && this.#known.at + maxAge > this.#port.clock.now() ? this.#known : undefined;
  }

  /** Keeps an answer for look-ups, of this read or of a list with its thing, unless it may have changed since the request. */
  know(body: unknown, { at, turn }: Moment): void {
    if (turn < this.#changedAt || (this.#known && turn < this.#known.turn)) return;
    // An answer of one observer alone may have been changed by its flow.
    this.#known = { body, at, turn, before: this.#isShared ? this.#known?.body : undefined };
    this.#answered.emit();
  }

  /** The body of a success. An answer with the same text costs one comparison. Throws `HUB_BAD_ANSWER`. */
  bodyOf(raw: RawAnswer): unknown {
    if (this.#raw?.text !== raw.text || this.#raw.contentType !== raw.contentType) {
      this.#raw = undefined;
      this.#body = successBody(raw);
      this.#raw = raw;
    }
    return this.#body;
  }

  #knownFor({ since, used }: Want): LookedUp | undefined {
    const known = this.known() ?? used?.get(this);
    return known && known.at >= since ? known : undefined;
  }

  async #await(want: Want): Promise<unknown> {
    const { clock } = this.#port;
    const { since, until, used, timeout, older, wait } = want;
    const olderAnswer = () => {
      const known = older && this.isObserved ? this.known(MAX_OLDER_AGE_MS) : undefined;
      return known && older?.mayUse(known.body, known.before) ? known : undefined;
    };
    const isOver = () => olderAnswer() !== undefined;
    const patience = older && { until: older.until, isOver, answered: this.#answered };
    let isRepeated = false;
    for (;;) {
      const known = this.#knownFor(want) ?? (older && clock.now() >= older.until ? olderAnswer() : undefined);
      if (known) return known.body;
      let request: Request | undefined;
      const readNow = () => {
        request = this.#readNow({ timeout, hasReplacement: isOver() });
        return request.done;
      };
      try {
        await wait(readNow, patience);
        const outdated = this.#outdatedIn(request, since);
        const now = clock.now();
        if (outdated && (isRepeated || now + 2 * (now - outdated.at) > until)) {
          used?.set(this, outdated);
          return outdated.body;
        }
        isRepeated ||= outdated !== undefined;
      } catch (error) {
        const replacement = isSlow(error) ? olderAnswer() : undefined;
        if (replacement) return replacement.body;
        // A read that began earlier has shown nothing about this moment.
        if (!older || !isSlow(error) || !isBefore(request, since)) throw error;
      }
    }
  }

  /** The answer to a request that may have changed since. Undefined if it has not, or if the request was before `since`. */
  #outdatedIn(request: Request | undefined, since: number): LookedUp | undefined {
    return request && request.turn < this.#changedAt && request.at >= since ? request.answer : undefined;
  }

  /** One request for all look-ups of the same time. It does not wait behind commands, as one for observers does. */
  #readNow(lookUp: ReadFor): Request {
    if (this.#lookingUp && this.#lookingUp.turn > this.#changedAt) return this.#lookingUp;
    const request = this.#send(lookUp);
    this.#lookingUp = request;
    const end = (isAnswered: boolean) => {
      if (this.#lookingUp === request) this.#lookingUp = undefined;
      if (!this.isObserved) this.#raw = undefined;
      if (isAnswered && this.isRepeated && request.turn > this.#shownFrom) this.#show(request, true);
      else this.#port.lookedUp(this);
    };
    request.done.then(
      () => end(true),
      (error: unknown) => {
        // The observers read it themselves: the look-up may only have had too little time.
        if (error instanceof HubError && error.reply) this.hurry(this.#port.clock.now());
        end(false);
      },
    );
    return request;
  }

  #send(lookUp?: ReadFor): Request {
    const moment = { at: this.#port.clock.now(), turn: this.#port.nextTurn() };
    const ask = () => this.#port.ask(this, lookUp);
    // A look-up begins while the lanes are choosing the next request.
    const done = (lookUp ? Promise.resolve().then(ask) : ask()).then((body) => {
      request.answer = { body, ...moment };
      this.know(body, moment);
    });
    const request: Request = { ...moment, done };
    return request;
  }

  /** Gives the answer to all observers, unless they have one to a later request. */
  #show({ answer, turn }: Request, isEarly: boolean): void {
    if (!answer || (this.#latestOf && turn < this.#latestOf.turn)) {
      this.#port.settled(this, false);
      return;
    }
    const { body } = answer;
    try {
      if (body !== this.#latest?.body) describedAnswer(this.operation, body);
    } catch (error) {
      this.fail(error);
      return;
    }
    const isRecovered = this.isFailing;
    this.#failures = 0;
    const now = this.#port.clock.now();
    this.#nextAt = this.#nextInterval(isEarly ? now + Math.min(this.#interval, REPLACED_MS) : now);
    const own = this.#commands.onAnswer(body, now);
    this.#latest = { params: this.params, body, at: Date.now(), isShared: this.#isShared, own };
    this.#latestOf = answer;
    for (const observer of [...this.#observers]) notify(observer, this.#latest);
    this.#port.settled(this, isRecovered);
  }

  /** The next multiple of the interval, so that all reads of one interval are due together. */
  #nextInterval(now: number): number {
    const interval = this.#interval;
    return now + interval - (now % interval);
  }

  #refusalPause(): number {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS);
    return Math.max(pause, this.#interval) * (1 + JITTER * Math.random());
  }
}

const isBefore = (request: Request | undefined, since: number): boolean => request !== undefined && request.at < since;

/** The read took too long, so the hub may still be able to carry out commands. */
const isSlow = (error: unknown): boolean =>
  error instanceof HubError && (error.code === 'HUB_TIMEOUT' || error.code === 'EXPIRED');

/** The hub refused the read, or the parameters are wrong. The next answer will be the same. */
const isRefusal = (error: unknown): boolean =>
  error instanceof HubError && (error.outcome === 'refused' || error.code === 'BAD_INPUT');

/** If one watcher cannot handle an answer, only this watcher gets a failure. */
function notify(watcher: Watcher, answer: ReadAnswer): void {
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
