import { readFileSync } from 'node:fs';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { TEST_TIMEOUT, useBench } from './bench.js';
import { follow } from './follow.js';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import * as tree from './tree.js';
import { clickToClose, countClicks, expectClicks } from './user-actions.js';

const KEY = 'rh_practice';

describe('the page Connect your real hub, with the simulator as the hub', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  const page = () => bench.page;
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const card = () => page().locator('.hub-side-hubs li');
  const statusTexts = () => page().locator('.red-ui-flow-node-status-label').allTextContents();
  const instructions = readFileSync('docs/connect.md', 'utf8');
  const commands = () => simulator.journal.filter(({ method }) => method === 'PATCH').length;

  before(async () => {
    simulator = await startSimulator({ dialect: 2, apiKey: KEY });
    await bench.deploy();
    await page().evaluate(() => window.RED.actions.invoke('graphics-hub:show-sidebar'));
  });

  after(() => simulator?.close());

  async function pressInject(index: number): Promise<void> {
    const id = (await tree.nodesOf(page(), 'inject'))[index];
    await page().click(`[id="${id}"] .red-ui-flow-node-button-button`);
  }

  it('leads to a connected and checked hub in six clicks, two texts and a choice', async () => {
    await countClicks(page());
    await follow(
      instructions,
      ['click *Add a hub*', () => button('Add a hub').click()],
      [
        'Enter the address at *Base URL* and the key at *API key*.',
        async () => {
          await editor.waitForDialog(page(), 'node-config-dialog-ok');
          await page().fill('#node-config-input-baseUrl', simulator.url);
          await page().fill('#node-config-input-apiKey', KEY);
        },
      ],
      [
        'Open *More*, and choose *rehearsal* at *Start in*.',
        async () => {
          await editor.unfold(page(), '#hub-more');
          await editor.chooseOption(page(), 'node-config-input-rehearsal', 'true');
        },
      ],
      ['Click *Test connection*.', () => page().click('#hub-test')],
      [
        '*Connected* appears, with the number of engines.',
        () =>
          eventually(async () =>
            should(await page().locator('.hub-tested').innerText()).match(/Connected\s[\s\S]*Engines: 4, in \d+ ms/),
          ),
      ],
      ['Then click *Add*', () => clickToClose(page(), 'node-config-dialog-ok')],
      ['and *Deploy*', () => picking.deploy(page())],
      ['In the sidebar, open *Hubs*', () => page().click('#hub-side-tab-hubs')],
      ['click *Check this hub*', () => card().getByText('Check this hub', { exact: true }).click()],
      [
        'The first line shows if all answers match.',
        async () => {
          const report = card().locator('pre');
          await report.waitFor({ timeout: 50_000 });
          should((await report.innerText()).split('\n')[0]).match(/^All answers match /);
        },
      ],
      ['click *Copy*', () => card().getByText('Copy', { exact: true }).waitFor()],
    );
    // Two texts, and the choice below More, are not counted.
    await expectClicks(page(), 6);
  });

  it('leads to a rehearsed command and to a safe one in nine clicks', async () => {
    await countClicks(page());
    await follow(
      instructions,
      [
        '*REHEARSAL: no commands are sent to …*',
        () => page().locator('.hub-side').getByText('REHEARSAL: no commands are sent to').first().waitFor(),
      ],
      ['Open *Tree*.', () => page().click('#hub-side-tab-tree')],
      ['Open one that is **not on air**, and a node of it.', () => tree.unfold(page(), 'Studio B', 'Mixer')],
      ['Drag a property to the flow', () => tree.drag(page(), 'Overlay Opacity', { x: 150, y: 150 })],
      ['and click *Deploy*.', () => picking.deploy(page())],
      ['Press the first inject node.', () => pressInject(0)],
      [
        'The status shows *rehearsal, …*',
        async () => {
          await eventually(async () => should(await statusTexts()).containEql('rehearsal, 1'));
          should(commands()).equal(0);
        },
      ],
      [
        'click *End rehearsal*',
        async () => {
          await button('End rehearsal').click();
          // The answer to the click. A press before it could still be rehearsed.
          await button('End rehearsal').waitFor({ state: 'hidden' });
        },
      ],
      ['Press the first inject node. It changes the value.', () => pressInject(0)],
      [
        'The status shows `✓` with the value and the time.',
        () => eventually(async () => should((await statusTexts()).join()).match(/✓ \S+ · \d/)),
      ],
      ['Press the second inject node.', () => pressInject(1)],
      ['It restores the value', () => becomes(async () => commands(), 2)],
    );
    await expectClicks(page(), 9);
  });
});
