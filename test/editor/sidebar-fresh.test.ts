import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { pageToken } from '../page-token.js';
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

/** The time and the result of a check. */
const TIME = '\\d\\d:\\d\\d( [AP]M)?';
const SUMMARY = 'Found: 3. Missing: 0. Not checked: 0. Not read: 0.';

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

  const check = () => card().getByText('Check flows against this hub', { exact: true }).click();
  /** The summary and the age of both checks. */
  const notes = () => card().locator('.hub-side-checks .hub-side-note').allInnerTexts();

  /** The state of the hubs in Node-RED. */
  const running = async () => {
    const headers = await pageToken(page().url());
    const answer = await fetch(new URL('/graphics-hub/hubs', page().url()), { headers });
    return answer.json();
  };

  /** Holds the reports of the hubs until `release`, and counts them until `end`. Waits until no other is on its way. */
  async function holdReports() {
    let reports = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let hold = () => {};
    const held = new Promise<void>((resolve) => {
      hold = resolve;
    });
    await page().route('**/graphics-hub/hubs', async (route) => {
      hold();
      await released;
      await route.continue();
      reports += 1;
    });
    await held;
    return {
      get reports() {
        return reports;
      },
      release,
      end: () => page().unroute('**/graphics-hub/hubs'),
    };
  }

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
    // The page has a report of this connection at its second request. Otherwise the tree would be read again for it.
    await eventually(async () => should(await running()).match([{ state: 'connected' }]));
    for (let requests = 0; requests < 2; requests += 1) await page().waitForRequest('**/graphics-hub/hubs');
    await becomes(() => card().innerText(), /^Hub\s+connected\n/);
    await page().click('#hub-side-tab-tree');
    await tree.reload(page());
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await becomes(value, '1');
  });
  afterEach(() => simulator.close());

  it('are read again after a command of this Node-RED, only in view, with two reads at once', async () => {
    await tree.unfold(page(), 'Playout rundowns');
    await tree.click(page(), tree.row(page(), 'Playout rundowns'));
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
    // Without the engines, which also the probes of the connection list.
    const again = reads().filter((operation, index) => index >= before && operation !== 'listEngines');
    should(again.sort()).eql(['listFunctions', 'listNodes', 'listProperties']);
    should(most).be.within(1, 2);
  });

  it('are read again once for many commands', async () => {
    const before = reads().length;
    // At once, because the rows are read again for commands that are seconds apart.
    await Promise.all(Array.from({ length: 10 }, press));
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
    const age = async () => (await notes())[1];
    await press();
    await page().click('#hub-side-tab-hubs');
    await becomes(() => card().innerText(), /^Hub\s+connected\n/);
    await check();
    await becomes(notes, [SUMMARY, '', '', '']);
    await simulator.close();
    await becomes(age, new RegExp(`^Checked at ${TIME}\\. Offline since ${TIME}\\.$`));
    should((await notes())[0]).equal(SUMMARY);
    await start();
    await becomes(age, new RegExp(`^Checked at ${TIME}, before the hub was connected again\\.$`));
    await check();
    await becomes(async () => (await notes()).slice(0, 2), [SUMMARY, '']);
  });

  it('of a check are not old if a report shows their connection later', async () => {
    await page().click('#hub-side-tab-hubs');
    const held = await holdReports();
    await deploy();
    await press();
    await check();
    await becomes(notes, [SUMMARY, '', '', '']);
    held.release();
    await eventually(() => should(held.reports).be.aboveOrEqual(3));
    await held.end();
    should((await notes())[1]).equal('');
  });

  it('of a check are old if its hub was lost before the next report', async () => {
    await page().click('#hub-side-tab-hubs');
    const held = await holdReports();
    await check();
    await becomes(notes, [SUMMARY, '', '', '']);
    await simulator.close();
    await eventually(async () => should(await running()).match([{ state: 'unreachable' }]));
    held.release();
    await becomes(async () => (await notes())[1], new RegExp(`^Checked at ${TIME}\\. Offline since ${TIME}\\.$`));
    await held.end();
  });
});
