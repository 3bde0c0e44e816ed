import should from 'should';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../../dist/simulator/index.js';
import { perform, type Stage } from '../../flows/stage.js';
import { type HostileHub, hostileHub } from '../../hostile/http-hub.js';
import { certificates, fine, HostileHub as SocketHub, saysAndCloses } from '../../hostile/hub.js';
import { draft, post } from './endpoints.js';

/** The hub's answers by path: a status, or the body of a success. */
type Script = Record<string, number | object>;

describe('the connection test endpoint', () => {
  let stage: Stage;
  let simulator: Simulator | undefined;
  let hostile: HostileHub | undefined;

  before(async () => {
    stage = await perform(undefined, []);
  });
  afterEach(async () => {
    await Promise.all([simulator?.close(), hostile?.close()]);
    simulator = undefined;
    hostile = undefined;
  });
  after(() => stage.close());

  const test = async (hub: object) => {
    const { status, body } = await post('test', { hub });
    should(status).equal(200);
    return body;
  };
  const simulated = async (options: SimulatorOptions, hub: object = {}) => {
    simulator = await startSimulator(options);
    return test(draft(simulator.url, hub));
  };
  const scripted = async (script: Script, fallback: Script[string] = 404) => {
    hostile = await hostileHub(({ url = '' }, response) => {
      const reply = script[url.replace('/api/rest/v1/', '')] ?? fallback;
      if (typeof reply === 'number') response.writeHead(reply).end('no');
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply));
    });
    return test(draft(hostile.url));
  };

  for (const [dialect, linearSegment] of [
    [1, 'linear'],
    [1, 'lino'],
    [2, 'lino'],
    [2, 'linear'],
  ] as const)
    it(`finds dialect ${dialect} on ${linearSegment} with wrong settings in the draft`, async () => {
      const { elapsed, ...found } = await simulated(
        { dialect, linearSegment },
        { dialect: dialect === 1 ? '2' : '1', linearSegment: linearSegment === 'lino' ? 'linear' : 'lino' },
      );
      should(found).eql({ reachable: true, key: 'accepted', dialect, linearSegment, engines: 4 });
      should(Number.isInteger(elapsed) && elapsed >= 0).be.true();
    });

  it('sends only reads', async () => {
    await simulated({});
    should(simulator?.journal.map(({ method, path }) => `${method} ${path.replace('/api/rest/v1', '')}`).sort()).eql([
      'GET /engines',
      'GET /linear/engines',
      'GET /linear/shows',
      'GET /lino/engines',
      'GET /lino/shows',
    ]);
  });

  it('reports an accepted key', async () => {
    const hub = { auth: 'apiKey', keyHeader: 'X-Key', credentials: { apiKey: 'rh_right' } };
    should(await simulated({ apiKey: 'rh_right', keyHeader: 'X-Key' }, hub)).match({ key: 'accepted', engines: 4 });
  });

  it('reports a refused key and sends no more requests', async () => {
    const found = await simulated({ apiKey: 'rh_right' }, { auth: 'apiKey', credentials: { apiKey: 'rh_wrong' } });
    should(found).match({ reachable: true, key: 'refused', dialect: null, linearSegment: null });
    should(found.problem).match({ code: 'HUB_AUTH', facts: { statusCode: 401, operation: 'listEngines' } });
    should(simulator?.journal).have.length(1);
  });

  it('reports a key without access to the module', async () => {
    should(await scripted({ engines: 403, 'linear/engines': [] })).match({
      reachable: true,
      key: 'forbidden',
      linearSegment: 'linear',
      dialect: 1,
      problem: { code: 'HUB_AUTH', facts: { statusCode: 403 } },
    });
  });

  const none = { dialect: null, linearSegment: null };
  const unsure: [string, Script, Script[string], object][] = [
    ['404 everywhere', {}, 404, { key: 'unknown', ...none, problem: { code: 'HUB_NOT_FOUND' } }],
    ['403 everywhere', {}, 403, { key: 'forbidden', ...none }],
    ['500 everywhere', {}, 500, { key: 'unknown', ...none, problem: { code: 'HUB_FAULT' } }],
    ['a list everywhere', {}, [], { key: 'accepted', ...none, engines: 0 }],
    ['an object everywhere', {}, { ok: true }, { key: 'unknown', ...none, problem: { code: 'HUB_BAD_ANSWER' } }],
    ['no linear module', { engines: [] }, 404, { key: 'accepted', ...none }],
    ['a forbidden other segment', { engines: [], 'lino/engines': [], 'linear/engines': 403 }, 404, none],
    [
      'forbidden shows',
      { engines: [], 'lino/engines': [], 'lino/shows': 403 },
      404,
      { linearSegment: 'lino', dialect: null },
    ],
    ['a malformed list of shows', { engines: [], 'lino/engines': [], 'lino/shows': { a: 1 } }, 404, { dialect: null }],
  ];
  for (const [answers, script, fallback, found] of unsure)
    it(`leaves unknown settings empty after ${answers}`, async () => {
      should(await scripted(script, fallback)).match({ reachable: true, ...found });
    });

  it('reports an unreachable hub', async () => {
    const found = await test(draft('http://127.0.0.1:1'));
    should(found).match({ reachable: false, key: 'unknown', ...none, problem: { code: 'HUB_UNREACHABLE' } });
    should(found).not.have.property('elapsed');
  });

  it('finds that the port of an http address uses https', async () => {
    const secure = await SocketHub.open(fine, { tls: certificates.good });
    try {
      const baseUrl = secure.url.replace('https:', 'http:');
      const found = await test(draft(baseUrl));
      should(found).match({ reachable: false, key: 'unknown', ...none, problem: { code: 'HUB_UNREACHABLE' } });
      should(found.problem.facts).match({ sentence: 'needsHttps', url: `${baseUrl}/api/rest/v1` });
    } finally {
      await secure.close();
    }
  });

  it('does not report https for a port that closes each connection', async () => {
    const plain = await SocketHub.open(saysAndCloses(''));
    try {
      const found = await test(draft(plain.url));
      should(found).match({ reachable: false, problem: { code: 'HUB_CONNECTION_LOST' } });
      should(plain.connections).equal(2);
    } finally {
      await plain.close();
    }
  });

  it('reports a hub that does not answer', async () => {
    hostile = await hostileHub(() => undefined);
    const found = await test(draft(hostile.url, { timeout: '1' }));
    should(found).match({ reachable: false, problem: { code: 'HUB_TIMEOUT', facts: { operation: 'listEngines' } } });
    should(hostile.requests).have.length(1);
  });

  it('shows no name and no value of a header from the environment', async () => {
    Object.assign(process.env, { GRAPHICS_HUB_HEADER: 'X-Studio', GRAPHICS_HUB_SECRET: 'line\nbreak' });
    const headers = { headers: ['${GRAPHICS_HUB_HEADER}'], credentials: { header1: '${GRAPHICS_HUB_SECRET}' } };
    const { problem } = await test(draft('http://127.0.0.1:1', headers));
    should(problem).match({ code: 'BAD_INPUT', facts: { field: 'headers', value: '…' } });
    should(JSON.stringify(problem)).not.match(/X-Studio|break/);
    for (const name of ['GRAPHICS_HUB_HEADER', 'GRAPHICS_HUB_SECRET']) delete process.env[name];
  });

  it('reports invalid fields of the draft', async () => {
    should(await test(draft('ftp://hub'))).match({ reachable: false, key: 'unknown', ...none });
    should(await test(draft('ftp://hub'))).match({ problem: { code: 'BAD_INPUT', facts: { field: 'baseUrl' } } });
    for (const body of [{}, { hub: 'x' }, { hub: {} }]) should((await post('test', body)).status).equal(400);
  });
});
