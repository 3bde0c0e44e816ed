import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { recordPicture } from '../pictures.js';
import { look } from './look-dialog.js';
import * as editor from './page.js';
import { eventually } from './page.js';
import * as picking from './picking.js';
import { readPicture } from './picture.js';
import { openSection, page, showSidebar, TAB, useSimulator, useStage } from './stage.js';
import * as tree from './tree.js';
import { num, str } from './tree-rows.js';

/** Maximum width of a picture in the README, in px. */
const WIDEST = 1200;

/** Free space around, in px. */
const MARGIN = 10;

/** The window in which the simulator's page shows both monitors at this width, in px. */
const MONITORS = { width: 1232, height: 1000 };

/** A window for the sidebar without free space below its rows, in px. */
const LOW_WINDOW = { width: 1400, height: 640 };

/** The header of the open dialog. */
const HEADER = '.red-ui-tray-header';

const payload = { type: 'msg', value: 'payload' };

const mixer = { engineId: num('1', 'Studio A'), nodePath: str('Mixer_0', 'Mixer') };

/** A small show. The label of each node shows its operation. */
const show = [
  picking.inject('fader', 'opacity', 0.75),
  picking.setter('opacity', {
    params: { ...mixer, propertyPath: str('Overlay//Opacity/0', 'Overlay Opacity'), Value: payload },
  }),
  picking.inject('cut', 'camera', 'CAM 2'),
  picking.setter('camera', {
    params: { ...mixer, propertyPath: str('Channels//ProgramChannel/0', 'Program Channel'), Value: payload },
  }),
  picking.inject('key', 'lower third', true),
  {
    id: 'lower third',
    type: 'hub-playout-item',
    operation: 'pressItemButton',
    params: { rundownId: num('51', 'Evening News'), itemId: num('512', 'Anchor'), buttonKey: str('in', 'In') },
  },
  picking.inject('next', 'play next', true),
  {
    id: 'play next',
    type: 'hub-linear-play',
    operation: 'playNext',
    params: { engineId: num('101', 'News Show'), preview: { type: 'num', value: '0' } },
  },
];

/** The nodes in two columns, each sender beside its receiver. */
const placed = show.map((node, index) => ({
  z: TAB,
  hub: 'hub',
  version: 1,
  name: '',
  wires: [[]],
  ...node,
  ...(node.type === 'inject' && { name: node.id }),
  x: index % 2 === 0 ? 120 : 420,
  y: 60 + 60 * Math.floor(index / 2),
}));

const property = { engine: 'Studio A', node: 'Mixer', nodePath: 'Mixer_0' };

/** The values of a look: the opacity of the overlay, and the camera on program. */
const lookWith = (opacity: number, camera: string) => [
  { ...property, property: 'Overlay Opacity', propertyPath: 'Overlay//Opacity/0', value: opacity },
  { ...property, property: 'Program Channel', propertyPath: 'Channels//ProgramChannel/0', value: camera },
];

describe('the pictures of the README', () => {
  const stage = useStage();
  const simulator = useSimulator({ apiKey: 'rh_for_pictures' });
  const second = useSimulator({ apiKey: 'rh_for_pictures', dialect: 2, early: true });
  let folder: string;

  before(async () => {
    folder = process.env.PICTURES || mkdtempSync(join(tmpdir(), 'hub-pictures-'));
    mkdirSync(folder, { recursive: true });
    const withKey = { name: 'News hub', auth: 'apiKey', credentials: { apiKey: 'rh_for_pictures' } };
    await stage.deploy(
      picking.hubAt(simulator.url, withKey),
      picking.hubAt(second.url, { ...withKey, id: 'second', name: 'Match hub' }),
      ...placed,
    );
  });

  /** Takes a picture of the area around these elements. A dialog's header limits the area at the top. */
  async function takePicture(name: string, ...around: readonly string[]): Promise<void> {
    const boxes = await Promise.all(around.map((part) => page().locator(part).first().boundingBox()));
    const edges = boxes.map((box) => [box!.x, box!.y, box!.x + box!.width, box!.y + box!.height] as const);
    const margin = around.includes(HEADER) ? 0 : MARGIN;
    const x = Math.min(...edges.map((edge) => edge[0])) - margin;
    const y = Math.min(...edges.map((edge) => edge[1])) - margin;
    const width = Math.min(WIDEST, Math.max(...edges.map((edge) => edge[2])) + margin - x);
    const height = Math.max(...edges.map((edge) => edge[3])) + MARGIN - y;
    const path = join(folder, `${name}.png`);
    await page().screenshot({ path, clip: { x, y, width, height } });
    recordPicture(path);
    const picture = readPicture(path);
    should(picture.width).be.within(300, WIDEST);
    should(picture.height).be.above(100);
    should(picture.bytes).be.above(20);
  }

  it('show a list of the hub below a field', async () => {
    await editor.openNode(page(), 'camera');
    await eventually(async () => should(await picking.hubText(page(), 'propertyPath')).match(/^now/));
    await picking.opener(page(), 'propertyPath').click();
    await eventually(async () => should(await picking.names(page())).containEql('Overlay Tint'));
    await takePicture('picker', HEADER, '.hub-picker');
  });

  it('show the tree of the engines', async () => {
    await editor.openNode(page(), 'opacity');
    await page().click('.hub-browse summary');
    for (const label of ['Studio A', 'Mixer']) {
      await page().locator('.hub-browse .hub-tree').getByText(label, { exact: true }).click();
    }
    await page().locator('.hub-browse .hub-tree').getByText('Overlay Opacity').click();
    await eventually(async () => should(await picking.shownText(page(), 'propertyPath')).equal('Overlay Opacity'));
    await page().evaluate(() => {
      for (const part of document.querySelectorAll('.red-ui-tray-body, .red-ui-tray-body *')) part.scrollTop = 0;
    });
    await takePicture('browse', HEADER, '.hub-field:has(#hub-param-Value)');
  });

  it('show a flow with its operations and results', async () => {
    for (const id of ['fader', 'cut', 'key', 'next']) await picking.sendFrom(page(), id);
    const commands = ['setProperty', 'pressItemButton', 'playNext'];
    await eventually(async () => {
      const answered = simulator.journal.filter(({ statusCode }) => statusCode === 200).map((one) => one.operation);
      should(answered).containDeep(commands);
      const states = await page().locator('.red-ui-flow-node-status-label').allTextContents();
      const results = states.map((text) => text?.replace(/ · \d\d:\d\d$/, '')).filter((text) => text !== '');
      should(results).eql(['✓ 0.75', '✓ "CAM 2"', '✓ In', '✓ Play next']);
    });
    await takePicture('flow', ...placed.map(({ id }) => `[id="${id}"]`));
  });

  /** Moves the fader from 0 to 1: for the documents in 2 s, otherwise at once, because a busy machine would pause within. */
  async function moveFader(): Promise<void> {
    for (let step = 0; step <= 20; step += 1) {
      const payload = [{ p: 'payload', v: String(step / 20), vt: 'num' }];
      await fetch(new URL('/inject/fader', page().url()), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ __user_inject_props__: payload }),
      });
      if (process.env.PICTURES) await page().waitForTimeout(100);
    }
  }

  it("show the sidebar: the hub's lists and the sent commands", async () => {
    const viewport = page().viewportSize()!;
    await page().setViewportSize(LOW_WINDOW);
    try {
      await tree.openTree(page());
      await tree.unfold(page(), 'Studio A', 'Mixer');
      await tree.click(page(), tree.row(page(), 'Overlay Opacity'));
      await takePicture('tree', '.hub-side');
      await page().click('#hub-side-tab-journal');
      await moveFader();
      const rows = page().locator('.hub-side-row');
      await eventually(async () => should(await rows.first().innerText()).match(/: 0 → 1 in \d\.\d s, \d+ values/));
      should(await rows.count()).equal(5);
      await page().mouse.move(5, 5);
      await takePicture('journal', '.hub-side');
    } finally {
      await page().setViewportSize(viewport);
    }
  });

  it('show the graphics on air', async () => {
    simulator.reset();
    const headers = { 'X-API-Key': 'rh_for_pictures' };
    const sendCommand = (method: string, path: string) =>
      fetch(`${simulator.url}/api/rest/v1${path}`, { method, headers });
    await sendCommand('PUT', '/linear/rundown/101/play/2012/0');
    await sendCommand('PUT', '/linear/rundown/101/play/2013/1');
    await sendCommand('POST', '/playout/rundowns/51/items/515/play');
    await picking.sendFrom(page(), 'key');
    const outputPage = await page().context().newPage();
    try {
      await outputPage.setViewportSize(MONITORS);
      await outputPage.emulateMedia({ reducedMotion: 'reduce' });
      await outputPage.goto(simulator.url);
      for (const graphic of ['program-lower-third', 'program-item-1', 'preview-item-1'])
        await outputPage.locator(`#${graphic}:not([data-off])`).waitFor();
      const path = join(folder, 'show.png');
      await outputPage.locator('#picture').screenshot({ path });
      recordPicture(path);
      const picture = readPicture(path);
      should(picture.width).be.within(800, WIDEST);
      should(picture.bytes).be.above(100);
      should(statSync(path).size).be.below(200_000);
      const controls = join(folder, 'controls.png');
      await outputPage.locator('#slow').click();
      await outputPage.locator('#slow[aria-pressed=true]').waitFor();
      await outputPage.locator('#controls').screenshot({ path: controls });
      recordPicture(controls);
      should(readPicture(controls).width).be.within(800, WIDEST);
    } finally {
      await outputPage.close();
    }
  });

  it('show a tested connection', async () => {
    await editor.openConfig(page(), 'second');
    await page().click('#hub-test');
    await page().locator('.hub-tested').getByText('Filled in').hover();
    await takePicture('connection', HEADER, '#hub-more > summary');
  });

  it('show the looks in the sidebar', async () => {
    const looksFolder = mkdtempSync(join(tmpdir(), 'hub-looks-'));
    const file = join(looksFolder, 'looks.json');
    const looks = { Interview: lookWith(0.5, 'CAM 2'), Opening: lookWith(1, 'CAM 1'), Weather: lookWith(0, 'CAM 1') };
    writeFileSync(file, JSON.stringify({ format: 'graphics-hub-looks', version: 1, looks }));
    simulator.reset();
    const viewport = page().viewportSize()!;
    await page().setViewportSize(LOW_WINDOW);
    try {
      await stage.deploy(
        picking.hubAt(simulator.url, { name: 'News hub', auth: 'apiKey', credentials: { apiKey: 'rh_for_pictures' } }),
        look('looks', { name: 'Studio looks', file, properties: lookWith(0, '') }),
      );
      await openSection('looks');
      await page().getByRole('button', { name: 'Compare: Interview' }).click();
      const cards = page().locator('.hub-side-look');
      await eventually(async () => {
        should(await page().locator('.hub-differences tbody tr').count()).equal(2);
        const states = await cards.evaluateAll((all) => all.map((card) => card.getAttribute('data-state')));
        should(states).eql(['changed', 'on', 'changed']);
      });
      await page().mouse.move(5, 5);
      await takePicture('looks', '.hub-side');
    } finally {
      await page().setViewportSize(viewport);
      rmSync(looksFolder, { recursive: true });
    }
  });

  it('show the starts of an empty sidebar', async () => {
    await stage.deploy();
    await showSidebar(page());
    await page().locator('.hub-side-starts').waitFor();
    await takePicture('starts', '.hub-side-starts');
  });
});
