import { type Clock, systemClock } from '../../base/clock.js';
import { setLimited } from '../../base/set-limited.js';
import type { Gesture } from '../gesture/gesture.js';

/** The upper or the lower 7 bits of a value with 14 bits. */
export type Half = 'upper' | 'lower';

/** A value in the numbers of the device, and as a part of its range: 0 … 1. */
export interface JoinedValue {
  readonly raw: number;
  readonly value: number;
  /** Set if the other half never arrived, so the value has 7 bits. */
  readonly only?: Half;
}

/** Both halves of a value arrive within this time, in ms. A MIDI message takes 1 ms, and a busy machine some more. */
const BURST_MS = 40;

const MOST_7_BIT = 127;
const MOST_14_BIT = 16383;

interface Value {
  upper?: number;
  lower?: number;
  /** The half that the device sends last. Undefined until both arrived together. */
  last?: Half;
  /** The other half never arrived: the device has 7 bits. */
  isSingle?: boolean;
  /** The half that waits for the other one. */
  waiting?: { readonly half: Half; readonly timer: unknown };
}

const otherHalf = (half: Half): Half => (half === 'upper' ? 'lower' : 'upper');

/**
 * Joins the two halves of a value. Devices send either half first, and may leave out a half that did not change. So a half
 * that is not the last one waits a moment for the other one.
 */
export class Halves {
  readonly #clock: Clock;
  readonly #values = new Map<string, Value>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Returns the value, or undefined if the half waits. If the other half does not arrive, `later` gets the value. */
  join(name: string, half: Half, bits: number, later: (value: JoinedValue) => void): JoinedValue | undefined {
    const value = this.#valueOf(name);
    value[half] = bits;
    if (value.waiting?.half === otherHalf(half)) {
      this.#stopWaiting(value);
      value.last = half;
      return joined(value);
    }
    value.isSingle &&= value[otherHalf(half)] === undefined;
    if (value.last === half || value.isSingle) return joined(value);
    if (!value.waiting) this.#wait(value, half, later);
    return undefined;
  }

  close(): void {
    for (const value of this.#values.values()) this.#stopWaiting(value);
    this.#values.clear();
  }

  #valueOf(name: string): Value {
    const value = this.#values.get(name);
    if (value) return value;
    const added: Value = {};
    const deleted = setLimited(this.#values, name, added, { isHeld: ({ waiting }) => waiting !== undefined });
    if (deleted) this.#stopWaiting(deleted);
    return added;
  }

  #wait(value: Value, half: Half, later: (value: JoinedValue) => void): void {
    const timer = this.#clock.setTimeout(() => {
      value.waiting = undefined;
      // The device does not always send the other half after this one.
      value.last = undefined;
      value.isSingle = value[otherHalf(half)] === undefined;
      later(joined(value));
    }, BURST_MS);
    value.waiting = { half, timer };
  }

  #stopWaiting(value: Value): void {
    if (value.waiting) this.#clock.clearTimeout(value.waiting.timer);
    value.waiting = undefined;
  }
}

function joined({ upper, lower }: Value): JoinedValue {
  if (upper === undefined) return { raw: lower ?? 0, value: (lower ?? 0) / MOST_7_BIT, only: 'lower' };
  if (lower === undefined) return { raw: upper, value: upper / MOST_7_BIT, only: 'upper' };
  const raw = (upper << 7) | lower;
  return { raw, value: raw / MOST_14_BIT };
}

/** A message of a MIDI controller. */
export interface Controller {
  /** The channel with a slash: `1/`. Empty if it is unknown. */
  readonly channel: string;
  readonly number: number;
  /** 0 … 127. */
  readonly bits: number;
}

const NAME = /^cc (\d+\/)?(\d+)$/;

/** The controller of a gesture, or undefined for any other gesture. */
export function controllerOf({ source, control, raw }: Gesture): Controller | undefined {
  if (source !== 'midi' || raw === undefined) return undefined;
  const [, channel = '', number] = NAME.exec(control) ?? [];
  return number === undefined ? undefined : { channel, number: Number(number), bits: raw };
}

/** Controller n (0 … 31) sends the upper 7 bits of a value, n + 32 the lower. */
const PAIRED = 32;

/**
 * Joins the two messages of a fader with 14 bits into one gesture of the first controller. If the other half never
 * arrives, the gesture stays that of its own controller, with 7 bits.
 */
export class Pairs {
  readonly #halves: Halves;

  /** `clock` limits the wait for the other half. Default: the clock of this computer. */
  constructor(clock?: Clock) {
    this.#halves = new Halves(clock);
  }

  /**
   * Returns the joined gesture, a gesture without a pair unchanged, or undefined if it waits for the other half. If this
   * half does not arrive within 40 ms, `later` gets the gesture.
   */
  join(gesture: Gesture, later: (gesture: Gesture) => void = () => {}): Gesture | undefined {
    const controller = controllerOf(gesture);
    if (!controller || controller.number >= 2 * PAIRED) return gesture;
    const { channel, number, bits } = controller;
    const control = `cc ${channel}${number % PAIRED}`;
    const toGesture = ({ raw, value, only }: JoinedValue): Gesture =>
      only ? gesture : { ...gesture, control, raw, value, pressed: raw > 0 };
    const half = number < PAIRED ? 'upper' : 'lower';
    const joined = this.#halves.join(control, half, bits, (value) => later(toGesture(value)));
    return joined && toGesture(joined);
  }

  /** Drops halves that wait. */
  close(): void {
    this.#halves.close();
  }
}
