import type { Shot } from './scene.js';
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

/** The colours of the set, all of one hue in degrees. */
const shades = (id: string, hue: number): Svg =>
  svg`
    <linearGradient id="${id}-back" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(${hue} 48% 9%)"/>
      <stop offset="1" stop-color="hsl(${hue} 52% 24%)"/>
    </linearGradient>
    <linearGradient id="${id}-floor" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(${hue} 40% 14%)"/>
      <stop offset="0.25" stop-color="hsl(${hue} 45% 6%)"/>
    </linearGradient>
    <linearGradient id="${id}-light" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(${hue} 90% 72%)" stop-opacity="0.55"/>
      <stop offset="1" stop-color="hsl(${hue} 90% 60%)" stop-opacity="0.04"/>
    </linearGradient>
    <linearGradient id="${id}-desk" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(${hue} 26% 34%)"/>
      <stop offset="1" stop-color="hsl(${hue} 40% 10%)"/>
    </linearGradient>
    <linearGradient id="${id}-screen" x2="1" y2="1">
      <stop offset="0" stop-color="hsl(${hue - 12} 78% 42%)"/>
      <stop offset="1" stop-color="hsl(${hue + 34} 76% 26%)"/>
    </linearGradient>`;

/** The lights of the set. */
const columns = (id: string): Svg =>
  svg`${[-700, -420, -140, 140, 1820, 2100, 2380].map((x) => svg`<rect x="${x}" y="-200" width="70" height="1020" fill="url(#${id}-light)"/>`)}`;

/** A presenter. */
const presenter = (id: string): Svg =>
  svg`
    <g id="${id}-presenter">
      <path d="M330 900C330 690 420 640 540 622L620 622C740 640 830 690 830 900Z" fill="#1c2534"/>
      <path d="M520 622L580 760L640 622Z" fill="#e8edf3"/>
      <path d="M566 650L594 650L604 780L580 816L556 780Z" fill="#b3262c"/>
      <path d="M330 900C330 690 420 640 520 622L580 820L640 622C740 640 830 690 830 900L790 900C780 800 770 760 740 730L750 900L410 900L420 730C390 760 380 800 370 900Z" fill="#141b27"/>
      <rect x="540" y="560" width="80" height="80" rx="30" fill="#c98f6b"/>
      <ellipse cx="580" cy="470" rx="96" ry="124" fill="#d9a07c"/>
      <path d="M480 480C468 330 528 300 580 300C632 300 692 330 680 480C676 424 656 396 636 384C596 404 540 404 510 396C494 414 484 440 480 480Z" fill="#2b1d16"/>
      <ellipse cx="542" cy="474" rx="8" ry="10" fill="#2b1d16"/>
      <ellipse cx="618" cy="474" rx="8" ry="10" fill="#2b1d16"/>
      <path d="M552 536Q580 556 608 536" fill="none" stroke="#8f4f3b" stroke-width="7" stroke-linecap="round"/>
    </g>`;

/** The desk of the presenter. */
const desk = (id: string, hue: number): Svg =>
  svg`
    <path d="M110 868C420 828 1000 828 1290 868L1250 1250L170 1250Z" fill="url(#${id}-desk)"/>
    <path d="M110 868C420 828 1000 828 1290 868L1288 884C1000 846 420 846 112 884Z" fill="hsl(${hue} 90% 72%)"/>`;

/** The floor, and the light on it. */
const floor = (id: string, hue: number): Svg =>
  svg`
    <rect x="-2000" y="820" width="5920" height="1600" fill="url(#${id}-floor)"/>
    <ellipse cx="760" cy="960" rx="900" ry="120" fill="hsl(${hue} 70% 60%)" opacity="0.12"/>`;
