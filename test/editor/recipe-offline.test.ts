import type { Page } from 'playwright-core';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { commands } from '../package/recipe-stage.js';
import { USUAL_PORT, useUsualPort } from '../usual-port.js';
import { TEST_TIMEOUT, useBench } from './bench.js';
import { follow, importRecipe } from './follow.js';
import * as editor from './page.js';
import { eventually } from './page.js';
import * as picking from './picking.js';
import * as tree from './tree.js';
import { clickToClose, countClicks, doubleClick, expectClicks } from './user-actions.js';

const PAGE = 'resources/@graphics-hub/node-red/docs/recipes/newsroom.html';

const RUNDOWN = '2016ENPS9VM001;P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3';
const STORY = '2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22';
const OBJECT = '0b8d7a52-6c1e-4f0a-9d43-5e2f71c4a901';

/** Clicks of the page, by hand: 9 to import and deploy, 13 to choose another graphic, 1 to deploy again, and 4 inject nodes. */
const CLICKS = 27;

/** Only this computer answers, as in a studio without internet. */
async function withoutInternet(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.route(
    ({ hostname }) => hostname !== '127.0.0.1' && hostname !== 'localhost',
    (route) => {
      refused.push(route.request().url());
      return route.abort();
    },
  );
  return refused;
}

describe('the recipe Newsroom, read and followed without internet', function () {
  this.timeout(TEST_TIMEOUT);
  useUsualPort();
  const bench = useBench();
  let hub: Simulator;
  let refused: string[];
  let text: string;
  const page = () => bench.page;

  before(async () => {
    hub = await startSimulator({ port: USUAL_PORT });
    await bench.deploy();
    refused = await withoutInternet(page());
    const reader = await page().context().newPage();
    await withoutInternet(reader);
    await reader.goto(new URL(PAGE, page().url()).href);
    text = await reader.locator('main').innerText();
    await reader.close();
    await page().bringToFront();
  });

  after(() => hub?.close());

  /** Presses the button of an inject node. */
  const press = async (name: string) => {
    const id = await page().evaluate((wanted) => {
      let found = '';
      window.RED.nodes.eachNode((node) => {
        if (node.type === 'inject' && (node as { name?: string }).name === wanted) found = node.id;
      });
      return found;
    }, name);
    await page().locator(`[id="${id}"] .red-ui-flow-node-button-button`).click();
  };
  const sent = (...expected: readonly string[]) => eventually(() => should(commands(hub)).eql(expected));
  const button = (name: string) => `POST /newsroom/rundowns/2016ENPS9VM001/${RUNDOWN}/${STORY}/${name}`;

  it('takes a graphic in and out, and changes its text', async () => {
    await countClicks(page());
    await follow(
      text,
      ...importRecipe(page(), 'Choose Import', 'newsroom'),
      ['open its tab', () => page().locator('.red-ui-tab', { hasText: 'Recipe: newsroom' }).click()],
      ['and deploy.', () => picking.deploy(page())],
      ['Click In', () => press('In')],
      ['the graphic appears.', () => sent(button('1/in'))],
      ['Click Out', () => press('Out')],
      ['it disappears.', () => sent(button('1/in'), button('1/out'))],
      [
        'open Lower third Müller › In.',
        async () => {
          const [id] = await tree.nodesOf(page(), 'hub-newsroom-mos');
          await doubleClick(page().locator(`[id="${id}"]`));
          await editor.waitForDialog(page(), 'node-dialog-ok');
        },
      ],
      [
        'Choose Newsroom system, Rundown, Story, Item and Button by name',
        async () => {
          await picking.pick(page(), 'ncsID', ['2016ENPS9VM001', '2016ENPS9VM001']);
          await picking.pick(page(), 'roID', ['Evening News', RUNDOWN]);
          await picking.pick(page(), 'storyID', ['Rail strike', STORY]);
          await picking.pick(page(), 'itemID', ['Map of the lines', '2']);
          await picking.pick(page(), 'buttonKey', ['Zoom in', 'zoomIn']);
          await clickToClose(page(), 'node-dialog-ok');
          await picking.deploy(page());
          await press('In');
          await sent(button('1/in'), button('1/out'), button('2/zoomIn'));
        },
      ],
      ['Title: in Geneva changes one field', () => press('Title: in Geneva')],
      [
        'so the other fields keep their values.',
        () =>
          sent(
            button('1/in'),
            button('1/out'),
            button('2/zoomIn'),
            `PATCH /newsroom/mosObjects/${OBJECT} {"data":{"Name":"Zoë Müller","Title":"in Geneva"}}`,
          ),
      ],
    );
    should(refused).eql([]);
    await expectClicks(page(), CLICKS);
  });
});
