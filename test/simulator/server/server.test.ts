import { request } from 'node:http';
import { connect } from 'node:net';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import should from 'should';
import { area } from '../../../dist/hub/table/operation.js';
import { operations } from '../../../dist/hub/table/operations.js';
import { VERSION_BASE } from '../../../dist/hub/table/paths.js';
import {
  type JournalEntry,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../../../dist/simulator/index.js';
import { settingsFrom } from '../../../dist/simulator/server/options.js';
import { routerFor } from '../../../dist/simulator/server/route.js';
import { ask, reply, requestFor, type Wish } from '../ask.js';

const KEY = 'rh_secret';
const opacity = { engineId: 1, nodePath: 'Mixer_0', propertyPath: 'Overlay//Opacity/0' };

/** Lists in lists, so many. */
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** A legal value for every parameter of the table. */
const anything = Object.fromEntries(
  operations.flatMap(({ parameters }) =>
    parameters.map(({ name, schema }) => [name, schema.type === 'string' ? 'a' : Value.Create(schema)]),
  ),
);

describe('the simulator', () => {
  let simulator: Simulator;
  afterEach(() => simulator?.close());

  const start = async (options?: SimulatorOptions): Promise<Simulator> => {
    simulator = await startSimulator(options);
    return simulator;
  };
  const get = async (path: string, method = 'GET') => reply(await fetch(simulator.url + path, { method }));

  describe('knows the table', () => {
    for (const segment of ['linear', 'lino', 'a b'])
      it(`finds every operation by its path, with ${segment}`, async () => {
        await start({ dialect: 2, linearSegment: segment, early: true });
        for (const { name } of operations) {
          await ask(simulator, name, { params: anything, linear: segment });
          const found = simulator.journal.at(-1)?.operation;
          const shared = ['pressItemButton', 'downloadExternalData'];
          if (shared.includes(name)) should(shared).containEql(found);
          else should(found).equal(name);
        }
      });

    it('prefers literal segments to placeholders, wherever they stand', () => {
      const entry = { kind: 'read', method: 'GET', answer: Type.Unknown() } as const;
      const any = Type.String();
      const table = area('graph', {
        loose: { ...entry, path: '/{a}/{b}', params: { a: any, b: any } },
        late: { ...entry, path: '/{a}/two', params: { a: any } },
        early: { ...entry, path: '/one/{b}', params: { b: any } },
        exact: { ...entry, path: '/one/two' },
      });
      for (const entries of [table, table.toReversed()])
        should(
          routerFor(settingsFrom({}), entries)('GET', `${VERSION_BASE}/one/two`).map(({ operation }) => operation.name),
        ).eql(['exact', 'early', 'late', 'loose']);
    });

    it('takes only digits for a number', () => {
      const route = routerFor(settingsFrom({}));
      for (const id of ['1a', '-1', '1.5', '0x1', '1e1', '%20', '+1'])
        should(route('GET', `${VERSION_BASE}/engines/${id}`)).be.empty();
      should(route('PUT', `${VERSION_BASE}/linear/rundown/1/playnext/2`)).be.empty();
    });
  });

  describe('answers 404 as text', () => {
    const unknown: [string, string][] = [
      ['GET', '/nothing'],
      ['GET', VERSION_BASE],
      ['GET', `${VERSION_BASE}/nothing`],
      ['GET', `${VERSION_BASE}/Engines`],
      ['GET', `${VERSION_BASE}/engines//`],
      ['GET', `${VERSION_BASE}/engines/one`],
      ['GET', `${VERSION_BASE}/engines/1/nodes/%E0%A4%A`],
      ['DELETE', `${VERSION_BASE}/engines`],
      ['POST', '/'],
    ];
    for (const [method, path] of unknown)
      it(`to ${method} ${path}`, async () => {
        await start();
        should(await get(path, method)).match({ status: 404, type: /text\/plain/ });
        should(simulator.journal).match([{ method, path, operation: undefined, params: {}, statusCode: 404 }]);
      });

    it('to an operation of dialect 2 on 1', async () => {
      await start();
      should(await ask(simulator, 'listShows')).match({ status: 404, type: /text\/plain/ });
      await simulator.close();
      await start({ dialect: 2 });
      should((await ask(simulator, 'listShows', { linear: 'lino' })).status).not.equal(404);
    });

    it('to the other linear segment', async () => {
      await start();
      should(await ask(simulator, 'listLinearEngines', { linear: 'lino' })).match({ status: 404 });
      should((await ask(simulator, 'listLinearEngines')).status).not.equal(404);
    });
  });

  describe('checks the key', () => {
    const tries: [string, SimulatorOptions, Record<string, string>, number][] = [
      ['lets anybody in without one', {}, {}, 200],
      ['refuses a missing one', { apiKey: KEY }, {}, 401],
      ['refuses a wrong one', { apiKey: KEY }, { 'X-API-Key': 'rh_other' }, 401],
      ['takes the right one', { apiKey: KEY }, { 'x-api-key': KEY }, 200],
      ['looks in the header it is told', { apiKey: KEY, keyHeader: 'X-Hub' }, { 'X-Hub': KEY }, 200],
      ['looks in no other header', { apiKey: KEY, keyHeader: 'X-Hub' }, { 'X-API-Key': KEY }, 401],
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

    it('before it tells what there is', async () => {
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
    const wrong: [string, string, Wish, RegExp][] = [
      ['a missing field', 'setProperty', { params: opacity, body: '{}' }, /^Value: /],
      ['null', 'setProperty', { params: opacity, body: '{"Value": null}' }, /^Value: /],
      ['a choice', 'setProperty', { params: { ...opacity, Value: 1, Interpolation: 'Cubic' } }, /^Interpolation: /],
      ['a negative time', 'setProperty', { params: { ...opacity, Value: 1, Duration: -1 } }, /^Duration: /],
      ['no object', 'setProperty', { params: opacity, body: '[]' }, /^body: /],
      ['nothing', 'setProperty', { params: opacity, body: '' }, /^body: /],
      ['a deep one', 'setProperty', { params: opacity, body: `{"Value": ${deep(200)}}` }, /too deep/],
      ['no JSON', 'setProperty', { params: opacity, body: '{"Value": ' }, /not JSON/],
      [
        'a field deep inside',
        'callFunction',
        { params: { engineId: 1, nodePath: 'Mixer_0', functionPath: 'Default//Cut/0', Parameters: [{ payload: {} }] } },
        /^Parameters\.0\.PropertyPath: /,
      ],
    ];
    for (const [what, name, wish, error] of wrong)
      it(`${what}: 422 naming it`, async () => {
        await start();
        should(await ask(simulator, name, wish)).match({ status: 422, body: { error } });
      });

    it('before what it is for', async () => {
      await start();
      const params = { ...opacity, engineId: 99 };
      should(await ask(simulator, 'setProperty', { params, body: '{}' })).match({ status: 422 });
    });

    it('not where none is wanted', async () => {
      await start();
      const { status } = await ask(simulator, 'launch', { params: { configID: 1 }, body: '{"broken' });
      should([413, 422]).not.containEql(status);
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

  it('takes a slash at the end for nothing', async () => {
    await start();
    const told = await get(`${VERSION_BASE}/engines`);
    for (const path of ['/engines/', '/engines/?x=1']) should(await get(VERSION_BASE + path)).eql(told);
    const fader = `${simulator.url}${VERSION_BASE}/engines/1/nodes/Mixer_0/properties/Overlay%2F%2FOpacity%2F0/`;
    const response = await fetch(fader, { method: 'PATCH', body: '{"Value": 0.5}' });
    should(response.status).equal(200);
    should(simulator.journal.at(-1)).match({
      operation: 'setProperty',
      params: { propertyPath: opacity.propertyPath },
    });
  });

  it('stays whole under bodies that are deep, whoever sends them', async () => {
    await start({ apiKey: KEY });
    const bodies = [deep(100_000), `{"a": ${deep(101)}}`, `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`];
    for (const body of bodies)
      should(await ask(simulator, 'setProperty', { params: opacity, body })).match({ status: 401 });
    should(await get('/live.json')).match({ status: 200, body: { requests: [{ count: bodies.length }] } });
  });

  it('answers only to its own names', async () => {
    await start({ names: ['Hub.studio.example'] });
    const { port } = new URL(simulator.url);
    const asked = (host: string, path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        request(simulator.url + path, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    for (const path of ['/', '/live.json', '/picture.svg', `${VERSION_BASE}/engines`]) {
      for (const host of [
        'localhost',
        `LOCALHOST:${port}`,
        `127.0.0.1:${port}`,
        '127.9.9.9',
        '[::1]:80',
        'hub.studio.example',
      ])
        should(await asked(host, path)).equal(200, host);
      for (const host of [
        'evil.example',
        'localhost.evil.example',
        '127.0.0.1.evil.example',
        '10.0.0.1',
        '::2',
        'studio.example',
      ])
        should(await asked(host, path)).equal(421, host);
    }
  });

  it('tells a listener of every request, and later of its answer', async () => {
    const told: JournalEntry[] = [];
    await start({ onArrival: (entry) => told.push(entry) });
    for (let turn = 0; turn < 12; turn += 1)
      await Promise.all(Array.from({ length: 100 }, () => ask(simulator, 'getEngine', { params: { engineId: turn } })));
    simulator.reset();
    await get('/nothing');
    should(told).have.length(1201);
    should(told.map(({ statusCode }) => statusCode).filter((status) => status !== 200)).eql([
      ...Array.from({ length: 800 }, () => 404),
      404,
    ]);
  });

  it('answers 500 as text for a fault of its own', async () => {
    await start();
    simulator.state.engines.length = 0;
    simulator.state.engines.push(undefined as never);
    should(await ask(simulator, 'listEngines')).match({ status: 500, text: '500: Internal server error' });
  });

  it('is as at the start after a reset', async () => {
    await start();
    const { state } = simulator;
    const before = structuredClone(state);
    await ask(simulator, 'setProperty', { params: { ...opacity, Value: 0 } });
    simulator.trouble({ status: 500 });
    should(state).not.eql(before);
    simulator.reset();
    should(simulator.state).equal(state).and.eql(before);
    should(simulator.journal).be.empty();
    should(await ask(simulator, 'getProperty', { params: opacity })).match({ status: 200, body: { Value: 1 } });
  });

  it('does not change by reading', async () => {
    await start();
    const before = structuredClone(simulator.state);
    for (const { name, kind } of operations) if (kind === 'read') await ask(simulator, name, { params: anything });
    for (const path of ['/', '/live.json', '/picture.svg']) await get(path);
    should(simulator.state).eql(before);
  });

  it('keeps apart from other simulators', async () => {
    await start();
    const other = await startSimulator();
    try {
      await ask(simulator, 'setProperty', { params: { ...opacity, Value: 0 } });
      should(await ask(other, 'getProperty', { params: opacity })).match({ body: { Value: 1 } });
      should(other.journal).have.length(1);
    } finally {
      await other.close();
    }
  });

  it('rejects when the port is taken', async () => {
    await start();
    const port = Number(new URL(simulator.url).port);
    await should(startSimulator({ port })).be.rejectedWith({ code: 'EADDRINUSE' });
  });

  it('closes at once, with requests open and connections idle, and twice', async () => {
    await start();
    simulator.trouble({ never: true, times: 1 });
    simulator.trouble({ delay: 60_000, times: 1 });
    simulator.trouble({ drip: 60_000, times: 1 });
    const open = [1, 2, 3].map(() => ask(simulator, 'listEngines').catch((error: Error) => error));
    const idle = connect(Number(new URL(simulator.url).port), '127.0.0.1').on('error', () => {});
    while (simulator.journal.length < open.length) await new Promise((resolve) => setTimeout(resolve, 5));
    const before = Date.now();
    await Promise.all([simulator.close(), simulator.close()]);
    for (const failure of await Promise.all(open)) should(failure).be.instanceof(Error);
    should(Date.now() - before).be.below(10_000);
    idle.destroy();
    await should(fetch(requestFor(simulator, 'listEngines').url)).be.rejected();
  });
});
