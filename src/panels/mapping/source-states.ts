import { type Clock, realClock } from '../clock.js';
import type { Gesture, SourceReport } from '../gesture.js';
import { evictOldest } from './evict-oldest.js';

/** A GPIO node with *Read initial state* sends it within this time after a deploy, in ms. */
const INITIAL_READ_MS = 5000;

/** A source reports its states within this time after a reconnection, in ms. */
const RECONNECTED_MS = 2000;

/** No panel has more controls. A flow that invents names must not fill the memory. */
const MOST_CONTROLS = 256;

/** The last message of a control. */
interface LastState {
  readonly at?: number;
  readonly state?: boolean;
  /** It only reported a state, so the same value may be a gesture next. */
  readonly isReport?: boolean;
  /** The source restarts: its next message is a state. */
  readonly isRestarting?: true;
}

/**
 * Finds gestures that only report a state: the first of a control after a reconnection, a GPIO pin's initial read, and
 * an IS-07 state that is sent again.
 */
export class SourceStates {
  readonly #clock: Clock;
  readonly #controls = new Map<string, LastState>();
  #connected = true;
  /** Until this time, the first message of a control is a state. */
  #reconnecting = Number.NEGATIVE_INFINITY;
  #initialReads = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock = realClock) {
    this.#clock = clock;
  }

  /** The flow and its sources start now. */
  start(): void {
    this.#initialReads = this.#clock.now() + INITIAL_READ_MS;
  }

  /** Takes a report about a connection, or about one control whose source restarts. */
  report({ connected, control }: SourceReport): void {
    if (control !== undefined) this.#remember(control, { isRestarting: true });
    if (connected && !this.#connected) {
      this.#controls.clear();
      this.#reconnecting = this.#clock.now() + RECONNECTED_MS;
    }
    this.#connected = connected ?? this.#connected;
  }

  /** Returns the gesture, marked as `retained` if it only reports a state. */
  take(gesture: Gesture): Gesture {
    const { source, control, pressed: state, at, retained, delta } = gesture;
    // Steps are never a state.
    if (delta !== undefined) return gesture;
    const until = source === 'gpio' ? Math.max(this.#initialReads, this.#reconnecting) : this.#reconnecting;
    const mayBeFirst = this.#clock.now() < until;
    if (!mayBeFirst && source !== 'is07') return gesture;
    const name = `${source} ${control}`;
    const last = this.#controls.get(name);
    const isReport = retained || (last ? last.isRestarting : mayBeFirst) || false;
    const isAgain = source === 'is07' && last !== undefined && isSameState(last, { at, state });
    this.#remember(name, { at, state, isReport: isReport || (isAgain && last.isReport) });
    return isReport || isAgain ? { ...gesture, retained: true } : gesture;
  }

  #remember(name: string, last: LastState): void {
    if (!this.#controls.has(name)) evictOldest(this.#controls, MOST_CONTROLS, () => false);
    this.#controls.set(name, last);
  }
}

/** True if a message repeats the last one. After a report, the same value is a gesture, except at the same time. */
const isSameState = (last: LastState, { at, state }: LastState): boolean =>
  state === last.state && (!last.isReport || (at !== undefined && at === last.at));
