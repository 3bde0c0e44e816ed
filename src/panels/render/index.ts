import type { Look } from '../lamp/state.js';
import { dashboard } from './dashboard.js';
import { gpio } from './gpio.js';
import { is07 } from './is07.js';
import { midi, midiFader, midiPair } from './midi.js';
import { mqtt } from './mqtt.js';
import { osc, oscFader } from './osc.js';
import { streamdeck } from './streamdeck.js';
import type { FaderSurface, Fields, Lamp, Surface } from './surface.js';
import { template } from './template.js';
import { tsl31, tsl50 } from './tsl.js';
import { xkeys } from './xkeys.js';

/** What has lamps, by the name under which it is saved. */
export const LAMPS = {
  streamdeck,
  midi,
  osc,
  xkeys,
  gpio,
  mqtt,
  dashboard,
  is07,
  tsl31,
  tsl50,
  template,
} as const satisfies Record<string, Surface>;

/** What has faders with motors. */
export const FADERS = { midiFader, midiPair, oscFader } as const satisfies Record<string, FaderSurface>;

export type LampSurface = keyof typeof LAMPS;
export type MotorSurface = keyof typeof FADERS;

/** All of them, in the order in which they are offered. */
export const SURFACES = [...Object.keys(LAMPS), ...Object.keys(FADERS)] as (LampSurface | MotorSurface)[];

/**
 * How a surface shows a look that blinks. `sent`: it receives the colour and dark in turn. `itself`: it blinks by itself.
 * `steady`: it reads the state, and another state in between would be wrong.
 */
const BLINKING: Readonly<Record<LampSurface, 'sent' | 'itself' | 'steady'>> = {
  streamdeck: 'sent',
  midi: 'sent',
  osc: 'sent',
  xkeys: 'itself',
  gpio: 'steady',
  mqtt: 'steady',
  dashboard: 'steady',
  is07: 'steady',
  tsl31: 'steady',
  tsl50: 'steady',
  // Its receiver may read the state, as Companion does.
  template: 'steady',
};

/** Whether a look is sent as its colour and dark in turn. An OSC argument that was chosen is read as the state. */
export const sendsBlinks = (surface: LampSurface, { blink, value }: Look): boolean =>
  blink && BLINKING[surface] === 'sent' && (surface !== 'osc' || value === undefined);

export const isLampSurface = (surface: string): surface is LampSurface => Object.hasOwn(LAMPS, surface);

/** Whether nothing blinks on a surface. */
export const isSteady = (surface: string): boolean => isLampSurface(surface) && BLINKING[surface] === 'steady';

export const isMotorSurface = (surface: string): surface is MotorSurface => Object.hasOwn(FADERS, surface);

/** Whether a surface can have a control of this name. */
export function hasControl(surface: string, control: string): boolean {
  if (isLampSurface(surface)) return LAMPS[surface](control) !== undefined;
  return isMotorSurface(surface) && FADERS[surface](control) !== undefined;
}

/** The message that makes a surface show a lamp at a control. Throws a RangeError where it has no such control. */
export function render(surface: LampSurface, lamp: Lamp, control: string): Fields {
  const draw = LAMPS[surface](control);
  if (!draw) throw new RangeError(`${surface} has no control "${control}"`);
  return draw(lamp);
}
