import { type Clock, realClock } from '../clock.js';
import type { Gesture, Origin } from '../gesture.js';
import { evictOldest } from './evict-oldest.js';

/** A first event that is older, in ms, was done before the start. The same limit as for IS-07. */
const OLDEST_MS = 5000;

/** Messages about one press arrive within this time, in ms. */
const TOGETHER_MS = 2000;

/** A device that repeats a hold does so within this time, in ms. The Hue dimmer: 800. */
const HOLD_REPEAT_MS = 1000;

/** No panel has more buttons. A flow that invents names must not fill the memory. */
const MOST_BUTTONS = 256;

export interface RepeatsOptions {
  /** Each message with a press is a press, also if it repeats a state. */
  readonly eachPress?: boolean;
}

/** The messages of a button so far. Times are in ms of the clock. */
interface ButtonHistory {
  rank: number;
  id?: Origin['id'];
  /** The time of the last event, in ms since the epoch. */
  at?: number;
  /** The last state. Undefined: unknown. */
  state?: boolean | undefined;
  /** Its last press has no release yet. */
  isPressed: boolean;
  actedAt: number;
  heldAt: number;
  /** The last repeat of an event. The next message about it repeats it, too. */
  repeatedAt: number;
  /** The next state only reports. */
  isUnknown: boolean;
}

/** The messages of the buttons so far, by button. */
export type ButtonHistories = Map<string, ButtonHistory>;

/**
 * Finds messages that repeat an act, or that are about the same one. A device may send an event or a state again, or send
 * several messages about one press.
 */
export class Repeats {
  readonly #clock: Clock;
  readonly #options: RepeatsOptions;
  readonly #buttons: ButtonHistories;

  constructor(options: RepeatsOptions = {}, clock: Clock = realClock, histories: ButtonHistories = new Map()) {
    this.#buttons = histories;
    this.#options = options;
    this.#clock = clock;
  }

  /** Returns the gesture, marked as `isReport` if it is not an act. A hold after its press is marked as `continues`. */
  take(gesture: Gesture): Gesture {
    const { origin, pressed, isReport, retained } = gesture;
    if (!origin) return gesture;
    const found = this.#buttons.get(origin.button);
    const history = found ?? this.#add(origin.button);
    const now = this.#clock.now();
    if (isReport || retained || pressed === undefined) {
      if (retained && !isReport) history.rank = Math.max(history.rank, origin.rank);
      remember(history, origin, gesture);
      return gesture;
    }
    const isAgain = this.#isAgain(history, gesture, origin, now);
    const isRepeat = this.#isOther(history, gesture, origin, now) || isAgain;
    const continues = gesture.event === 'hold' && history.isPressed;
    remember(history, origin, gesture);
    if (isRepeat) return { ...gesture, isReport: true };
    history.isPressed = pressed && !gesture.momentary && (continues || gesture.event !== 'hold');
    if (pressed) history.actedAt = now;
    return continues ? { ...gesture, continues: true } : gesture;
  }

  /** True if another message about the same press counts. */
  #isOther(history: ButtonHistory, { pressed }: Gesture, { rank, id }: Origin, now: number): boolean {
    if (rank < history.rank) return true;
    const wasReported = rank > history.rank && pressed === true && now - history.actedAt < TOGETHER_MS;
    history.rank = rank;
    return wasReported || (id === undefined && now - history.repeatedAt < TOGETHER_MS);
  }

  /** True if the same event or state was sent before. */
  #isAgain(history: ButtonHistory, { pressed, event, at }: Gesture, { id, isState }: Origin, now: number): boolean {
    if (id !== undefined) {
      const oldest = history.at ?? Date.now() - OLDEST_MS;
      const isOld = at !== undefined && at < oldest;
      if (id === history.id || isOld) history.repeatedAt = now;
      return id === history.id || isOld;
    }
    if (isState && !pressed) return history.state === false;
    if (isState) return history.isUnknown || (history.state === true && !this.#options.eachPress);
    const isHeld = event === 'hold' && now - history.heldAt < HOLD_REPEAT_MS;
    history.heldAt = event === 'hold' ? now : Number.NEGATIVE_INFINITY;
    return isHeld;
  }

  #add(button: string): ButtonHistory {
    evictOldest(this.#buttons, MOST_BUTTONS, ({ isPressed }) => isPressed);
    const never = Number.NEGATIVE_INFINITY;
    const history = { rank: 0, isPressed: false, actedAt: never, heldAt: never, repeatedAt: never, isUnknown: false };
    this.#buttons.set(button, history);
    return history;
  }
}

function remember(history: ButtonHistory, { isState, id }: Origin, { pressed, at }: Gesture): void {
  if (isState) {
    history.state = pressed;
    history.isUnknown = pressed === undefined;
  }
  // An old event that is sent again does not replace a newer one.
  if (at !== undefined && history.at !== undefined && at < history.at) return;
  if (id !== undefined) history.id = id;
  if (at !== undefined) history.at = at;
}
