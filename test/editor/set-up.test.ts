import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import should from 'should';
import { linkPackage } from '../link-package.js';
import { startDeck } from '../package/deck.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { useUsualPort } from '../usual-port.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { createUserDir, openStage, SETTINGS, type Stage, showSidebar } from './stage.js';
import * as tree from './tree.js';

/** The library of a deck in the user directory. Node-RED then installs nothing. */
const DECK = 'stream-deck-stand-in';

const DONE = (name: string) => `${name} is set up on its own tab. Add controls from the tree, then click Deploy.`;
const DOWNLOADED = (modules: string, command: string) =>
  ` At the deploy, Node-RED downloads ${modules}. This takes up to a minute and needs internet access. Otherwise run “${command}” in Node-RED's user directory first.`;
const MISSING = (module: string) => ` Its nodes are missing. Install ${module}: Menu → Manage palette → Install.`;
const MIDI = DOWNLOADED('@julusian/midi', 'npm install @julusian/midi');

/** The entry of the menu, the name of the surface, its device, the nodes on its tab, and what to install. */
const DEVICES = [
  {
    ...{ entry: 'Stream Deck', name: 'Stream Deck', device: 'streamdeck' },
    nodes: ['catch', 'debug', 'function', 'link in', 'link out'],
    install: DOWNLOADED('@elgato-stream-deck/node, sharp', 'npm install @elgato-stream-deck/node sharp'),
  },
  {
    ...{ entry: 'Mackie Control, X-Touch', name: 'X-Touch', device: 'mcu', install: MIDI },
    nodes: ['catch', 'debug', 'function', 'link in', 'link out'],
  },
  {
    ...{ entry: 'MIDI', name: 'MIDI', device: 'midi', install: MIDI },
    nodes: ['catch', 'debug', 'function', 'link in', 'link out'],
  },
  {
    ...{ entry: 'OSC', name: 'OSC', device: 'osc', install: MISSING('node-red-contrib-osc') },
    nodes: ['catch', 'debug', 'osc', 'osc', 'udp in', 'udp out'],
  },
  {
    ...{ entry: 'X-keys', name: 'X-keys', device: 'xkeys', install: DOWNLOADED('xkeys', 'npm install xkeys') },
    nodes: ['catch', 'debug', 'function', 'link in', 'link out'],
  },
  {
    ...{ entry: 'GPIO', name: 'GPIO', device: 'gpio', install: MISSING('node-red-node-pi-gpio') },
    nodes: ['catch', 'debug', 'rpi-gpio in', 'rpi-gpio out'],
  },
  { entry: 'MQTT', name: 'MQTT', device: 'mqtt', install: '', nodes: ['catch', 'debug', 'mqtt in', 'mqtt out'] },
];

/** A Node-RED of its own, because its simulator runs until it stops. */
describe('the set-up of a device', () => {
  useUsualPort();
  let userDir: string;
  let nodeRed: RealNodeRed;
  let stage: Stage;
  let isVersion5: boolean;
  const page = () => stage.page;
  const button = () => page().getByRole('button', { name: 'Set up a device' }).and(page().locator(':visible'));
  const entry = (name: string) => page().locator('.hub-side-menu').getByText(name, { exact: true });
  const note = () => page().locator('.hub-side-set-up [role=status]').locator('visible=true').innerText();
  const shownTab = () => page().locator('#red-ui-workspace-tabs .red-ui-tab.active').innerText();
  const tabs = () => page().locator('#red-ui-workspace-tabs .red-ui-tab-label').allInnerTexts();

  /** The surfaces, and the number of all configurations. */
  const configs = () =>
    page().evaluate(() => {
      const all: { id: string; type: string; name: string; device: string; size: string; pages: { name: string }[] }[] =
        [];
      window.RED.nodes.eachConfig((config) => void all.push(config as unknown as (typeof all)[number]));
      const surfaces = all.filter(({ type }) => type === 'hub-surface');
      return {
        count: all.length,
        surfaces: surfaces.map(({ name, device, size, pages }) => ({
          name,
          device,
          size,
          pages: pages.map((p) => p.name),
        })),
        ids: surfaces.map(({ id, pages }) => [id, JSON.stringify(pages).includes(id)] as const),
      };
    });

  /** The types of the nodes on the open tab: of unknown types, the name. */
  const typesShown = () =>
    page().evaluate(() => {
      const { nodes, workspaces } = window.RED as unknown as {
        nodes: { filterNodes(filter: object): { type: string; name: string; _orig?: { type: string } }[] };
        workspaces: { active(): string };
      };
      return nodes
        .filterNodes({ z: workspaces.active() })
        .map(({ type, name, _orig }) => (type === 'unknown' ? (_orig?.type ?? name) : type))
        .sort();
    });

  before(async () => {
    userDir = createUserDir();
    linkPackage(userDir, resolve('test/package', DECK));
    writeFileSync(join(userDir, 'package.json'), JSON.stringify({ name: 'decks', dependencies: { [DECK]: '*' } }));
    nodeRed = await startNodeRed(userDir, SETTINGS);
    stage = await openStage(nodeRed);
    await stage.deploy();
    isVersion5 = await page().evaluate(() =>
      (window.RED as unknown as { settings: { version: string } }).settings.version.startsWith('5.'),
    );
  });

  after(async () => {
    await stage?.close();
    await nodeRed?.stop();
    rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
  });

  beforeEach(() => stage.deploy());

  afterEach('no errors in the browser', () => {
    should(stage.browserErrors.splice(0)).eql([]);
  });

  /** Opens the keys of an editor that has only a hub. */
  async function openKeys(): Promise<void> {
    await stage.deploy(picking.hubAt('http://127.0.0.1:1'));
    await showSidebar(page());
    await page().click('#hub-side-tab-keys');
  }

  for (const { entry: label, name, device, nodes, install } of DEVICES)
    it(`${name}: adds a surface and the nodes of its recipe, twice, and undoes each in one step`, async () => {
      await openKeys();
      const surface = { name, device, size: '15', pages: ['Page 1'] };
      const before = await configs();
      await button().click();
      await entry(label).click();
      await becomes(shownTab, name);
      should(await note()).equal(DONE(name) + install);
      should((await configs()).surfaces).eql([surface]);
      should(await typesShown()).eql(nodes);

      await button().click();
      await entry(label).click();
      await becomes(shownTab, `${name} 2`);
      should((await configs()).surfaces).eql([surface, { ...surface, name: `${name} 2` }]);
      should((await configs()).ids.some(([, isAmongItsValues]) => isAmongItsValues)).be.false();
      should(await typesShown()).eql(nodes);
      // The nodes on the other tab are still there.
      should(await tabs()).eql(['Flow', name, `${name} 2`]);

      const undo = () => page().evaluate(() => window.RED.actions.invoke('core:undo'));
      await undo();
      should(await tabs()).eql(['Flow', name]);
      should((await configs()).surfaces).eql([surface]);
      await undo();
      should(await tabs()).eql(['Flow']);
      should((await configs()).count).equal(before.count);
      should(await page().evaluate(() => window.RED.nodes.dirty())).be.false();
    });

  it('leads from an empty editor to eight keys on two pages of a Stream Deck in 16 actions', async () => {
    const deck = await startDeck();
    const keys = () =>
      page().evaluate(() => {
        const all: { page: string; control: string; surface: string; x: number; y: number; id: string }[] = [];
        window.RED.nodes.eachNode((node) => {
          if (node.type === 'hub-control') all.push(node as unknown as (typeof all)[number]);
        });
        return all.map(({ page: on, control }) => ({ on, control }));
      });
    /** The library of the deck is not installed here, so the function gets another one. */
    const useDeck = () =>
      page().evaluate(
        (changes) => {
          window.RED.nodes.eachNode((node) => {
            if (node.type !== 'function') return;
            const own = node as unknown as { libs: object[]; func: string; initialize: string };
            own.libs = [{ var: 'streamDecks', module: 'stream-deck-stand-in' }];
            for (const [from, to] of changes) own.initialize = own.initialize.replace(from, to);
          });
        },
        deck.changes.slice(1) as [string, string][],
      );
    const actions = [
      ...(isVersion5
        ? [() => page().click('button[aria-label="Graphics hub"]')]
        : [
            () => page().click('.red-ui-tab-link-button-menu'),
            () => page().click('#red-ui-tabs-menu-option-graphics-hub'),
          ]),
      () => page().locator('.hub-side-starts').getByRole('button', { name: 'Use the simulator' }).click(),
      () => button().click(),
      () => entry('Stream Deck').click(),
      () => tree.click(page(), tree.row(page(), 'Playout rundowns')),
      () => tree.click(page(), tree.row(page(), 'Evening News')),
      () => tree.click(page(), tree.row(page(), 'Opener')),
      () => tree.click(page(), tree.row(page(), 'Headlines'), 'Shift'),
      () => page().keyboard.press('Insert'),
      () =>
        becomes(async () => (await keys()).length, 5).then(() =>
          page().selectOption('#hub-side-tree .hub-side-surface select', { label: 'Stream Deck · add page' }),
        ),
      () => tree.click(page(), tree.row(page(), 'Match Night / Final')),
      () => tree.click(page(), tree.row(page(), 'Score')),
      () => tree.click(page(), tree.row(page(), 'Replay'), 'Shift'),
      () => page().keyboard.press('Insert'),
      () =>
        becomes(async () => (await keys()).length, 8)
          .then(useDeck)
          .then(() => picking.deploy(page())),
    ];
    should(actions.length).be.belowOrEqual(16);
    for (const act of actions) await act();
    deck.close();
  });
});
