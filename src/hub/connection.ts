import { HubError } from './errors.js';

/** What is known of the way to the hub; `refused`: it answers, but not to this key. */
export type HubState = 'connecting' | 'connected' | 'unreachable' | 'refused';

/** Pauses between probes in ms: while the hub answers, and growing while it does not. */
const CALM_MS = 10_000;
const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * The state of the connection, learnt from traffic. While somebody watches and nothing else is sent, a probe looks.
 * `probe` must end by itself, and its outcome must come back through `learn`.
 */
export class Connection {
  readonly #probe: () => Promise<unknown>;
  readonly #watchers = new Set<(state: HubState) => void>();
  #state: HubState = 'connecting';
  #pause = FIRST_MS;
  #timer: NodeJS.Timeout | undefined;

  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe;
  }

  get state(): HubState {
    return this.#state;
  }

  /** Tells the state now and at every change, until the returned function is called. */
  watch(tell: (state: HubState) => void): () => void {
    this.#watchers.add(tell);
    tell(this.#state);
    if (this.#watchers.size === 1) this.#look(0);
    return () => {
      this.#watchers.delete(tell);
      if (this.#watchers.size === 0) clearTimeout(this.#timer);
    };
  }

  /** Takes note of how an exchange ended: with an answer (no error), or with a failure. */
  learn(error?: unknown): void {
    const state = stateAfter(error) ?? this.#state;
    const lost = error instanceof HubError && error.code === 'HUB_CONNECTION_LOST';
    this.#pause = state === 'unreachable' ? Math.min(this.#pause * 2, LONGEST_MS) : FIRST_MS;
    if (state !== this.#state) {
      this.#state = state;
      for (const tell of this.#watchers) tell(state);
    }
    this.#look(lost ? FIRST_MS : state === 'unreachable' ? this.#pause / 2 : CALM_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#watchers.clear();
  }

  #look(delay: number): void {
    clearTimeout(this.#timer);
    if (this.#watchers.size > 0) this.#timer = setTimeout(() => void this.#probe(), delay);
  }
}

/** What an outcome says of the connection; undefined: nothing. One slow or forbidden operation is not a lost hub. */
function stateAfter(error: unknown): HubState | undefined {
  if (!(error instanceof HubError)) return error === undefined ? 'connected' : undefined;
  if (error.code === 'HUB_UNREACHABLE') return 'unreachable';
  if (error.said) return error.said.statusCode === 401 ? 'refused' : 'connected';
  return error.code === 'HUB_BAD_ANSWER' ? 'connected' : undefined;
}
