import type { Tint } from './node-values.js';
import { within } from './svg.js';

/** A colour for SVG. Opacity is a separate attribute. */
export const svgColour = ([red, green, blue]: Tint): string =>
  `rgb(${[red, green, blue].map((part) => Math.round(within(part, 0, 1) * 255)).join(' ')})`;
