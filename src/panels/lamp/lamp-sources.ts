import type { LampInput, LampTarget } from './lamp-input.js';
import type { State } from './state.js';

/** A lamp shows the failure of a command for this time in ms. Then it shows the state from before, which still holds. */
const FAILURE_MS = 3000;

/** Maximum number of sources. A new source replaces the one with the oldest message. */
const MOST_SOURCES = 200;

/** Checks later if the state in a message still counts. */
export interface Validity {
  /** False after the session with the hub or the watch was lost. */
  holds(): boolean;
  /** For a failed read: true as long as it fails. */
  fails?(): boolean;
  /** True if the hub or the watch can be read now. */
  isBack?(): boolean;
}

/** True for a state that was lost, although its hub or watch is back: it waits for the next message of its source. */
export const waitsForMessage = (validity: Validity | undefined): boolean =>
  validity?.holds() === false && validity.isBack?.() === true;

/** The state from a source or from the end of a command. */
interface ReportedState {
  readonly state: State;
  readonly validity?: Validity | undefined;
}

interface LampSource extends ReportedState {
  readonly at: number;
  readonly target?: LampTarget | undefined;
  /** The state that a command has left since its last message. */
  readonly commanded?: ReportedState | undefined;
}

/** The inputs of a lamp that still count. All times are in ms on one clock. */
export class LampSources {
  readonly #urgency: readonly State[];
  readonly #timeout: number;
  readonly #sources = new Map<string, LampSource>();
  /** The state that the last command left, until the next message of a source. The source of an item has its own. */
  #commandState: ReportedState | undefined;
  #failedUntil = 0;
  /** Checks of failed reads, by the name of their source. */
  readonly #failing = new Map<string, () => boolean>();
  #hub: 'lost' | 'connected' | undefined;
  /** The nodes that wait for a second press. Undefined: no input from such a node. */
  #armed: Set<string> | undefined;

  /** `urgency`: all states, the most urgent first. `timeout`: a source is unknown after this time without messages. 0: never. */
  constructor(urgency: readonly State[], timeout: number) {
    this.#urgency = urgency;
    this.#timeout = timeout;
  }

  /** Adds an input. Without `validity` it counts until the next input. */
  update(input: LampInput, now: number, validity?: Validity): void {
    const isOutdated = validity?.holds() === false;
    switch (input.from) {
      case 'source':
        // A late message does not replace a newer state.
        if (isOutdated && this.#holds(input.name)) break;
        this.#commandState = undefined;
        this.#setSource(input.name, { state: input.state, at: now, validity, target: input.target });
        break;
      case 'lost':
        if (!validity?.fails) this.#setSource(input.name, { state: 'unknown', at: now });
        else if (this.#failing.size < MOST_SOURCES) this.#failing.set(input.name, validity.fails);
        break;
      case 'hub':
        this.#hub = input.connected ? 'connected' : 'lost';
        if (!input.connected) this.#loseUncheckedSources();
        break;
      case 'command':
        this.#failedUntil = input.state === 'failed' ? now + FAILURE_MS : 0;
        if (input.state && input.state !== 'failed' && !isOutdated)
          this.#setCommandState({ state: input.state, validity }, input.target);
        break;
      case 'guard':
        this.#armed ??= new Set();
        if (!input.armed) this.#armed.delete(input.name);
        else if (this.#armed.size < MOST_SOURCES) this.#armed.add(input.name);
        break;
    }
  }

  /** The most urgent state that counts, or `unknown` if none does. */
  mostUrgent(now: number): State {
    const states = new Set<State>();
    if (now < this.#failedUntil) states.add('failed');
    if (this.#hub === 'lost') states.add('unknown');
    if (this.#commandState) states.add(currentState(this.#commandState));
    if (this.#armed?.size) states.add('armed');
    for (const source of this.#sources.values())
      for (const reported of [source, ...(source.commanded ? [source.commanded] : [])])
        states.add(now >= this.#staleAt(source) ? 'unknown' : currentState(reported));
    for (const [name, fails] of this.#failing)
      if (fails()) states.add('unknown');
      else this.#failing.delete(name);
    // Without other inputs, the lamp shows the connection or the guard.
    if (states.size === 0 && this.#hub === 'connected') return 'available';
    if (states.size === 0 && this.#armed) return 'off';
    return this.#urgency.find((state) => states.has(state)) ?? 'unknown';
  }

  /** True if a source was lost and is back, and its next message has not arrived. */
  get waits(): boolean {
    return [...this.#sources.values()].some(({ validity }) => waitsForMessage(validity));
  }

  /** The time when the state may change without a new input, or undefined. */
  nextChange(now: number): number | undefined {
    const ends = [...this.#sources.values()].map(this.#staleAt);
    const ahead = [this.#failedUntil, ...ends].filter((end) => end > now && end < Number.POSITIVE_INFINITY);
    return ahead.length === 0 ? undefined : Math.min(...ahead);
  }

  /** Only a message of the item's own sources ends its state: messages of other items show nothing about it. */
  #setCommandState(state: ReportedState, target: LampTarget | undefined): void {
    this.#commandState = undefined;
    let isOfSource = false;
    for (const [name, source] of this.#sources) {
      if (!target || source.target?.engineId !== target.engineId) continue;
      const isOfAll = target.itemId === undefined;
      if (!isOfAll && source.target.itemId !== target.itemId) continue;
      isOfSource ||= !isOfAll;
      this.#sources.set(name, { ...source, commanded: isOfAll ? undefined : state });
    }
    if (!isOfSource) this.#commandState = state;
  }

  #holds = (name: string): boolean => this.#sources.get(name)?.validity?.holds() === true;

  #staleAt = ({ at }: LampSource): number => (this.#timeout > 0 ? at + this.#timeout : Number.POSITIVE_INFINITY);

  /** When a hub is lost, a source without a validity is unknown until its next message. */
  #loseUncheckedSources(): void {
    for (const [name, source] of this.#sources)
      if (!source.validity) this.#sources.set(name, { state: 'unknown', at: source.at, target: source.target });
      else if (source.commanded && !source.commanded.validity)
        this.#sources.set(name, { ...source, commanded: { state: 'unknown' } });
    if (this.#commandState && !this.#commandState.validity) this.#commandState = { state: 'unknown' };
  }

  #setSource(name: string, source: LampSource): void {
    // Deleted first, so that the map is ordered by the last message.
    this.#sources.delete(name);
    const [oldest] = this.#sources.size < MOST_SOURCES ? [] : this.#sources.keys();
    if (oldest !== undefined) this.#sources.delete(oldest);
    this.#sources.set(name, source);
  }
}

const currentState = ({ state, validity }: ReportedState): State => (validity && !validity.holds() ? 'unknown' : state);
