import type { HubClock } from '../../base/clock.js';
import { Signal } from '../../base/signal.js';
import { HubError, isNotServed } from '../wire/errors.js';

/** The state of the connection. `refused`: the hub answers, but does not accept the key. */
export type HubState = 'connecting' | 'connected' | 'unreachable' | 'refused';
type KnownState = Exclude<HubState, 'connecting'>;

/** Pauses between probes in ms, while the hub answers and no other request is sent, and while it does not answer. */
const CONNECTED_PAUSE_MS = 2000;
const LOST_PAUSE_MS = 1000;

/** A hub that does not answer is still probed each second, but with at most this many probes at once. */
const MAX_PROBES = 5;

/** The reads that are repeated, which show and need the state of the connection. */
export interface AwaitingReads {
  /** True if one waits for the hub. Then it is probed, even if nothing watches the connection. */
  readonly isAwaited: boolean;
  /** True if the hub refuses all of them. */
  readonly isRefusedEverywhere: boolean;
  /** The hub has carried out a request. */
  onServed(): void;
  /** Nothing is served: a read waits for the hub, and it refused a probe too. The first success is an `onReturn`. */
  onServesNothing(): void;
  /** The hub answers. After a loss it may be another hub. */
  onReturn(wasLost: boolean): void;
  /** The hub cannot be reached, or refuses the key. */
  onLost(state: 'unreachable' | 'refused', error: unknown): void;
}

/** The state of the connection, from all requests. If it is watched and no request is sent, it sends a probe. */
export class Connection {
  readonly #probe: () => Promise<unknown>;
  readonly #url: string;
  readonly #reads: AwaitingReads;
  readonly #clock: HubClock;
  readonly #changed = new Signal<HubState>();
  readonly #session = new Session();
  /** Each change of the state. Listeners of this signal do not start probes. */
  readonly stateChanged = new Signal<HubState>();
  /** The hub is lost, before the reads are informed. */
  readonly lost = new Signal<unknown>();
  /** The hub is back after a loss, before the reads are informed. */
  readonly returned = new Signal<void>();
  #state: HubState = 'connecting';
  #since = Date.now();
  /** True after any answer but 401, 403 or 404. */
  #hasAccess = false;
  /** The hub refuses everything, as it does while it starts. */
  #servesNothing = false;
  /** The number of requests that the hub has carried out. */
  #servedCount = 0;
  /** The hub refuses probes, although it carries out other requests. Example: the key is for another module. */
  #refusesProbes = false;
  /** The number of answers, and of probes in flight. */
  #answerCount = 0;
  #pendingProbes = 0;
  /** The time of the next probe, and of its timer, in the clock's ms. */
  #probeAt = 0;
  #firesAt = 0;
  #timer: unknown;

  /** `probe` resolves if the hub answered, else it throws a HubError. It must end by itself. `url` is for errors. */
  constructor(probe: () => Promise<unknown>, url: string, reads: AwaitingReads, clock: HubClock) {
    this.#probe = probe;
    this.#url = url;
    this.#reads = reads;
    this.#clock = clock;
  }

  /** The present state. */
  get state(): HubState {
    return this.#state;
  }

  /** The time of the last change of the state, in ms since the epoch. */
  get since(): number {
    return this.#since;
  }

  /** The id of the present session. Undefined while the hub is lost. */
  get session(): string | undefined {
    return this.#session.id;
  }

  /**
   * True if all calls were answered by 401, 403 or 404. The licence may be missing (docs/develop/interface.md, its beginning).
   */
  get hasNoAccess(): boolean {
    return !this.#hasAccess;
  }

  /** Calls the listener now and at every change, until the returned function is called. */
  watch(listener: (state: HubState) => void): () => void {
    const isFirst = !this.#changed.hasListeners;
    const unwatch = this.#changed.watch(listener);
    listener(this.#state);
    if (isFirst) this.#scheduleProbe(0);
    return () => {
      unwatch();
      if (!this.#changed.hasListeners && !this.#reads.isAwaited) this.#stopTimer();
    };
  }

  /** Updates the state with the result of an exchange, and returns this result. */
  observe<T>(exchange: Promise<T>): Promise<T> {
    return exchange.then(this.#onAnswer, this.#onFailure);
  }

  #onAnswer = <T>(answer: T): T => {
    this.#update();
    return answer;
  };

  #onFailure = (error: unknown): never => {
    this.#update(error);
    throw error;
  };

  /** `error` is undefined after a success. */
  #update(error?: unknown): void {
    const state = stateFrom(error);
    const isServed = state === 'connected' && (error === undefined || !isNotServed(error));
    if (isServed) this.#hasAccess = true;
    if (state && state !== 'unreachable') this.#answerCount += 1;
    if (state) this.#setState(state, error);
    if (isServed) this.#onServed();
    // Failures do not delay a probe: a fader can fail faster than once a second.
    const pause = this.#timer ? Math.min(LOST_PAUSE_MS, this.#probeAt - this.#clock.now()) : LOST_PAUSE_MS;
    this.#scheduleProbe(isServed ? CONNECTED_PAUSE_MS : pause);
  }

  #onServed(): void {
    this.#servedCount += 1;
    this.#reads.onServed();
    if (!this.#servesNothing) return;
    this.#servesNothing = false;
    this.#onReturn(true);
    // If it is refused, the last ones showed nothing.
    void this.#sendProbe(this.#servedCount - 1);
  }

  #onReturn(wasLost: boolean): void {
    if (wasLost) this.returned.emit();
    this.#reads.onReturn(wasLost);
  }

  /** A read waits for the hub, so it is probed soon. */
  probeSoon(): void {
    if (!this.#timer) this.#scheduleProbe(LOST_PAUSE_MS);
  }

  /** Ends all listeners and probes. */
  close(): void {
    this.#changed.close();
    for (const signal of [this.stateChanged, this.lost, this.returned]) signal.close();
    this.#stopTimer();
  }

  /**
   * Moves the next probe. Every request does this, so a running timer is not replaced. It checks the time when it
   * fires.
   */
  #scheduleProbe(delay: number): void {
    this.#probeAt = this.#clock.now() + delay;
    if (!this.#changed.hasListeners && !this.#reads.isAwaited) return;
    if (this.#timer && this.#firesAt <= this.#probeAt) return;
    this.#clock.clearTimeout(this.#timer);
    this.#firesAt = this.#probeAt;
    this.#timer = this.#clock.setTimeout(() => this.#onTimer(), delay);
  }

  #onTimer(): void {
    this.#timer = undefined;
    const remainingMs = this.#probeAt - this.#clock.now();
    if (remainingMs > 0) this.#scheduleProbe(remainingMs);
    else void this.#sendProbe();
  }

  #stopTimer(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** `served` is the number of requests that were carried out before it. */
  async #sendProbe(served = this.#servedCount): Promise<void> {
    this.#scheduleProbe(LOST_PAUSE_MS);
    if (this.#pendingProbes >= MAX_PROBES) return;
    const answers = this.#answerCount;
    this.#pendingProbes += 1;
    try {
      await this.#probe();
      this.#refusesProbes = false;
      this.#update();
    } catch (error) {
      const state = stateFrom(error);
      // A slow probe shows nothing if the hub has answered other requests meanwhile.
      if (state) this.#update(error);
      else if (answers === this.#answerCount) this.#update(this.#unreachable(error));
      if (isNotServed(error)) this.#onRefused(served);
    } finally {
      this.#pendingProbes -= 1;
    }
  }

  #unreachable(error: unknown): HubError {
    const cause = error instanceof HubError ? error.code : String(error);
    return new HubError('HUB_UNREACHABLE', { url: this.#url, cause });
  }

  /** A probe was refused. */
  #onRefused(served: number): void {
    if (served < this.#servedCount) this.#refusesProbes = true;
    const refusesOthers = !this.#refusesProbes || this.#reads.isRefusedEverywhere;
    if (!refusesOthers || !this.#reads.isAwaited) return;
    this.#servesNothing = true;
    this.#reads.onServesNothing();
  }

  #setState(state: KnownState, error: unknown): void {
    if (state === this.#state) return;
    const before = this.#state;
    this.#state = state;
    this.#since = Date.now();
    if (state === 'connected') {
      this.#servesNothing = false;
      this.#session.begin();
      this.#onReturn(before !== 'connecting');
    } else {
      this.#session.end();
      this.lost.emit(error);
      this.#reads.onLost(state, error);
    }
    this.stateChanged.emit(state);
    this.#changed.emit(state);
  }
}

/**
 * The state after an outcome. Undefined: not conclusive. One slow or broken exchange does not mean that the hub is
 * lost.
 */
function stateFrom(error: unknown): KnownState | undefined {
  if (error === undefined) return 'connected';
  if (!(error instanceof HubError)) return undefined;
  if (error.code === 'HUB_UNREACHABLE') return 'unreachable';
  if (error.reply) return error.reply.statusCode === 401 ? 'refused' : 'connected';
  return error.code === 'HUB_BAD_ANSWER' ? 'connected' : undefined;
}

/**
 * An unbroken session with a hub, or with the source of a watch. Each has its own id: a value from an earlier session
 * may be outdated. The id is not a time, because a computer's clock may be set back.
 */
export class Session {
  #id: string | undefined = crypto.randomUUID();

  /** Undefined without session. */
  get id(): string | undefined {
    return this.#id;
  }

  begin(): void {
    this.#id ??= crypto.randomUUID();
  }

  end(): void {
    this.#id = undefined;
  }
}
