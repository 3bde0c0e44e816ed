import type { Wall } from './scene.js';
import { NOTHING, type Svg, shorten, svg, svgColour, within } from './svg.js';

/** Initial position of the wall, in units of the engine. */
const STANDS = { x: 0, z: 140 };

/** The video wall. The brightness applies to its picture, and the tint is drawn above it. */
export const wallOf = (id: string, { title, brightness, tint, x, z, ticker }: Wall): Svg =>
  svg`
    <g id="${id}-wall" transform="translate(${x - STANDS.x} ${STANDS.z - z})">
      <rect x="640" y="96" width="1090" height="640" rx="10" fill="#05070a"/>
      <g class="lit" opacity="${within(brightness, 0, 1)}">
        <svg x="654" y="110" width="1062" height="612" viewBox="0 0 1062 612">
          <rect width="1062" height="612" fill="url(#${id}-screen)"/>
          <g fill="none" stroke="#fff" stroke-width="3" opacity="0.22">
            <circle cx="700" cy="330" r="230"/>
            <ellipse cx="700" cy="330" rx="110" ry="230"/>
            <ellipse cx="700" cy="330" rx="230" ry="90"/>
            <path d="M470 330H930 M700 100V560"/>
          </g>
          <text class="wall-title" x="230" y="190" font-size="62" font-weight="700" fill="#fff" opacity="0.9">${shorten(title, 24)}</text>${
            ticker === undefined ? NOTHING : tickerLine(ticker)
          }<rect class="wall-tint" width="1062" height="612" fill="${svgColour(tint)}" style="mix-blend-mode:multiply"/>
          <path d="M265 0V612 M531 0V612 M796 0V612 M0 204H1062 M0 408H1062" stroke="#000" stroke-width="3" opacity="0.35"/>
        </svg>
      </g>
    </g>`;

const tickerLine = (headline: string): Svg =>
  svg`
    <g class="ticker">
      <rect y="520" width="1062" height="72" fill="#f5b301"/>
      <text x="230" y="571" font-size="44" font-weight="700" fill="#10151c">${shorten(headline, 28)}</text>
    </g>`;
