import { type Browser, type BrowserContextOptions, chromium as playwright } from 'playwright-core';
import should from 'should';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { valueAt } from '../../../dist/simulator/state/motion.js';
import { barriersIn } from '../../axe.js';
import { chromium } from '../../chromium.js';
import { eventually } from '../../editor/page.js';
import { freePort } from '../../free-port.js';
import { ask } from '../ask.js';

const KEY = 'rh_very_secret';
const FAULTS = ['Slow', 'Refuse', 'Away', 'Status lags'] as const;

/** The narrowest phone, in px. */
const NARROW = { width: 320, height: 640 };

describe('the controls of the live page', function () {
  this.timeout(240_000);
  let simulator: Simulator;
  let browser: Browser;
  before(async function () {
    if (!chromium) return this.skip();
    browser = await playwright.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] });
  });
  after(() => browser?.close());
  beforeEach(async () => {
    simulator = await startSimulator({ apiKey: KEY, port: await freePort() });
  });
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
    await simulator.close();
  });

  const rest = () => ask(simulator, 'listRundowns', { headers: { 'X-API-Key': KEY } });

  async function open(options: BrowserContextOptions = {}) {
    const page = await (await browser.newContext(options)).newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(simulator.url);
    await page.locator('#items .control').nth(7).waitFor();
    const button = (name: string, thing?: string) =>
      page.getByRole('button', { name: thing === undefined ? name : `${name}: ${thing}`, exact: true });
    const overlay = () => page.locator('#program-overlay').getAttribute('opacity');
    return { page, faults, button, overlay };
  }

  it('take an item in and out, without a request in the journal', async () => {
    const { page, faults, button } = await open();
    await button('In', 'Anchor').click();
    await page.locator('#program-lower-third .name').filter({ hasText: 'Zoë Müller' }).waitFor();
    await page.locator('#presses li', { hasText: 'Anchor: In' }).waitFor();
    await button('Out', 'Anchor').click();
    await page.locator('#program-lower-third[data-off]').waitFor({ state: 'attached' });
    should(simulator.journal).be.empty();
    should(faults).be.empty();
  });

  it('drag an opacity with the mouse, and show the values of others', async () => {
    const { page, faults, overlay } = await open();
    const fader = page.getByLabel('Studio A · Overlay Opacity');
    should(await fader.inputValue()).equal('1');
    await fader.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await fader.boundingBox()) ?? {};
    await page.mouse.move(x + width - height / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 4, y + height / 2, { steps: 20 });
    const held = await fader.inputValue();
    should(Number(held)).be.within(0.15, 0.35);
    await eventually(async () => should(Number(await overlay())).be.approximately(Number(held), 0.001));
    const overlayParams = { engineId: 1, nodePath: 'Mixer_0', propertyPath: 'Overlay//Opacity/0' };
    const set = (Value: number) =>
      ask(simulator, 'setProperty', { params: { ...overlayParams, Value }, headers: { 'X-API-Key': KEY } });
    await set(0.75);
    await page.locator('#program-overlay[opacity="0.75"]').waitFor({ state: 'attached' });
    await page.waitForResponse((response) => response.url().endsWith('/live.json'));
    await page.waitForResponse((response) => response.url().endsWith('/live.json'));
    should(await fader.inputValue()).equal(held);
    await page.mouse.up();
    await eventually(async () => should(await fader.inputValue()).equal('0.75'));
    await page.getByLabel('Studio B · Overlay Opacity').press('Home');
    await page.locator('#preview-overlay[opacity="0"]').waitFor({ state: 'attached' });
    should(faults).be.empty();
  });

  it('send the newest value of a fast fader, and keep the hand right while a value is on its way', async () => {
    const { page } = await open();
    const fader = page.getByLabel('Studio A · Zoom');
    const isPerform = (url: string) => url.endsWith('/control/perform');
    let sent = 0;
    page.on('request', (request) => {
      sent += Number(isPerform(request.url()));
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/control/perform', async (route) => {
      await held;
      await route.continue();
    });
    await fader.evaluate((input: HTMLInputElement) => {
      for (let value = 1; value <= 42; value += 1) {
        input.value = String(value / 100);
        input.dispatchEvent(new Event('input'));
      }
    });
    for (let poll = 0; poll < 3; poll += 1)
      await page.waitForResponse((response) => response.url().endsWith('/live.json'));
    should(await fader.inputValue()).equal('0.42');
    release();
    const zoom = simulator.state.engines[0]!.nodes.flatMap(({ properties }) => properties).find(
      ({ name }) => name === 'Zoom',
    )!;
    await eventually(async () => should(valueAt(zoom, Date.now())).equal(Math.fround(0.42)));
    await eventually(async () => should(await fader.inputValue()).equal('0.42'));
    should(sent).equal(2);
  });

  it('keep the value of the hand if an older answer arrives after it', async () => {
    const { page } = await open();
    const fader = page.getByLabel('Studio A · Overlay Opacity');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let polls = 0;
    await page.route('**/live.json', async (route) => {
      polls += 1;
      if (polls > 1) return;
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    });
    await eventually(async () => should(polls).equal(1));
    const sent = page.waitForResponse((response) => response.url().endsWith('/control/perform'));
    await fader.press('ArrowLeft');
    await (await sent).finished();
    release();
    // The page has shown the older answer, and asks again.
    await eventually(async () => should(polls).equal(2));
    should(await fader.inputValue()).equal('0.99');
  });

  it('stop and launch, and show why a launch is refused', async () => {
    const { page, button } = await open();
    const engine = page.locator('.engine', { hasText: 'Studio A' }).locator('summary .loaded');
    await button('Stop', 'Breaking News').click();
    await engine.getByText('Stopped').waitFor();
    await button('Launch', 'Breaking News').click();
    await engine.getByText('Breaking News').waitFor();
    simulator.state.launcher.renderers.splice(0);
    simulator.state.launcher.renderers.push({
      id: 71,
      settings: { engineId: null, engineType: 'RE', stateId: 1, projectId: null, projectMapId: null },
      log: [],
    });
    await button('Launch', 'Breaking News').click();
    await page.getByRole('alert').filter({ hasText: 'Refused: Renderer 71 has no engine' }).waitFor();
    await button('In', 'Anchor').click();
    await page.locator('#refusal:empty').waitFor({ state: 'attached' });
  });

  it('begin and end each fault by keyboard, and the page stays in use while the hub is away', async () => {
    const { page, faults, button } = await open();
    const statusOf = () =>
      rest().then(
        ({ status }) => status,
        () => 'no answer',
      );
    await button('Slow').focus();
    for (const name of FAULTS) {
      should(await button(name).evaluate((each) => each === document.activeElement)).be.true();
      await page.keyboard.press('Space');
      await eventually(async () => should(await button(name).getAttribute('aria-pressed')).equal('true'));
      const help = await button(name).getAttribute('aria-describedby');
      should(await page.locator(`#${help}`).innerText()).match(/^[A-Z][^.]+\.$/);
      await page.keyboard.press('Tab');
    }
    const status = statusOf();
    should(await page.locator('#lost').isVisible()).be.false();
    await button('In', 'Anchor').click();
    await page.locator('#program-lower-third .name').filter({ hasText: 'Zoë Müller' }).waitFor();
    should(await status).equal('no answer');
    for (const name of FAULTS) {
      await button(name).press('Enter');
      await eventually(async () => should(await button(name).getAttribute('aria-pressed')).equal('false'));
    }
    should(await statusOf()).equal(200);
    should(faults).be.empty();
  });

  it('reset the show, the lists and all faults', async () => {
    const { page, button, overlay } = await open();
    await rest();
    await page.locator('tbody tr').first().waitFor();
    await button('In', 'Anchor').click();
    await page.getByLabel('Studio A · Overlay Opacity').press('Home');
    for (const name of FAULTS) await button(name).click();
    await button('Reset').click();
    for (const name of FAULTS)
      await eventually(async () => should(await button(name).getAttribute('aria-pressed')).equal('false'));
    await page.locator('#program-lower-third[data-off]').waitFor({ state: 'attached' });
    await eventually(async () => should(await overlay()).equal('1'));
    await page.locator('#no-requests').waitFor();
    should(await page.getByLabel('Studio A · Overlay Opacity').inputValue()).equal('1');
    should((await rest()).status).equal(200);
  });

  for (const [locale, slow, colorScheme] of [
    ['de', 'Langsam', 'light'],
    ['ja', '遅延', 'dark'],
  ] as const)
    it(`are accessible and fit 320 px, in ${locale} and ${colorScheme} colours`, async () => {
      const { page, faults, button } = await open({ viewport: NARROW, colorScheme, locale });
      await button(slow).click();
      await page.locator('#slow[aria-pressed=true]').waitFor();
      should(await page.evaluate(() => document.documentElement.scrollWidth)).equal(NARROW.width);
      should(await barriersIn(page, 'body')).eql([]);
      should(faults).be.empty();
    });
});
