import type { RequestListener } from 'node:http';
import should from 'should';
import { Client, type HubAnswer } from '../../../dist/hub/wire/client.js';
import { HubError } from '../../../dist/hub/wire/errors.js';
import type { WireRequest } from '../../../dist/hub/wire/request.js';
import type { Transport } from '../../../dist/hub/wire/transport.js';
import { type HostileHub, hostileHub } from '../../hostile/http-hub.js';
import { FakeClock } from '../fake-clock.js';
import { failing, until } from '../scripted-hub.js';

const ask: WireRequest = { method: 'GET', path: '/engines', json: undefined };
const KEY = 'rh_very_secret_key';

/** Other work of this process, in ms. */
function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

describe('the client', () => {
  let hub: HostileHub | undefined;
  let client: Client | undefined;

  afterEach(async () => {
    client?.close();
    await hub?.close();
    hub = undefined;
  });

  async function against(answer: RequestListener): Promise<Client> {
    hub = await hostileHub(answer);
    client = new Client({ baseUrl: hub.url, headers: { 'X-API-Key': KEY } });
    return client;
  }

  const send = (answer: RequestListener, timeout = 5000): Promise<HubAnswer> =>
    against(answer).then((ready) => ready.send(ask, timeout, {}));

  const saying =
    (status: number, type: string | undefined, body: string | Buffer): RequestListener =>
    (_, response) => {
      response.writeHead(status, type ? { 'Content-Type': type } : {}).end(body);
    };

  it('has the time of the last answer in whole ms, also of a refusal', async () => {
    const clock = new FakeClock();
    const statuses = [200, 500];
    const transport: Transport = {
      base: 'http://hub:8080/api/rest/v1',
      send: (_, start) => {
        start();
        const answer = { statusCode: statuses.shift() ?? 0, contentType: 'application/json', location: '', text: '[]' };
        return { isSent: true, end: () => undefined, answer: Promise.resolve(answer) };
      },
      close: () => undefined,
    };
    client = new Client({ baseUrl: 'http://hub:8080', headers: {} }, transport, clock);
    should(client.latency).be.undefined();
    // Each reading of the clock takes this time.
    clock.drift = 40.4;
    should(await client.send(ask, 5000, {})).match({ elapsed: 40 });
    should(client.latency).equal(40);
    clock.drift = 60.4;
    await failing(client.send(ask, 5000, {}));
    should(client.latency).equal(60);
  });

  describe('recognises', () => {
    it('a redirect, which it does not follow, without its query', async () => {
      const error = await failing(
        send((_, response) => response.writeHead(302, { Location: '/login?token=abc' }).end()),
      );
      should(error).match({ code: 'HUB_REJECTED', outcome: 'refused', facts: { statusCode: 302, location: '/login' } });
      should(hub?.requests).have.length(1);
    });

    it('a redirect without the user and the password in its address', async () => {
      // None of these secrets is one of the configuration.
      const addresses = [
        ['https://studio:hunter2@sso.example/login', 'https://•••@sso.example/login'],
        ['//studio:hunter2@sso.example/', '//•••@sso.example/'],
        ['https://token@sso.example/a@b', 'https://•••@sso.example/a@b'],
        ['https://a:b@c:hunter2@sso.example/', 'https://•••@sso.example/'],
        ['/login#access_token=hunter2', '/login'],
        ['https://sso.example?code=hunter2', 'https://sso.example'],
      ] as const;
      let location = '';
      const ready = await against((_, response) => response.writeHead(307, { Location: location }).end());
      for (const [address, shown] of addresses) {
        location = address;
        const error = await failing(ready.send(ask, 5000, {}));
        should(error).match({ code: 'HUB_REJECTED', facts: { location: shown } });
        should(JSON.stringify(error)).not.containEql('hunter2');
      }
    });
  });

  it('reads an answer of 30 MiB', async () => {
    const { body } = await send(saying(200, 'text/plain', Buffer.alloc(30 * 1024 * 1024, 'x')), 20_000);
    should((body as string).length).equal(30 * 1024 * 1024);
  });

  it('ends a missing answer at the deadline, and sends the request once', async () => {
    let requests = 0;
    const ready = await against((_, response) => {
      requests += 1;
      if (requests === 1) response.end();
    });
    await ready.send(ask, 5000, {});
    // On a busy machine, a new connection may take as long.
    should(await failing(ready.send(ask, 200, {}))).match({ code: 'HUB_TIMEOUT', outcome: 'unknown' });
    should(hub?.requests).have.length(2);
  });

  it('reads an answer that this machine was too busy to read before the deadline', async () => {
    const ready = await against((_, response) => response.end('OK'));
    await ready.send(ask, 5000, {});
    const answer = ready.send(ask, 500, {});
    block(1200);
    should(await answer).match({ body: 'OK' });
  });

  it('ends all requests in flight when it closes, or only those of one owner', async () => {
    const ready = await against(() => {});
    const [mine, theirs] = [{}, {}];
    const first = failing(ready.send(ask, 5000, mine));
    const second = failing(ready.send(ask, 5000, theirs));
    await until(() => hub?.requests.length === 2);
    ready.close(mine);
    should(await first).match({ code: 'CLOSED', outcome: 'unknown' });
    should(await Promise.race([second, 'still under way'])).equal('still under way');
    ready.close();
    should(await second).match({ code: 'CLOSED', outcome: 'unknown' });
    should(await failing(ready.send(ask, 5000, mine))).match({ code: 'CLOSED', outcome: 'not-sent' });
  });

  it('makes only one connection if the first request fails', async () => {
    const error = await failing(send((request) => request.socket.destroy()));
    should(error).match({ code: 'HUB_CONNECTION_LOST', outcome: 'unknown' });
    should(hub?.connections).equal(1);
  });

  it('sends no request that ends as soon as it begins', async () => {
    const ready = await against((_, response) => response.end('OK'));
    const owner = {};
    const early = failing(ready.send({ ...ask, path: '/early' }, 5000, owner));
    ready.close(owner);
    should(await early).match({ code: 'CLOSED', outcome: 'not-sent' });
    await ready.send(ask, 5000, {});
    should(hub?.requests.map(({ url }) => url)).eql(['/api/rest/v1/engines']);
  });

  it('keeps a connection alive, but not one that was idle for a second', async () => {
    const ready = await against(saying(200, 'text/plain', 'OK'));
    await ready.send(ask, 5000, {});
    await ready.send(ask, 5000, {});
    should(hub?.connections).equal(1);
    await new Promise((resolve) => setTimeout(resolve, 1300));
    await ready.send(ask, 5000, {});
    should(hub?.connections).equal(2);
  });

  it('waits for a slow answer longer than a socket may idle', async () => {
    const { body } = await send((_, response) => setTimeout(() => response.end('late'), 1600));
    should(body).equal('late');
  });

  it('takes no proxy from the environment', async () => {
    const proxies = ['http_proxy', 'HTTP_PROXY', 'all_proxy'];
    for (const name of proxies) process.env[name] = 'http://127.0.0.1:1';
    try {
      should(await send(saying(200, 'text/plain', 'OK'))).match({ body: 'OK' });
    } finally {
      for (const name of proxies) delete process.env[name];
    }
  });

  it('sends its headers, and shows no secret in any failure', async () => {
    const error = await failing(send(saying(401, 'application/json', `{"error":"bad key ${KEY}"}`)));
    should(hub?.requests[0]?.headers['x-api-key']).equal(KEY);
    const shown = JSON.stringify([error, error.message, error.stack, error.facts, error.reply, error.cause]);
    should(shown).not.containEql(KEY);
    should(error.facts.said).equal('bad key •••');
  });

  it('shows no secret as JSON writes it, nor the rest of one that contains another', async () => {
    const secrets = ['pass', 'pass"word'];
    hub = await hostileHub(saying(401, 'application/json', JSON.stringify({ error: `not pass"word` })));
    client = new Client({ baseUrl: hub.url, headers: {}, secrets });
    const { facts, reply } = await failing(client.send(ask, 5000, {}));
    should([facts.said, reply?.body]).eql(['not •••', { error: 'not •••' }]);
  });

  for (const type of ['text/plain', 'application/json'])
    it(`keeps no more than 65,536 characters of a failure (${type}), and cuts no secret in two`, async () => {
      const text = `"${'x'.repeat(65_529)} ${KEY} ${'y'.repeat(8_000_000)}"`;
      const { reply } = await failing(send(saying(422, type, text)));
      should(reply?.body).equal(`"${'x'.repeat(65_529)} ••• y`);
    });

  it('sends a body exactly as it was encoded', async () => {
    const ready = await against(saying(200, 'text/plain', 'OK'));
    await ready.send({ method: 'PATCH', path: '/a%2Fb', json: '{"Value":"%2F ü"}' }, 5000, {});
    should(hub?.requests[0]).match({ method: 'PATCH', url: '/api/rest/v1/a%2Fb', body: '{"Value":"%2F ü"}' });
    should(hub?.requests[0]?.headers).match({ 'content-type': 'application/json', 'content-length': '18' });
    await ready.send({ method: 'POST', path: '/a', json: undefined }, 5000, {});
    should(hub?.requests[1]).match({ method: 'POST', body: '', headers: { 'content-length': '0' } });
    should(hub?.requests[1]?.headers).not.have.property('content-type');
  });

  describe('its address', () => {
    it('may end in the version or in slashes', async () => {
      hub = await hostileHub(saying(200, 'text/plain', 'OK'));
      for (const end of ['', '/', '/api/rest/v1', '/api/rest/v1/', '/api/rest/v1//']) {
        client?.close();
        client = new Client({ baseUrl: hub.url + end, headers: {} });
        await client.send(ask, 5000, {});
      }
      should(hub.requests.map(({ url }) => url)).eql(Array(5).fill('/api/rest/v1/engines'));
    });

    const wrong = ['', 'hub:8080', 'ftp://hub', 'http://', 'http://hub?x=1', 'http://hub/#x', `http://user:${KEY}@hub`];
    it('may not be another one, and its error shows no secret', () => {
      for (const baseUrl of wrong) {
        const open = () => new Client({ baseUrl, headers: {} });
        should(open).throw(HubError, { code: 'BAD_INPUT' });
        should(open).throw(/^((?!rh_).)*$/s);
      }
    });
  });

  it('names a header that HTTP cannot carry, without its value', () => {
    const wrong = () => new Client({ baseUrl: 'http://hub', headers: { 'X-Key': `${KEY}\r\nX: y` } });
    should(wrong).throw(HubError, { code: 'BAD_INPUT' });
    should(wrong).throw(/^((?!rh_).)*X-Key((?!rh_).)*$/);
    should(() => new Client({ baseUrl: 'http://hub', headers: { 'X Key': 'x' } })).throw(/X Key/);
  });
});
