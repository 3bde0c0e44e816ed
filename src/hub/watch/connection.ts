import type { Clock } from '../base/clock.js';
import { Contact } from '../base/contact.js';
import { Signal } from '../base/signal.js';
import { HubError } from '../wire/errors.js';

/** What is known of the way to the hub; `refused`: it answers, but not to this key. */
export type HubState = 'connecting' | 'connected' | 'unreachable' | 'refused';

/** Pauses between probes in ms: while the hub answers and nothing else is heard, and while it does not. */
const CALM_MS = 2000;
const LOST_MS = 1000;

/** A hub that hangs is probed each second all the same, but so many probes wait for it at most. */
const MOST_PROBES = 5;

/** What is done when the connection turns. */
export interface Turns {
  /** The hub is reached; after it was lost it may be another one by now. */
  returned(wasLost: boolean): void;
  /** It cannot be reached, or refuses the key. */
  lost(state: 'unreachable' | 'refused', error: unknown): void;
  /** Whether somebody waits for the hub's return who does not watch the connection. */
  isAwaited(): boolean;
}

/** The state of the connection, learnt from traffic. While somebody watches and nothing is heard, a probe looks. */
export class Connection {
  readonly #probe: () => Promise<unknown>;
  readonly #turns: Turns;
  readonly #clock: Clock;
  readonly #changed = new Signal<HubState>();
  readonly #contact = new Contact();
  /** Each change of the state. Who listens here does not make it probe. */
  readonly turned = new Signal<HubState>();
  #state: HubState = 'connecting';
  /** Whether the hub ever answered anything but 401, 403 or 404. */
  #welcome = false;
  /** Answers heard so far, and probes that wait for theirs. */
  #answers = 0;
  #probing = 0;
  /** When the next probe is due, and when its timer fires, in the clock's ms. */
  #due = 0;
  #fires = 0;
  #timer: unknown;

  /** `probe` resolves if the hub answered and throws a HubError if not; it must end by itself. */
  constructor(probe: () => Promise<unknown>, turns: Turns, clock: Clock) {
    this.#probe = probe;
    this.#turns = turns;
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
  get neverWelcome(): boolean {
    return !this.#welcome;
  }

  /** Tells the state now and at every change, until the returned function is called. */
  watch(tell: (state: HubState) => void): () => void {
    const isFirst = !this.#changed.heard;
    const unwatch = this.#changed.watch(tell);
    tell(this.#state);
    if (isFirst) this.#lookIn(0);
    return () => {
      unwatch();
      if (!this.#changed.heard && !this.#turns.isAwaited()) this.#rest();
    };
  }

  /** Takes note of how an exchange ends, and hands that on. */
  hear<T>(exchange: Promise<T>): Promise<T> {
    return exchange.then(this.#reached, this.#missed);
  }

  #reached = <T>(answer: T): T => {
    this.#learn();
    return answer;
  };

  #missed = (error: unknown): never => {
    this.#learn(error);
    throw error;
  };

  /** Takes note of how an exchange ended: with a success (no error), or with a failure. */
  #learn(error?: unknown): void {
    const state = stateAfter(error);
    if (state === 'connected' && !isRefusal(error)) this.#welcome = true;
    if (state && state !== 'unreachable') this.#answers += 1;
    this.#become(state ?? this.#state, error);
    // Failures do not put off a probe: those of a fader come faster than once a second.
    const soon = this.#timer ? Math.min(LOST_MS, this.#due - this.#clock.now()) : LOST_MS;
    this.#lookIn(state === 'connected' ? CALM_MS : soon);
  }

  close(): void {
    this.#changed.close();
    this.turned.close();
    this.#rest();
  }

  /** Moves the next probe. Traffic does so all the time: a timer that is set already only looks again when it fires. */
  #lookIn(delay: number): void {
    this.#due = this.#clock.now() + delay;
    if (!this.#changed.heard && !this.#turns.isAwaited()) return;
    if (this.#timer && this.#fires <= this.#due) return;
    this.#clock.clearTimeout(this.#timer);
    this.#fires = this.#due;
    this.#timer = this.#clock.setTimeout(() => this.#fire(), delay);
  }

  #fire(): void {
    this.#timer = undefined;
    const left = this.#due - this.#clock.now();
    if (left > 0) this.#lookIn(left);
    else void this.#look();
  }

  #rest(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #look(): Promise<void> {
    this.#lookIn(LOST_MS);
    if (this.#probing >= MOST_PROBES) return;
    const answers = this.#answers;
    this.#probing += 1;
    try {
      await this.#probe();
      this.#learn();
    } catch (error) {
      const reached = stateAfter(error);
      // A slow probe proves nothing where the hub has answered others meanwhile.
      if (reached || answers === this.#answers) this.#learn(reached ? error : new HubError('HUB_UNREACHABLE'));
    } finally {
      this.#probing -= 1;
    }
  }

  #become(state: HubState, error: unknown): void {
    if (state === this.#state) return;
    const before = this.#state;
    this.#state = state;
    if (state === 'connected') {
      this.#contact.begin();
      this.#turns.returned(before !== 'connecting');
    } else if (state !== 'connecting') {
      if (before === 'connected') this.#contact.end();
      this.#turns.lost(state, error);
    }
    this.turned.tell(state);
    this.#changed.tell(state);
  }
}

/** What an outcome says of the connection. Undefined: nothing yet; one slow or broken exchange is not a lost hub. */
function stateAfter(error: unknown): HubState | undefined {
  if (error === undefined) return 'connected';
  if (!(error instanceof HubError)) return undefined;
  if (error.code === 'HUB_UNREACHABLE') return 'unreachable';
  if (error.said) return error.said.statusCode === 401 ? 'refused' : 'connected';
  return error.code === 'HUB_BAD_ANSWER' ? 'connected' : undefined;
}

const isRefusal = (error: unknown): boolean =>
  error instanceof HubError && [401, 403, 404].includes(error.said?.statusCode ?? 0);
