import { type Browser, chromium as playwright } from 'playwright-core';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { chromium } from '../chromium.js';
import { ask } from './ask.js';

const KEY = 'rh_very_secret';
const opacity = { engineId: 1, nodePath: 'Mixer_0', propertyPath: 'Overlay//Opacity/0' };

describe('the live page of the simulator', () => {
  let simulator: Simulator;
  beforeEach(async () => {
    simulator = await startSimulator({ apiKey: KEY });
  });
  afterEach(() => simulator.close());

  const headers = { 'X-API-Key': KEY };
  const get = (path: string) => fetch(simulator.url + path);
  const set = (Value: number, more: object = {}) =>
    ask(simulator, 'setProperty', { params: { ...opacity, Value, ...more }, headers });

  it('loads without a key, in words', async () => {
    const page = await (await get('/')).text();
    should(page)
      .match(/<h1>[A-Z]/)
      .and.not.match(/__\w+__/);
    for (const [path, type] of [
      ['/page.css', /css/],
      ['/page.js', /javascript/],
      ['/live.json', /json/],
    ] as const)
      should((await get(path)).headers.get('content-type')).match(type);
  });

  it('tells values, newest request first, and no secrets', async () => {
    await set(0.5);
    await ask(simulator, 'listEngines', { headers: { Authorization: `Bearer ${KEY}` } });
    await (await get(`/api/rest/v1/engines?api_key=${KEY}`)).text();
    const text = await (await get('/live.json')).text();
    should(text).not.containEql(KEY);
    const { engines, requests } = JSON.parse(text);
    should(requests.map(({ method, statusCode }: { method: string; statusCode: number }) => [method, statusCode])).eql([
      ['GET', 401],
      ['GET', 401],
      ['PATCH', 200],
    ]);
    should(requests[2]).match({ body: '{"Value":0.5}' });
    should(engines[0].nodes[0].properties[2]).match({ path: opacity.propertyPath, value: 0.5 });
  });

  it('shortens long bodies and long journals', async () => {
    for (let turn = 0; turn < 60; turn += 1)
      await ask(simulator, 'setProperty', { params: opacity, body: JSON.stringify('x'.repeat(5000)), headers });
    const text = await (await get('/live.json')).text();
    should(JSON.parse(text).requests).have.length(50);
    should(text.length).be.below(50_000);
  });

  describe('in a browser', () => {
    let browser: Browser;
    before(async function () {
      if (!chromium) return this.skip();
      browser = await playwright.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] });
    });
    after(() => browser?.close());

    async function open() {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      await page.goto(simulator.url);
      const cell = page.locator('dt', { hasText: opacity.propertyPath }).first().locator('+ dd');
      await cell.waitFor();
      return { page, cell, faults };
    }

    it('shows a value moving', async () => {
      const { page, cell, faults } = await open();
      should(await cell.innerText()).equal('1');
      await set(100, { Interpolation: 'Linear', Duration: 1 });
      const seen = new Set<number>();
      while (!seen.has(100)) seen.add(Number(await cell.innerText()));
      should([...seen]).eql([...seen].toSorted((one, other) => one - other));
      should(seen.size).be.above(2);
      should(await page.locator('tbody tr').first().innerText()).match(/200\s+PATCH/);
      should(faults).be.empty();
    });

    it('puts what it is told in as text', async () => {
      const evil = '<img src=x onerror="document.title=1">';
      simulator.state.engines[0]?.nodes[0]?.properties.push({ path: evil, name: evil, value: evil, motions: [] });
      await ask(simulator, 'setProperty', { params: { ...opacity, Value: evil }, headers });
      const { page, faults } = await open();
      await page.locator('dd', { hasText: evil }).waitFor();
      await page.locator('td', { hasText: '<img' }).waitFor();
      should(await page.locator('img').count()).equal(0);
      should(faults).be.empty();
    });

    it('says when the simulator is gone, and comes back with it', async () => {
      const { page } = await open();
      should(await page.locator('#lost').isVisible()).be.false();
      await simulator.close();
      await page.locator('#lost').waitFor();
      simulator = await startSimulator({ port: Number(new URL(simulator.url).port) });
      await page.locator('#lost').waitFor({ state: 'hidden' });
    });
  });
});
