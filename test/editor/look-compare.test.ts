import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { barriersIn } from '../axe.js';
import { pageToken } from '../page-token.js';
import { TEST_TIMEOUT, useBench } from './bench.js';
import { home, look, visible } from './look-dialog.js';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';

const hostile = '<img src=x onerror=alert(1)>';

/** More values than the table shows. None of them is on the hub. */
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...visible,
    property: `P${index}`,
    propertyPath: `P${index}`,
    value: 0,
  }));

/** The score does not exist on the hub, and *Visible* has the value of the hub. */
const day = [
  { ...home, value: hostile },
  { ...visible, property: 'Score', propertyPath: 'Gone', value: 3 },
  { ...visible, value: false },
];

describe('the comparison in the dialog of a look', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  const page = () => bench.page;
  const folder = mkdtempSync(join(tmpdir(), 'hub-looks-'));
  let simulator: Simulator;

  before(async () => {
    simulator = await startSimulator();
    const file = join(folder, 'looks.json');
    const looks = { Day: day, Night: [{ ...visible, value: false }], Full: many(200), Large: many(203) };
    writeFileSync(file, JSON.stringify({ format: 'graphics-hub-looks', version: 1, looks }));
    await bench.deploy(picking.hubAt(simulator.url), look('compared', { file, interval: '0' }));
    // Until the node runs, there is nothing to compare.
    await eventually(async () => {
      const answer = await fetch(new URL('/graphics-hub/looks', page().url()), {
        headers: await pageToken(page().url()),
      });
      should(((await answer.json()) as { id: string }[]).map(({ id }) => id)).eql(['compared']);
    });
  });

  after(async () => {
    await simulator?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const result = () => page().locator('#hub-look-compared').innerText();
  const cells = () =>
    page()
      .locator('#hub-look-differences tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)));

  it('lists each differing property with both values, as text', async () => {
    await editor.openNode(page(), 'compared');
    await page().fill('#node-input-look', 'Day');
    await page().click('#hub-look-compare');
    await becomes(result, 'changed (2)');
    should(await cells()).eql([
      ['Arena › Scoreboard › Home', `"${hostile}"`, '"Zürich"'],
      ['Arena › Scoreboard › Score', '3', 'missing'],
    ]);
    should(await page().$('img[src="x"]')).be.null();
    should(await barriersIn(page(), '#dialog-form')).eql([]);
    await page().fill('#node-input-look', 'Night');
    await page().click('#hub-look-compare');
    await becomes(result, 'No differences.');
    should(await cells()).eql([]);
  });

  it('is about the look that is chosen: it goes with another name, also while its answer is awaited', async () => {
    await editor.openNode(page(), 'compared');
    await page().fill('#node-input-look', 'Day');
    await page().click('#hub-look-compare');
    await becomes(result, 'changed (2)');
    await page().fill('#node-input-look', 'Übergabe');
    await becomes(result, '');
    should(await cells()).eql([]);
    let answer: () => void = () => {};
    const isChanged = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page().route(
      '**/graphics-hub/looks/compared',
      async (route) => {
        const response = await route.fetch();
        await isChanged;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await page().fill('#node-input-look', 'Day');
    await page().click('#hub-look-compare');
    await page().fill('#node-input-look', 'Night');
    await page().click('#hub-look-compare');
    await becomes(result, 'No differences.');
    const late = page().waitForResponse((response) => response.url().endsWith('/looks/compared'));
    answer();
    await (await late).finished();
    await page().evaluate(() => new Promise(requestAnimationFrame));
    should(await result()).equal('No differences.');
    should(await cells()).eql([]);
  });

  it('shows the first 200 properties, and the number of the others', async () => {
    await editor.openNode(page(), 'compared');
    const more = () => page().locator('#hub-look-differences').getByText('More:').allInnerTexts();
    for (const [name, count, expected] of [
      ['Full', 200, []],
      ['Large', 203, ['More: 3']],
    ] as const) {
      await page().fill('#node-input-look', name);
      await page().click('#hub-look-compare');
      await becomes(result, `changed (${count})`);
      should(await cells()).have.length(200);
      should(await more()).eql(expected);
    }
  });

  it('names the looks of the file if the look does not exist', async () => {
    await editor.openNode(page(), 'compared');
    await page().click('#hub-look-compare');
    await becomes(result, /Day, Full, Large, Night/);
  });
});
