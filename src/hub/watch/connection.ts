import type { Clock } from '../base/clock.js';
import { Signal } from '../base/signal.js';
import { HubError } from '../wire/errors.js';

/** What is known of the way to the hub; `refused`: it answers, but not to this key. */
export type HubState = 'connecting' | 'connected' | 'unreachable' | 'refused';

/** Pauses between probes in ms: while the hub answers, and growing while it does not. */
const CALM_MS = 10_000;
const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/** The state of the connection, learnt from traffic. While somebody watches and nothing is heard, a probe looks. */
export class Connection {
  readonly #probe: () => Promise<unknown>;
  readonly #returned: (wasLost: boolean) => void;
  readonly #clock: Clock;
  readonly #changed = new Signal<HubState>();
  #state: HubState = 'connecting';
  /** Whether the hub ever answered anything but 401, 403 or 404. */
  #welcome = false;
  /** Probes in a row that reached nobody. */
  #failed = 0;
  /** When the next probe is due, and when its timer fires, in the clock's ms. */
  #due = 0;
  #fires = 0;
  #timer: unknown;

  /**
   * `probe` resolves if the hub answered and throws a HubError if not; it must end by itself.
   * `returned` is called when the hub is reached; after it was lost it may be another one by now.
   */
  constructor(probe: () => Promise<unknown>, returned: (wasLost: boolean) => void, clock: Clock) {
    this.#probe = probe;
    this.#returned = returned;
    this.#clock = clock;
  }

  get state(): HubState {
    return this.#state;
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
      if (!this.#changed.heard) this.#rest();
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
    this.#become(state ?? this.#state);
    if (state === 'unreachable') this.#lookIn(Math.min(FIRST_MS * 2 ** this.#failed, LONGEST_MS));
    else this.#lookIn(state ? CALM_MS : FIRST_MS);
  }

  close(): void {
    this.#changed.close();
    this.#rest();
  }

  /** Moves the next probe. Traffic does so all the time: a timer that is set already only looks again when it fires. */
  #lookIn(delay: number): void {
    this.#due = this.#clock.now() + delay;
    if (!this.#changed.heard || (this.#timer && this.#fires <= this.#due)) return;
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
    try {
      await this.#probe();
      this.#learn();
    } catch (error) {
      const reached = stateAfter(error) ?? 'unreachable';
      this.#learn(reached === 'unreachable' ? new HubError('HUB_UNREACHABLE') : error);
      if (reached === 'unreachable') this.#failed += 1;
    }
  }

  #become(state: HubState): void {
    if (state !== 'unreachable') this.#failed = 0;
    if (state === this.#state) return;
    const wasLost = this.#state !== 'connecting';
    this.#state = state;
    if (state === 'connected') this.#returned(wasLost);
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
