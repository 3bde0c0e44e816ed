import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import should from 'should';

type Catalogue = { readonly [key: string]: string | Catalogue };

const texts = (catalogue: Catalogue): string[] =>
  Object.values(catalogue).flatMap((text) => (typeof text === 'string' ? [text] : texts(text)));

/** A text as the documents quote it. Inserted values are …, with or without quotes. */
const plain = (text: string): string => text.replace(/__\w+__/g, '…').replace(/[“"]…[”"]/g, '…');

const folder = 'locales/en-US';
const product = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => texts(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))))
  .map(plain);

/** True if the product contains the quote: a whole text, or whole sentences of one. */
function isInProduct(quote: string): boolean {
  if (!quote.endsWith('.')) return product.includes(quote);
  return product.some((text) => {
    const at = text.indexOf(quote);
    return at === 0 || (at > 0 && /[.:] $/.test(text.slice(0, at)));
  });
}

/** Texts of Node-RED itself, of other nodes, or of a recipe. */
const NODE_RED = [
  'Presses and keys',
  ...['catch', 'debug', 'inject', 'mqtt in', 'change', 'function', 'filter', 'hub event', 'hub watch', 'hub panel'],
  ...['link call', 'link out', 'switch', 'complete', 'join', 'delay', 'trigger'],
  ...['passthru', 'retain', 'Keep retain flag of original publish', 'Full', 'Modified Nodes', 'User Settings', 'Done'],
];

/** Texts of Node-RED in the first steps, and names in the simulator. */
const OF_THE_STEPS = ['+', 'Add', 'Done', 'Deploy', 'number', 'Studio A', 'Tracked Camera', 'Zoom'];

/** Texts of Node-RED and of the hub in longer steps. */
const OF_PAGES = [
  '+',
  'Add',
  'Deploy',
  'Examples',
  'show examples import dialog',
  'trigger selected nodes action',
  'REST API Management',
];

/** The files, the folders and the names of the nodes of the examples. */
const inExamples = readdirSync('examples', { recursive: true }).flatMap((path) => {
  const file = `examples/${path}`;
  const nodes = file.endsWith('.json')
    ? (JSON.parse(readFileSync(file, 'utf8')) as { name?: string; label?: string }[])
    : [];
  return [basename(file, '.json'), ...nodes.flatMap(({ name, label }) => [name, label])];
});

/** A document without line ends, except in tables. */
const flat = (file: string): string => readFileSync(file, 'utf8').replace(/\s*\n\s*(?![|\n])/g, ' ');

/** Quotes of the product are **“bold and in quotes”**, in a diagram only in quotes. */
const quotesIn = (file: string): string[] =>
  [...flat(file).matchAll(/\*\*“(.*?)”\*\*|“([^“”*]+)”/g)]
    .map(([, bold, bare]) => plain(bold ?? bare ?? ''))
    .filter((quote) => quote !== 'bold and quotes');

/** Fields and buttons are in italics. */
const namedIn = (file: string): string[] =>
  [...flat(file).matchAll(/(?<![*\w])\*([^*\s][^*]*)\*(?![*\w])/g)].map(([, name = '']) => name);

describe('words on the screen', () => {
  it('exist', () => {
    should(quotesIn('docs/troubleshooting.md')).containEql('newest of …').and.containEql('Choose a hub first.');
    should(quotesIn('docs/live-control.md')).containEql('press again').and.containEql('every value, in order');
    should(namedIn('docs/troubleshooting.md')).containEql('Test connection').and.containEql('a press (inverted)');
  });

  for (const file of ['connect', 'editor', 'live-control', 'looks', 'troubleshooting'].map((name) => `docs/${name}.md`))
    it(`are the same in ${file} as in the product`, () => {
      should(quotesIn(file).filter((quote) => !isInProduct(quote))).be.empty();
      should(
        namedIn(file).filter((name) => ![...product, ...NODE_RED, ...OF_PAGES, ...inExamples].includes(name)),
      ).be.empty();
    });

  it('are the same in the first steps of the README as on the screen, and examples have their names', () => {
    const readme = readFileSync('README.md', 'utf8');
    const [, steps = ''] = readme.match(/^## First fader\n([\s\S]*?)^## /m) ?? [];
    const named = [...steps.replace(/\s+/g, ' ').matchAll(/(?<!\*)\*\*?([^*\n]+)\*\*?(?!\*)/g)].map(
      ([, name = '']) => name,
    );
    should(named).containEql('engine property').and.containEql('Zoom');
    should(named.filter((name) => ![...product, ...NODE_RED, ...OF_THE_STEPS].includes(name))).be.empty();
    const examples = [...readFileSync('docs/nodes.md', 'utf8').matchAll(/^\| \*([\w-]+)\* \|/gm)].map(
      ([, name]) => name,
    );
    should(examples.length).be.above(8);
    const files = readdirSync('examples', { recursive: true }).map((file) => basename(String(file), '.json'));
    should(examples.filter((name) => !files.includes(String(name)))).be.empty();
  });

  it('name every node in the list of nodes', () => {
    const { nodes } = JSON.parse(readFileSync('package.json', 'utf8'))['node-red'] as { nodes: object };
    const [, table = ''] = readFileSync('docs/nodes.md', 'utf8').match(/^## Nodes\n([\s\S]*?)^## /m) ?? [];
    const listed = [...table.matchAll(/^\| ([\w ]+?)(?: \(.*?\))? \|/gm)].map(([, label]) => label).slice(1);
    const labels = Object.keys(nodes).map((name) => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')).label);
    should(listed.sort()).eql(labels.sort());
  });
});
