import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { importReadyList, moveTo } from '../cue-lists.js';
import { pointedAt } from '../examples.js';
import { linkPackage } from '../link-package.js';
import { commands, IN, OUT } from '../package/recipe-stage.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { recipes } from '../recipes.js';
import { LOAD_TIMEOUT, TEST_TIMEOUT, useBench } from './bench.js';
import { becomes, eventually } from './page.js';
import { doubleClick } from './user-actions.js';

/** A telephone, in px. */
const PHONE = { width: 390, height: 844 };
const NODE = 'hubrspa0cue00001';
const WELCOME = 'PUT /linear/rundown/101/play/2011/0';

const { flow } = recipes.find(({ name }) => name === 'show-on-a-page')!;

/** The operator page of a cue list in a real browser, with Dashboard 2. */
describe('the operator page of a cue list', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  const page = () => bench.page;
  let hub: Simulator;
  let nodeRed: RealNodeRed;
  let userDir: string;

  before(async () => {
    hub = await startSimulator();
    userDir = mkdtempSync(join(tmpdir(), 'hub-cue-page-'));
    linkPackage(userDir);
    linkPackage(userDir, join(process.cwd(), 'node_modules/@flowfuse/node-red-dashboard'));
    nodeRed = await startNodeRed(userDir);
    await page().setViewportSize(PHONE);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(pointedAt(hub.url, flow));
    should((await fetch(`${nodeRed.url}/flows`, { method: 'POST', headers, body })).status).equal(204);
    await importReadyList(nodeRed.url);
    // A page that opens while the dashboard starts can stay empty.
    for (const end = Date.now() + LOAD_TIMEOUT; !(await hasTable()) && Date.now() < end; );
    bench.browserErrors.length = 0;
  });
  beforeEach(async () => {
    hub.reset();
    await moveTo(nodeRed.url, NODE, '10');
    await becomes(() => go().innerText(), /^go 10 welcome$/i);
    // Longer than the lockout of the list.
    await page().waitForTimeout(400);
  });
  after(async () => {
    await nodeRed?.stop();
    await hub?.close();
    rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
  });

  const hasTable = async () => {
    await page().goto(`${nodeRed.url}/dashboard/cues`);
    return page()
      .waitForSelector('.cues tbody tr')
      .then(Boolean, () => false);
  };
  const go = () => page().locator('.cues-go');
  const sentence = () => page().innerText('.cues-state');
  /** Records the sentences from now on. Some are shown for a few seconds only. */
  const recordSentences = () =>
    page().evaluate(() => {
      const sentences: string[] = [];
      const record = () => sentences.push(document.querySelector('.cues-state')?.textContent ?? '');
      new MutationObserver(record).observe(document.body, { childList: true, characterData: true, subtree: true });
      Object.assign(window, { sentences });
    });
  const recorded = () => page().evaluate(() => (window as unknown as { sentences: string[] }).sentences.join('\n'));
  const standby = () => page().innerText('tr.cues-standby td:first-child');
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const sends = (...expected: string[]) => eventually(() => should(commands(hub)).eql(expected));

  it('fits on a telephone, with all cues and a Go that a thumb hits', async () => {
    should(await page().locator('.cues tbody tr').count()).equal(6);
    should(await page().evaluate(() => document.documentElement.scrollWidth)).be.belowOrEqual(PHONE.width);
    const box = (await go().boundingBox())!;
    should(box.height).be.aboveOrEqual(90);
    should(box.width).be.aboveOrEqual(300);
    should(box.y + box.height).be.below(PHONE.height);
  });

  it('plays one cue for a press, moves without a command, and shows the results', async () => {
    await go().click();
    await sends(WELCOME);
    await becomes(standby, /^20 Headlines/);
    await becomes(() => page().locator('.cues tbody tr').first().locator('td').nth(1).innerText(), 'done');
    await button('Next').click();
    await becomes(standby, /^30 Anchor/);
    await button('Back').click();
    await becomes(standby, /^20 Headlines/);
    await button('Standby 30').click();
    await becomes(standby, /^30 Anchor/);
    await page().waitForTimeout(400);
    await recordSentences();
    await go().click();
    await becomes(recorded, /^Running: 30 Anchor [123] s$/m);
    await sends(WELCOME, IN, OUT);
    await becomes(sentence, 'Ready.');
  });

  it('plays one cue for a double click', async () => {
    await doubleClick(go());
    await becomes(standby, /^20 Headlines/);
    await page().waitForTimeout(700);
    await sends(WELCOME);
  });

  it('shows why the list holds, and who asks again', async () => {
    const refuse = hub.trouble({ operation: 'playItem', status: 409 });
    await go().click();
    await becomes(sentence, /^Failed: .*not accepted \(409\)/);
    await becomes(standby, /^10 Welcome/);
    refuse();
    const lose = hub.trouble({ operation: 'playItem', status: 500 });
    await page().waitForTimeout(400);
    await go().click();
    await becomes(sentence, /^Holds: /);
    lose();
    await page().waitForTimeout(400);
    await go().click();
    await becomes(sentence, /^Press Go again/);
  });
});
