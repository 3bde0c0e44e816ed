import type { HubClock } from '../base/clock.js';
import { Contact } from '../base/contact.js';
import { Signal } from '../base/signal.js';
import { HubError } from '../wire/errors.js';

/** What is known of the way to the hub; `refused`: it answers, but not to this key. */
export type HubState = 'connecting' | 'connected' | 'unreachable' | 'refused';

/** Pauses between probes in ms: while the hub answers and nothing else is heard, and while it does not. */
const CONNECTED_PAUSE_MS = 2000;
const LOST_PAUSE_MS = 1000;

/** A hub that hangs is probed each second all the same, but so many probes wait for it at most. */
const MAX_PROBES = 5;

/** What is done when the connection turns. */
export interface ConnectionEvents {
  /** The hub is reached; after it was lost it may be another one by now. */
  onReturn(wasLost: boolean): void;
  /** It cannot be reached, or refuses the key. */
  onLost(state: 'unreachable' | 'refused', error: unknown): void;
  /** Whether somebody waits for the hub's return who does not watch the connection. */
  isAwaited(): boolean;
}

/** The state of the connection, learnt from traffic. While somebody watches and nothing is heard, a probe looks. */
export class Connection {
  readonly #probe: () => Promise<unknown>;
  readonly #events: ConnectionEvents;
  readonly #clock: HubClock;
  readonly #changed = new Signal<HubState>();
  readonly #contact = new Contact();
  /** Each change of the state. Who listens here does not make it probe. */
  readonly stateChanged = new Signal<HubState>();
  #state: HubState = 'connecting';
  /** Whether the hub ever answered anything but 401, 403 or 404. */
  #hasAccess = false;
  /** Answers heard so far, and probes that wait for theirs. */
  #answerCount = 0;
  #pendingProbes = 0;
  /** When the next probe is due, and when its timer fires, in the clock's ms. */
  #probeAt = 0;
  #firesAt = 0;
  #timer: unknown;

  /** `probe` resolves if the hub answered and throws a HubError if not; it must end by itself. */
  constructor(probe: () => Promise<unknown>, turns: ConnectionEvents, clock: HubClock) {
    this.#probe = probe;
    this.#events = turns;
    this.#clock = clock;
  }

  get state(): HubState {
    return this.#state;
  }

  /** Id of the present contact; undefined since the hub was lost. */
  get contact(): string | undefined {
    return this.#contact.id;
  }

  /** Whether no call was answered but by 401, 403, 404: the licence may be missing (docs/interface.md, its beginning). */
  get hasNoAccess(): boolean {
    return !this.#hasAccess;
  }

  /** Tells the state now and at every change, until the returned function is called. */
  watch(listener: (state: HubState) => void): () => void {
    const isFirst = !this.#changed.hasListeners;
    const unwatch = this.#changed.watch(listener);
    listener(this.#state);
    if (isFirst) this.#scheduleProbe(0);
    return () => {
      unwatch();
      if (!this.#changed.hasListeners && !this.#events.isAwaited()) this.#stopTimer();
    };
  }

  /** Takes note of how an exchange ends, and hands that on. */
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

  /** Takes note of how an exchange ended: with a success (no error), or with a failure. */
  #update(error?: unknown): void {
    const state = stateFrom(error);
    if (state === 'connected' && !isRefusal(error)) this.#hasAccess = true;
    if (state && state !== 'unreachable') this.#answerCount += 1;
    this.#setState(state ?? this.#state, error);
    // Failures do not put off a probe: those of a fader come faster than once a second.
    const soon = this.#timer ? Math.min(LOST_PAUSE_MS, this.#probeAt - this.#clock.now()) : LOST_PAUSE_MS;
    this.#scheduleProbe(state === 'connected' ? CONNECTED_PAUSE_MS : soon);
  }

  close(): void {
    this.#changed.close();
    this.stateChanged.close();
    this.#stopTimer();
  }

  /** Moves the next probe. Traffic does so all the time: a timer that is set already only looks again when it fires. */
  #scheduleProbe(delay: number): void {
    this.#probeAt = this.#clock.now() + delay;
    if (!this.#changed.hasListeners && !this.#events.isAwaited()) return;
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

  async #sendProbe(): Promise<void> {
    this.#scheduleProbe(LOST_PAUSE_MS);
    if (this.#pendingProbes >= MAX_PROBES) return;
    const answers = this.#answerCount;
    this.#pendingProbes += 1;
    try {
      await this.#probe();
      this.#update();
    } catch (error) {
      const reached = stateFrom(error);
      // A slow probe proves nothing where the hub has answered others meanwhile.
      if (reached || answers === this.#answerCount) this.#update(reached ? error : new HubError('HUB_UNREACHABLE'));
    } finally {
      this.#pendingProbes -= 1;
    }
  }

  #setState(state: HubState, error: unknown): void {
    if (state === this.#state) return;
    const before = this.#state;
    this.#state = state;
    if (state === 'connected') {
      this.#contact.begin();
      this.#events.onReturn(before !== 'connecting');
    } else if (state !== 'connecting') {
      if (before === 'connected') this.#contact.end();
      this.#events.onLost(state, error);
    }
    this.stateChanged.emit(state);
    this.#changed.emit(state);
  }
}

/** What an outcome says of the connection. Undefined: nothing yet; one slow or broken exchange is not a lost hub. */
function stateFrom(error: unknown): HubState | undefined {
  if (error === undefined) return 'connected';
  if (!(error instanceof HubError)) return undefined;
  if (error.code === 'HUB_UNREACHABLE') return 'unreachable';
  if (error.said) return error.said.statusCode === 401 ? 'refused' : 'connected';
  return error.code === 'HUB_BAD_ANSWER' ? 'connected' : undefined;
}

const isRefusal = (error: unknown): boolean =>
  error instanceof HubError && [401, 403, 404].includes(error.said?.statusCode ?? 0);
