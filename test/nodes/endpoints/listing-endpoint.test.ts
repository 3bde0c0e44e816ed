import type { Server, ServerResponse } from 'node:http';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { perform, type Stage } from '../../flows/stage.js';
import { type HostileHub, hostileHub } from '../../hostile/http-hub.js';
import { useTimeLapse } from '../../time-lapse.js';
import { draft, fromPage, post, typed } from './endpoints.js';

describe('the list endpoint', () => {
  let simulator: Simulator;
  let stage: Stage;
  let hostile: HostileHub | undefined;

  before(async () => {
    simulator = await startSimulator({ apiKey: 'rh_test' });
    stage = await perform(undefined, []);
  });
  afterEach(async () => {
    await hostile?.close();
    hostile = undefined;
    simulator.reset();
  });
  after(async () => {
    await stage.close();
    await simulator.close();
  });

  const authorisedDraft = (more: object = {}) =>
    draft(simulator.url, { auth: 'apiKey', credentials: { apiKey: 'rh_test' }, ...more });
  const list = async (names: string, params: object = {}, hub: object = authorisedDraft(), more: object = {}) => {
    const { status, body } = await post('list', { hub, names, params, ...more });
    should(status).equal(200);
    return body;
  };

  it('answers for a hub that is not deployed', async () => {
    const { entries, more } = await list('engine');
    should([entries.length, more]).eql([4, 0]);
    should(entries[0]).eql({ value: 1, label: 'Studio A', note: 'connected' });
  });

  it('accepts literals and environment variables for the parameters of the list', async () => {
    for (const engineId of [typed('num', '1'), typed('str', '1'), typed('json', '1'), typed('num', 1)])
      should((await list('node', { engineId })).entries).have.length(9);
    process.env.GRAPHICS_HUB_ENGINE = '3';
    for (const engineId of [
      typed('env', 'GRAPHICS_HUB_ENGINE'),
      typed('env', '${GRAPHICS_HUB_ENGINE}'),
      typed('str', '${GRAPHICS_HUB_ENGINE}'),
      typed('num', '${GRAPHICS_HUB_ENGINE}'),
    ])
      should((await list('node', { engineId })).entries[0].label).equal('Video Wall');
    delete process.env.GRAPHICS_HUB_ENGINE;
  });

  it('ignores other parameters', async () => {
    const params = { engineId: typed('num', '1'), Value: typed('msg', 'payload'), nodePath: typed('jsonata', '$x(') };
    should((await list('node', params)).entries).have.length(9);
  });

  for (const [why, engineId] of [
    ['comes with a message', typed('msg', 'payload')],
    ['is an expression', typed('jsonata', '1')],
    ['is in a context', typed('global', 'engine')],
    ['is no number', typed('num', 'x')],
    ['is no id', typed('str', 'Studio A')],
    ['is no JSON', typed('json', '{')],
    ['is blank', typed('num', '')],
    ['is not set in the environment', typed('env', 'GRAPHICS_HUB_NOWHERE')],
  ] as const)
    it(`names the field that ${why}`, async () => {
      const { problem } = await list('node', { engineId });
      should(problem).match({ code: 'BAD_INPUT', outcome: 'not-sent', facts: { field: 'engineId' } });
      should(simulator.journal).be.empty();
    });

  it('names the types that a parameter of a list can have', async () => {
    const { problem } = await list('node', { engineId: typed('msg', 'payload') });
    should(problem.facts.value).equal('"msg: payload"');
    should(problem.facts.allowed).eql({ key: 'choice', options: ['str', 'num', 'bool', 'json', 'env'] });
  });

  it('runs only its own lists', async () => {
    for (const names of ['setProperty', 'launch', 'listEngines', '__proto__', ''])
      should((await list(names)).problem).match({ code: 'BAD_INPUT', facts: { field: 'names' } });
    should(simulator.journal).be.empty();
  });

  it('reports invalid fields of the draft', async () => {
    for (const [field, value] of Object.entries({
      baseUrl: 'hub:8080',
      dialect: '3',
      linearSegment: '../x',
      auth: 'magic',
      timeout: '-1',
    })) {
      const { problem } = await list('engine', {}, authorisedDraft({ [field]: value }));
      should(problem).match({ code: 'BAD_INPUT', facts: { field, value: JSON.stringify(value) } });
    }
    should((await list('engine', {}, authorisedDraft({ tls: 'gone' }))).problem.facts.sentence).equal('noTls');
    should((await list('engine', {}, authorisedDraft({ headers: ['no header'] }))).problem.facts.field).equal(
      'headers',
    );
  });

  it('answers an invalid draft with 400', async () => {
    const hub = authorisedDraft();
    const bad: object[] = [
      {},
      [],
      { hub },
      { hub: null, names: 'engine' },
      { hub: [], names: 'engine' },
      { hub: { ...hub, id: 7 }, names: 'engine' },
      { hub: { ...hub, z: {} }, names: 'engine' },
      { hub: { ...hub, baseUrl: {} }, names: 'engine' },
      { hub: { ...hub, headers: 'X' }, names: 'engine' },
      { hub: { ...hub, headers: [{}] }, names: 'engine' },
      { hub: { ...hub, credentials: 'rh_test' }, names: 'engine' },
      { hub: { ...hub, credentials: { apiKey: {} } }, names: 'engine' },
      { hub, names: 7 },
      { hub, names: 'node', params: [] },
      { hub, names: 'node', params: { engineId: '1' } },
      { hub, names: 'node', params: { engineId: { type: 7, value: '1' } } },
      { hub, names: 'node', params: { engineId: { type: 'json', value: {} } } },
      { hub, names: 'node', node: 'x' },
      { hub, names: 'node', node: { z: 7 } },
    ];
    for (const body of bad) should((await post('list', body)).status).equal(400, JSON.stringify(body));
    should(simulator.journal).be.empty();
  });

  it('refuses a form, which any web page could send', async () => {
    const form = `hub[id]=x&hub[baseUrl]=${encodeURIComponent(simulator.url)}&hub[auth]=none&names=engine`;
    const { status } = await post('list', form, 'form');
    should(status).equal(400);
    should(simulator.journal).be.empty();
  });

  it('reports a refused key without its secret', async () => {
    const { problem } = await list('engine', {}, authorisedDraft({ credentials: { apiKey: 'rh_wrong_key' } }));
    should(problem).match({ code: 'HUB_AUTH', facts: { statusCode: 401, operation: 'listEngines' } });
    should(JSON.stringify(problem)).not.containEql('rh_wrong_key');
  });

  it('blanks a secret in each part of the hub’s answer', async () => {
    hostile = await hostileHub(({ url, headers }, response) => {
      const key = String(headers['x-api-key']);
      if (url?.endsWith('/engines')) response.writeHead(302, { Location: `/login/${key}` }).end(key);
      else
        response
          .writeHead(422)
          .end(`{"error":"${[...key].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('')}"}`);
    });
    for (const names of ['engine', 'graph']) {
      const hub = draft(hostile.url, { auth: 'apiKey', credentials: { apiKey: 'rh_secret' } });
      const { problem } = await list(names, {}, hub);
      should(JSON.stringify(problem)).containEql('•••').and.not.containEql('rh_secret');
    }
  });

  it('does not show environment variables', async () => {
    process.env.GRAPHICS_HUB_SECRET = 'db://user:pass word@host';
    const secret = '${GRAPHICS_HUB_SECRET}';
    const drafts = [
      { baseUrl: secret },
      { dialect: secret },
      { keyHeader: secret },
      { headers: [secret] },
      { timeout: secret },
      { keyHeader: 'X', credentials: { apiKey: `${secret}` }, baseUrl: 'http://127.0.0.1:1' },
    ];
    for (const fields of drafts) {
      const { problem } = await list('engine', {}, authorisedDraft(fields));
      should(problem.code).match(/BAD_INPUT|HUB_UNREACHABLE/);
      should(JSON.stringify(problem)).not.match(/pass word|db:/);
    }
    for (const type of ['env', 'str', 'num', 'json']) {
      const value = type === 'env' ? 'GRAPHICS_HUB_SECRET' : secret;
      const { problem } = await list('node', { engineId: typed(type, value) });
      should(problem.facts.field).equal('engineId');
      should(JSON.stringify(problem)).not.match(/pass word|db:/);
    }
    delete process.env.GRAPHICS_HUB_SECRET;
  });

  describe('with a hub that misbehaves', () => {
    const quick = { timeout: '1' };
    const cases: [string, (url: string) => object, string][] = [
      ['hangs', (url) => draft(url, quick), 'HUB_TIMEOUT'],
      ['hangs up', draft, 'HUB_CONNECTION_LOST'],
      ['answers rubbish', draft, 'HUB_BAD_ANSWER'],
      ['is not there', () => draft('http://127.0.0.1:1'), 'HUB_UNREACHABLE'],
    ];
    for (const [behaviour, hub, code] of cases)
      it(`reports that it ${behaviour}`, async () => {
        hostile = await hostileHub((request, response) => {
          const json = { 'Content-Type': 'application/json' };
          if (behaviour === 'hangs up') request.socket.destroy();
          if (behaviour === 'answers rubbish') response.writeHead(200, json).end('[{"id": 1');
        });
        const { problem } = await list('engine', {}, hub(hostile.url));
        should(problem).match({ code, facts: behaviour === 'is not there' ? {} : { operation: 'listEngines' } });
        should((await list('engine')).entries).have.length(4);
      });
  });

  it('closes its socket to the hub', async () => {
    const closed: unknown[] = [];
    hostile = await hostileHub(({ socket }, response) => {
      socket.on('close', () => closed.push(socket));
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
    });
    await list('engine', {}, draft(hostile.url));
    await stage.until(() => closed.length === 1);
  });

  it('aborts when the browser disconnects', async () => {
    const ended: string[] = [];
    const answers: ServerResponse[] = [];
    hostile = await hostileHub(({ socket, headers }, response) => {
      socket.on('close', () => ended.push(String(headers['x-api-key'])));
      answers.push(response);
    });
    const slow = (apiKey: string) => draft(hostile?.url ?? '', { auth: 'apiKey', credentials: { apiKey } });
    const patient = list('engine', {}, slow('patient'));
    await stage.until(() => hostile?.requests.length === 1);
    const request = helper
      .request()
      .post('/graphics-hub/list')
      .set(await fromPage())
      .send({ hub: slow('gone'), names: 'engine' });
    request.end(() => undefined);
    await stage.until(() => hostile?.requests.length === 2);
    request.abort();
    // An aborted request of the helper leaves its server open.
    (request as unknown as { _server: Server })._server.close();
    await stage.until(() => ended.length > 0);
    should(ended).eql(['gone']);
    answers[0]?.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
    should(await patient).match({ entries: [] });
  });

  it('aborts when the flows stop', async () => {
    hostile = await hostileHub(() => undefined);
    const pending = list('engine', {}, draft(hostile.url));
    await stage.until(() => hostile?.requests.length === 1);
    await stage.close();
    stage = await perform(undefined, []);
    should((await pending).problem.code).equal('CLOSED');
  });

  describe('in a time lapse', () => {
    useTimeLapse();

    it('times out after 5 s', async () => {
      hostile = await hostileHub(() => undefined);
      const { problem } = await list('engine', {}, draft(hostile.url, { timeout: '600' }));
      should(problem).match({ code: 'HUB_TIMEOUT', facts: { timeout: 5000 } });
    });
  });

  it('limits a long list to 20,000 entries', async () => {
    const rows = Array.from({ length: 25_000 }, (_, id) => ({ id, name: 'ü'.repeat(60) }));
    hostile = await hostileHub((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(rows));
    });
    const { entries, more } = await list('engine', {}, draft(hostile.url));
    should([entries.length, more]).eql([20_000, 5000]);
  });
});
