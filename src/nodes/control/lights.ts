import type { NodeMessage, NodeStatus } from 'node-red';
import type { Gesture } from '../../panels/gesture/gesture.js';
import type { LampReport } from '../../panels/lamp/lamp-input.js';
import type { KeyExtras } from '../../panels/lamp/state.js';
import { FADERS, hasOneLight, isLampSurface, isMotorSurface } from '../../panels/render/index.js';
import type { SurfaceMessage } from '../../panels/render/surface.js';
import { Lamp } from '../lamp/lamp.js';
import { type Done, Inputs } from '../runtime/inputs.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import type { Ports } from '../runtime/ports.js';
import type { LightFields } from './light-fields.js';

interface SurfaceLight {
  readonly lamp: Lamp;
  readonly inputs: Inputs;
  readonly kind: 'state' | 'motor' | 'display';
  /** It can show more than a state: a key with a picture, or one that is only on the page of keys. */
  readonly hasFace: boolean;
}

interface SurfaceOutputs {
  /** Gets the messages for the surface. */
  readonly send: Ports['send'];
  /** The status of each. Only a button shows it, and has one light. */
  readonly status: (status: NodeStatus) => void;
}

/** The light, the motor and the displays of a control. */
export class SurfaceLights {
  readonly #life: Lifetime;
  readonly #lights: readonly SurfaceLight[];
  /** The gestures of the motor faders, with those of their touch sensors. */
  readonly #hands: ReadonlySet<string>;
  readonly #armed = new Set<string>();
  readonly #dark = new Map<string, () => void>();

  /** Throws `BAD_INPUT`. */
  constructor(life: Lifetime, words: RuntimeWords, saved: readonly LightFields[], { send, status }: SurfaceOutputs) {
    this.#life = life;
    this.#lights = saved.map(({ isHidden, ...fields }) => {
      const { surface } = fields;
      const part = life.part({ status, send: isHidden ? () => {} : send });
      const lamp = new Lamp(part, words, fields);
      const { dark } = lamp;
      if (dark && !isHidden) this.#dark.set(addressOf(fields, dark), () => send(dark as NodeMessage));
      const kind = isLampSurface(surface) ? 'state' : isMotorSurface(surface) ? 'motor' : 'display';
      const hasFace = isHidden === true || surface === 'streamdeck';
      return { lamp, inputs: new Inputs(part, words, lamp), kind, hasFace };
    });
    this.#hands = new Set(saved.flatMap(handsOf));
    this.touches = saved.flatMap(touchesOf);
  }

  /** The touch sensors of its faders. */
  readonly touches: readonly string[];

  /** True for a gesture that concerns a motor: its fader, or its touch sensor. */
  isHand = (control: string): boolean => this.#hands.has(control);

  /** The report of the first one. */
  get report(): LampReport {
    return this.#lights[0]?.lamp.report ?? {};
  }

  /** A message with a state, or the result of a command. */
  showState = (msg: NodeMessage): void => {
    this.#receive(msg, 'state');
  };

  /** A command waits for a second press, or no longer: true if this is new. A lamp gets the same behind a Status node. */
  showGuard(name: string, isArmed: boolean): boolean {
    if (isArmed === this.#armed.has(name)) return false;
    if (isArmed) this.#armed.add(name);
    else this.#armed.delete(name);
    const guard = { status: { armed: isArmed, source: { id: name } } };
    this.showState(guard as NodeMessage);
    return true;
  }

  /** True if a hand can be on its motor. */
  get hasMotor(): boolean {
    return this.#hands.size > 0;
  }

  /** True while a command waits for a second press. */
  get isArmed(): boolean {
    return this.#armed.size > 0;
  }

  /** What a key shows besides its state. On other lights, a rehearsed state would be mistaken for a real one. */
  showExtras(extras: KeyExtras): void {
    const { lookOn } = extras;
    for (const { lamp, hasFace } of this.#lights) lamp.showExtras(hasFace ? extras : { ...(lookOn && { lookOn }) });
  }

  /** A value of the hub. Undefined: unknown. `hub` identifies its session. */
  showValue(value: number | undefined, { hub }: NodeMessage & { readonly hub?: unknown }): void {
    const msg = { payload: value ?? 'unknown', hub };
    this.#receive(msg, 'motor');
    this.#receive(msg, 'display');
  }

  /** A gesture of a hand on a motor fader. */
  takeHand(gesture: Gesture): void {
    this.#receive({ ...{ gesture } }, 'motor');
  }

  /** Its page is shown, or no longer. */
  show(isShown: boolean): void {
    for (const { lamp } of this.#lights) lamp.show(isShown);
  }

  /** The messages that make its lights dark, with the functions that send them. */
  get dark(): ReadonlyMap<string, () => void> {
    return this.#dark;
  }

  /** A report that the surface is lost, so no hand is on it. */
  surfaceLost = (msg: NodeMessage): void => {
    this.#receive(msg, 'motor');
  };

  /** The surface may have lost its lights. */
  resend(msg: NodeMessage): void {
    for (const light of this.#lights) this.#pass(msg, light);
  }

  #receive(msg: NodeMessage, kind: SurfaceLight['kind']): void {
    for (const light of this.#lights) if (light.kind === kind) this.#pass(msg, light);
  }

  #pass(msg: NodeMessage, { inputs }: SurfaceLight): void {
    const done: Done = (error) => {
      if (error) this.#life.node.error(error, msg);
    };
    void inputs.receive(msg, () => {}, done);
  }
}

/** Two lights with the same address are one. A message for a single light has none. */
const addressOf = ({ surface, control }: LightFields, dark: SurfaceMessage): string =>
  JSON.stringify(hasOneLight(surface) ? control : dark);

const motorOf = ({ surface, control }: LightFields) => (isMotorSurface(surface) ? FADERS[surface](control) : undefined);

/** The touch sensors of a fader. */
export function touchesOf(light: LightFields): readonly string[] {
  const motor = motorOf(light);
  return motor ? (light.touch ? [light.touch] : (motor.touches ?? [])) : [];
}

const handsOf = (light: LightFields): readonly string[] => [...(motorOf(light)?.names ?? []), ...touchesOf(light)];
