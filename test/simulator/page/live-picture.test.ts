import { type Browser, type BrowserContextOptions, chromium as playwright } from 'playwright-core';
import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { barriersIn } from '../../axe.js';
import { chromium } from '../../chromium.js';
import { eventually } from '../../editor/page.js';
import { freePort } from '../../free-port.js';
import { opacity } from '../../operations/values.js';
import { ask } from '../ask.js';

/** A phone held upright, in px. */
const PHONE = { width: 390, height: 844 };

/** The maximum height of the page on a phone while all engines are closed, in px. */
const TALLEST = 4000;

describe('the live page of the simulator during a show', function () {
  this.timeout(240_000);
  let simulator: Simulator;
  let browser: Browser;
  before(async function () {
    if (!chromium) return this.skip();
    browser = await playwright.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] });
  });
  after(() => browser?.close());
  beforeEach(async () => {
    simulator = await startSimulator({ port: await freePort() });
  });
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
    await simulator.close();
  });

  const act = async (operation: string, params: Params) =>
    should((await ask(simulator, operation, { params })).status).be.below(300);
  const set = (Value: number, params: Params = opacity) => act('setProperty', { ...params, Value });
  const press = (buttonKey: string) => act('pressItemButton', { rundownId: 51, itemId: 512, buttonKey });

  async function open(options: BrowserContextOptions = {}) {
    const page = await (await browser.newContext(options)).newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
    await page.goto(simulator.url);
    await page.locator('#program-overlay').waitFor({ state: 'attached' });
    return { page, faults };
  }

  it('draws at most once a frame at fifty changes a second, and the last value', async () => {
    const { page, faults } = await open();
    await page.evaluate(() => {
      const counts = { frames: 0, draws: 0, rebuilt: 0 };
      Object.assign(window, { counts });
      const count = () => {
        counts.frames += 1;
        requestAnimationFrame(count);
      };
      requestAnimationFrame(count);
      const watch = { attributes: true, childList: true, characterData: true, subtree: true };
      new MutationObserver((all) => {
        counts.draws += 1;
        counts.rebuilt += all.filter(({ type }) => type === 'childList').length;
      }).observe(document.querySelector('#picture')!, watch);
    });
    for (let turn = 1; turn <= 60; turn += 1) {
      await set(turn / 120);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await set(0.875);
    const overlay = page.locator('#program-overlay');
    await eventually(async () => should(await overlay.getAttribute('opacity')).equal('0.875'));
    const counts = await page.evaluate(
      () => (window as unknown as { counts: Record<'frames' | 'draws' | 'rebuilt', number> }).counts,
    );
    should(counts.draws).be.within(5, counts.frames);
    should(counts.rebuilt).equal(0);
    should(faults).be.empty();
  });

  it('animates a lower third in and out, with its texts', async () => {
    const { page, faults } = await open({ viewport: { width: 1400, height: 900 } });
    const monitor = await page.locator('#picture-program').boundingBox();
    const readX = async () => (await page.locator('#program-lower-third .name').boundingBox())?.x ?? -Infinity;
    await page.evaluate(() => {
      const slides: string[] = [];
      Object.assign(window, { slides });
      for (const event of ['transitionstart', 'transitionend'])
        document
          .querySelector('#picture')!
          .addEventListener(event, ({ type, target }) => slides.push(`${type} ${(target as Element).id}`));
    });
    const slid = () => page.evaluate(() => (window as unknown as { slides: string[] }).slides);
    const once = ['transitionstart program-lower-third', 'transitionend program-lower-third'];
    await press('in');
    await eventually(async () => should(await slid()).eql(once));
    should(await readX()).be.above(monitor!.x);
    should(await page.locator('#picture-program').getAttribute('aria-label')).match(/Zoë Müller/);
    await press('out');
    await eventually(async () => should(await slid()).eql([...once, ...once]));
    should(await readX()).be.below(monitor!.x);
    should(faults).be.empty();
  });

  it('does not animate for users who prefer reduced motion', async () => {
    const { page } = await open({ reducedMotion: 'reduce' });
    const graphic = page.locator('#program-lower-third');
    should(await graphic.evaluate((each) => getComputedStyle(each).transitionDuration)).equal('0s');
  });

  it('fits a phone, and is accessible there', async () => {
    await press('in');
    for (const engineId of [1, 2]) await set(0.5, { ...opacity, engineId });
    await act('playNext', { engineId: 101, preview: 0 });
    const { page, faults } = await open({ viewport: PHONE });
    await page.locator('.tile').nth(5).waitFor();
    const size = () =>
      page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight] as const);
    const [width, height] = await size();
    should(width).equal(PHONE.width);
    should(height).be.below(TALLEST);
    should(await barriersIn(page, 'body')).eql([]);

    const cell = page.locator('dt', { hasText: opacity.propertyPath }).first();
    should(await cell.isVisible()).be.false();
    await page.locator('summary', { hasText: 'Studio A' }).click();
    await cell.waitFor();
    should((await size())[0]).equal(PHONE.width);
    // A load redraws all cards. Opened cards stay open.
    await act('loadRgraph', { rgraphId: 22, engineHostId: 1 });
    await page.locator('summary', { hasText: 'Breaking News' }).waitFor();
    should(await cell.isVisible()).be.true();
    should(faults).be.empty();
  });

  it('pauses and filters the requests', async () => {
    const { page, faults } = await open();
    const rows = page.locator('#requests tbody tr');
    const wait = (texts: RegExp[]) =>
      eventually(async () => {
        const found = await rows.allInnerTexts();
        should(found).have.length(texts.length);
        for (const [index, text] of texts.entries()) should(found[index]).match(text);
      });
    for (const value of [0.1, 0.2, 0.3]) await set(value);
    await press('in');
    await wait([/POST\s.*\/512\/in/, /PATCH × 3\s.*0\.3/s]);
    await page.getByLabel('Filter').fill('patch');
    await wait([/PATCH × 3/]);
    await page.getByLabel('Filter').fill('{"value":0.3');
    await wait([/PATCH × 3/]);
    await page.getByLabel('Filter').fill('nowhere');
    await wait([]);
    await page.getByLabel('Filter').fill('');
    await wait([/POST/, /PATCH/]);

    const pause = page.getByRole('button', { name: 'Pause' });
    await pause.click();
    should(await pause.getAttribute('aria-pressed')).equal('true');
    await press('out');
    await page.locator('#presses li', { hasText: 'Anchor: Out' }).waitFor();
    await wait([/\/512\/in/, /PATCH/]);
    await page.getByLabel('Filter').fill('512');
    await wait([/\/512\/in/]);
    await pause.click();
    await wait([/\/512\/out/, /\/512\/in/]);
    should(faults).be.empty();
  });

  it('shows that the simulator is gone, at every scroll position', async () => {
    const { page } = await open();
    await page.locator('.engine').last().scrollIntoViewIfNeeded();
    const bar = page.locator('#lost');
    should(await bar.isVisible()).be.false();
    await simulator.close();
    await bar.waitFor();
    should(await page.evaluate(() => window.scrollY)).be.above(0);
    const { y = -1, height = 0 } = (await bar.boundingBox()) ?? {};
    should(y).be.within(0, page.viewportSize()!.height - height);
    simulator = await startSimulator({ port: Number(new URL(simulator.url).port) });
    await bar.waitFor({ state: 'hidden' });
    await press('in');
    await page.locator('#program-lower-third .name').filter({ hasText: 'Zoë' }).waitFor();
  });
});
