import type { LowerThird, PlayingItem, Scoreboard, Shot } from './scene.js';
import { NOTHING, type Svg, shorten, svg, svgColour, type Tint, widthOf, within } from './svg.js';

/** px for one unit of the position of the overlay. */
const UNIT = 4;

/** Number of item cards that fit one above the other. */
const ROWS = 3;

/** All graphics of an output. They belong to the overlay of the mixer, and move and fade with it. */
export function graphics(id: string, { loaded = '', overlay, lowerThird, scoreboard, items }: Shot): Svg {
  const { opacity, x, y, tint } = overlay;
  const rows = Array.from({ length: ROWS }, (_, row) => itemCard(`${id}-item-${row + 1}`, items[row], row));
  return svg`${tintFilter(id, tint)}
    <g id="${id}-overlay" opacity="${within(opacity, 0, 1)}" transform="translate(${x * UNIT} ${-y * UNIT})" filter="${isPlain(tint) ? 'none' : `url(#${id}-tint)`}">${[
      bug(loaded),
      scoreCard(`${id}-scoreboard`, scoreboard),
      ...rows,
      lowerThirdBar(`${id}-lower-third`, lowerThird),
    ]}
    </g>`;
}

/** Multiplies the colours of the overlay by the tint. */
const tintFilter = (id: string, [red, green, blue, alpha]: Tint): Svg =>
  svg`
    <filter id="${id}-tint" color-interpolation-filters="sRGB">
      <feColorMatrix values="${red} 0 0 0 0 0 ${green} 0 0 0 0 0 ${blue} 0 0 0 0 0 ${alpha} 0"/>
    </filter>`;

const isPlain = (tint: Tint): boolean => tint.every((part) => part === 1);

/** A graphic. While it is off, only an empty group keeps its place. */
const graphic = (id: string, content: Svg | undefined, place: Place, away: Place): Svg =>
  content
    ? svg`<g id="${id}" class="graphic" transform="${moved(place)}">${content}</g>`
    : svg`<g id="${id}" class="graphic" data-off="" transform="${moved(away)}"></g>`;

type Place = readonly [x: number, y: number];

const moved = ([x, y]: Place): Svg => svg`translate(${x} ${y})`;

/** The name of the show, in the corner. */
function bug(name: string): Svg {
  const text = shorten(name, 24);
  const width = widthOf(text, 34) + 78;
  return svg`
    <g transform="translate(${1824 - width} 60)">
      <rect width="${width}" height="62" rx="6" fill="#0b1526" opacity="0.82"/>
      <rect x="18" y="19" width="24" height="24" rx="4" fill="#f0353b"/>
      <text class="show" x="${(width + 42) / 2}" y="43" font-size="34" font-weight="700" text-anchor="middle" fill="#fff">${text}</text>
    </g>`;
}

const lowerThirdBar = (id: string, shown: LowerThird | undefined): Svg =>
  graphic(id, shown && person(shown), [0, 0], [-1300, 0]);

function person({ name, title, photo }: LowerThird): Svg {
  const [first, second] = [shorten(name, 26), shorten(title, 36)];
  const nameX = photo === '' ? 144 : 290;
  const width = Math.max(widthOf(first, 64), widthOf(second, 42)) + nameX + 20;
  return svg`
    <rect x="96" y="796" width="${width - 96}" height="106" fill="#fff"/>
    <rect x="96" y="902" width="${width - 96}" height="70" fill="#12356b"/>
    <rect x="96" y="796" width="18" height="176" fill="#f0353b"/>${
      photo === '' ? NOTHING : portrait(first)
    }<text class="name" x="${nameX}" y="873" font-size="64" font-weight="700" fill="#10151c">${first}</text>
    <text class="title" x="${nameX}" y="951" font-size="42" fill="#fff">${second}</text>`;
}

/** The simulator has no photos, so it draws a person with these initials. */
function portrait(name: string): Svg {
  const words = name.split(' ').slice(0, 2);
  const initials = words.map((word) => [...word][0] ?? '').join('');
  return svg`
    <circle class="photo" cx="194" cy="884" r="68" fill="#274f8f" stroke="#fff" stroke-width="8"/>
    <text x="194" y="904" font-size="54" font-weight="700" text-anchor="middle" fill="#fff">${initials}</text>`;
}

/** An item of a linear rundown: its first text large, the others below. */
const itemCard = (id: string, item: PlayingItem | undefined, row: number): Svg =>
  graphic(id, item && card(item), [0, -row * 196], [1300, -row * 196]);

function card({ name, step, lines: [first = name, ...others] }: PlayingItem): Svg {
  const [heading, more, kicker] = [
    shorten(first, 26),
    shorten(others.join(' · '), 34),
    shorten(`${name} · ${step}`, 30),
  ];
  const width = Math.max(widthOf(heading, 52), widthOf(more, 36), widthOf(kicker, 30)) + 70;
  return svg`
    <g transform="translate(${1824 - width} 796)">
      <rect width="${width}" height="176" fill="#0b1526" opacity="0.9"/>
      <rect width="${width}" height="8" fill="#f5b301"/>
      <text class="item" x="32" y="50" font-size="30" fill="#f5b301">${kicker}</text>
      <text class="heading" x="32" y="108" font-size="52" font-weight="700" fill="#fff">${heading}</text>
      <text class="more" x="32" y="154" font-size="36" fill="#c5ccd5">${more}</text>
    </g>`;
}

/** Initial position of the scoreboard, in units of the engine. */
const HUNG = { x: 0, z: 320 };

function scoreCard(id: string, shown: Scoreboard | undefined): Svg {
  const { x, z } = shown ?? HUNG;
  return graphic(id, shown && score(shown), [x - HUNG.x, HUNG.z - z], [0, -300]);
}

function score({ home, away, score: goals, glow }: Scoreboard): Svg {
  const [first, second] = [shorten(home, 14), shorten(away, 14)];
  const [homeWidth, awayWidth] = [widthOf(first, 46) + 40, widthOf(second, 46) + 40];
  const width = homeWidth + 120 + awayWidth;
  return svg`
    <g transform="translate(96 60)">
      <rect width="${width}" height="90" rx="8" fill="#0b1526" opacity="0.92"/>
      <rect class="glow" y="84" width="${width}" height="8" fill="${svgColour(glow)}" opacity="${within(glow[3], 0, 1)}"/>
      <text class="home" x="${homeWidth / 2}" y="60" font-size="46" font-weight="700" text-anchor="middle" fill="#fff">${first}</text>
      <rect x="${homeWidth}" width="120" height="84" fill="#fff"/>
      <text class="score" x="${homeWidth + 60}" y="62" font-size="58" font-weight="700" text-anchor="middle" fill="#10151c">${shorten(String(goals), 3)}</text>
      <text class="away" x="${homeWidth + 120 + awayWidth / 2}" y="60" font-size="46" font-weight="700" text-anchor="middle" fill="#fff">${second}</text>
    </g>`;
}
