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

/** An https hub that notes who its clients say they are. */
interface Hub {
  readonly url: string;
  readonly heard: { key: unknown; certificate: boolean }[];
  close(): void;
}

async function open(): Promise<Hub> {
  const heard: Hub['heard'] = [];
  const pem = { cert: readFileSync(files.cert), key: readFileSync(files.key) };
  const server: Server = createServer({ ...pem, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    heard.push({ key: request.headers['x-api-key'], certificate: subject !== undefined });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, heard, close: () => server.close() };
}

/** What says who we are: the key, and the certificate of a `tls-config`. */
describe('the certificates of a draft', () => {
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

  /** What the hubs hear of a list that is asked with a draft of the deployed configuration. */
  async function heard(more: object) {
    const hub = { id: 'config', baseUrl: home.url, auth: 'apiKey', tls: 'tls', credentials: {}, ...more };
    const { body } = await post('list', { hub, names: 'engine', params: {} });
    return { home: home.heard.splice(0), elsewhere: elsewhere.heard.splice(0), problem: body.problem?.code };
  }
  const nothing = { home: [], elsewhere: [], problem: undefined };

  it('go to the saved address with the saved key', async () => {
    should(await heard({})).eql({ ...nothing, home: [{ key: 'rh_secret', certificate: true }] });
  });

  it('tell another address nothing of us, and are still trusted', async () => {
    const baseUrl = elsewhere.url;
    const anonymous = [{ key: undefined, certificate: false }];
    should(await heard({ baseUrl })).eql({ ...nothing, elsewhere: anonymous });
    should(await heard({ baseUrl, id: 'new' })).eql({ ...nothing, elsewhere: anonymous });
    should(await heard({ baseUrl, tls: '' })).eql({ ...nothing, problem: 'HUB_UNREACHABLE' });
  });

  it('leave the saved key at home where others are chosen', async () => {
    should(await heard({ tls: 'other' })).eql({ ...nothing, home: [{ key: undefined, certificate: true }] });
  });
});
