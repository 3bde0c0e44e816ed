import should from 'should';
import type { Simulator } from '../../../dist/simulator/index.js';

/** An element of a drawing. */
export interface Part {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Part[];
  /** The texts of this element and of all elements inside. */
  text: string;
}

/** The current picture of the simulator. */
export async function fetchDrawing({ url }: Simulator, headers: Record<string, string> = {}): Promise<Part> {
  const answer = await fetch(`${url}/picture.svg`, { headers });
  should(answer.status).equal(200);
  should(answer.headers.get('content-type')).startWith('image/svg+xml');
  return parse(await answer.text());
}

const TAG = /<(\/?)([a-zA-Z]+)((?: [\w:-]+="[^"<]*")*)(\/?)>/y;
const TEXT = /[^<]+/y;

/** Parses XML strictly. Throws for an element without an end, an unescaped character or a repeated id. */
export function parse(xml: string): Part {
  const root: Part = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const ids = new Set<string>();
  for (let at = 0; at < xml.length; ) {
    const pattern = xml[at] === '<' ? TAG : TEXT;
    pattern.lastIndex = at;
    const found = pattern.exec(xml);
    if (!found) throw new Error(`Not XML: ${xml.slice(at, at + 80)}`);
    at = pattern.lastIndex;
    if (pattern === TEXT) {
      for (const part of open) part.text += plain(found[0]);
      continue;
    }
    const [, closes, name = '', attributes = '', empty] = found;
    if (closes) {
      if (open.pop()?.name !== name) throw new Error(`Closed without having been opened: ${name}`);
      continue;
    }
    const pairs = [...attributes.matchAll(/ ([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
      key,
      plain(value),
    ]);
    const part: Part = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
    const { id } = part.attributes;
    if (id !== undefined && ids.has(id)) throw new Error(`Twice: ${id}`);
    ids.add(id ?? '');
    open.at(-1)?.children.push(part);
    if (!empty) open.push(part);
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('Not one document');
  return root.children[0]!;
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Characters that XML does not allow. */
const NO_CHARACTER = /[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/u;

/** Unescapes a text. Throws for a character that XML does not allow. */
function plain(text: string): string {
  if (text.includes(']]>') || NO_CHARACTER.test(text) || !text.isWellFormed()) throw new Error('Not XML');
  return text.replace(/&(\w*;?)/g, (_, sign: string) => {
    const meant = SIGNS[sign.replace(';', '')];
    if (meant === undefined || !sign.endsWith(';')) throw new Error(`Not escaped: &${sign}`);
    return meant;
  });
}

const all = (part: Part): Part[] => [part, ...part.children.flatMap(all)];

/** The part with this id. Throws if it does not exist. */
export function part(drawing: Part, id: string): Part {
  const found = all(drawing).find(({ attributes }) => attributes.id === id);
  if (!found) throw new Error(`Nothing is called ${id}`);
  return found;
}

/** The texts of one class, below a part. */
export const texts = (below: Part, className: string): string[] => classed(below, className).map(({ text }) => text);

/** The parts of one class, below a part. */
export const classed = (below: Part, className: string): Part[] =>
  all(below).filter(({ attributes }) => attributes.class === className);
