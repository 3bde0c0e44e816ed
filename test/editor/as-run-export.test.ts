import { readFileSync } from 'node:fs';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { barriersIn } from '../axe.js';
import { TAB, TEST_TIMEOUT, useBench } from './bench.js';
import { eventually } from './page.js';
import * as picking from './picking.js';

const watch = {
  id: 'watch',
  type: 'hub-watch',
  z: TAB,
  name: '',
  version: 1,
  hub: 'hub',
  operation: 'listLinearItems',
  params: {
    engineId: { type: 'num', value: '101', label: 'News Show' },
    rundownId: { type: 'num', value: '201', label: 'Evening News' },
  },
  interval: '0.2',
  x: 300,
  y: 200,
  wires: [[]],
};

const two = (value: number) => String(value).padStart(2, '0');

describe('Export in the journal', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  const page = () => bench.page;
  const root = () => page().locator('.hub-side');

  before(async () => {
    simulator = await startSimulator({ dialect: 2, restartTime: 0 });
    await bench.deploy(picking.hubAt(simulator.url, { name: 'Hub', dialect: '2', linearSegment: 'lino' }), watch);
    // The first answer of the watch must be from before the play.
    const answers = () => simulator.journal.filter(({ statusCode }) => statusCode === 200);
    await eventually(() => should(answers().map(({ operation }) => operation)).containEql('listLinearItems'));
    await page().evaluate(() => window.RED.actions.invoke('graphics-hub:show-sidebar'));
    await page().click('#hub-side-tab-journal');
  });

  after(() => simulator?.close());

  /** A command of another client of the hub. */
  const put = (path: string) => fetch(`${simulator.url}/api/rest/v1/lino/rundown/101/${path}`, { method: 'PUT' });

  /** The rows of the exported table. */
  async function exported(): Promise<string[][]> {
    const download = page().waitForEvent('download');
    await root().getByRole('button', { name: 'Export', exact: true }).click();
    const text = readFileSync(await (await download).path(), 'utf8');
    return text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(','));
  }

  it('has the graphics that others played, by their names', async () => {
    await put('play/2012/0');
    await eventually(async () =>
      should(await exported()).match([['Headlines', 'Evening News', /./, /./, '', '', 'others', 'on air']]),
    );
    await put('out/2012/0');
    await eventually(async () =>
      should(await exported()).match([['Headlines', 'Evening News', /./, /./, /./, /./, 'others', 'confirmed']]),
    );
  });

  it('takes the rows between two times', async () => {
    const [from, to] = [root().getByLabel('From', { exact: true }), root().getByLabel('To', { exact: true })];
    // The period is from an hour ago until now, or it ended a minute before the graphic.
    const at = new Date();
    const time = (minutes: number) => {
      const moved = new Date(at.getTime() + minutes * 60_000);
      return `${two(moved.getHours())}:${two(moved.getMinutes())}`;
    };
    await from.fill(time(-60));
    await to.fill(time(1));
    should(await exported()).have.length(1);
    await to.fill(time(-5));
    should(await exported()).be.empty();
    await from.fill('');
    await to.fill('');
    should(await exported()).have.length(1);
  });

  it('has names for screen readers', async () => {
    should(await barriersIn(page(), '.hub-side')).eql([]);
  });
});
