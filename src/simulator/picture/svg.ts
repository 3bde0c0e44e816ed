/** A piece of an SVG drawing. Text in it is always escaped. */
export class Svg {
  constructor(readonly source: string) {}
}

type Part = Svg | readonly Svg[] | string | number;

/**
 * Builds a piece. Pieces are inserted, text is escaped, and numbers are limited to a valid range. Line breaks of the
 * template are removed.
 */
export const svg = (template: TemplateStringsArray, ...parts: readonly Part[]): Svg =>
  new Svg(String.raw({ raw: template.map((text) => text.replace(/\n\s*/g, '')) }, ...parts.map(sourceOf)));

/** An empty piece. */
export const NOTHING = svg``;

function sourceOf(part: Part): string {
  if (part instanceof Svg) return part.source;
  if (typeof part === 'number') return String(Math.round(within(part, -FAR, FAR) * 1000) / 1000);
  return typeof part === 'string' ? escaped(part) : part.map(({ source }) => source).join('');
}

/** Some viewers fail on larger coordinates, which are invisible anyway. */
const FAR = 10_000;

export const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML. It removes control characters and unpaired surrogates, which XML does not allow. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');

/** The first characters of a text, at most `most`. */
export const shorten = (text: string, most: number): string => {
  const beginning = [...text.slice(0, 2 * most + 2)];
  return beginning.length > most ? `${beginning.slice(0, most - 1).join('')}…` : text;
};

/** The probable maximum width of a bold text, in px. */
export const widthOf = (text: string, size: number): number => [...text].length * size * 0.66;

/** Parts from 0 to 1. */
export type Tint = readonly [red: number, green: number, blue: number, alpha: number];

/** A colour for SVG. Opacity is a separate attribute. */
export const svgColour = ([red, green, blue]: Tint): string =>
  `rgb(${[red, green, blue].map((part) => Math.round(within(part, 0, 1) * 255)).join(' ')})`;
