import should from 'should';
import { VERSION_BASE } from '../../../dist/hub/table/paths.js';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../../dist/simulator/index.js';
import { opacity } from '../../operations/values.js';
import { ask, type RequestOptions, reply } from '../ask.js';

const KEY = 'rh_secret';

/** Lists inside lists, with this many levels. */
const nestedLists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('the simulator', () => {
  let simulator: Simulator;
  afterEach(() => simulator?.close());

  const start = async (options?: SimulatorOptions): Promise<Simulator> => {
    simulator = await startSimulator(options);
    return simulator;
  };
  const get = async (path: string) => reply(await fetch(simulator.url + path));

  describe('checks the key', () => {
    const tries: [string, SimulatorOptions, Record<string, string>, number][] = [
      ['lets anybody in without one', {}, {}, 200],
      ['refuses a missing one', { apiKey: KEY }, {}, 401],
      ['refuses a wrong one', { apiKey: KEY }, { 'X-API-Key': 'rh_other' }, 401],
      ['takes the right one', { apiKey: KEY }, { 'x-api-key': KEY }, 200],
      ['reads the configured header', { apiKey: KEY, keyHeader: 'X-Hub' }, { 'X-Hub': KEY }, 200],
      ['reads no other header', { apiKey: KEY, keyHeader: 'X-Hub' }, { 'X-API-Key': KEY }, 401],
    ];
    for (const [what, options, headers, status] of tries)
      it(what, async () => {
        await start(options);
        should((await ask(simulator, 'listEngines', { headers })).status).equal(status);
      });

    it('before the dialect, trouble and the body', async () => {
      await start({ apiKey: KEY });
      simulator.trouble({ status: 500 });
      should(await ask(simulator, 'listShows')).match({ status: 401, body: { error: /key/ } });
      should(await ask(simulator, 'setProperty', { params: opacity, body: '{}' })).match({ status: 401 });
    });

    it('before the journal stores the body', async () => {
      await start({ apiKey: KEY });
      const params = { ...opacity, Value: 0.5 };
      await ask(simulator, 'setProperty', { params });
      await ask(simulator, 'setProperty', { params, headers: { 'X-API-Key': KEY } });
      should(simulator.journal.map(({ body, size, statusCode }) => ({ body, size, statusCode }))).match([
        { body: undefined, size: 0, statusCode: 401 },
        { body: { Value: 0.5 }, size: 13, statusCode: 200 },
      ]);
    });

    it('before it returns any data', async () => {
      await start({ apiKey: KEY });
      for (const path of ['/nothing', VERSION_BASE, `${VERSION_BASE}/nothing`, `${VERSION_BASE}/engines/one`])
        should(await get(path)).match({ status: 401 });
    });

    it('also in the query, on dialect 2 only', async () => {
      await start({ apiKey: KEY, dialect: 2 });
      should(await get(`${VERSION_BASE}/engines?api_key=${KEY}`)).match({ status: 200 });
      should(await get(`${VERSION_BASE}/engines?api_key=rh_other`)).match({ status: 401 });
      await simulator.close();
      await start({ apiKey: KEY });
      should(await get(`${VERSION_BASE}/engines?api_key=${KEY}`)).match({ status: 401 });
    });

    it('and the modules that it may use, also inside a batch', async () => {
      await start({ apiKey: KEY, dialect: 2, modules: ['Lino'] });
      const headers = { 'X-API-Key': KEY };
      const lino = { headers, linear: 'lino' };
      should(await ask(simulator, 'listShows', lino)).match({ status: 200 });
      should(await ask(simulator, 'listRundowns', lino)).match({ status: 200 });
      const refused: [string, string][] = [
        ['listLaunchConfigs', 'Launcher'],
        ['listEngines', 'Nodegraph Editor'],
        ['listGraphs', 'Nodegraph Editor'],
      ];
      for (const [name, module] of refused)
        should(await ask(simulator, name, lino)).match({ status: 403, body: { error: new RegExp(`${module}$`) } });
      const entries = [
        { id: 1, url: '/launcher', verb: 'GET' },
        { id: 2, url: '/lino/shows', verb: 'GET' },
      ];
      should(await ask(simulator, 'batch', { params: { entries }, headers })).match({
        status: 200,
        body: [{ responseCode: 403, responseBody: { error: /Launcher/ } }, { responseCode: 200 }],
      });
    });
  });

  describe('checks the body', () => {
    const wrong: [string, string, RequestOptions, RegExp][] = [
      ['a missing field', 'setProperty', { params: opacity, body: '{}' }, /^Value: /],
      ['null', 'setProperty', { params: opacity, body: '{"Value": null}' }, /^Value: /],
      ['a choice', 'setProperty', { params: { ...opacity, Value: 1, Interpolation: 'Cubic' } }, /^Interpolation: /],
      ['a negative time', 'setProperty', { params: { ...opacity, Value: 1, Duration: -1 } }, /^Duration: /],
      ['no object', 'setProperty', { params: opacity, body: '[]' }, /^body: /],
      ['nothing', 'setProperty', { params: opacity, body: '' }, /^body: /],
      ['a deep one', 'setProperty', { params: opacity, body: `{"Value": ${nestedLists(200)}}` }, /too deep/],
      ['no JSON', 'setProperty', { params: opacity, body: '{"Value": ' }, /not JSON/],
      [
        'a field deep inside',
        'callFunction',
        { params: { engineId: 1, nodePath: 'Mixer_0', functionPath: 'Default//Cut/0', Parameters: [{ payload: {} }] } },
        /^Parameters\.0\.PropertyPath: /,
      ],
    ];
    for (const [what, name, options, error] of wrong)
      it(`${what}: 422 with its name`, async () => {
        await start();
        should(await ask(simulator, name, options)).match({ status: 422, body: { error } });
      });

    it('before its target', async () => {
      await start();
      const params = { ...opacity, engineId: 99 };
      should(await ask(simulator, 'setProperty', { params, body: '{}' })).match({ status: 422 });
    });

    it('larger than 10 MiB: 413', async () => {
      await start();
      const body = (size: number) => JSON.stringify({ Value: 'x'.repeat(size - 12) });
      const params = { ...opacity, propertyPath: 'Channels//ProgramChannel/0' };
      const limit = 10 * 1024 * 1024;
      should(await ask(simulator, 'setProperty', { params, body: body(limit) })).match({ status: 200 });
      should(await ask(simulator, 'setProperty', { params, body: body(limit + 1) })).match({ status: 413 });
    });
  });

  it('survives deeply nested bodies, even without the key', async () => {
    await start({ apiKey: KEY });
    const bodies = [
      nestedLists(100_000),
      `{"a": ${nestedLists(101)}}`,
      `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
    ];
    for (const body of bodies)
      should(await ask(simulator, 'setProperty', { params: opacity, body })).match({ status: 401 });
    should(await get('/live.json')).match({ status: 200, body: { requests: [{ count: bodies.length }] } });
  });
});
