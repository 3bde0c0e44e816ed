import { CONTROL_SURFACES } from '../../saved/control.js';
import { words } from './words.js';

/** A surface of a `hub-control`. */
export type ControlSurface = (typeof CONTROL_SURFACES)[number];

/** True for the name of a surface. An environment variable names none. */
export const isControlSurface = (name: unknown): name is ControlSurface =>
  (CONTROL_SURFACES as readonly unknown[]).includes(name);

/** The name of a surface in the user's language. */
export const surfaceName = (surface: string): string =>
  words(surface === 'template' ? 'lamp.surfaces.template' : `panel.choices.${surface}`);
