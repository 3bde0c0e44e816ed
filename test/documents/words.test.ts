import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import should from 'should';
import { parseCues } from '../../dist/cues/cue-text.js';
import { READY_LIST } from '../cue-lists.js';
import { proseOf, userPages } from './markdown.js';

type Catalogue = { readonly [key: string]: string | Catalogue };

const texts = (catalogue: Catalogue): string[] =>
  Object.values(catalogue).flatMap((text) => (typeof text === 'string' ? [text] : texts(text)));

/** A text as the documents quote it. Inserted values are …, with or without quotes. */
const plain = (text: string): string => text.replace(/__\w+__/g, '…').replace(/[“"]…[”"]/g, '…');

/** All texts of a folder of catalogues. */
const textsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => texts(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))));

const folder = 'locales/en-US';
const product = textsIn(folder).map(plain);

/** The texts of Node-RED, without the colon after the label of a field. */
const nodeRed = ['editor-client', 'nodes']
  .flatMap((name) => textsIn(`node_modules/@node-red/${name}/locales/en-US`))
  .map((text) => text.replace(/:? *$/, ''));

/** True if the text is exactly this one, with a value for each …. */
function fits(text: string, quote: string): boolean {
  if (text === quote) return true;
  // A text that is little more than its values fits every quote.
  if (!text.includes('…') || text.replace(/[^a-z]/gi, '').length < 5) return false;
  const pattern = text.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.+')}$`).test(quote);
}

/** True if the product contains the quote: a whole text, or whole sentences of one. */
function isInProduct(quote: string): boolean {
  if (product.some((text) => fits(text, quote))) return true;
  if (!quote.endsWith('.')) return false;
  return product.some((text) => {
    const at = text.indexOf(quote);
    return at === 0 || (at > 0 && /[.:] $/.test(text.slice(0, at)));
  });
}

/** Words of Node-RED's editor that are not in its catalogues, of the simulator, and of other programs and devices. */
const OF_OTHERS = new Set(
  `+, Add, Deploy, Examples, show examples import dialog, trigger selected nodes action
Studio A, Tracked Camera, Zoom, Visible, Breaking News, News Show
REST API Management, PIN, Stream Key, mot de passe, retain
Generic: HTTP Requests, Generic: OSC, POST, Send message without arguments, Import module package
Zero Density: RealityHub, HTTP, Settings, Page not found, Pass through
Output Mode, Output Ember node contents, contents, Read initial value, Disconnected, Connected, Paths
RPi.GPIO, rpi-lgpio, pullup, Debounce, Read initial state of pin on deploy/restart, not available
rpi-gpio : Raspberry Pi specific node set inactive, Cannot read properties of null
Graphics hub, In and out, Press button, MQTT Statestream
midi in, midi out, MC, Connections, OSC, Send Port, Receive Port, send, receive, osc-port
button, switch, TSL 5.0 UDP, TSL 3.1 UDP
EADDRINUSE, libusb-1.0.so.0: cannot open shared object file, cannot open device, setUnitId, Failed to load module`.split(
    /, |\n/,
  ),
).add('If msg arrives on input, pass through to output');

interface ExampleNode {
  readonly name?: string;
  readonly label?: string;
  readonly type: string;
  readonly params?: Readonly<Record<string, { readonly label?: string }>>;
}

/** The label of a node that presses a button. */
const buttonLabel = ({ itemId, itemID = itemId, buttonKey }: NonNullable<ExampleNode['params']>) =>
  `${itemID?.label} › ${buttonKey?.label}`;

/** The files, the folders, and the names, labels and types of the nodes of the examples. */
const inExamples = readdirSync('examples', { recursive: true }).flatMap((path) => {
  const file = `examples/${path}`;
  const nodes = file.endsWith('.json') ? (JSON.parse(readFileSync(file, 'utf8')) as ExampleNode[]) : [];
  return [
    basename(file, '.json'),
    ...nodes.flatMap(({ name, label, type, params = {} }) => [name, label, type, buttonLabel(params)]),
  ];
});

/** The cues of the ready list, with and without their numbers. */
const inReadyList = [...parseCues(readFileSync(READY_LIST, 'utf8'))].flatMap(([number, { name }]) => [
  name,
  `${number} ${name}`,
]);

/** The code of the functions and templates of the flows, with the texts that they show. */
const codeInExamples = readdirSync('examples', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.json'))
  .flatMap((path) => JSON.parse(readFileSync(`examples/${path}`, 'utf8')) as Record<string, unknown>[])
  .map(({ func = '', initialize = '', format = '' }) => `${func}${initialize}${format}`)
  .join();

/** A document without line ends, except in tables. */
const flat = (text: string): string => text.replace(/\s*\n\s*(?![|\n])/g, ' ');

/** Everything on a screen is in italics: labels, statuses, names of nodes. */
const namedIn = (file: string): string[] =>
  [...flat(proseOf(file).replace(/`[^`\n]*`/g, '')).matchAll(/(?<![*\w])\*([^*\s][^*]*)\*(?![*\w])/g)].map(
    ([, name = '']) => name.trim(),
  );

const isOnScreen = (name: string): boolean =>
  isInProduct(name) ||
  OF_OTHERS.has(name) ||
  [...nodeRed, ...inExamples, ...inReadyList].includes(name) ||
  [`'${name}`, `>${name}`].some((text) => codeInExamples.includes(text));

describe('words on the screen', () => {
  it('exist', () => {
    should(namedIn('docs/troubleshooting.md')).containEql('newest of …').and.containEql('Choose a hub first.');
    should(namedIn('docs/troubleshooting.md')).containEql('Test connection').and.containEql('a press (inverted)');
    should(isOnScreen('dropped: 2')).be.true();
    should(isOnScreen('no such words')).be.false();
  });

  for (const file of userPages)
    it(`are the same in ${file} as in the product`, () => {
      should(namedIn(file).filter((name) => !isOnScreen(name))).be.empty();
    });

  it('in bold in the first steps of the README are on the screen too, and the examples have their names', () => {
    const [, steps = ''] = readFileSync('README.md', 'utf8').match(/^## First fader\n([\s\S]*?)^## /m) ?? [];
    const bold = [...flat(steps).matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, name = '']) => name);
    should(bold.filter((name) => !isOnScreen(name))).be.empty();
    const examples = [...readFileSync('docs/nodes.md', 'utf8').matchAll(/^\| \*([\w-]+)\* \|/gm)];
    should(examples.length).be.above(8);
    should(examples.filter(([, name]) => !inExamples.includes(name))).be.empty();
  });

  it('name every node in the list of nodes', () => {
    const { nodes } = JSON.parse(readFileSync('package.json', 'utf8'))['node-red'] as { nodes: object };
    const [, table = ''] = readFileSync('docs/nodes.md', 'utf8').match(/^## Nodes\n([\s\S]*?)^## /m) ?? [];
    const listed = [...table.matchAll(/^\| ([\w ]+?)(?: \(.*?\))? \|/gm)].map(([, label]) => label).slice(1);
    const labels = Object.keys(nodes).map((name) => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')).label);
    should(listed.sort()).eql(labels.sort());
  });
});
