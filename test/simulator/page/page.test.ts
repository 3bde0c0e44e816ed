import should from 'should';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
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
});
