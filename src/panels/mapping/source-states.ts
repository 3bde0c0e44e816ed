import { type Clock, realClock } from '../clock.js';
import type { Gesture, SourceReport } from '../gesture.js';
import { makeRoom } from './room.js';

/** A GPIO node with *Read initial state* sends it this soon after a deploy, in ms. */
const INITIAL_READ_MS = 5000;

/** A source reports its states this soon after its connection returned, in ms. */
const RECONNECTED_MS = 2000;

/** No panel has more controls; a flow that makes up names must not fill the memory. */
const MOST_CONTROLS = 256;

/** The last message of a control. */
interface Last {
  readonly at?: number;
  readonly state?: boolean | number;
  /** It only reported a state, so that a hand may do the same again. */
  readonly isReport?: boolean;
  /** The source restarts: its next message is a state. */
  readonly isAway?: true;
}

/**
 * Finds gestures that only report a state: the first of a control after a reconnection, a GPIO pin's initial read, and
 * an IS-07 state that is sent again.
 */
export class SourceStates {
  readonly #clock: Clock;
  readonly #controls = new Map<string, Last>();
  #connected = true;
  /** Until when the first message of a control is a state. */
  #reconnecting = Number.NEGATIVE_INFINITY;
  #initialReads = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock = realClock) {
    this.#clock = clock;
  }

  /** The flow starts now, and with it the sources. */
  start(): void {
    this.#initialReads = this.#clock.now() + INITIAL_READ_MS;
  }

  /** Takes a report about a connection, or about one control whose source restarts. */
  report({ connected, control }: SourceReport): void {
    if (control !== undefined) this.#remember(control, { isAway: true });
    if (connected && !this.#connected) {
      this.#controls.clear();
      this.#reconnecting = this.#clock.now() + RECONNECTED_MS;
    }
    this.#connected = connected ?? this.#connected;
  }

  /** The gesture; marked as `retained` if it only reports a state. */
  take(gesture: Gesture): Gesture {
    const { source, control, at, retained } = gesture;
    const until = source === 'gpio' ? Math.max(this.#initialReads, this.#reconnecting) : this.#reconnecting;
    const mayBeFirst = this.#clock.now() < until;
    if (!mayBeFirst && source !== 'is07') return gesture;
    const name = `${source} ${control}`;
    const last = this.#controls.get(name);
    const state = gesture.pressed ?? gesture.raw;
    const isReport = retained || (last ? last.isAway : mayBeFirst) || false;
    const isAgain = source === 'is07' && last !== undefined && isSameState(last, { at, state });
    this.#remember(name, { at, state, isReport: isReport || (isAgain && last.isReport) });
    return isReport || isAgain ? { ...gesture, retained: true } : gesture;
  }

  #remember(name: string, last: Last): void {
    if (!this.#controls.has(name)) makeRoom(this.#controls, MOST_CONTROLS, () => false);
    this.#controls.set(name, last);
  }
}

/** Whether a message brings no news. What was only reported a hand may do as well, but not at the same time. */
const isSameState = (last: Last, { at, state }: Last): boolean =>
  state === last.state && (!last.isReport || (at !== undefined && at === last.at));
