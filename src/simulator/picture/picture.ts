import { graphics } from './graphics.js';
import type { Clip, Scene, Shot } from './scene.js';
import { studio } from './studio.js';
import { NOTHING, type Svg, shorten, svg } from './svg.js';

/** The texts of the picture that are not values of the hub. */
export interface PictureWords {
  readonly program: string;
  readonly preview: string;
  readonly stopped: string;
}

/** Size of a monitor with the frame and the name below. */
const WIDTH = 1960;
const HEIGHT = 1190;
const GAP = 40;

const RED = '#f0353b';
const GREEN = '#1fb457';

/**
 * Program and preview as two monitors, side by side: an SVG document. The same scene gives the same document. Every
 * part keeps its id, also while it is invisible, so that a page can animate it.
 */
export const picture = ({ program, preview }: Scene, words: PictureWords): string =>
  svg`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * WIDTH + GAP} ${HEIGHT}" font-family="system-ui, sans-serif">${[
    monitor('program', 0, RED, program, words),
    monitor('preview', WIDTH + GAP, GREEN, preview, words),
  ]}</svg>`.source;

function monitor(id: 'program' | 'preview', x: number, colour: string, shot: Shot, words: PictureWords): Svg {
  const label = [words[id], ...labelParts(shot, words)].join(', ');
  return svg`
    <svg id="picture-${id}" class="monitor" x="${x}" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
      <rect width="${WIDTH}" height="${HEIGHT}" rx="18" fill="#0b0d10"/>
      <svg x="20" y="20" width="1920" height="1080" viewBox="0 0 1920 1080">${shot.loaded === undefined ? black(words) : content(id, shot)}</svg>
      <rect x="10" y="10" width="1940" height="1100" rx="10" fill="none" stroke="${colour}" stroke-width="20"/>
      ${nameplate(words[id], colour, shot)}
    </svg>`;
}

/** The content of a picture in words, for screen readers. */
function labelParts({ loaded, camera, clip, lowerThird, scoreboard, items }: Shot, words: PictureWords): string[] {
  if (loaded === undefined) return [words.stopped];
  const titles = lowerThird ? [lowerThird.name, lowerThird.title] : [];
  const score = scoreboard ? [`${scoreboard.home} ${scoreboard.score} ${scoreboard.away}`] : [];
  return [clip ? clip.file : camera, ...titles, ...score, ...items.map(({ name }) => name)].map((text) =>
    shorten(text, 60),
  );
}

const black = ({ stopped }: PictureWords): Svg =>
  svg`
    <rect width="1920" height="1080" fill="#000"/>
    <text x="960" y="570" font-size="84" text-anchor="middle" fill="#8b95a1">${stopped}</text>`;

const content = (id: string, shot: Shot): Svg =>
  svg`${shot.clip ? clip(id, shot.clip) : studio(id, shot)}${graphics(id, shot)}${SAFE_AREAS}`;

/** The areas for action and titles that every television set shows. */
const SAFE_AREAS = svg`
  <g class="safe" fill="none" stroke="#fff" stroke-width="3" opacity="0.3">
    <rect x="67" y="38" width="1786" height="1004" stroke-dasharray="2 14"/>
    <path d="M96 114V54H156 M1764 54H1824V114 M1824 966V1026H1764 M156 1026H96V966 M930 540H990 M960 510V570"/>
  </g>`;

/** The name below a monitor, with the engine, the camera or clip, and the next camera. */
const nameplate = (name: string, colour: string, { engine, loaded, camera, clip, next }: Shot): Svg =>
  svg`
    <g font-size="50">
      <circle cx="62" cy="1154" r="17" fill="${loaded === undefined ? '#3a424c' : colour}"/>
      <text x="98" y="1172" font-weight="700" fill="#fff">${name}</text>
      <text x="980" y="1172" text-anchor="middle" fill="#c5ccd5">${shorten(engine, 24)}</text>
      <text x="1916" y="1172" text-anchor="end" fill="#8b95a1"><tspan class="camera" fill="#fff">${shorten(clip ? clip.file : camera, 18)}</tspan>${
        next === '' ? NOTHING : svg` ▸ <tspan class="next">${shorten(next, 10)}</tspan>`
      }</text>
    </g>`;

/** A clip fills the screen. */
const clip = (id: string, { file, speed }: Clip): Svg =>
  svg`
    <defs>
      <linearGradient id="${id}-sky" x2="0" y2="1">
        <stop offset="0" stop-color="#1b1340"/>
        <stop offset="0.55" stop-color="#a63a50"/>
        <stop offset="0.75" stop-color="#f2a65a"/>
      </linearGradient>
    </defs>
    <g id="${id}-clip">
      <rect width="1920" height="1080" fill="url(#${id}-sky)"/>
      <circle cx="960" cy="700" r="150" fill="#ffe3a8"/>
      <path d="M0 760L420 560L760 740L1180 500L1580 720L1920 590V1080H0Z" fill="#2a1533"/>
      <path d="M0 860L520 740L980 850L1400 720L1920 830V1080H0Z" fill="#150a20"/>
      <g transform="translate(96 160)">
        <path d="M0 0L54 32L0 64Z" fill="#fff"/>
        <text class="file" x="80" y="50" font-size="52" font-weight="700" fill="#fff">${shorten(file, 40)}</text>
        <text class="speed" x="80" y="112" font-size="42" fill="#fff" opacity="0.8">× ${shorten(String(Math.round(speed * 100) / 100), 8)}</text>
      </g>
    </g>`;
