import { type Colour, colourOf } from '../../panels/lamp/state.js';
import { words } from '../base/words.js';

/** The hues of a colour circle, from red at 0 degrees, each with its upper end. */
const HUES = [
  ['red', 15],
  ['orange', 45],
  ['yellow', 70],
  ['green', 165],
  ['cyan', 195],
  ['blue', 255],
  ['magenta', 330],
  ['red', 360],
] as const;

/** Below this brightness of 255, a colour is dim. */
const DIM = 0x98;
const DARK = 0x18;
const WHITE = 0xc0;

/** Below this share, the parts of a colour differ too little for a hue. */
const GREY = 0.25;

/** The name of a colour, for example `dim red`. */
export function colourName(text: string): string {
  const parts: Colour = colourOf(text) ?? [0, 0, 0];
  const [most, least] = [Math.max(...parts), Math.min(...parts)];
  if (most < DARK) return words('control.colours.dark');
  if ((most - least) / most < GREY) return words(`control.colours.${most < WHITE ? 'grey' : 'white'}`);
  const hue = hueOf(parts, most, most - least);
  const name = words(`control.colours.${HUES.find(([, end]) => hue <= end)?.[0] ?? 'red'}`);
  return most < DIM ? words('control.dim', { colour: name }) : name;
}

/** The angle of a colour on the circle, in degrees. */
function hueOf([red, green, blue]: Colour, most: number, spread: number): number {
  const sixth =
    most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
  return (60 * sixth + 360) % 360;
}
