import type { RequestListener } from 'node:http';
import should from 'should';
import { Client } from '../../../dist/hub/wire/client.js';
import type { WireRequest } from '../../../dist/hub/wire/request.js';
import { type HostileHub, hostileHub } from '../../hostile/http-hub.js';
import { failing } from '../scripted-hub.js';

const ask: WireRequest = { method: 'GET', path: '/engines', json: undefined };

describe('a connection of the client', () => {
  let hub: HostileHub;
  let client: Client;

  async function against(answer: RequestListener): Promise<void> {
    hub = await hostileHub(answer);
    client = new Client({ baseUrl: hub.url, headers: {} });
  }

  afterEach(async () => {
    client.close();
    await hub.close();
  });

  it('is the only one when the first request fails', async () => {
    await against((request) => request.socket.destroy());
    should(await failing(client.send(ask, 5000, {}))).match({ code: 'HUB_CONNECTION_LOST', outcome: 'unknown' });
    should(hub.connections).equal(1);
  });

  it('carries no request that ends as soon as it begins', async () => {
    await against((_, response) => response.end('OK'));
    const owner = {};
    const early = failing(client.send({ ...ask, path: '/early' }, 5000, owner));
    client.close(owner);
    should(await early).match({ code: 'CLOSED', outcome: 'not-sent' });
    await client.send(ask, 5000, {});
    should(hub.requests.map(({ url }) => url)).eql(['/api/rest/v1/engines']);
  });
});
