import type { Tint } from './node-values.js';
import { within } from './svg.js';

/** A colour as SVG has it, without how opaque it is. */
export const colourOf = ([red, green, blue]: Tint): string =>
  `rgb(${[red, green, blue].map((part) => Math.round(within(part, 0, 1) * 255)).join(' ')})`;
