import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { pointedAt } from '../examples.js';
import { recordPicture } from '../pictures.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { FOLDER, recipes, recipesUserDir } from '../recipes.js';
import { eventually, PATIENCE, reasons } from './page.js';
import { showFlow } from './picking.js';
import { readPicture } from './picture.js';
import { disableTips, openStage, type Stage, useSimulator } from './stage.js';

/** Maximum size in bytes, because each page of the documents loads one. */
const LARGEST = 95_000;

/** Wide enough for the widest flow beside the palette and the sidebar, in px. */
const WINDOW = { width: 1900, height: 1000 };

/** The operator page on a tablet, in px. */
const TABLET = { width: 1100, height: 720 };

/** The grid makes a picture large. The statuses concern missing devices. */
const HIDDEN_PARTS = `.red-ui-workspace-chart-grid, .red-ui-flow-node-status-group, .red-ui-flow-node-changed
  { visibility: hidden !important }`;

/** Free space around, in px. */
const MARGIN = 15;

describe('the recipes in the editor', () => {
  let stage: Stage;
  const hub = useSimulator();
  let nodeRed: RealNodeRed;
  let userDir: string | undefined;
  let folder: string;
  const page = () => stage.page;

  before(async function () {
    userDir = recipesUserDir();
    if (!userDir) return this.skip();
    folder = process.env.PICTURES ? FOLDER : mkdtempSync(join(tmpdir(), 'hub-pictures-'));
    mkdirSync(folder, { recursive: true });
    disableTips(userDir);
    nodeRed = await startNodeRed(userDir, { externalModules: { palette: { allowInstall: false } } });
    stage = await openStage(nodeRed);
    await page().setViewportSize(WINDOW);
  });

  after(async () => {
    await stage?.close();
    await nodeRed?.stop();
    for (const temporary of [userDir, folder === FOLDER ? undefined : folder])
      if (temporary) rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  });

  const deploy = (flow: readonly object[]) => stage.deploy(...pointedAt(hub.url, flow));

  function isSmallPicture(path: string): void {
    const picture = readPicture(path);
    should(picture.width).be.within(300, 1200);
    should(picture.height).be.above(100);
    should(picture.bytes).be.above(20);
    should(statSync(path).size).be.below(LARGEST);
  }

  for (const { name, flow } of recipes)
    it(`${name}: no node is red, and the pictures show all of them`, async () => {
      await deploy(flow);
      const tab = flow.find(({ type }) => type === 'tab')!.id;
      await showFlow(page(), tab);
      for (const { id, type } of flow.filter((part) => part.type !== 'tab'))
        should(await reasons(page(), id)).eql([], type);
      await page().addStyleTag({ content: HIDDEN_PARTS });
      const nodes = page().locator('.red-ui-flow-node-group');
      await eventually(async () => should(await nodes.count()).equal(flow.filter(({ z }) => z === tab).length));
      const parts = await nodes.all();
      const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!));
      const x = Math.min(...boxes.map((box) => box.x)) - MARGIN;
      const y = Math.min(...boxes.map((box) => box.y)) - MARGIN;
      const width = Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN - x;
      const height = Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN - y;
      const path = join(folder, `${name}.png`);
      await page().screenshot({ path, clip: { x, y, width, height } });
      recordPicture(path);
      isSmallPicture(path);
    });

  it('dashboard: the page plays an item pressed in its table, and shows the graphics on air', async () => {
    await deploy(recipes.find(({ name }) => name === 'dashboard')!.flow);
    hub.reset();
    await page().setViewportSize(TABLET);
    const rows = page().locator('.desk-rundown tbody tr');
    // A page that opens while the dashboard starts can stay empty.
    await eventually(async () => {
      await page().goto(`${nodeRed.url}/dashboard/desk`);
      await rows.first().waitFor({ timeout: PATIENCE / 3 });
    });
    await eventually(async () => should(await rows.allInnerTexts()).have.length(4));
    await rows.nth(1).getByRole('button', { name: 'Play' }).click();
    const sent = (operation: string) => hub.journal.filter((entry) => entry.operation === operation);
    await eventually(() => should(sent('playItem').map(({ path }) => path)).match([/\/play\/2012\/0$/]));
    const anchor = page().getByRole('button', { name: 'Anchor in' });
    await anchor.click();
    await eventually(async () => {
      should(await anchor.evaluate((one) => getComputedStyle(one).backgroundColor)).equal('rgb(255, 0, 0)');
      should(sent('pressItemButton')).have.length(1);
    });
    await eventually(async () => should(await page().innerText('.nrdb-ui-text-value')).equal('on air'));
    const path = join(folder, 'dashboard-page.png');
    await page().mouse.move(1, 1);
    await page().screenshot({ path });
    recordPicture(path);
    isSmallPicture(path);
    await page().getByRole('button', { name: 'Next' }).click();
    await eventually(() => should(sent('playNext')).have.length(1));
  });
});
