import { brightness, type FaderSurface, type Surface } from './surface.js';

/** An OSC address. The excluded characters are wildcards or separators in it. */
const ADDRESS = /^(\/[^\s#*,/?[\]{}]+)+$/;

/** One argument for `node-red-contrib-osc` before `udp out`: the brightness, 0 … 1. */
export const osc: Surface = (control) =>
  ADDRESS.test(control)
    ? ({ colour, value }) => ({ topic: control, payload: value ?? Math.round(brightness(colour) * 1000) / 1000 })
    : undefined;

/** A motor fader, or a fader on a screen. */
export const oscFader: FaderSurface = (control) =>
  ADDRESS.test(control) ? { draw: (value) => [{ topic: control, payload: value }], names: [control] } : undefined;
