import { type Clock, systemClock } from '../../base/clock.js';
import { setLimited } from '../../base/set-limited.js';
import type { Gesture, Origin } from '../gesture/gesture.js';
import { type ButtonHistories, type ButtonHistory, type FormHistory, newHistories } from './button-histories.js';
import { PlainSwitches } from './plain-switches.js';
import { isBelow, Restarts } from './restarts.js';

/** A first event that is older, in ms, was done before the start. The same limit as for IS-07. */
const OLDEST_MS = 5000;

/** Messages about one press arrive within this time, in ms. */
const TOGETHER_MS = 2000;

/** A device that repeats a hold does so within this time, in ms. The Hue dimmer: 800. */
const HOLD_REPEAT_MS = 1000;

export interface RepeatsOptions {
  /** Each message with a press is a press, also if it repeats a state. */
  readonly eachPress?: boolean;
  /** A press arrives as a release. */
  readonly inverted?: boolean;
  /** The messages are values of a fader or an encoder. */
  readonly areValues?: boolean;
  /** A press without a release is reported to the user. */
  readonly reportsNoRelease?: boolean;
}

/**
 * Finds messages that repeat an act, are about the same one, or report the present state after a start. A device may send
 * an event or a state again, or send several messages about one press.
 */
export class Repeats {
  readonly #clock: Clock;
  readonly #options: RepeatsOptions;
  readonly #buttons: Map<string, ButtonHistory>;
  readonly #restarts: Restarts;
  readonly #switches: PlainSwitches;

  /** The histories are from before a deploy. Meanwhile, a message of a device that sends it again may be lost. */
  constructor(options: RepeatsOptions = {}, clock: Clock = systemClock, { devices }: ButtonHistories = newHistories()) {
    this.#buttons = devices;
    this.#options = options;
    this.#clock = clock;
    this.#restarts = new Restarts(clock);
    this.#switches = new PlainSwitches(clock, this.#restarts, options.reportsNoRelease);
    for (const { forms } of devices.values()) for (const form of forms.values()) form.isFirst ||= form.isPeriodic;
  }

  /** A device starts or connects again, so its next states only report. Blank: all devices. */
  restart(device: string): void {
    this.#restarts.add(device);
    this.#switches.restart(device);
    for (const { topic, forms } of this.#buttons.values())
      if (isBelow(topic, device)) for (const form of forms.values()) form.isFirst = true;
  }

  /** Returns the gesture, marked as `isReport` if it is not an act. A hold after its press is marked as `continues`. */
  mark(gesture: Gesture): Gesture {
    const { origin, pressed, isReport, retained, restarts } = gesture;
    // A retained message is not about this moment.
    if (restarts !== undefined && !retained) this.restart(restarts);
    if (!origin) {
      const { areValues, eachPress } = this.#options;
      const isPlainReport = !areValues && !eachPress && this.#switches.isReport(gesture);
      return isPlainReport && !retained ? { ...gesture, isReport: true } : gesture;
    }
    const history = this.#buttons.get(origin.button) ?? this.#add(gesture, origin);
    const form = formOf(history, origin);
    const now = this.#clock.now();
    if (isReport || retained || pressed === undefined) {
      if (retained && !isReport) history.rank = Math.max(history.rank, origin.rank);
      // A report may be about a press that its own message follows.
      const isLater = isReport && !form.isFirst && origin.isState && pressed !== undefined;
      if (!isLater) remember(history, form, origin, gesture);
      return gesture;
    }
    const isFirst = this.#isFirst(history, form, origin, pressed);
    const isAgain = this.#isAgain(history, form, gesture, origin, now);
    const isRepeat = this.#isOther(history, gesture, origin, now) || isAgain || isFirst;
    const continues = gesture.event === 'hold' && history.isPressed;
    remember(history, form, origin, gesture);
    if (isRepeat) return { ...gesture, isReport: true };
    history.isPressed = pressed && !gesture.momentary && (continues || gesture.event !== 'hold');
    if (pressed) history.actedAt = now;
    return continues ? { ...gesture, continues: true } : gesture;
  }

  /** True if a press may be from before the start of the node, or of its device. */
  #isFirst({ topic }: ButtonHistory, form: FormHistory, origin: Origin, pressed: boolean): boolean {
    const { isState, isChange, isPeriodic } = origin;
    if (!form.isFirst || this.#options.areValues) return false;
    if (isPeriodic) return !isState || this.#isPress(pressed);
    const isUnknown = !isChange && form.state === undefined;
    return isState === true && this.#isPress(pressed) && (isUnknown || this.#restarts.isRecent(topic));
  }

  #isPress = (pressed: boolean): boolean => pressed !== Boolean(this.#options.inverted);

  /** True if another message about the same press counts. */
  #isOther(history: ButtonHistory, { pressed }: Gesture, { rank, id }: Origin, now: number): boolean {
    if (rank < history.rank) return true;
    const wasReported = rank > history.rank && pressed === true && now - history.actedAt < TOGETHER_MS;
    history.rank = rank;
    return wasReported || (id === undefined && now - history.repeatedAt < TOGETHER_MS);
  }

  /** True if the same event or state was sent before. */
  #isAgain(history: ButtonHistory, form: FormHistory, gesture: Gesture, origin: Origin, now: number): boolean {
    const { pressed = false, event, at } = gesture;
    const { id, isState, isPeriodic } = origin;
    if (id !== undefined) {
      const oldest = history.at ?? Date.now() - OLDEST_MS;
      const isOld = at !== undefined && at < oldest;
      if (id === form.id || isOld) history.repeatedAt = now;
      return id === form.id || isOld;
    }
    if (isState) {
      const mayRepeat = this.#options.eachPress && this.#isPress(pressed) && !isPeriodic;
      return form.state === pressed && !mayRepeat;
    }
    const isHeld = event === 'hold' && now - history.heldAt < HOLD_REPEAT_MS;
    history.heldAt = event === 'hold' ? now : Number.NEGATIVE_INFINITY;
    return isHeld;
  }

  #add({ topic, control }: Gesture, { button }: Origin): ButtonHistory {
    const never = Number.NEGATIVE_INFINITY;
    const times = { actedAt: never, heldAt: never, repeatedAt: never };
    const history: ButtonHistory = { topic: topic ?? control, rank: 0, forms: new Map(), isPressed: false, ...times };
    setLimited(this.#buttons, button, history, { isHeld: ({ isPressed }) => isPressed });
    return history;
  }
}

function formOf({ forms }: ButtonHistory, { rank, isPeriodic }: Origin): FormHistory {
  const form: FormHistory = forms.get(rank) ?? { isFirst: true, isPeriodic: isPeriodic === true };
  forms.set(rank, form);
  return form;
}

function remember(history: ButtonHistory, form: FormHistory, { isState, id }: Origin, { pressed, at }: Gesture): void {
  if (isState) form.state = pressed;
  form.isFirst = isState === true && pressed === undefined;
  // An old event that is sent again does not replace a newer one.
  if (at !== undefined && history.at !== undefined && at < history.at) return;
  if (id !== undefined) form.id = id;
  if (at !== undefined) history.at = at;
}
