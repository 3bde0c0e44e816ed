import { type Clock, systemClock } from '../../base/clock.js';
import type { Gesture } from '../gesture/gesture.js';
import { type Controller, controllerOf, type Half, Halves, type JoinedValue } from './halves.js';

type Later = (gesture: Gesture) => void;

/**
 * Joins the messages of a non-registered parameter (NRPN) into gestures of one control: `nrpn 1/300`. Registered
 * parameters (RPN) are settings of synthesizers, so their values give nothing. A controller alone stays a controller.
 */
export class Parameters {
  readonly #halves: Halves;
  readonly #selection: ParameterSelection;

  /** `clock` limits the wait for further messages. Default: the clock of this computer. Tolerant: of `ParameterSelection`. */
  constructor(clock: Clock = systemClock, isTolerant = true) {
    this.#halves = new Halves(clock);
    this.#selection = new ParameterSelection(clock, isTolerant);
  }

  /** Returns the gesture, unchanged or joined, or undefined. `later` gets a gesture that waited for another message. */
  join(gesture: Gesture, later: (gesture: Gesture) => void = () => {}): Gesture | undefined {
    const controller = controllerOf(gesture);
    if (!controller) return gesture;
    const parameter = this.#selection.read(controller, (isSelector) => {
      if (!isSelector) later(gesture);
    });
    if (!parameter) return gesture;
    if (typeof parameter === 'string' || parameter.isRegistered) return undefined;
    const { channel, number, bits } = controller;
    return this.#toGesture(gesture, `nrpn ${channel}${numberOf(parameter)}`, number, bits, later);
  }

  /** The connection of the source is lost. */
  sourceLost(): void {
    this.#selection.sourceLost();
  }

  /** Drops gestures that wait. */
  close(): void {
    this.#selection.close();
    this.#halves.close();
  }

  #toGesture(from: Gesture, control: string, number: number, bits: number, later: Later): Gesture | undefined {
    const { source, retained } = from;
    const common = { source, control, ...(retained && { retained }) };
    const half = DATA[number];
    if (!half) return { ...common, kind: 'encoder', delta: STEPS[number] };
    const fader = ({ raw, value }: JoinedValue): Gesture => ({
      ...common,
      ...{ kind: 'fader', value, raw, pressed: raw > 0 },
    });
    const joined = this.#halves.join(control, half, bits, (value) => later(fader(value)));
    return joined && fader(joined);
  }
}

/**
 * The controllers that select a parameter: two for non-registered (NRPN), two for registered ones (RPN). After them come
 * the controllers of its value. Source: MIDI 1.0 Detailed Specification, "Registered and Non-Registered Parameter
 * Numbers". Allen & Heath SQ, "MIDI Protocol", shows the increments: B0 63 50, B0 62 00, B0 60 00.
 */
const SELECTORS: Readonly<Record<number, Selector>> = {
  98: { isRegistered: false, half: 'lower', other: 99 },
  99: { isRegistered: false, half: 'upper', other: 98 },
  100: { isRegistered: true, half: 'lower', other: 101 },
  101: { isRegistered: true, half: 'upper', other: 100 },
};

/** True for a controller that selects a parameter. */
export function isSelector(gesture: Gesture): boolean {
  const controller = controllerOf(gesture);
  return controller !== undefined && controller.number in SELECTORS;
}

interface Selector {
  readonly isRegistered: boolean;
  readonly half: Half;
  /** The controller of the other half. */
  readonly other: number;
}

/** The halves of a value. */
const DATA: Readonly<Record<number, Half>> = { 6: 'upper', 38: 'lower' };

/** Increment and decrement of a value. */
const STEPS: Readonly<Record<number, number>> = { 96: 1, 97: -1 };

/** 127 and 127 end a selection. */
const NO_PARAMETER = 16383;

/** Both selectors arrive within this time, in ms. */
const BURST_MS = 40;

/** On a slow connection, the value and both selectors arrive within this time, in ms. */
const LATE_MS = 1000;

export interface SelectedParameter {
  readonly isRegistered: boolean;
  readonly upper: number;
  readonly lower: number;
}

/** Called once the next messages show whether a controller is a selector. */
type Decide = (isSelector: boolean) => void;

/** Selectors of an NRPN that were passed on as controllers. `at`: the time of the last one. */
type LateSelection = Partial<Pick<SelectedParameter, Half>> & { readonly at: number };

interface Channel {
  parameter?: SelectedParameter;
  late?: LateSelection | undefined;
  /** A value arrived, so the controllers before it were a selection. */
  hasValue?: boolean;
  /** The number of the last selector if it was a pressed button. Its release follows. */
  button?: number;
  /** The first selector of two. It may also be a button or a fader with this number. */
  waiting?: { readonly number: number; readonly bits: number; readonly decide: Decide; readonly timer: unknown };
}

/** Separates the controllers of parameters (NRPN, RPN) from all other controllers. */
export class ParameterSelection {
  readonly #clock: Clock;
  readonly #isTolerant: boolean;
  readonly #channels = new Map<string, Channel>();

  /**
   * Tolerant: a value after one selector or after late ones also belongs to an NRPN. Two buttons with these numbers can
   * look the same, so this is for controls whose values pass on in both cases.
   */
  constructor(clock: Clock = systemClock, isTolerant = false) {
    this.#clock = clock;
    this.#isTolerant = isTolerant;
  }

  /**
   * Returns the selected parameter for a controller of its value, and undefined for a controller without a parameter.
   * The first selector of two is undecided: it calls `decide` within 40 ms, and not before this returns.
   */
  read(
    { channel: name, number, bits }: Controller,
    decide: Decide,
  ): SelectedParameter | 'selector' | 'undecided' | undefined {
    const channel = this.#channelOf(name);
    const selector = SELECTORS[number];
    if (selector) return this.#select(channel, selector, number, bits, decide);
    if (!(number in DATA || number in STEPS)) {
      this.#endWait(channel, false);
      return undefined;
    }
    this.#selectBefore(channel);
    const { parameter } = channel;
    if (!parameter || isNone(parameter)) return undefined;
    channel.hasValue = true;
    return parameter;
  }

  /** The connection of the source is lost, and its selections with it. A controller that waits is still decided. */
  sourceLost(): void {
    for (const channel of this.#channels.values()) {
      delete channel.parameter;
      delete channel.late;
      delete channel.hasValue;
    }
  }

  /** Ends all timers. A controller that waits is dropped as a selector. */
  close(): void {
    for (const channel of this.#channels.values()) this.#endWait(channel, true);
    this.#channels.clear();
  }

  #channelOf(name: string): Channel {
    const channel = this.#channels.get(name) ?? {};
    this.#channels.set(name, channel);
    return channel;
  }

  #select(
    channel: Channel,
    { isRegistered, half, other }: Selector,
    number: number,
    bits: number,
    decide: Decide,
  ): 'selector' | 'undecided' | undefined {
    const { waiting, parameter } = channel;
    const isSame = parameter?.isRegistered === isRegistered;
    if (waiting?.number === other) {
      channel.hasValue &&= isSame;
      channel.parameter = { isRegistered, upper: waiting.bits, lower: waiting.bits, [half]: bits };
      this.#endWait(channel, true);
      return 'selector';
    }
    this.#endWait(channel, false);
    // A device may send only the half that changed.
    if (isSame && channel.hasValue) {
      channel.parameter = { ...parameter, [half]: bits };
      return 'selector';
    }
    const isRelease = channel.button === number && bits === 0;
    channel.button = undefined;
    if (isRelease) channel.late = undefined;
    if (isRelease) return undefined;
    const timer = this.#clock.setTimeout(() => this.#endWait(channel, false), BURST_MS);
    channel.waiting = { number, bits, decide, timer };
    return 'undecided';
  }

  /** A value right after one selector, or after late ones, shows that they selected its parameter. */
  #selectBefore(channel: Channel): void {
    const { waiting, parameter } = channel;
    const isSelector = this.#isTolerant && waiting !== undefined && SELECTORS[waiting.number]?.isRegistered === false;
    if (waiting) this.#keepLate(channel, waiting.number, waiting.bits);
    const late = this.#lateOf(channel);
    this.#endWait(channel, isSelector);
    channel.late = undefined;
    if (!late || !this.#isTolerant) return;
    const last = parameter && !parameter.isRegistered && !isNone(parameter) ? parameter : undefined;
    // The device leaves out the half that it sent before the start.
    const unknown = isSelector ? 0 : undefined;
    const { upper = last?.upper ?? unknown, lower = last?.lower ?? unknown } = late;
    if (upper !== undefined && lower !== undefined) channel.parameter = { isRegistered: false, upper, lower };
  }

  #lateOf({ late }: Channel): LateSelection | undefined {
    return late && this.#clock.now() - late.at <= LATE_MS ? late : undefined;
  }

  #keepLate(channel: Channel, number: number, bits: number): void {
    const { isRegistered, half } = SELECTORS[number] ?? { isRegistered: true };
    const others = this.#lateOf(channel);
    channel.late = isRegistered || !half ? undefined : { ...others, [half]: bits, at: this.#clock.now() };
  }

  #endWait(channel: Channel, isSelector: boolean): void {
    const { waiting } = channel;
    if (!waiting) return;
    this.#clock.clearTimeout(waiting.timer);
    channel.waiting = undefined;
    if (isSelector) channel.late = undefined;
    else this.#keepLate(channel, waiting.number, waiting.bits);
    channel.button = isSelector || waiting.bits === 0 ? undefined : waiting.number;
    waiting.decide(isSelector);
  }
}

const isNone = (parameter: SelectedParameter): boolean => numberOf(parameter) === NO_PARAMETER;

const numberOf = ({ upper, lower }: SelectedParameter): number => (upper << 7) | lower;
