import type { Shot } from './scene.js';
import { columns, desk, floor, presenter, shades } from './set.js';
import { NOTHING, type Svg, svg, within } from './svg.js';
import { wallOf } from './wall.js';

/** Framings of the cameras: an offset to the side in px, and a zoom factor. */
const FRAMINGS = [
  { side: 0, zoom: 1 },
  { side: 260, zoom: 1.45 },
  { side: -220, zoom: 1.2 },
  { side: 120, zoom: 1.9 },
  { side: -120, zoom: 1.1 },
] as const;

/** The offset to the side that brings the presenter to the middle, in px. */
const PRESENTER = 380;

/** px for one degree of rotation of a camera. */
const DEGREE = 30;

/** The studio from a camera. */
export function studio(id: string, { camera, view, wall }: Shot): Svg {
  const number = numberOf(camera);
  const { side, zoom } = FRAMINGS[number % FRAMINGS.length] ?? FRAMINGS[0];
  const hue = (216 + number * 19) % 360;
  const { closeUp } = view;
  const scale = within(zoom * view.zoom * (1 + closeUp), 0.5, 8);
  const x = side + (PRESENTER - side) * closeUp - within(view.pan, -60, 60) * DEGREE;
  const y = within(view.tilt, -60, 60) * DEGREE;
  return svg`
    <defs>${shades(id, hue)}</defs>
    <rect width="1920" height="1080" fill="url(#${id}-back)"/>
    <g id="${id}-camera" transform="translate(960 540) scale(${scale}) translate(${x - 960} ${y - 540})">${[
      svg`<rect x="-2000" y="-1200" width="5920" height="2030" fill="url(#${id}-back)"/>`,
      columns(id),
      wall ? wallOf(id, wall) : NOTHING,
      floor(id, hue),
      presenter(id),
      desk(id, hue),
    ]}
    </g>`;
}

/** The number of a camera from its name, from 0. Other text always gives the same number. */
function numberOf(camera: string): number {
  const digits = camera.match(/\d{1,3}/)?.[0];
  if (digits !== undefined) return Math.max(Number(digits) - 1, 0);
  return [...camera.slice(0, 100)].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 997, 7);
}
