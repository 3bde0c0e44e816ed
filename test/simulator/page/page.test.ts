import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium as playwright } from 'playwright-core';
import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { barriersIn } from '../../axe.js';
import { chromium } from '../../chromium.js';
import { freePort } from '../../free-port.js';
import { opacity } from '../../operations/values.js';
import { ask } from '../ask.js';

const KEY = 'rh_very_secret';

describe('the live page of the simulator', () => {
  let simulator: Simulator;
  beforeEach(async () => {
    simulator = await startSimulator({ apiKey: KEY, port: await freePort() });
  });
  afterEach(() => simulator.close());

  const headers = { 'X-API-Key': KEY };
  const get = (path: string) => fetch(simulator.url + path);
  const set = (Value: number, more: object = {}) =>
    ask(simulator, 'setProperty', { params: { ...opacity, Value, ...more }, headers });

  it('loads without a key, in the language of the user', async () => {
    const page = await (await get('/')).text();
    should(page)
      .match(/<h1>[A-Z]/)
      .and.not.match(/__\w+__/);
    for (const [path, type] of [
      ['/page.css', /css/],
      ['/picture.css', /css/],
      ['/logs.css', /css/],
      ['/page.mjs', /javascript/],
      ['/picture.mjs', /javascript/],
      ['/picture.svg', /svg/],
      ['/live.json', /json/],
    ] as const)
      should((await get(path)).headers.get('content-type')).match(type);
  });

  it('shows values, newest request first, and no secrets', async () => {
    await set(0.5);
    await ask(simulator, 'listEngines', { headers: { Authorization: `Bearer ${KEY}` } });
    await (await get(`/api/rest/v1/engines?api_key=${KEY}`)).text();
    const text = await (await get('/live.json')).text();
    should(text).not.containEql(KEY);
    const { engines, requests } = JSON.parse(text);
    should(requests).match([
      { method: 'GET', statusCode: 401, count: 2 },
      { method: 'PATCH', statusCode: 200, count: 1, body: '{"Value":0.5}' },
    ]);
    should(requests).have.length(2);
    should(engines[0].nodes[0].properties[2]).match({ path: opacity.propertyPath, value: 0.5 });
  });

  it('shows playing items, pressed buttons and loaded rundowns', async () => {
    const act = (operation: string, params: Params) => ask(simulator, operation, { params, headers });
    const live = async () => (await get('/live.json')).json() as Promise<Record<string, unknown>>;
    should(await live()).match({ shows: [{ outputs: [null, null] }, { loaded: [] }], presses: [] });
    const before = Date.now();
    await act('playItem', { engineId: 101, itemId: 2013, preview: 1 });
    await act('stopRenderer', { configID: 62, rendererID: 74 });
    for (let turn = 0; turn < 4; turn += 1)
      for (const buttonKey of ['in', 'out']) await act('pressItemButton', { rundownId: 51, itemId: 512, buttonKey });
    const data = await live();
    should(data).match({
      shows: [
        {
          id: 101,
          name: 'News Show',
          loaded: ['Evening News'],
          outputs: [null, { item: 'Reporter', template: 'Lower Third', step: 1 }],
        },
        { id: 102 },
      ],
      presses: [{ rundown: 'Evening News', item: 'Anchor', button: 'Out' }, { button: 'In' }, {}, {}, {}],
    });
    should(data.presses).have.length(5);
    should((data as { shows: { outputs: { since: number }[] }[] }).shows[0]?.outputs[1]?.since).be.within(
      before,
      Date.now(),
    );
    const loaded = (data.engines as { loaded?: string }[]).map((engine) => engine.loaded);
    should(loaded).eql(['Evening News', 'Evening News', 'Video Wall', undefined]);
  });

  it('shortens long bodies and long journals', async () => {
    for (let turn = 0; turn < 60; turn += 1) {
      const params = { ...opacity, propertyPath: `property ${turn}` };
      await ask(simulator, 'setProperty', { params, body: JSON.stringify('x'.repeat(5000)), headers });
    }
    const text = await (await get('/live.json')).text();
    should(JSON.parse(text).requests).have.length(50);
    should(text.length).be.below(50_000);
  });

  describe('folds bursts of requests', () => {
    const rows = async () =>
      ((await (await get('/live.json')).json()) as { requests: { method: string; count: number; body: string }[] })
        .requests;
    const pressed = { params: { rundownId: 51, itemId: 512, buttonKey: 'in' }, headers };

    it('of one target and one status, and shows the newest', async () => {
      for (let turn = 1; turn <= 20; turn += 1) {
        await set(turn);
        await ask(simulator, 'setProperty', { params: { ...opacity, engineId: 2, Value: -turn }, headers });
      }
      await ask(simulator, 'setProperty', { params: { ...opacity, Value: 'fast' }, headers });
      should(await rows()).match([
        { count: 1, statusCode: 422 },
        { count: 20, statusCode: 200, body: '{"Value":-20}' },
        { count: 20, statusCode: 200, body: '{"Value":20}' },
      ]);
      should(await rows()).have.length(3);
    });

    it('but not two presses', async () => {
      for (let turn = 0; turn < 3; turn += 1) await ask(simulator, 'pressItemButton', pressed);
      should((await rows()).map(({ method, count }) => [method, count])).eql([
        ['POST', 1],
        ['POST', 1],
        ['POST', 1],
      ]);
    });

    it('but not the polls and the recall of a look', async () => {
      const url = '/engines/1/nodes/Mixer_0/properties/Overlay%2F%2FOpacity%2F0';
      const batch = (verb: string, body?: object) => {
        const request = { method: 'PUT', body: JSON.stringify([{ id: 0, url, verb, body }]) };
        const type = { 'content-type': 'application/json' };
        return fetch(`${simulator.url}/api/rest/v1/batch`, { ...request, headers: { ...headers, ...type } });
      };
      await batch('GET');
      await batch('PATCH', { Value: 0.5 });
      await batch('GET');
      const shown = (await rows()).map(({ count, body }) => [count, /PATCH/.test(body)]);
      should(shown).eql([
        [2, false],
        [1, true],
      ]);
    });

    it('and begins a new row after a pause', async () => {
      for (let turn = 0; turn < 4; turn += 1) await set(turn);
      for (const [index, entry] of simulator.journal.entries()) entry.at -= index < 3 ? 10_000 : 0;
      should((await rows()).map(({ count }) => count)).eql([1, 3]);
    });
  });

  describe('in a browser', function () {
    this.timeout(240_000);
    let browser: Browser;
    before(async function () {
      if (!chromium) return this.skip();
      browser = await playwright.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] });
    });
    after(() => browser?.close());
    // An open page would poll during the next tests.
    afterEach(async () => {
      for (const context of browser?.contexts() ?? []) await context.close();
    });

    async function open() {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      await page.goto(simulator.url);
      // The first answer of the hub draws all engines.
      await page.locator('summary').first().waitFor();
      for (const engine of await page.locator('summary').all()) await engine.click();
      const cell = page.locator('dt', { hasText: opacity.propertyPath }).first().locator('+ dd');
      await cell.waitFor();
      return { page, cell, faults };
    }

    it('shows a value moving', async () => {
      const { page, cell, faults } = await open();
      should(await cell.innerText()).equal('1');
      await set(100, { Interpolation: 'Linear', Duration: 3 });
      const values = new Set<number>();
      for (; !values.has(100); await sleep(100)) values.add(Number(await cell.innerText()));
      should([...values]).eql([...values].toSorted((one, other) => one - other));
      should(values.size).be.above(2);
      should(await page.locator('tbody tr').first().innerText()).match(/200\s+PATCH/);
      should(faults).be.empty();
    });

    it('shows program, preview, presses and loaded rundowns', async () => {
      const act = (operation: string, params: Params) => ask(simulator, operation, { params, headers });
      const { page, faults } = await open();
      const show = page.locator('.show', { hasText: 'News Show' });
      const [program, preview] = [show.locator('.program'), show.locator('.preview')];
      should(await program.innerText()).match(/^Program\s+nothing\s+Play\s+Next\s+Take out$/);
      await act('playNext', { engineId: 101, preview: 0 });
      await act('playItem', { engineId: 101, itemId: 2012, preview: 1 });
      await act('nextItemStep', { engineId: 101, itemId: 2012, preview: 1 });
      await act('pressItemButton', { rundownId: 51, itemId: 514, buttonKey: 'nextDay' });
      await act('stopLaunch', { configID: 62 });
      await page.locator('.playing.preview').waitFor();
      await page.locator('.engine', { hasText: 'Arena' }).getByText('Stopped').waitFor();
      should(await program.innerText()).match(
        /^Program\s+Welcome\s+Lower Third\s+\d+:\d\d:\d\d · step 1\s+Play\s+Next\s+Take out$/,
      );
      should(await preview.innerText()).match(/^Preview\s+Headlines\s+Headlines\s+\S+ · step \d\s/);
      should(await page.locator('#presses li').innerText()).match(/Weather: Next\s+Evening News/);
      should(await page.locator('#no-presses').isVisible()).be.false();
      await act('takeOut', { engineId: 101, preview: 0 });
      await program.getByText('nothing').waitFor();
      should(faults).be.empty();
    });

    it('shows the last changes on top, newest first', async () => {
      const { page, faults } = await open();
      await page.locator('#no-changes').waitFor();
      await set(0.25);
      const tiles = page.locator('.tile');
      await tiles.first().waitFor();
      should(await tiles.allInnerTexts()).eql(['Studio A · Mixer\nOverlay Opacity\n0.25']);
      await ask(simulator, 'pressItemButton', { params: { rundownId: 51, itemId: 512, buttonKey: 'in' }, headers });
      const visible = page.locator('.tile', { hasText: 'Visible' }).locator('.tile-value');
      await visible.filter({ hasText: 'true' }).waitFor();
      should((await tiles.allInnerTexts()).at(-1)).match(/Overlay Opacity/);
      await set(0.75);
      await tiles.last().filter({ hasText: '0.75' }).waitFor();
      should(await page.locator('#no-changes').isVisible()).be.false();
      should(faults).be.empty();
    });

    it('is accessible, in light and dark colours', async () => {
      const { page } = await open();
      const check = async () => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          // A highlight fades out.
          await page.waitForFunction(() => !document.querySelector('.fresh') && document.getAnimations().length === 0);
          should(await barriersIn(page, 'body')).eql([]);
        }
      };
      await check();
      await ask(simulator, 'playNext', { params: { engineId: 101, preview: 0 }, headers });
      await ask(simulator, 'pressItemButton', { params: { rundownId: 51, itemId: 512, buttonKey: 'in' }, headers });
      await ask(simulator, 'pressItemButton', { params: { rundownId: 51, itemId: 512, buttonKey: 'Wave' }, headers });
      await page.locator('.bad').waitFor();
      await check();
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
      for (const place of ['dd', '#presses b', '.program .item'])
        await page.locator(place, { hasText: evil }).first().waitFor();
      await page.locator('td', { hasText: '<img' }).first().waitFor();
      should(await page.locator('img').count()).equal(0);
      should(faults).be.empty();
    });

    it('shows that the simulator is gone, and recovers', async () => {
      const { page } = await open();
      should(await page.locator('#lost').isVisible()).be.false();
      await simulator.close();
      await page.locator('#lost').waitFor();
      simulator = await startSimulator({ port: Number(new URL(simulator.url).port) });
      await page.locator('#lost').waitFor({ state: 'hidden' });
    });
  });
});
