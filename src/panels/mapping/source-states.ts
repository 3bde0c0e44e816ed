import { type Clock, systemClock } from '../../base/clock.js';
import { setLimited } from '../../base/set-limited.js';
import type { Gesture, SourceReport } from '../gesture/gesture.js';
import type { LastState } from './button-histories.js';

/** A GPIO node with *Read initial state* sends it within this time after a deploy, in ms. */
const INITIAL_READ_MS = 5000;

/** A source reports its states within this time after a reconnection, in ms. */
const RECONNECTED_MS = 2000;

/**
 * Finds gestures that only report a state: the first of a control after a reconnection, a GPIO pin's initial read, and
 * an IS-07 state that is sent again.
 */
export class SourceStates {
  readonly #clock: Clock;
  readonly #controls: Map<string, LastState>;
  #connected = true;
  /** Until this time, the first message of a control is a state. */
  #reconnecting = Number.NEGATIVE_INFINITY;
  #initialReads = Number.NEGATIVE_INFINITY;

  /** `clock` measures the time since a start or a reconnection. `states` are from before a deploy. */
  constructor(clock: Clock = systemClock, states = new Map<string, LastState>()) {
    this.#clock = clock;
    this.#controls = states;
    // A contact is read again at the start. Only IS-07 has the time at which its state began.
    for (const name of states.keys()) if (!name.startsWith('is07 ')) states.delete(name);
  }

  /** The flow and its sources start now. */
  start(): void {
    this.#initialReads = this.#clock.now() + INITIAL_READ_MS;
  }

  /** Takes a report about a connection, or about one control whose source restarts. */
  report({ connected, control }: SourceReport): void {
    if (control !== undefined) setLimited(this.#controls, control, { isRestarting: true });
    if (connected && !this.#connected) {
      this.#controls.clear();
      this.#reconnecting = this.#clock.now() + RECONNECTED_MS;
    }
    this.#connected = connected ?? this.#connected;
  }

  /**
   * Returns the gesture, marked as `retained` if it only reports a state, and as `continues` if an IS-07 number changes
   * without a new press.
   */
  mark(gesture: Gesture): Gesture {
    const { source, control, pressed: state, raw, at, retained, delta } = gesture;
    // Steps are never a state.
    if (delta !== undefined) return gesture;
    const until = source === 'gpio' ? Math.max(this.#initialReads, this.#reconnecting) : this.#reconnecting;
    const mayBeFirst = this.#clock.now() < until;
    if (!mayBeFirst && source !== 'is07') return gesture;
    const name = `${source} ${control}`;
    const last = this.#controls.get(name);
    const isReport = retained || (last ? last.isRestarting : mayBeFirst) || false;
    const before = source === 'is07' ? last : undefined;
    const isAgain = before !== undefined && isSameState(before, { at, state, raw });
    setLimited(this.#controls, name, { at, state, raw, isReport: isReport || (isAgain && before.isReport) });
    if (isReport || isAgain) return { ...gesture, retained: true };
    return before && before.state === state && before.raw !== raw ? { ...gesture, continues: true } : gesture;
  }
}

/** True if a message repeats the last one. After a report, the same value is a gesture, except at the same time. */
const isSameState = (last: LastState, { at, state, raw }: LastState): boolean =>
  state === last.state && raw === last.raw && (!last.isReport || (at !== undefined && at === last.at));
