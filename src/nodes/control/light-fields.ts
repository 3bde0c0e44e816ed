import { STATES, type State } from '../../panels/lamp/state.js';
import { hasControl, type SURFACES } from '../../panels/render/surfaces.js';
import { type ControlValues, lightSurfaceOf, NO_LIGHT } from '../../saved/control.js';
import type { SavedAppearance, SavedLamp } from '../../saved/lamp.js';

type Surface = (typeof SURFACES)[number];

/** A light as `hub-lamp` saves it. A hidden one is only on the page of keys, because the surface does not have it. */
export type LightFields = SavedLamp & { readonly surface: Surface; readonly control: string; readonly isHidden?: true };

/** The light, motor or ring of a control, and its displays. */
export function lightsOf(values: ControlValues, hub: string, text: string): LightFields[] {
  const light = lightOf(values, hub, text);
  if (light?.surface === 'streamdeckDial') return [{ ...light, control: `${light.control} ${text}`.trim() }];
  if (light) return [light, ...stripsOf(values, light, text)];
  return values.kind === 'button' ? [{ surface: 'template', control: '{}', hub, isHidden: true }] : [];
}

/** The text and the value of a fader on the display above it. */
function stripsOf({ device, kind, control }: ControlValues, light: LightFields, text: string): LightFields[] {
  const strip = control.replace(/^fader /, 'strip ');
  if (device !== 'mcu' || kind !== 'fader') return [];
  return [`${strip} upper ${text.replaceAll('\n', ' ')}`, `${strip} lower`]
    .filter((each) => hasControl('mcuStrip', each))
    .map((each) => ({ ...light, surface: 'mcuStrip', control: each }));
}

/** Undefined: it has no light. */
function lightOf(values: ControlValues, hub: string, text: string): LightFields | undefined {
  const { kind, light, touch, repeat, low, high } = values;
  const surface = lightSurfaceOf(values);
  // The name of a fader without a motor is not that of a light.
  const hasNone = light === NO_LIGHT || (light === '' && kind !== 'button' && surface === values.device);
  const control = light || usualLight(surface, values.control);
  if (hasNone || !hasLight(surface, control)) return undefined;
  return { surface, control, hub, touch, repeat, low, high, states: withText(values, text) };
}

/** A blank control has no light: the messages would have no address. */
const hasLight = (surface: Surface, control: string): boolean =>
  (control !== '' || surface === 'gpio' || surface === 'dashboard') && hasControl(surface, control);

/** The light of a control that has its own one. A device of MQTT listens to another topic than it sends to. */
function usualLight(surface: Surface, control: string): string {
  switch (surface) {
    case 'xkeys':
      return control.replace(/^button /, 'led ');
    case 'mcuRing':
      return control.replace(/^vpot /, 'ring ');
    case 'mqtt':
    case 'template':
      return '';
    default:
      return control;
  }
}

/** A key of a Stream Deck shows a text in each state. Other surfaces take the value of a state as a number or a word. */
function withText({ device, states }: ControlValues, text: string): SavedLamp['states'] {
  if (device !== 'streamdeck' || !text) return [...states];
  const rows = new Map<State, SavedAppearance>(states.map((row) => [row.state, row]));
  const order = [...rows.keys(), ...STATES.filter((state) => !rows.has(state))];
  return order.map((state) => ({ ...rows.get(state), state, value: rows.get(state)?.value || text }));
}
