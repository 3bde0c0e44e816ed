import { colourOf } from './colour.js';
import type { Clip, Shot, Wall } from './scene.js';
import { cut, NOTHING, type Svg, svg, within } from './svg.js';

/** How cameras are framed, in turn: so many px to the side, and so much closer. */
const FRAMINGS = [
  { side: 0, zoom: 1 },
  { side: 260, zoom: 1.45 },
  { side: -220, zoom: 1.2 },
  { side: 120, zoom: 1.9 },
  { side: -120, zoom: 1.1 },
] as const;

/** So many px a degree of a camera's turn moves what it sees. */
const DEGREE = 30;

/** The studio, as a camera sees it. */
export function studio(id: string, { camera, view, wall }: Shot): Svg {
  const number = numberOf(camera);
  const { side, zoom } = FRAMINGS[number % FRAMINGS.length] ?? FRAMINGS[0];
  const hue = (216 + number * 19) % 360;
  const scale = within(zoom * view.zoom, 0.5, 8);
  const [x, y] = [side - within(view.pan, -60, 60) * DEGREE, within(view.tilt, -60, 60) * DEGREE];
  return svg`<defs>${shades(id, hue)}</defs><rect width="1920" height="1080" fill="url(#${id}-back)"/><g id="${id}-camera" transform="translate(960 540) scale(${scale}) translate(${x - 960} ${y - 540})">${[
    svg`<rect x="-2000" y="-1200" width="5920" height="2030" fill="url(#${id}-back)"/>`,
    columns(id),
    wall ? wallOf(id, wall) : NOTHING,
    svg`<rect x="-2000" y="820" width="5920" height="1600" fill="url(#${id}-floor)"/><ellipse cx="760" cy="960" rx="900" ry="120" fill="hsl(${hue} 70% 60%)" opacity="0.12"/>`,
    presenter(id),
    desk(id, hue),
  ]}</g>`;
}

/** Which camera a name means: its number, or one that any other text always gives; from 0. */
function numberOf(camera: string): number {
  const digits = camera.match(/\d{1,3}/)?.[0];
  if (digits !== undefined) return Math.max(Number(digits) - 1, 0);
  return [...camera.slice(0, 100)].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 997, 7);
}

const shades = (id: string, hue: number): Svg =>
  svg`<linearGradient id="${id}-back" x2="0" y2="1"><stop offset="0" stop-color="hsl(${hue} 48% 9%)"/><stop offset="1" stop-color="hsl(${hue} 52% 24%)"/></linearGradient>
<linearGradient id="${id}-floor" x2="0" y2="1"><stop offset="0" stop-color="hsl(${hue} 40% 14%)"/><stop offset="0.25" stop-color="hsl(${hue} 45% 6%)"/></linearGradient>
<linearGradient id="${id}-light" x2="0" y2="1"><stop offset="0" stop-color="hsl(${hue} 90% 72%)" stop-opacity="0.55"/><stop offset="1" stop-color="hsl(${hue} 90% 60%)" stop-opacity="0.04"/></linearGradient>
<linearGradient id="${id}-desk" x2="0" y2="1"><stop offset="0" stop-color="hsl(${hue} 26% 34%)"/><stop offset="1" stop-color="hsl(${hue} 40% 10%)"/></linearGradient>
<linearGradient id="${id}-wall" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue - 12} 78% 42%)"/><stop offset="1" stop-color="hsl(${hue + 34} 76% 26%)"/></linearGradient>`;

/** The lights of the set. */
const columns = (id: string): Svg =>
  svg`${[-700, -420, -140, 140, 1820, 2100, 2380].map((x) => svg`<rect x="${x}" y="-200" width="70" height="1020" fill="url(#${id}-light)"/>`)}`;

/** Where the wall stands at the start, in the engine's units. */
const STANDS = { x: 0, z: 140 };

/** The video wall: its brightness is that of its picture, its tint lies over it. */
const wallOf = (id: string, { title, brightness, tint, x, z, ticker }: Wall): Svg =>
  svg`<g id="${id}-wall" transform="translate(${x - STANDS.x} ${STANDS.z - z})"><rect x="640" y="96" width="1090" height="640" rx="10" fill="#05070a"/><g class="lit" opacity="${within(brightness, 0, 1)}"><svg x="654" y="110" width="1062" height="612" viewBox="0 0 1062 612"><rect width="1062" height="612" fill="url(#${id}-wall)"/><g fill="none" stroke="#fff" stroke-width="3" opacity="0.22"><circle cx="700" cy="330" r="230"/><ellipse cx="700" cy="330" rx="110" ry="230"/><ellipse cx="700" cy="330" rx="230" ry="90"/><path d="M470 330H930 M700 100V560"/></g><text class="wall-title" x="230" y="190" font-size="62" font-weight="700" fill="#fff" opacity="0.9">${cut(title, 24)}</text>${
    ticker === undefined ? NOTHING : tickerLine(ticker)
  }<rect class="wall-tint" width="1062" height="612" fill="${colourOf(tint)}" style="mix-blend-mode:multiply"/><path d="M265 0V612 M531 0V612 M796 0V612 M0 204H1062 M0 408H1062" stroke="#000" stroke-width="3" opacity="0.35"/></svg></g></g>`;

const tickerLine = (headline: string): Svg =>
  svg`<g class="ticker"><rect y="520" width="1062" height="72" fill="#f5b301"/><text x="230" y="571" font-size="44" font-weight="700" fill="#10151c">${cut(headline, 28)}</text></g>`;

/** Somebody who presents. */
const presenter = (id: string): Svg =>
  svg`<g id="${id}-presenter"><path d="M330 900C330 690 420 640 540 622L620 622C740 640 830 690 830 900Z" fill="#1c2534"/><path d="M520 622L580 760L640 622Z" fill="#e8edf3"/><path d="M566 650L594 650L604 780L580 816L556 780Z" fill="#b3262c"/><path d="M330 900C330 690 420 640 520 622L580 820L640 622C740 640 830 690 830 900L790 900C780 800 770 760 740 730L750 900L410 900L420 730C390 760 380 800 370 900Z" fill="#141b27"/><rect x="540" y="560" width="80" height="80" rx="30" fill="#c98f6b"/><ellipse cx="580" cy="470" rx="96" ry="124" fill="#d9a07c"/><path d="M480 480C468 330 528 300 580 300C632 300 692 330 680 480C676 424 656 396 636 384C596 404 540 404 510 396C494 414 484 440 480 480Z" fill="#2b1d16"/><ellipse cx="542" cy="474" rx="8" ry="10" fill="#2b1d16"/><ellipse cx="618" cy="474" rx="8" ry="10" fill="#2b1d16"/><path d="M552 536Q580 556 608 536" fill="none" stroke="#8f4f3b" stroke-width="7" stroke-linecap="round"/></g>`;

const desk = (id: string, hue: number): Svg =>
  svg`<path d="M110 868C420 828 1000 828 1290 868L1250 1250L170 1250Z" fill="url(#${id}-desk)"/><path d="M110 868C420 828 1000 828 1290 868L1288 884C1000 846 420 846 112 884Z" fill="hsl(${hue} 90% 72%)"/>`;

/** A clip fills the screen. */
export const clip = (id: string, { file, speed }: Clip): Svg =>
  svg`<defs><linearGradient id="${id}-sky" x2="0" y2="1"><stop offset="0" stop-color="#1b1340"/><stop offset="0.55" stop-color="#a63a50"/><stop offset="0.75" stop-color="#f2a65a"/></linearGradient></defs><g id="${id}-clip"><rect width="1920" height="1080" fill="url(#${id}-sky)"/><circle cx="960" cy="700" r="150" fill="#ffe3a8"/><path d="M0 760L420 560L760 740L1180 500L1580 720L1920 590V1080H0Z" fill="#2a1533"/><path d="M0 860L520 740L980 850L1400 720L1920 830V1080H0Z" fill="#150a20"/><g transform="translate(96 160)"><path d="M0 0L54 32L0 64Z" fill="#fff"/><text class="file" x="80" y="50" font-size="52" font-weight="700" fill="#fff">${cut(file, 40)}</text><text class="speed" x="80" y="112" font-size="42" fill="#fff" opacity="0.8">× ${cut(String(Math.round(speed * 100) / 100), 8)}</text></g></g>`;
