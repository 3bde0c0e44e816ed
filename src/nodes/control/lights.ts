import type { NodeMessage, NodeStatus } from 'node-red';
import type { LampReport } from '../../panels/lamp/lamp-input.js';
import { FADERS, isLampSurface, isMotorSurface } from '../../panels/render/index.js';
import { startLamp } from '../lamp/start-lamp.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import type { LightFields } from './light-fields.js';
import type { Part, Parts } from './part.js';

interface Light {
  readonly part: Part;
  readonly kind: 'state' | 'motor' | 'display';
  readonly report: () => LampReport;
}

interface LightOutputs {
  /** Gets the messages for the surface. */
  readonly send: (msg: NodeMessage) => void;
  /** The status of each. Only a button shows it, and has one light. */
  readonly status: (status: NodeStatus) => void;
}

/** The light, the motor and the displays of a control. */
export class Lights {
  readonly #lights: readonly Light[];
  /** The gestures of the motor faders, with those of their touch sensors. */
  readonly #hands: ReadonlySet<string>;
  readonly #armed = new Set<string>();

  /** Throws `BAD_INPUT`. */
  constructor(parts: Parts, words: RuntimeWords, saved: readonly LightFields[], { send, status }: LightOutputs) {
    this.#lights = saved.map((fields) => {
      const { surface } = fields;
      const outputs = { status, ...(!fields.isHidden && { send }) };
      const part = parts.add(outputs);
      const kind = isLampSurface(surface) ? 'state' : isMotorSurface(surface) ? 'motor' : 'display';
      return { part, kind, report: startLamp(part.life, fields, words) };
    });
    this.#hands = new Set(saved.flatMap(handsOf));
  }

  /** True for a gesture that concerns a motor: its fader, or its touch sensor. */
  isHand = (control: string): boolean => this.#hands.has(control);

  /** The report of the first one. */
  get report(): LampReport {
    return this.#lights[0]?.report() ?? {};
  }

  /** A message with a state, or the result of a command. */
  showState = (msg: NodeMessage): void => {
    this.#receive(msg, 'state');
  };

  /** A command waits for a second press, or no longer. A lamp gets the same behind a Status node. */
  showGuard(name: string, isArmed: boolean): void {
    if (isArmed === this.#armed.has(name)) return;
    if (isArmed) this.#armed.add(name);
    else this.#armed.delete(name);
    const guard = { status: { armed: isArmed, source: { id: name } } };
    this.showState(guard as NodeMessage);
  }

  /** A value of the hub. Undefined: unknown. `hub` identifies its session. */
  showValue(value: number | undefined, { hub }: NodeMessage & { readonly hub?: unknown }): void {
    const msg = { payload: value ?? 'unknown', hub };
    this.#receive(msg, 'motor');
    this.#receive(msg, 'display');
  }

  /** A message of a hand on a motor fader. */
  takeHand(msg: NodeMessage): void {
    this.#receive(msg, 'motor');
  }

  /** A report that the surface is lost, so no hand is on it. */
  surfaceLost = (msg: NodeMessage): void => {
    this.#receive(msg, 'motor');
  };

  /** The surface may have lost its lights. */
  resend(msg: NodeMessage): void {
    for (const { part } of this.#lights) part.receive(msg);
  }

  #receive(msg: NodeMessage, kind: Light['kind']): void {
    for (const light of this.#lights) if (light.kind === kind) light.part.receive(msg);
  }
}

function handsOf({ surface, control, touch }: LightFields): readonly string[] {
  const motor = isMotorSurface(surface) ? FADERS[surface](control) : undefined;
  return motor ? [...motor.names, ...(touch ? [touch] : (motor.touches ?? []))] : [];
}
