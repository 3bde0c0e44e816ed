import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { linkPackage } from '../link-package.js';
import { pageToken } from '../page-token.js';
import { FEW_NODES, type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { useUsualPort } from '../usual-port.js';
import { flow, SECRET, SETTINGS, saved } from './endpoints-flow.js';

/** The endpoints of the editor in a separate Node-RED with users. */
describe("the editor's endpoints in a real Node-RED", function () {
  this.timeout(240_000);
  useUsualPort();

  let userDir: string;
  let nodeRed: RealNodeRed;
  let home: HostileHub;
  let elsewhere: HostileHub;
  const tokens: Record<string, string> = {};
  /** The header of the editor's page. */
  let page: Record<string, string> = {};

  const json = { 'Content-Type': 'application/json' };
  const listening = () =>
    hostileHub(({ url }, response) => {
      response.writeHead(200, json).end(url?.endsWith('/nodes') ? '[{"NodePath":"Mixer_0"}]' : '[{"id":1}]');
    });

  const headersOf = (who?: string) => ({ ...page, ...(who && { Authorization: `Bearer ${tokens[who]}` }) });
  async function post(path: string, body: object, who?: string) {
    const headers = { ...json, ...headersOf(who) };
    const response = await fetch(nodeRed.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  }

  async function logIn(username: string): Promise<void> {
    const asked = { client_id: 'node-red-admin', grant_type: 'password', scope: '', username, password: 'password' };
    tokens[username] = (await post('/auth/token', asked)).body.access_token;
  }

  const direct = (more: object = {}) => ({ id: 'direct', ...saved, baseUrl: home.url, credentials: {}, ...more });
  const list = async (hub: object, more: object = {}) => {
    const { status, body } = await post('/graphics-hub/list', { hub, names: 'engine', params: {}, ...more }, 'writer');
    should(status).equal(200);
    return body;
  };
  /** The headers of the requests to a hub since the last call. */
  const takeHeaders = (hub: HostileHub) => hub.requests.splice(0).map(({ headers }) => headers);

  /** The keys that are sent for a variable of the process, and for one that Node-RED hides. */
  async function keysOfEnvironment() {
    for (const apiKey of ['${GRAPHICS_HUB_KEY}', '${GRAPHICS_HUB_HIDDEN}'])
      await list({ ...direct({ credentials: { apiKey } }), id: 'new' });
    return takeHeaders(home).map((headers) => headers['x-key']);
  }
  let fresh: unknown[];

  before(async () => {
    [home, elsewhere] = await Promise.all([listening(), listening()]);
    userDir = mkdtempSync(join(tmpdir(), 'hub-endpoints-'));
    linkPackage(userDir);
    Object.assign(process.env, { GRAPHICS_HUB_KEY: 'rh_key_of_env', GRAPHICS_HUB_HIDDEN: 'rh_hidden' });
    nodeRed = await startNodeRed(userDir, { ...FEW_NODES, ...SETTINGS });
    await logIn('writer');
    await logIn('reader');
    await logIn('tester');
    page = await pageToken(nodeRed.url, headersOf('tester'));
    fresh = await keysOfEnvironment();
    should((await post('/flows', flow(home.url), 'writer')).status).equal(204);
    // The answer comes before the nodes have started.
    while ((nodeRed.log().match(/Started flows/g) ?? []).length < 2) await sleep(20);
  });
  beforeEach(() => {
    takeHeaders(home);
    takeHeaders(elsewhere);
  });
  after(async () => {
    await nodeRed?.stop();
    await Promise.all([home?.close(), elsewhere?.close()]);
    delete process.env.GRAPHICS_HUB_KEY;
    delete process.env.GRAPHICS_HUB_HIDDEN;
    rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
  });

  /** The statuses for nobody, an unknown user, the reader, the tester and the writer. */
  async function statusesOf(path: string, body?: string, type = 'application/json'): Promise<number[]> {
    const statuses = [];
    for (const who of [undefined, 'nobody', 'reader', 'tester', 'writer']) {
      const headers = { 'content-type': type, ...headersOf(who) };
      const sent = { headers, ...(body !== undefined && { method: 'POST', body }) };
      statuses.push((await fetch(`${nodeRed.url}/graphics-hub/${path}`, sent)).status);
    }
    return statuses;
  }

  it('sends the last messages of a panel node and a lamp to users with read permission only', async () => {
    const get = (path: string, who?: string) => fetch(nodeRed.url + path, { headers: headersOf(who) });
    for (const path of ['panel/panel', 'lamp/lamp']) {
      const statuses = [];
      for (const who of [undefined, 'nobody', 'tester', 'reader', 'writer'])
        statuses.push((await get(`/graphics-hub/${path}`, who)).status);
      should(statuses).eql([401, 401, 401, 200, 200]);
    }
    const readLast = async (id: string, kind = 'panel') => (await get(`/graphics-hub/${kind}/${id}`, 'reader')).json();
    // A lamp sends no state before its surface can listen.
    while (!(await readLast('lamp', 'lamp')).report.state) await sleep(20);
    should(await readLast('lamp', 'lamp')).match({ report: { state: 'unknown' } });
    should(await readLast('panel', 'lamp')).eql({ report: null });
    should(await readLast('lamp')).eql({ report: null });
    should(await readLast('panel')).eql({ report: { count: 0 } });
    should(await readLast('inner')).eql({ report: { count: 0 } });
    for (const id of ['direct', '__proto__', '%2e%2e%2fflows']) should(await readLast(id)).eql({ report: null });
    should(takeHeaders(home)).be.empty();
  });

  it('sends state and journal of hubs to users with read permission, and switches rehearsal for users with write permission', async () => {
    for (const path of ['hubs', 'journal/direct']) should(await statusesOf(path)).eql([401, 401, 200, 401, 200]);
    should(await statusesOf('rehearsal/direct', '{"on":false}')).eql([401, 401, 401, 200, 200]);
    should(await statusesOf('everything-out/gone', '{}')).eql([401, 401, 401, 404, 404]);
    const body = await (await fetch(`${nodeRed.url}/graphics-hub/hubs`, { headers: headersOf('reader') })).json();
    // A hub inside a subflow exists once for each instance.
    should(body.map(({ id }: { id: string }) => id).sort()).eql(['byName', 'direct', 'inside', 'inside']);
    should(JSON.stringify(body)).not.containEql(SECRET);
  });

  it('reads for users with read permission, and acts for users with write permission', async () => {
    const form = 'application/x-www-form-urlencoded';
    const press = '{"act":"press","hand":"tester"}';
    const draft = JSON.stringify({ hub: direct(), names: 'engine', params: {} });
    const cases: [path: string, statuses: readonly number[], body?: string, type?: string][] = [
      ...['list', 'test'].map((path): (typeof cases)[number] => [path, [401, 401, 401, 200, 200], draft]),
      ['looks', [401, 401, 200, 401, 200]],
      ['looks/gone/file', [401, 401, 404, 401, 404]],
      ...['recall', 'compare', 'restore', 'rename', 'delete', 'import'].map((action): (typeof cases)[number] => [
        ...(['looks/gone', [401, 401, 401, 401, 404], JSON.stringify({ action })] as const),
      ]),
      ['looks/gone', [401, 401, 401, 401, 400], 'action=delete', form],
      ['controls', [401, 401, 200, 401, 200]],
      ['controls/gone/press', [401, 401, 401, 401, 404], press],
      ['controls/gone/press', [401, 401, 401, 401, 400], '{}'],
      ['controls/gone/press', [401, 401, 401, 401, 400], 'press=1', form],
      // Compares flows with a hub, and checks it: without a language, so that it ends at once.
      ['check-flows/direct', [401, 401, 401, 200, 200], '{"flows":[]}'],
      ['check-hub/direct', [401, 401, 401, 400, 400], '{}'],
    ];
    for (const [path, statuses, body, type] of cases)
      should([path, body, await statusesOf(path, body, type)]).eql([path, body, statuses]);
  });

  it('starts the simulator for users with write permission, until Node-RED stops', async () => {
    const answers = [];
    for (const who of [undefined, 'nobody', 'reader', 'tester', 'writer'])
      answers.push(await post('/graphics-hub/simulator', { host: '0.0.0.0' }, who));
    should(answers.map(({ status }) => status)).eql([401, 401, 401, 200, 200]);
    const { url } = answers[3]!.body;
    should(answers[4]!.body).eql({ url });
    const starts = () => (nodeRed.log().match(/Started flows/g) ?? []).length;
    const before = starts();
    should((await post('/flows', flow(home.url), 'writer')).status).equal(204);
    while (starts() === before) await sleep(20);
    should((await fetch(`${url}/`)).status).equal(200);
  });

  it('resolves the environment only for users who can deploy', async () => {
    const asking = [
      { hub: direct({ baseUrl: '${HOME}' }) },
      { hub: direct({ timeout: '$(HOME)' }) },
      { hub: direct({ headers: ['${HOME}'] }) },
      { hub: direct({ credentials: { apiKey: '${GRAPHICS_HUB_KEY}' } }) },
      { hub: direct(), params: { engineId: { type: 'str', value: '${HOME}' } } },
      { hub: direct(), params: { engineId: { type: 'env', value: 'HOME' } } },
    ];
    for (const [who, expected] of [
      ['tester', 401],
      ['writer', 200],
    ] as const)
      for (const more of asking) {
        const body = { names: 'engine', params: {}, ...more };
        should([body, (await post('/graphics-hub/list', body, who)).status]).eql([body, expected]);
      }
    takeHeaders(home);
    const plain = { hub: direct(), names: 'engine', params: {} };
    should((await post('/graphics-hub/list', plain, 'tester')).status).equal(200);
    should(takeHeaders(home)).have.length(1);
  });

  it('sends saved secrets to the saved address', async () => {
    for (const credentials of [{}, { apiKey: '__PWRD__', header1: '__PWRD__' }]) {
      await list(direct({ credentials }));
      should(takeHeaders(home)).match([{ 'x-key': SECRET, 'x-one': 'first' }]);
    }
    await list(direct({ baseUrl: `${home.url}/api/rest/v1/` }));
    should(takeHeaders(home)).match([{ 'x-key': SECRET }]);
    await list(direct({ keyHeader: 'X-Other', headers: ['X-Two'] }));
    should(takeHeaders(home)).match([{ 'x-other': SECRET, 'x-two': 'first' }]);
  });

  it('sends typed secrets instead, also an empty one, and before the first deploy', async () => {
    const { entries } = await list({ ...direct({ credentials: { apiKey: 'typed' } }), id: 'new' });
    should(entries).eql([{ value: 1, label: '1' }]);
    should(takeHeaders(home)).match([{ 'x-key': 'typed' }]);
    await list(direct({ credentials: { apiKey: 'typed', header1: '' } }));
    should(takeHeaders(home)).match([{ 'x-key': 'typed', 'x-one': '' }]);
    await list(direct({ credentials: { apiKey: '' } }));
    should(takeHeaders(home)[0]).not.have.property('x-key');
  });

  it('never sends saved secrets to another address', async () => {
    const away = [
      direct({ baseUrl: elsewhere.url }),
      direct({ baseUrl: elsewhere.url, credentials: { apiKey: '__PWRD__', header1: '__PWRD__' } }),
      direct({ baseUrl: elsewhere.url, keyHeader: 'X-Other', headers: ['X-Two', 'X-Three'] }),
      direct({ baseUrl: elsewhere.url, auth: 'basic' }),
      { ...direct({ baseUrl: elsewhere.url }), id: 'byName' },
      { ...direct({ baseUrl: elsewhere.url }), id: 'inside', z: 'sub' },
      { ...direct({ baseUrl: elsewhere.url, auth: 'basic' }), id: 'other' },
    ];
    for (const path of ['list', 'test'])
      for (const hub of away) {
        await post(`/graphics-hub/${path}`, { hub, names: 'engine', params: {} }, 'writer');
        const sent = JSON.stringify(takeHeaders(elsewhere));
        should(sent)
          .not.equal('[]')
          .and.not.match(/rh_saved|rh_key|first/);
        should(sent).not.containEql(Buffer.from(SECRET).toString('base64').slice(0, 12));
      }
    should(takeHeaders(home)).be.empty();
  });

  it('does not use saved secrets if a draft has another host or other certificates', async () => {
    await list(direct({ headers: ['Host'], credentials: { header1: 'evil.example' } }));
    await list(direct({ keyHeader: 'Host' }));
    should(JSON.stringify(takeHeaders(home))).not.match(/rh_saved|first/);
    const { problem } = await list(direct({ tls: 'gone' }));
    should(problem.facts.sentence).equal('noTls');
    should(takeHeaders(home)).be.empty();
  });

  it('does not use secrets of another node for any address', async () => {
    await list({ ...direct({ auth: 'basic' }), id: 'other' });
    should(takeHeaders(home)).match([{ authorization: `Basic ${btoa(':')}` }]);
  });

  it('resolves the environment as for a deployed node: global, process, subflow, tab', async () => {
    await list({ ...direct({ baseUrl: '${HOME}' }), id: 'byName', z: '' });
    should(takeHeaders(home)).match([{ 'x-key': 'rh_key_of_env' }]);
    await list({ ...direct({ baseUrl: '${HOME}', credentials: { apiKey: '${GRAPHICS_HUB_KEY}' } }), id: 'new' });
    should(takeHeaders(home)).match([{ 'x-key': 'rh_key_of_env' }]);
    await list({ ...direct({ baseUrl: '${ADDRESS}' }), id: 'inside', z: 'sub' });
    should(takeHeaders(home)).match([{ 'x-key': SECRET }]);
    const { problem } = await list({ ...direct({ baseUrl: '${ADDRESS}' }), id: 'new', z: 'full' });
    should(problem.facts.url).startWith('http://127.0.0.1:2/');
    const engineId = { type: 'env', value: 'ENGINE' };
    const asked = { names: 'node', params: { engineId } };
    for (const node of [
      { id: 'new', z: 'tab' },
      { id: 'note', z: 'tab' },
    ]) {
      await list(direct(), { ...asked, node });
      should(home.requests.splice(0)).match([{ url: '/api/rest/v1/engines/7/nodes' }]);
    }
    should((await list(direct(), asked)).problem).match({ code: 'BAD_INPUT', facts: { field: 'engineId' } });
  });

  it('does not resolve variables that Node-RED hides, also before the first deploy, and logs no secret', async () => {
    const keys = ['rh_key_of_env', '${GRAPHICS_HUB_HIDDEN}'];
    should([fresh, await keysOfEnvironment()]).eql([keys, keys]);
    should(nodeRed.log()).not.match(/Unhandled|uncaught|TypeError|rh_saved|rh_key/i);
  });
});
