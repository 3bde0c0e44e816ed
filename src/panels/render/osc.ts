import { brightness, type FaderSurface, type Surface } from './surface.js';

/** An address of OSC is parts that begin with a slash; these characters mean something else in it. */
const ADDRESS = /^(\/[^\s#*,/?[\]{}]+)+$/;

/** An address with one argument, for `node-red-contrib-osc` before `udp out`: how bright, 0 … 1. */
export const osc: Surface = (control) =>
  ADDRESS.test(control)
    ? ({ colour, value }) => ({ topic: control, payload: value ?? Math.round(brightness(colour) * 1000) / 1000 })
    : undefined;

/** The motor, or the picture, of a fader. */
export const oscFader: FaderSurface = (control) =>
  ADDRESS.test(control) ? { draw: (value) => [{ topic: control, payload: value }], names: [control] } : undefined;
