import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { TEST_TIMEOUT, useBench } from './bench.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import * as tree from './tree.js';

const params = {
  engineId: { type: 'num', value: '1', label: 'Studio A' },
  nodePath: { type: 'str', value: 'Mixer_0', label: 'Mixer' },
  propertyPath: { type: 'str', value: 'Overlay//Opacity/0', label: 'Overlay Opacity' },
  Value: { type: 'msg', value: 'payload' },
};

describe('the facts of the sidebar', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  let port: number;
  const page = () => bench.page;
  const value = () => tree.row(page(), 'Overlay Opacity').locator('.hub-row-aside').textContent();
  /** Only rows in view are read again, and the sidebar of Node-RED 5 is low. */
  const see = (label: string) => tree.row(page(), label).scrollIntoViewIfNeeded();
  const age = () => page().locator('#hub-side-tree > [role=status]').first().innerText();
  const card = () => page().locator('.hub-side-hubs li');
  const reads = () => simulator.journal.filter(({ method }) => method === 'GET').map(({ operation }) => operation);

  const start = async () => {
    simulator = await startSimulator({ port });
  };
  /** Sends a command from the flow. */
  const press = () => picking.sendFrom(page(), 'press');

  before(async () => {
    port = await freePort();
  });

  const deploy = () =>
    bench.deploy(
      picking.hubAt(simulator.url),
      picking.inject('press', 'opacity', 0.25),
      picking.setter('opacity', { params }),
    );

  beforeEach(async () => {
    await start();
    await deploy();
    await tree.openTree(page());
    await page().click('#hub-side-tab-hubs');
    await becomes(() => card().innerText(), /^Hub\s+connected\n/);
    await page().click('#hub-side-tab-tree');
    await tree.reload(page());
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await becomes(value, '1');
  });
  afterEach(() => simulator.close());

  it('are read again after a command of this Node-RED, only in view, with two reads at once', async () => {
    await tree.unfold(page(), 'Playout rundowns');
    await tree.row(page(), 'Playout rundowns').click();
    let [asking, most] = [0, 0];
    const isList = (url: string) => url.endsWith('/graphics-hub/list');
    page().on('request', (request) => {
      if (isList(request.url())) asking += 1;
      most = Math.max(most, asking);
    });
    page().on('requestfinished', (request) => {
      if (isList(request.url())) asking -= 1;
    });
    const mixer = await tree.row(page(), 'Mixer').getAttribute('id');
    await see('Overlay Opacity');
    const before = reads().length;
    await press();
    await becomes(value, '0.25');
    // Other rows, the open rows and the place of the keyboard stay.
    should(await tree.row(page(), 'Mixer').getAttribute('id')).equal(mixer);
    should(await tree.row(page(), 'Overlay Opacity').getAttribute('aria-label')).match(/, 0\.25$/);
    await page().waitForTimeout(3000);
    const again = reads().slice(before);
    should(new Set(again)).not.containEql('listRundowns');
    // Engines, nodes of Studio A, properties and functions of Mixer.
    should(again.filter((operation) => operation === 'listProperties')).have.length(1);
    should(again.length).be.belowOrEqual(6);
    should(most).be.within(1, 2);
  });

  it('are read again once for many commands', async () => {
    const before = reads().length;
    for (let times = 0; times < 10; times += 1) await press();
    await becomes(value, '0.25');
    await page().waitForTimeout(4000);
    const lists = reads()
      .slice(before)
      .filter((operation) => operation === 'listProperties');
    should(lists.length).be.within(1, 3);
  });

  it('are read again when the section comes into view', async () => {
    await page().click('#hub-side-tab-journal');
    await press();
    await page().locator('#hub-side-journal .hub-side-row').first().waitFor();
    await page().click('#hub-side-tab-tree');
    await becomes(value, '0.25');
  });

  it('have the time of an outage, and are read again after it', async () => {
    await press();
    await becomes(value, '0.25');
    await simulator.close();
    await press();
    await becomes(age, /^hub offline · since \d\d:\d\d( [AP]M)?\. The rows show earlier answers\.$/);
    should(await value()).equal('0.25');
    await tree.row(page(), 'Linear engines (shows)').click();
    await becomes(async () => (await tree.labels(page())).some((label) => /offline/i.test(label)), true);
    await page().click('#hub-side-tab-hubs');
    await becomes(() => card().innerText(), /hub offline · since \d\d:\d\d/);
    await page().click('#hub-side-tab-tree');
    await start();
    simulator.state.engines[0]!.nodes.push({ path: 'New_0', name: 'New mixer', properties: [], functions: [] });
    await see('Mixer');
    await tree.row(page(), 'New mixer').waitFor();
    await see('Overlay Opacity');
    await becomes(value, '1');
    await becomes(age, '');
    await see('Linear engines (shows)');
    const reasons = page().locator('#hub-side-things .hub-blank', { hasText: /offline|lists nothing/i });
    await eventually(async () => {
      if ((await reasons.count()) > 0) await reasons.first().scrollIntoViewIfNeeded({ timeout: 1000 });
      should(await reasons.count()).equal(0);
    });
    await page().click('#hub-side-tab-hubs');
    await becomes(() => card().innerText(), /^Hub\s+connected\n/);
  });

  it('of a check have their time after an outage', async () => {
    const notes = () => card().locator('.hub-side-checks .hub-side-note').allInnerTexts();
    await press();
    await page().click('#hub-side-tab-hubs');
    await becomes(() => card().innerText(), /^Hub\s+connected\n/);
    await card().getByText('Check flows against this hub', { exact: true }).click();
    const summary = 'Found: 3. Missing: 0. Not checked: 0. Not read: 0.';
    await becomes(notes, [summary, '', '', '']);
    await simulator.close();
    const time = '\\d\\d:\\d\\d( [AP]M)?';
    await eventually(async () =>
      should((await notes())[1]).match(new RegExp(`^Checked at ${time}\\. Offline since ${time}\\.$`)),
    );
    should((await notes())[0]).equal(summary);
    await start();
    await eventually(async () =>
      should((await notes())[1]).match(new RegExp(`^Checked at ${time}, before the hub was connected again\\.$`)),
    );
    await card().getByText('Check flows against this hub', { exact: true }).click();
    await becomes(async () => (await notes()).slice(0, 2), [summary, '']);
  });

  it('of a check are not old if a report shows their connection later', async () => {
    await page().click('#hub-side-tab-hubs');
    let reports = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page().route('**/graphics-hub/hubs', async (route) => {
      await released;
      await route.continue();
      reports += 1;
    });
    await deploy();
    await press();
    await card().getByText('Check flows against this hub', { exact: true }).click();
    const notes = () => card().locator('.hub-side-checks .hub-side-note').allInnerTexts();
    await becomes(notes, ['Found: 3. Missing: 0. Not checked: 0. Not read: 0.', '', '', '']);
    release();
    await eventually(() => should(reports).be.aboveOrEqual(3));
    await page().unroute('**/graphics-hub/hubs');
    should((await notes())[1]).equal('');
  });
});
