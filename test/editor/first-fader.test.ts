import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import should from 'should';
import { linkPackage } from '../link-package.js';
import { startMidiPanel } from '../package/midi-panel.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { useUsualPort } from '../usual-port.js';
import { type Bench, disableTips, openBench, SETTINGS, TEST_TIMEOUT } from './bench.js';
import { controlsOf } from './deck.js';
import { follow, importRecipe } from './follow.js';
import * as editor from './page.js';
import { eventually } from './page.js';
import * as picking from './picking.js';
import * as tree from './tree.js';

const [, STEPS = ''] = readFileSync('README.md', 'utf8').match(/^## First fader\n(.*?)^## /ms) ?? [];

/** The instructions as a reader sees them. */
const text = STEPS.replace(/\]\([^)]*\)/g, ']').replace(/[*`[\]]/g, '');

/** The number of the controller that the hand moves. */
const FADER = [0xb0, 21] as const;

describe('the first fader of the README', function () {
  this.timeout(TEST_TIMEOUT);
  useUsualPort();
  let panel: Awaited<ReturnType<typeof startMidiPanel>>;
  let userDir: string;
  let nodeRed: RealNodeRed;
  let bench: Bench;
  let picture: Page;
  const page = () => bench.page;

  before(async () => {
    panel = await startMidiPanel();
    userDir = mkdtempSync(join(tmpdir(), 'hub-fader-'));
    linkPackage(userDir);
    disableTips(userDir);
    addMidi();
    const palette = { ...SETTINGS.externalModules.palette, allowInstall: false };
    nodeRed = await startNodeRed(userDir, { ...SETTINGS, externalModules: { palette } });
    bench = await openBench(nodeRed);
    await bench.deploy();
  });

  after(async () => {
    await picture?.close();
    await bench?.close();
    await nodeRed?.stop();
    await panel?.close();
    if (userDir) rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Adds the library of the recipe, for the panel of the test. */
  function addMidi(): void {
    const name = '@julusian/midi';
    const folder = join(userDir, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    const standIn = JSON.stringify(join(process.cwd(), 'test/package/midi-stand-in'));
    const side = (type: string) => `${type}: class extends midi.${type} { constructor() { super(${panel.port}); } }`;
    const code = `const midi = require(${standIn});\nmodule.exports = { ${side('Input')}, ${side('Output')} };\n`;
    writeFileSync(join(folder, 'index.js'), code);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
    writeFileSync(join(userDir, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: '*' } }));
  }

  const camera = (zoom: number) =>
    picture.locator(`#program-camera[transform*="scale(${zoom})"]`).waitFor({ state: 'attached' });
  const pressInject = async (payload: string) => {
    const labels = await Promise.all(
      (await tree.nodesOf(page(), 'inject')).map(async (id) => [
        await page().evaluate((node) => window.RED.utils.getNodeLabel(window.RED.nodes.node(node)), id),
        id,
      ]),
    );
    const [, id] = labels.find(([label]) => label === payload) ?? [];
    await page().click(`[id="${id}"] .red-ui-flow-node-button-button`);
  };
  /** The new control, with the ids of the nodes that it is wired to. */
  const newControl = async () => {
    const all = await controlsOf(page());
    const [added, ...others] = all.filter(({ actions: [action] }) =>
      JSON.stringify(action?.params ?? {}).includes('Lens//Zoom/0'),
    );
    should(others).be.empty();
    should(added).not.be.undefined();
    return added!;
  };

  it('zooms the camera by inject nodes and by a MIDI fader, step by step', async () => {
    const isVersion5 = await page().evaluate(() =>
      (window.RED as unknown as { settings: { version: string } }).settings.version.startsWith('5.'),
    );
    let control = '';
    await follow(
      text,
      [
        'In Node-RED 4, click ▾ at the right end of the sidebar tabs and choose Graphics hub.',
        async () => {
          if (isVersion5) return;
          await page().click('.red-ui-tab-link-button-menu');
          await page().click('#red-ui-tabs-menu-option-graphics-hub');
        },
      ],
      [
        'In Node-RED 5, click the icon of a screen.',
        async () => {
          if (isVersion5) await page().click('button[aria-label="Graphics hub"]');
        },
      ],
      ['Click Use the simulator.', () => page().getByRole('button', { name: 'Use the simulator' }).click()],
      [
        'Click the icon beside the tabs, Open the picture of the simulator',
        async () => {
          const opened = page().context().waitForEvent('page');
          await page().getByRole('link', { name: 'Open the picture of the simulator' }).click();
          picture = await opened;
          await camera(1);
          await page().bringToFront();
        },
      ],
      ['The tree shows Studio A.', () => tree.row(page(), 'Studio A').waitFor()],
      ['Click Tracked Camera', () => tree.click(page(), tree.row(page(), 'Tracked Camera'))],
      ['drag Zoom to the flow.', () => tree.drag(page(), 'Zoom', { x: 150, y: 150 })],
      [
        'You get an engine property node with two inject nodes.',
        async () => {
          await eventually(async () => should(await tree.nodesOf(page(), 'inject')).have.length(2));
          should(await tree.nodesOf(page(), 'hub-engine-property')).have.length(1);
        },
      ],
      ['Click Deploy.', () => picking.deploy(page())],
      ['Press the button of the inject node 1.', () => pressInject('1')],
      ['The camera of the program picture zooms in.', () => camera(2)],
      ['The inject node 0 zooms out again.', () => pressInject('0').then(() => camera(1))],
      ...importRecipe(page(), 'choose Import', 'midi-fader-bank'),
      [
        'Node-RED asks, because all examples share one hub: choose Import copy.',
        async () => {
          const question = page().locator('.red-ui-notification', { hasText: 'already exist' });
          await question.getByRole('button', { name: 'Import copy' }).click();
          await question.waitFor({ state: 'hidden' });
        },
      ],
      [
        'Choose Add as control in the menu of Zoom',
        async () => {
          const menu = await tree.openMenu(page(), 'Zoom');
          await menu.getByText('Add as control', { exact: true }).click();
        },
      ],
      [
        'the tab of the recipe opens with a hub control node, already wired.',
        async () => {
          await page().locator('.red-ui-tab.active', { hasText: 'Recipe: MIDI fader bank' }).waitFor();
          const [port] = await tree.nodesOf(page(), 'function');
          const [out] = await tree.nodesOf(page(), 'link out');
          const added = await newControl();
          should(added).match({ surface: 'midi', kind: 'fader', control: 'cc 1/4' });
          should({ from: added.from, to: added.to }).eql({ from: [`${port}:0`, `${port}:1`], to: [`0:${out}`] });
          const { boxes } = await tree.layoutOf(page());
          const own = boxes.find(({ id }) => id === added.id)!;
          const covered = boxes.filter(
            (each) =>
              each !== own &&
              Math.abs(each.x - own.x) < (each.w + own.w) / 2 &&
              Math.abs(each.y - own.y) < (each.h + own.h) / 2,
          );
          should(covered).be.empty();
          control = added.id;
        },
      ],
      ['Deploy', () => picking.deploy(page())],
      ['open the node', () => editor.openNode(page(), control)],
      ['press Learn', () => page().click('#hub-learn:not([disabled])')],
      [
        'move your fader',
        async () => {
          // The function node opens its port a moment after the start.
          await eventually(async () => {
            panel.send(...FADER, 20);
            should(await page().inputValue('#node-input-control')).equal('cc 1/21');
          });
        },
      ],
      ['press Done', () => editor.closeDialog(page(), 'node-dialog-ok')],
      ['and deploy.', () => picking.deploy(page())],
      [
        'The fader zooms the camera.',
        async () => {
          await eventually(() =>
            should(panel.received.some((each) => each[0] === FADER[0] && each[1] === FADER[1])).be.true(),
          );
          panel.send(...FADER, 127);
          await camera(2);
          panel.send(...FADER, 0);
          await camera(1);
        },
      ],
    );
    should(bench.browserErrors).eql([]);
  });
});
