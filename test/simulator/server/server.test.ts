import { request } from 'node:http';
import { connect } from 'node:net';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import should from 'should';
import { area, type OperationEntry } from '../../../dist/hub/table/operation.js';
import { type Operation, operations } from '../../../dist/hub/table/operations.js';
import { VERSION_BASE } from '../../../dist/hub/table/paths.js';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../../dist/simulator/index.js';
import { settingsFrom } from '../../../dist/simulator/server/options.js';
import { routerFor } from '../../../dist/simulator/server/route.js';
import { opacity } from '../../operations/values.js';
import { ask, reply, requestFor } from '../ask.js';

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

  describe('uses the table', () => {
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

    it('prefers literal segments to placeholders at every place', () => {
      const entry = { kind: 'read', method: 'GET', answer: Type.Unknown() } as const;
      const any = Type.String();
      const table = area('graph', {
        loose: { ...entry, path: '/{a}/{b}', params: { a: any, b: any } },
        late: { ...entry, path: '/{a}/two', params: { a: any } },
        early: { ...entry, path: '/one/{b}', params: { b: any } },
        exact: { ...entry, path: '/one/two' },
      }) as readonly OperationEntry<string, never>[] as readonly Operation[];
      for (const entries of [table, table.toReversed()])
        should(
          routerFor(settingsFrom({}), entries)('GET', `${VERSION_BASE}/one/two`).map(({ operation }) => operation.name),
        ).eql(['exact', 'early', 'late', 'loose']);
    });

    it('accepts only digits for a number', () => {
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

    it('to an operation of dialect 2 on dialect 1', async () => {
      await start();
      should(await ask(simulator, 'listShows')).match({ status: 404, type: /text\/plain/ });
      await simulator.close();
      await start({ dialect: 2 });
      should((await ask(simulator, 'listShows', { linear: 'lino' })).status).equal(200);
    });

    it('to the other linear segment', async () => {
      await start();
      should(await ask(simulator, 'listLinearEngines', { linear: 'lino' })).match({ status: 404 });
      should((await ask(simulator, 'listLinearEngines')).status).equal(200);
    });
  });

  it('ignores a slash at the end', async () => {
    await start();
    const expected = await get(`${VERSION_BASE}/engines`);
    for (const path of ['/engines/', '/engines/?x=1']) should(await get(VERSION_BASE + path)).eql(expected);
    const fader = `${simulator.url}${VERSION_BASE}/engines/1/nodes/Mixer_0/properties/Overlay%2F%2FOpacity%2F0/`;
    const response = await fetch(fader, { method: 'PATCH', body: '{"Value": 0.5}' });
    should(response.status).equal(200);
    should(simulator.journal.at(-1)).match({
      operation: 'setProperty',
      params: { propertyPath: opacity.propertyPath },
    });
  });

  it('answers only to its own names', async () => {
    await start({ names: ['Hub.studio.example'] });
    const { port } = new URL(simulator.url);
    const statusFor = (host: string, path: string) =>
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
        should(await statusFor(host, path)).equal(200, host);
      for (const host of [
        'evil.example',
        'localhost.evil.example',
        '127.0.0.1.evil.example',
        '10.0.0.1',
        '::2',
        'studio.example',
      ])
        should(await statusFor(host, path)).equal(421, host);
    }
  });

  it('answers 500 as text for an internal error', async () => {
    await start();
    simulator.state.engines.length = 0;
    simulator.state.engines.push(undefined as never);
    should(await ask(simulator, 'listEngines')).match({ status: 500, text: '500: Internal server error' });
  });

  it('does not change by reading', async () => {
    await start();
    const before = structuredClone(simulator.state);
    for (const { name, kind } of operations) if (kind === 'read') await ask(simulator, name, { params: anything });
    for (const path of ['/', '/live.json', '/picture.svg']) await get(path);
    should(simulator.state).eql(before);
  });

  it('rejects if the port is taken', async () => {
    await start();
    const port = Number(new URL(simulator.url).port);
    await should(startSimulator({ port })).be.rejectedWith({ code: 'EADDRINUSE' });
  });

  it('closes at once, with open requests and idle connections, and twice', async () => {
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
