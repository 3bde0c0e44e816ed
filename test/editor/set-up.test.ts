import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import should from 'should';
import { barriersIn } from '../axe.js';
import { linkPackage } from '../link-package.js';
import { startDeck } from '../package/deck.js';
import { pageToken } from '../page-token.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { useUsualPort } from '../usual-port.js';
import { controlsOf } from './deck.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { createUserDir, openStage, SETTINGS, type Stage, showSidebar, TAB, useSimulator } from './stage.js';
import { inEachTheme } from './themes.js';
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
  const simulator = useSimulator();
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

  const controls = () =>
    page().evaluate(() => {
      const all: { surface: string; page: string; control: string }[] = [];
      window.RED.nodes.eachNode((node) => {
        if (node.type === 'hub-control') all.push(node as unknown as (typeof all)[number]);
      });
      return all.map(({ surface, page: on, control }) => ({ surface, page: on, control }));
    });

  /** The clicks that open the sidebar: Node-RED 5 has a button for it, Node-RED 4.1 an entry of a menu. */
  const openSidebar = () =>
    isVersion5
      ? [() => page().click('button[aria-label="Graphics hub"]')]
      : [
          () => page().click('.red-ui-tab-link-button-menu'),
          () => page().click('#red-ui-tabs-menu-option-graphics-hub'),
        ];

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

  // First: the button of Node-RED 5 closes an open sidebar.
  it('leads from an empty editor to eight keys on two pages of a Stream Deck, in 16 actions', async () => {
    const deck = await startDeck();
    /** The library of a deck is not installed here, and no deck is plugged in. */
    const plugIn = () =>
      page().evaluate((changes) => {
        window.RED.nodes.eachNode((node) => {
          if (node.type !== 'function') return;
          const own = node as unknown as { libs: object[]; initialize: string };
          own.libs = [{ var: 'streamDecks', module: 'stream-deck-stand-in' }];
          for (const [from, to] of changes) own.initialize = own.initialize.replace(from, to);
        });
      }, deck.changes);
    const hasControls = (count: number) => becomes(async () => (await controls()).length, count);
    const actions = [
      ...openSidebar(),
      () => page().locator('.hub-side-starts').getByRole('button', { name: 'Use the simulator' }).click(),
      () => button().click(),
      () => entry('Stream Deck').click(),
      () => tree.click(page(), tree.row(page(), 'Playout rundowns')),
      () => tree.click(page(), tree.row(page(), 'Evening News')),
      () => tree.click(page(), tree.row(page(), 'Opener')),
      () => tree.click(page(), tree.row(page(), 'Headlines'), 'Shift'),
      () => page().keyboard.press('Insert'),
      async () => {
        await hasControls(5);
        await page().selectOption('#hub-side-tree .hub-side-surface select', { label: 'Stream Deck · add page' });
      },
      () => tree.click(page(), tree.row(page(), 'Match Night / Final')),
      () => tree.click(page(), tree.row(page(), 'Score')),
      () => tree.click(page(), tree.row(page(), 'Replay'), 'Shift'),
      () => page().keyboard.press('Insert'),
      async () => {
        await hasControls(8);
        await plugIn();
        await picking.deploy(page());
      },
    ];
    should(actions.length).be.belowOrEqual(16);
    try {
      for (const act of actions) await act();
      should((await configs()).surfaces).match([{ name: 'Stream Deck', pages: ['Page 1', 'Page 2'] }]);
      const all = await controls();
      const places = all.map(({ control, page: on }) => [control, on]);
      const [first, second] = [all[0]!.page, all[7]!.page];
      should(first).not.equal(second);
      should(places).eql([
        ...[0, 1, 2, 3, 4].map((key) => [`key ${key}`, first]),
        ...[0, 1, 2].map((key) => [`key ${key}`, second]),
      ]);
      // They are to the right of the function of the deck, and cover nothing.
      const { boxes, wires } = await tree.layoutOf(page());
      should(wires.filter(({ from, to }) => to < from)).eql([]);
      for (const [index, one] of boxes.entries())
        for (const other of boxes.slice(index + 1))
          should(Math.abs(one.x - other.x) >= (one.w + other.w) / 2 || Math.abs(one.y - other.y) >= 30).be.true();

      const url = await page().locator('.hub-side-picture').getAttribute('href');
      const lastPress = async () => {
        const { presses } = (await (await fetch(new URL('live.json', url!))).json()) as { presses: { item: string }[] };
        return presses[0]?.item;
      };
      const plays = async (key: number, item: string) => {
        // An empty page or a missing light is dark.
        await eventually(() => should(deck.coloursOf(key)).not.be.empty());
        deck.pressShortly(key);
        await becomes(lastPress, item);
      };
      await plays(0, 'Opener');
      await plays(4, 'Headlines');
      const headers = { 'content-type': 'application/json', ...(await pageToken(nodeRed.url)) };
      const turn = `/graphics-hub/surfaces/${all[0]!.surface}/page`;
      const body = JSON.stringify({ page: second });
      should((await fetch(new URL(turn, nodeRed.url), { method: 'POST', headers, body })).status).equal(200);
      await plays(0, 'Score');
      await plays(2, 'Replay');
    } finally {
      deck.close();
    }
  });

  it('wires a control to the device of its surface, if there are two, and has no barriers', async () => {
    await stage.deploy(picking.hubAt(simulator.url));
    await tree.openTree(page());
    await tree.reload(page());
    await button().click();
    await entry('Stream Deck').click();
    await becomes(shownTab, 'Stream Deck');
    await button().waitFor({ state: 'detached' });
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    await page().click('#hub-side-tab-keys');
    await button().click();
    await entry('Stream Deck').click();
    await becomes(shownTab, 'Stream Deck 2');
    await page().click('#hub-side-tab-tree');
    await tree.unfold(page(), 'Playout rundowns', 'Evening News');
    await tree.click(page(), tree.row(page(), 'Opener'));
    // The surface that was set up last.
    await page().keyboard.press('Insert');
    await eventually(async () => should(await controlsOf(page())).match([{ control: 'key 0', from: { length: 2 } }]));
    await picking.showFlow(page(), TAB);
    for (const name of ['Stream Deck', 'Stream Deck 2']) {
      const before = (await controls()).length;
      await page().selectOption('#hub-side-tree .hub-side-surface select', { label: `${name} · Page 1` });
      await tree.click(page(), tree.row(page(), 'Anchor'));
      await page().keyboard.press('Insert');
      await becomes(async () => (await controls()).length, before + 1);
      should(await shownTab()).equal(name);
      const added = (await controlsOf(page())).at(-1)!;
      should(added).match({
        control: name === 'Stream Deck' ? 'key 0' : 'key 1',
        from: { length: 2 },
        to: { length: 1 },
      });
    }
  });

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
});
