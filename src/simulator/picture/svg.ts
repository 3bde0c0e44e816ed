/** A piece of an SVG drawing: whatever is put into one as text comes out as text. */
export class Svg {
  constructor(readonly source: string) {}
}

type Part = Svg | readonly Svg[] | string | number;

/**
 * Makes a piece: pieces go in as they are, texts escaped, numbers as far as a drawing can use them. Line breaks of the
 * template are for its reader.
 */
export const svg = (template: TemplateStringsArray, ...parts: readonly Part[]): Svg =>
  new Svg(String.raw({ raw: template.map((text) => text.replace(/\n\s*/g, '')) }, ...parts.map(sourceOf)));

/** Nothing to be seen. */
export const NOTHING = svg``;

function sourceOf(part: Part): string {
  if (part instanceof Svg) return part.source;
  if (typeof part === 'number') return String(Math.round(within(part, -FAR, FAR) * 1000) / 1000);
  return typeof part === 'string' ? escaped(part) : part.map(({ source }) => source).join('');
}

/** Farther out nothing is seen, and some viewers lose count. */
const FAR = 10_000;

export const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as XML can hold it: control characters and halves of pairs have no place in it. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');

/** The beginning of a text, of at most so many characters. */
export const cut = (text: string, most: number): string => {
  const beginning = [...text.slice(0, 2 * most + 2)];
  return beginning.length > most ? `${beginning.slice(0, most - 1).join('')}…` : text;
};

/** How wide a text in bold is likely to be at most, in px. */
export const widthOf = (text: string, size: number): number => [...text].length * size * 0.66;
