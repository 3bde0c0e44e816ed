import { type Clock, realClock } from '../clock.js';
import type { Gesture } from '../gesture.js';
import { controllerOf } from './controller.js';
import { type Half, Halves, type JoinedValue } from './halves.js';

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

interface Selector {
  readonly isRegistered: boolean;
  readonly half: Half;
  /** The controller of the other half. */
  readonly other: number;
}

const DATA: Readonly<Record<number, Half>> = { 6: 'upper', 38: 'lower' };

const STEPS: Readonly<Record<number, number>> = { 96: 1, 97: -1 };

/** 127 and 127 end a selection. */
const NO_PARAMETER = 16383;

/** Both selectors arrive within this time, in ms. */
const BURST_MS = 40;

type Later = (gesture: Gesture) => void;

interface Parameter {
  readonly isRegistered: boolean;
  readonly upper: number;
  readonly lower: number;
}

interface Received {
  readonly gesture: Gesture;
  readonly number: number;
  readonly bits: number;
  readonly later: Later;
}

interface Channel {
  /** The selected parameter. */
  parameter?: Parameter;
  /** A value arrived, so the controllers before it were a selection. */
  hasValue?: boolean;
  /** The first selector of two. It may also be a button or a fader with this number. */
  waiting?: Received & { readonly timer: unknown };
}

/**
 * Joins the messages of a non-registered parameter (NRPN) into gestures of one control: `nrpn 1/300`. Registered
 * parameters (RPN) are settings of synthesizers, so their values give nothing. A controller alone stays a controller.
 */
export class Parameters {
  readonly #clock: Clock;
  readonly #halves: Halves;
  readonly #channels = new Map<string, Channel>();

  constructor(clock: Clock = realClock) {
    this.#clock = clock;
    this.#halves = new Halves(clock);
  }

  /** Returns the gesture, unchanged or joined, or undefined. `later` gets a gesture that waited for another message. */
  take(gesture: Gesture, later: Later = () => {}): Gesture | undefined {
    const controller = controllerOf(gesture);
    if (!controller) return gesture;
    const { channel: name, number, bits } = controller;
    const channel = this.#channelOf(name);
    const selector = SELECTORS[number];
    if (selector) return this.#select(channel, selector, { gesture, number, bits, later });
    this.#endWait(channel);
    const { parameter } = channel;
    if (!parameter || numberOf(parameter) === NO_PARAMETER || !(number in DATA || number in STEPS)) return gesture;
    channel.hasValue = true;
    if (parameter.isRegistered) return undefined;
    return this.#toGesture(gesture, `nrpn ${name}${numberOf(parameter)}`, number, bits, later);
  }

  /** Drops gestures that wait. */
  close(): void {
    for (const { waiting } of this.#channels.values()) this.#clock.clearTimeout(waiting?.timer);
    this.#channels.clear();
    this.#halves.close();
  }

  #channelOf(name: string): Channel {
    const channel = this.#channels.get(name) ?? {};
    this.#channels.set(name, channel);
    return channel;
  }

  #select(channel: Channel, { isRegistered, half, other }: Selector, received: Received): undefined {
    const { waiting, parameter } = channel;
    const isSame = parameter?.isRegistered === isRegistered;
    if (waiting?.number === other) {
      this.#clock.clearTimeout(waiting.timer);
      channel.waiting = undefined;
      channel.hasValue &&= isSame;
      channel.parameter = { isRegistered, upper: waiting.bits, lower: waiting.bits, [half]: received.bits };
      return;
    }
    this.#endWait(channel);
    // A device may send only the half that changed.
    if (isSame && channel.hasValue) {
      channel.parameter = { ...parameter, [half]: received.bits };
      return;
    }
    channel.waiting = { ...received, timer: this.#clock.setTimeout(() => this.#endWait(channel), BURST_MS) };
  }

  /** The other selector did not follow, so the gesture is that of a controller. */
  #endWait(channel: Channel): void {
    const { waiting } = channel;
    if (!waiting) return;
    this.#clock.clearTimeout(waiting.timer);
    channel.waiting = undefined;
    waiting.later(waiting.gesture);
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
    const joined = this.#halves.take(control, half, bits, (value) => later(fader(value)));
    return joined && fader(joined);
  }
}

const numberOf = ({ upper, lower }: Parameter): number => (upper << 7) | lower;
