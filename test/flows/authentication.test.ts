import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { NodeInitializer } from 'node-red';
import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { coreNode } from '../runtime.js';
import { type NodeOf, perform, type Stage } from './stage.js';

const engines: NodeOf = { id: 'engines', type: 'hub-engine-property', operation: 'listEngines', params: {} };

const basic = `Basic ${Buffer.from('studio:p4ssw0rd').toString('base64')}`;

describe('authentication', () => {
  let hub: HostileHub;
  let stage: Stage | undefined;

  before(async () => {
    // The hub repeats the whole request, so a leaked secret would appear in its answer.
    hub = await hostileHub(({ headers }, response) => {
      response.writeHead(401, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ error: `refused ${JSON.stringify(headers)} p4ssw0rd` }));
    });
  });

  afterEach(async () => {
    await stage?.close();
    stage = undefined;
    hub.requests.length = 0;
  });

  after(() => hub.close());

  const cases: [string, object, Record<string, string>, Record<string, string | undefined>][] = [
    ['by key', { auth: 'apiKey' }, { apiKey: 'rh_secret_key' }, { 'x-api-key': 'rh_secret_key' }],
    [
      'by key in a header of its own',
      { auth: 'apiKey', keyHeader: 'X-Key' },
      { apiKey: 'rh_secret_key' },
      { 'x-key': 'rh_secret_key', 'x-api-key': undefined },
    ],
    ['by bearer token', { auth: 'bearer' }, { token: 't0ken_secret' }, { authorization: 'Bearer t0ken_secret' }],
    ['by name and password', { auth: 'basic' }, { user: 'studio', password: 'p4ssw0rd' }, { authorization: basic }],
    [
      'by extra headers',
      { auth: 'none', headers: ['', 'X-Studio'] },
      { header2: 'studio_secret' },
      { 'x-studio': 'studio_secret', authorization: undefined, 'x-api-key': undefined },
    ],
  ];
  for (const [name, config, secrets, headers] of cases)
    it(`${name} is sent to the hub and appears nowhere else`, async () => {
      stage = await perform({ baseUrl: hub.url, ...config }, [engines], secrets);
      const msg = await stage.send('engines', { _msgid: '1' });
      for (const [header, value] of Object.entries(headers)) should(hub.requests.at(-1)?.headers[header]).equal(value);
      await stage.until(() => /wrong key/.test(stage?.status('engines').text ?? ''));
      const shown = JSON.stringify([msg, stage.status('engines')]);
      for (const [field, secret] of Object.entries(secrets)) if (field !== 'user') should(shown).not.containEql(secret);
      should(shown).not.containEql(basic);
    });

  describe('over https', () => {
    const pem = (name: string) => readFileSync(join(__dirname, '../../test/hub/certificate', name), 'utf8');
    const tls = coreNode('network/05-tls.js') as NodeInitializer;
    let server: Server;
    let url: string;

    before(async () => {
      server = createServer({ key: pem('key.pem'), cert: pem('cert.pem') }, (_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });

    after(() => {
      server.close();
      server.closeAllConnections();
    });

    const open = (config: object, ca?: string) => {
      const files = { cert: '', key: '', ca: ca ?? '', verifyservercert: true };
      const configs = ca === undefined ? [] : [{ id: 'tls', type: 'tls-config', ...files }];
      return perform({ baseUrl: url, auth: 'none', ...config }, [engines], {}, { configs, modules: [tls] });
    };

    it('trusts the CA of the tls-config', async () => {
      stage = await open({ tls: 'tls' }, join(__dirname, '../../test/hub/certificate/cert.pem'));
      await stage.send('engines', { _msgid: '1' });
      should(stage.caught).be.empty();
      should(stage.out[0]?.payload).eql([]);
    });

    it('trusts no other CA, and reports that nothing was sent', async () => {
      stage = await open({});
      const { hub: hubFields, error } = await stage.send('engines', { _msgid: '1' });
      should(hubFields).have.properties({ code: 'HUB_UNREACHABLE', outcome: 'not-sent' });
      should(error.message).match(/SELF_SIGNED/);
    });

    it('fails if the chosen tls-config does not exist', async () => {
      stage = await open({ tls: 'gone' });
      const { error } = await stage.send('engines', { _msgid: '1' });
      should(error.message).containEql('TLS');
      should(stage.status('engines').text).equal('bad hub config');
    });
  });
});
