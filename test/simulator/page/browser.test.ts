import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core';
import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { valueAt } from '../../../dist/simulator/state/motion.js';
import { barriersIn } from '../../axe.js';
import { chromium } from '../../chromium.js';
import { eventually } from '../../editor/page.js';
import { freePort } from '../../free-port.js';
import { opacity } from '../../operations/values.js';
import { ask } from '../ask.js';

const KEY = 'rh_very_secret';
const headers = { 'X-API-Key': KEY };
const FAULTS = ['Slow', 'Refuse', 'Away', 'Status lags'] as const;

/** The windows that the page is made for, in px: a laptop, a small laptop, and phones. */
const LAPTOP = { width: 1280, height: 800 };
const SMALL_LAPTOP = { width: 1024, height: 700 };
const PHONE = { width: 390, height: 844 };
const NARROW = { width: 320, height: 640 };

describe('the live page in a browser', function () {
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
  // An open page would poll during the next tests.
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
    await simulator.close();
  });

  const rest = () => ask(simulator, 'listRundowns', { headers });
  const act = async (operation: string, params: Params) =>
    should((await ask(simulator, operation, { params, headers })).status).be.below(300);
  const set = (Value: number, params: Params = opacity) => act('setProperty', { ...params, Value });
  const press = (buttonKey: string) => act('pressItemButton', { rundownId: 51, itemId: 512, buttonKey });

  async function open(options: BrowserContextOptions = {}) {
    const page = await (await browser.newContext({ viewport: LAPTOP, ...options })).newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    // The browser reports each refusal, too.
    const isFault = (text: string) => !text.startsWith('Failed to load resource');
    page.on(
      'console',
      (message) => message.type() === 'error' && isFault(message.text()) && faults.push(message.text()),
    );
    await page.goto(simulator.url);
    await page.locator('#items .control').nth(7).waitFor();
    await page.locator('.show .outputs').nth(1).waitFor();
    await page.locator('#program-overlay').waitFor({ state: 'attached' });
    const button = (name: string, thing?: string) =>
      page.getByRole('button', { name: thing === undefined ? name : `${name}: ${thing}`, exact: true });
    const overlay = () => page.locator('#program-overlay').getAttribute('opacity');
    const show = page.locator('.show', { hasText: 'News Show' });
    return { page, faults, button, overlay, show };
  }

  it('takes an item in and out, without a request in the journal', async () => {
    const { page, faults, button } = await open();
    await button('In', 'Anchor').click();
    await page.locator('#program-lower-third .name').filter({ hasText: 'Zoë Müller' }).waitFor();
    await page.locator('#presses li', { hasText: 'Anchor: In' }).waitFor();
    await button('Out', 'Anchor').click();
    await page.locator('#program-lower-third[data-off]').waitFor({ state: 'attached' });
    should(simulator.journal).be.empty();
    should(faults).be.empty();
  });

  it('drags an opacity with the mouse, and shows the values of others', async () => {
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
    await set(0.75);
    await page.locator('#program-overlay[opacity="0.75"]').waitFor({ state: 'attached' });
    await page.waitForResponse((response) => response.url().endsWith('/live.json'));
    await page.waitForResponse((response) => response.url().endsWith('/live.json'));
    should(await fader.inputValue()).equal(held);
    await page.mouse.up();
    await eventually(async () => should(await fader.inputValue()).equal('0.75'));
    should(await page.locator('.fader b').first().innerText()).equal('0.75');
    await page.getByLabel('Studio B · Overlay Opacity').press('Home');
    await page.locator('#preview-overlay[opacity="0"]').waitFor({ state: 'attached' });
    should(faults).be.empty();
  });

  it('sends the newest value of a fast fader, and keeps the hand right while a value is on its way', async () => {
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

  it('stops and launches, and shows why a launch is refused', async () => {
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

  it('begins and ends each fault by keyboard, shows them at the title, and stays in use while the hub is away', async () => {
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
    should(await page.locator('header .badge').allInnerTexts()).eql(['SLOW', 'REFUSE', 'AWAY', 'STATUS LAGS']);
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

  it('resets the show, the lists and all faults', async () => {
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

  it('plays, goes on and takes out in the card of a show, and keeps the focus', async () => {
    const { button, show } = await open();
    const item = (output: string) => show.locator(`.${output} .item`).innerText();
    await show.getByRole('combobox', { name: 'Item: News Show' }).selectOption('Reporter');
    const play = button('Play', 'News Show, Program');
    await play.press('Enter');
    await eventually(async () => should(await item('program')).equal('Reporter'));
    should(await play.evaluate((each) => each === document.activeElement)).be.true();
    should(await show.locator('select').inputValue()).equal('2013');
    await button('Next', 'News Show, Preview').click();
    await eventually(async () => should(await item('preview')).equal('Welcome'));
    await button('Next', 'News Show, Preview').click();
    await eventually(async () => should(await item('preview')).equal('Headlines'));
    should(await item('program')).equal('Reporter');
    await button('Take out', 'News Show, Program').click();
    await eventually(async () => should(await item('program')).equal('nothing'));
    should(await item('preview')).equal('Headlines');
    should(await button('Play', 'Match Show, Program').isDisabled()).be.true();
  });

  for (const viewport of [LAPTOP, PHONE])
    it(`moves nothing when something is pressed, at ${viewport.width} px`, async () => {
      const { page, faults, button, show } = await open({ viewport });
      const before = await placesIn(page);
      should(before.length).be.above(40);
      await button('In', 'Anchor').click();
      await page.locator('#presses li', { hasText: 'Anchor: In' }).waitFor();
      await button('Play', 'News Show, Program').click();
      await button('Next', 'News Show, Preview').click();
      await show.locator('.preview.playing').waitFor();
      await button('Stop', 'Breaking News').click();
      await page.getByLabel('Studio A · Overlay Opacity').press('Home');
      await page.locator('.tile').nth(5).waitFor();
      await button('Next', 'Match Show, Program').click();
      await page.locator('#refusal', { hasText: 'Refused' }).waitFor();
      for (const name of ['Slow', 'Refuse', 'Away', 'Status lags']) await button(name).click();
      await page.locator('.badge').nth(3).waitFor();
      // The hub is slow and away, so the requests end when the simulator closes.
      void Promise.allSettled(Array.from({ length: 20 }, () => rest()));
      await page.locator('tbody tr', { hasText: '× 20' }).waitFor();
      should(await placesIn(page)).eql(before);
      should(faults).be.empty();
    });

  it('has its controls in view below the pictures, and fits, in each language', async () => {
    for (const locale of ['en', 'de', 'fr', 'es', 'ja', 'tr']) {
      const { page, faults } = await open({ locale });
      for (const viewport of [LAPTOP, SMALL_LAPTOP]) {
        await page.setViewportSize(viewport);
        await eventually(() => inView(page, viewport.height));
      }
      for (const id of ['slow', 'refuse', 'away', 'lag']) await page.locator(`#${id}[aria-pressed=false]`).click();
      await page.locator('.badge').nth(3).waitFor();
      for (const viewport of [LAPTOP, SMALL_LAPTOP, PHONE]) {
        await page.setViewportSize(viewport);
        await fits(page, viewport.width);
      }
      // On a phone, program stays in view.
      await page.locator('#reset').scrollIntoViewIfNeeded();
      should((await page.locator('#picture-program').boundingBox())?.y).equal(0);
      should(faults).be.empty();
      await fetch(`${simulator.url}/control/reset`, { method: 'POST' });
      await page.context().close();
    }
  });

  async function inView(page: Page, height: number) {
    const picture = (await page.locator('#picture-preview').boundingBox())!;
    should((await page.locator('#controls').boundingBox())!.y - (picture.y + picture.height)).be.within(0, 24);
    should(picture.height).be.above(120);
    const bottoms = await page
      .locator('#controls :is(button, input, select)')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom));
    should(bottoms.length).be.above(40);
    should(Math.max(...bottoms)).be.belowOrEqual(height);
  }

  async function fits(page: Page, width: number) {
    should(await page.evaluate(() => document.documentElement.scrollWidth)).equal(width);
    const cut = await page
      .locator('#controls button')
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent));
    should(cut).eql([]);
  }

  it('names each button with its item, and equal labels with their key', async () => {
    const { page } = await open();
    const buttons = page.locator('#items button');
    const names = await buttons.evaluateAll((all) => all.map((each) => each.ariaLabel));
    should(new Set(names).size).equal(names.length);
    should(names.slice(0, 9)).eql([
      'Play: Opener',
      'Stop: Opener',
      'Hide Overlay: Opener',
      'In: Anchor',
      'Out: Anchor',
      'In: Reporter',
      'Out: Reporter',
      'Next nextDay: Weather',
      'Next nextRegion: Weather',
    ]);
    should((await buttons.allInnerTexts()).slice(6, 9)).eql(['Out', 'Next nextDay', 'Next nextRegion']);
  });

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

  it('does not animate for users who prefer reduced motion', async () => {
    const { page } = await open({ reducedMotion: 'reduce' });
    const graphic = page.locator('#program-lower-third');
    should(await graphic.evaluate((each) => getComputedStyle(each).transitionDuration)).equal('0s');
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
    simulator = await startSimulator({ apiKey: KEY, port: Number(new URL(simulator.url).port) });
    await bar.waitFor({ state: 'hidden' });
    await press('in');
    await page.locator('#program-lower-third .name').filter({ hasText: 'Zoë' }).waitFor();
  });

  for (const [options, locale, slow] of [
    [{ viewport: LAPTOP, colorScheme: 'light' }, 'de', 'Langsam'],
    [{ viewport: NARROW, colorScheme: 'dark' }, 'ja', '遅延'],
  ] as const)
    it(`is accessible and fits ${options.viewport.width} px, in ${locale} and ${options.colorScheme} colours`, async () => {
      const { page, faults, button } = await open({ ...options, locale });
      await act('playNext', { engineId: 101, preview: 0 });
      await press('in');
      await ask(simulator, 'pressItemButton', { params: { rundownId: 51, itemId: 512, buttonKey: 'Wave' }, headers });
      await button(slow).click();
      await page.locator('#slow[aria-pressed=true]').waitFor();
      await page.locator('.bad').waitFor();
      for (const engine of await page.locator('summary').all()) await engine.click();
      // A highlight fades out.
      await page.waitForFunction(() => !document.querySelector('.fresh') && document.getAnimations().length === 0);
      should(await page.evaluate(() => document.documentElement.scrollWidth)).equal(options.viewport.width);
      should(await barriersIn(page, 'body')).eql([]);
      should(faults).be.empty();
    });

  it('inserts values as text', async () => {
    const evil = '<img src=x onerror="document.title=1">';
    simulator.state.engines[0]?.nodes[0]?.properties.push({ path: evil, name: evil, value: evil, motions: [] });
    await ask(simulator, 'setProperty', { params: { ...opacity, Value: evil }, headers });
    const item = { rundownId: 51, itemId: 512, buttonKey: 'in' };
    await ask(simulator, 'updateItem', { params: { ...item, name: evil }, headers });
    await ask(simulator, 'pressItemButton', { params: item, headers });
    const params = { engineId: 101, rundownId: 201, itemId: 2011, name: evil, templateId: 301, data: {}, preview: 0 };
    await ask(simulator, 'updateLinearItem', { params, headers });
    await ask(simulator, 'playItem', { params, headers });
    const { page, faults } = await open();
    for (const engine of await page.locator('summary').all()) await engine.click();
    for (const place of ['dd', '#presses b', '.program .item'])
      await page.locator(place, { hasText: evil }).first().waitFor();
    await page.locator('td', { hasText: '<img' }).first().waitFor();
    should(await page.locator('img').count()).equal(0);
    should(faults).be.empty();
  });
});

/** Place and size of each control, card and log in the window, in px. */
const placesIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    scrollTo(0, 0);
    return [
      ...document.querySelectorAll('button, input, select, .card, .output, header p:not(#badges), #picture > svg'),
    ].map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return `${each.id || each.ariaLabel || each.classList[0]}: ${[x, y, width, height].map(Math.round)}`;
    });
  });
