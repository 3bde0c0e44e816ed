import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import type { NodeInitializer } from 'node-red';
import should from 'should';
import { perform, type Stage } from '../../flows/stage.js';
import { coreNode } from '../../runtime.js';
import { post } from './endpoints.js';

const folder = join(__dirname, '../../../test/hub/certificate');
const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };

/** An HTTPS hub that records the credentials of its clients. */
interface Hub {
  readonly url: string;
  readonly received: { key: unknown; certificate: boolean }[];
  close(): void;
}

async function open(): Promise<Hub> {
  const received: Hub['received'] = [];
  const pem = { cert: readFileSync(files.cert), key: readFileSync(files.key) };
  const server: Server = createServer({ ...pem, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    received.push({ key: request.headers['x-api-key'], certificate: subject !== undefined });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, received, close: () => server.close() };
}

describe('the API key and client certificate of a draft', () => {
  let home: Hub;
  let elsewhere: Hub;
  let stage: Stage;

  before(async () => {
    [home, elsewhere] = await Promise.all([open(), open()]);
    const module = coreNode('network/05-tls.js') as NodeInitializer;
    const tls = { type: 'tls-config', ...files, ca: files.cert, verifyservercert: false, servername: 'hub' };
    const configs = ['tls', 'other'].map((id) => ({ id, ...tls }));
    const config = { baseUrl: home.url, auth: 'apiKey', tls: 'tls' };
    stage = await perform(config, [], { apiKey: 'rh_secret' }, { configs, modules: [module] });
  });
  after(async () => {
    await stage.close();
    home.close();
    elsewhere.close();
  });

  /** Requests a list with a changed draft of the deployed configuration. Returns the credentials that each hub received. */
  async function credentialsFor(more: object) {
    const hub = { id: 'config', baseUrl: home.url, auth: 'apiKey', tls: 'tls', credentials: {}, ...more };
    const { body } = await post('list', { hub, names: 'engine', params: {} });
    return { home: home.received.splice(0), elsewhere: elsewhere.received.splice(0), problem: body.problem?.code };
  }
  const nothing = { home: [], elsewhere: [], problem: undefined };

  it('are sent to the saved address', async () => {
    should(await credentialsFor({})).eql({ ...nothing, home: [{ key: 'rh_secret', certificate: true }] });
  });

  it('are not sent to another address, which is still checked against the CA', async () => {
    const baseUrl = elsewhere.url;
    const anonymous = [{ key: undefined, certificate: false }];
    should(await credentialsFor({ baseUrl })).eql({ ...nothing, elsewhere: anonymous });
    should(await credentialsFor({ baseUrl, id: 'new' })).eql({ ...nothing, elsewhere: anonymous });
    should(await credentialsFor({ baseUrl, tls: '' })).eql({ ...nothing, problem: 'HUB_UNREACHABLE' });
  });

  it('are sent without the saved key if another tls-config is chosen', async () => {
    should(await credentialsFor({ tls: 'other' })).eql({ ...nothing, home: [{ key: undefined, certificate: true }] });
  });
});
