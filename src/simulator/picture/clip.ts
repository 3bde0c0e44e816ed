import type { Clip } from './scene.js';
import { type Svg, shorten, svg } from './svg.js';

/** A clip fills the screen. */
export const clip = (id: string, { file, speed }: Clip): Svg =>
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
