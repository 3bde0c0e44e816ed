import { type Clock, systemClock } from '../../base/clock.js';
import type { Gesture } from '../gesture.js';
import { controllerOf } from './controller.js';
import { Halves, type JoinedValue } from './halves.js';
import { DATA, numberOf, ParameterSelection, STEPS } from './parameter-selection.js';

type Later = (gesture: Gesture) => void;

/**
 * Joins the messages of a non-registered parameter (NRPN) into gestures of one control: `nrpn 1/300`. Registered
 * parameters (RPN) are settings of synthesizers, so their values give nothing. A controller alone stays a controller.
 */
export class Parameters {
  readonly #halves: Halves;
  readonly #selection: ParameterSelection;

  /** `clock` limits the wait for further messages. Default: the clock of this computer. */
  constructor(clock: Clock = systemClock) {
    this.#halves = new Halves(clock);
    this.#selection = new ParameterSelection(clock, true);
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
