import type { Colour } from '../lamp/state.js';
import type { Surface } from './surface.js';

/** A button of Dashboard 2 uses the colour. Other widgets show the payload. */
export const dashboard: Surface =
  () =>
  ({ state, colour, value }) => ({ payload: value ?? state, ui_update: { buttonColor: hex(colour) } });

/** A colour as `#rrggbb`. */
export const hex = (colour: Colour): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
