import type { Appearance } from '../lamp/state.js';
import { dashboard, gpio, is07, mqtt, osc, oscFader, streamdeck, streamdeckDial, xkeys } from './lamps.js';
import { mcu, mcuFader, mcuRing, mcuStrip } from './mcu.js';
import { midi, midiFader, midiPair } from './midi.js';
import type { DisplaySurface, FaderSurface, Surface } from './surface.js';
import { template } from './template.js';
import { tsl31, tsl50, tsl50tcp } from './tsl.js';

/** The surfaces with lamps, by their saved names. A message of bytes has a Uint8Array, since a browser has no Buffer. */
export const LAMP_SURFACES = {
  streamdeck,
  midi,
  mcu,
  osc,
  xkeys,
  gpio,
  mqtt,
  dashboard,
  is07,
  tsl31,
  tsl50,
  tsl50tcp,
  template,
} as const satisfies Record<string, Surface>;

/** The surfaces with motor faders, by their saved names. */
export const FADERS = { midiFader, midiPair, mcuFader, oscFader } as const satisfies Record<string, FaderSurface>;

/** The surfaces that show a value or a text, by their saved names. */
export const DISPLAYS = { mcuRing, mcuStrip, streamdeckDial } as const satisfies Record<string, DisplaySurface>;

/** The name of a surface with lamps: a key of `LAMP_SURFACES`. */
export type LampSurface = keyof typeof LAMP_SURFACES;
export type MotorSurface = keyof typeof FADERS;
type DisplayName = keyof typeof DISPLAYS;

/** All surfaces, in the order of the list in the dialog. */
export const SURFACES = [LAMP_SURFACES, FADERS, DISPLAYS].flatMap(Object.keys) as (
  | LampSurface
  | MotorSurface
  | DisplayName
)[];

/**
 * How a surface shows a look that blinks. Surfaces with `sent` receive the colour and dark in turn. Surfaces with
 * `itself` blink by themselves. Surfaces with `steady` read the state, so they must not receive another one between.
 */
const BLINKING: Readonly<Record<LampSurface, 'sent' | 'itself' | 'steady'>> = {
  streamdeck: 'sent',
  midi: 'sent',
  mcu: 'itself',
  osc: 'sent',
  xkeys: 'itself',
  gpio: 'steady',
  mqtt: 'steady',
  dashboard: 'steady',
  is07: 'steady',
  tsl31: 'steady',
  tsl50: 'steady',
  tsl50tcp: 'steady',
  // The receiver may read the state, as Companion does.
  template: 'steady',
};

/** True if a look is sent as its colour and dark in turn. An OSC argument from the settings is read as a state. */
export const sendsBlinks = (surface: LampSurface, { blink, value }: Appearance): boolean =>
  blink && BLINKING[surface] === 'sent' && (surface !== 'osc' || value === undefined);

/** True if the node of the surface has a single light. Its messages name no control. */
export const hasOneLight = (surface: string): boolean => surface === 'gpio' || surface === 'dashboard';

export const isLampSurface = (surface: string): surface is LampSurface => Object.hasOwn(LAMP_SURFACES, surface);

export const isSteady = (surface: string): boolean => isLampSurface(surface) && BLINKING[surface] === 'steady';

export const isMotorSurface = (surface: string): surface is MotorSurface => Object.hasOwn(FADERS, surface);

export const isDisplay = (surface: string): surface is DisplayName => Object.hasOwn(DISPLAYS, surface);

export function hasControl(surface: string, control: string): boolean {
  if (isLampSurface(surface)) return LAMP_SURFACES[surface](control) !== undefined;
  if (isDisplay(surface)) return DISPLAYS[surface](control) !== undefined;
  return isMotorSurface(surface) && FADERS[surface](control) !== undefined;
}
