import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { type ConnectionOptions, createServer, type TLSSocket } from 'node:tls';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import should from 'should';
import { Client } from '../../../dist/hub/wire/client.js';
import type { WireRequest } from '../../../dist/hub/wire/request.js';
import {
  type Act,
  answer,
  certificates,
  fine,
  HostileHub,
  JSON_TYPE,
  saysAndCloses,
  writes,
} from '../../hostile/hub.js';
import { failing } from '../scripted-hub.js';

const ask: WireRequest = { method: 'GET', path: '/engines', json: undefined };

describe('an exchange', () => {
  let hub: HostileHub | undefined;
  let client: Client;

  async function open(act: Act, tls?: ConnectionOptions): Promise<void> {
    hub = await HostileHub.open(act, tls ? { tls: certificates.good } : {});
    client = new Client({ baseUrl: hub.url, headers: {}, ...(tls && { tls }) });
  }

  afterEach(async () => {
    client.close();
    await hub?.close();
    hub = undefined;
  });

  const send = () => client.send(ask, 5000, {});
  const reply = async (act: Act) => {
    await open(act);
    return send();
  };
  const failure = async (act: Act) => {
    await open(act);
    return failing(send());
  };

  describe('reads', () => {
    const json = '{"a":"ä"}';
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(json)],
      ['x-gzip', gzipSync(json)],
      ['GZIP', gzipSync(json)],
      ['deflate', deflateSync(json)],
      ['deflate', deflateRawSync(json)],
      ['br', brotliCompressSync(json)],
      ['identity', Buffer.from(json)],
      ['gzip-like', Buffer.from(json)],
      ['my-gzip', Buffer.from(json)],
    ] as const)
      it(`a body in the encoding ${encoding} (${bytes.length} bytes)`, async () => {
        const { body } = await reply(writes(answer('200 OK', { ...JSON_TYPE, 'Content-Encoding': encoding }, bytes)));
        should(body).eql({ a: 'ä' });
      });

    it('an empty body in an encoding as nothing', async () => {
      should((await reply(writes(answer('200 OK', { 'Content-Encoding': 'gzip' })))).body).be.null();
    });

    it('a body after a byte order mark, and leaves other marks', async () => {
      should((await reply(writes(answer('200 OK', JSON_TYPE, '\uFEFF{"a":"\uFEFF"}')))).body).eql({ a: '\uFEFF' });
      await hub?.close();
      should((await reply(writes(answer('200 OK', { 'Content-Type': 'text/plain' }, 'a\uFEFF')))).body).equal(
        'a\uFEFF',
      );
    });

    it('the first of a repeated header', async () => {
      const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Type: application/json\r\n';
      should((await reply(writes(`${head}Content-Length: 2\r\n\r\n12`))).body).equal('12');
    });

    it('a body in pieces', async () => {
      const [head = '', body = ''] = answer('200 OK', JSON_TYPE, '{"a":[1,2]}').toString().split('\r\n\r\n');
      const act: Act = (socket) => {
        socket.write(`${head}\r\n\r\n${body.slice(0, 4)}`);
        setTimeout(() => socket.write(body.slice(4)), 10);
      };
      should((await reply(act)).body).eql({ a: [1, 2] });
    });

    it('the answer after an early one (103)', async () => {
      const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
      should(await reply(writes(early + answer('201 Created', JSON_TYPE, '{"a":1}')))).match({
        statusCode: 201,
        body: { a: 1 },
      });
    });

    it('a success of status 299, and a body of 204 as nothing', async () => {
      should(await reply(writes(answer('299 Fine', JSON_TYPE, '1')))).match({ statusCode: 299, body: 1 });
      await hub?.close();
      should(await reply(saysAndCloses('HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n'))).match({
        statusCode: 204,
        body: null,
      });
    });
  });

  describe('does not know its outcome', () => {
    for (const [name, act, facts] of [
      ['after 100 and nothing else', saysAndCloses('HTTP/1.1 100 Continue\r\n\r\n'), { cause: 'status 100' }],
      [
        'after 101',
        writes('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
        { cause: 'status 101' },
      ],
      ['after a status below 100', writes(answer('099 Odd', JSON_TYPE, '{}')), {}],
      ['after status 600', writes(answer('600 Odd', JSON_TYPE, '{}')), { cause: 'status 600' }],
      ['after headers that are too large', writes(answer('200 OK', { 'X-Long': 'x'.repeat(40_000) }, '{}')), {}],
      [
        'after two different lengths',
        writes('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'),
        {},
      ],
      [
        'after broken gzip',
        writes(answer('200 OK', { 'Content-Encoding': 'gzip' }, 'broken')),
        { cause: 'Z_DATA_ERROR' },
      ],
    ] as const)
      it(name, async () => {
        const error = await failure(act);
        should(error).match({ code: 'HUB_BAD_ANSWER', outcome: 'unknown', facts });
      });

    it('if more than 32 MiB are unpacked from its body', async () => {
      const bomb = gzipSync(Buffer.alloc(33 * 1024 * 1024));
      should(await failure(writes(answer('200 OK', { 'Content-Encoding': 'gzip' }, bomb)))).match({
        code: 'HUB_BAD_ANSWER',
        facts: { cause: '> 32 MiB' },
      });
    });

    for (const [name, act, cause] of [
      ['is closed without an answer', (socket: Socket) => socket.end(), 'ECONNRESET'],
      ['is reset', (socket: Socket) => socket.resetAndDestroy(), 'ECONNRESET'],
      ['ends in the middle of a body', saysAndCloses('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'), 'ECONNRESET'],
    ] as const)
      it(`if its connection ${name}`, async () => {
        should(await failure(act)).match({ code: 'HUB_CONNECTION_LOST', outcome: 'unknown', facts: { cause } });
      });
  });

  it('is a refusal without a body, if the connection is lost after its status', async () => {
    should(await failure(saysAndCloses('HTTP/1.1 422 No\r\nContent-Length: 9\r\n\r\n{'))).match({
      code: 'HUB_REJECTED',
      outcome: 'refused',
      reply: { statusCode: 422, body: null },
    });
  });

  describe('has the error of a status', () => {
    for (const [status, code, outcome] of [
      [300, 'HUB_REJECTED', 'refused'],
      [399, 'HUB_REJECTED', 'refused'],
      [400, 'HUB_REJECTED', 'refused'],
      [499, 'HUB_REJECTED', 'refused'],
      [500, 'HUB_FAULT', 'unknown'],
      [599, 'HUB_FAULT', 'unknown'],
    ] as const)
      it(`${status}: ${code}`, async () => {
        const { facts, ...error } = await failure(
          writes(answer(`${status} Odd`, JSON_TYPE, '{"error":"  why\\n not "}')),
        );
        should(error).match({ code, outcome, reply: { statusCode: status, body: { error: '  why\n not ' } } });
        should(facts).match({ statusCode: status, said: 'why not' });
        should('location' in facts).equal(status < 400);
      });

    for (const [body, said] of [
      ['', ''],
      ['null', ''],
      ['{"error":null}', ''],
      ['{"error":{"a":1}}', '{"a":1}'],
      ['7', '7'],
    ] as const)
      it(`with the reason "${said}" of the body ${body}`, async () => {
        const { facts, reply: whole } = await failure(writes(answer('409 Conflict', JSON_TYPE, body)));
        should(facts).eql({ statusCode: 409, said });
        should(whole).eql({ statusCode: 409, body: body === '' ? null : JSON.parse(body) });
      });

    it('of a text that has a sign of a page not at its start', async () => {
      const error = await failure(writes(answer('409 Conflict', {}, 'a < b')));
      should(error.facts).match({ said: 'a < b' });
    });
  });

  describe('over TLS', () => {
    const ca = certificates.good.cert;

    it('uses the session of the last connection again, and offers only HTTP/1.1', async () => {
      const seen: unknown[] = [];
      const server = createServer({ ...certificates.good, ALPNProtocols: ['h2', 'http/1.1'] }, (socket: TLSSocket) => {
        seen.push([socket.isSessionReused(), socket.alpnProtocol]);
        socket
          .on('error', () => {})
          .once('data', () => {
            socket.end(answer('200 OK', { ...JSON_TYPE, Connection: 'close', 'Content-Length': '2' }, '{}'));
          });
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      client = new Client({ baseUrl: `https://127.0.0.1:${port}`, headers: {}, tls: { ca } });
      await send();
      await send();
      server.close();
      should(seen).eql([
        [false, 'http/1.1'],
        [true, 'http/1.1'],
      ]);
    });

    it('was not sent to a hub with a certificate of a stranger', async () => {
      hub = await HostileHub.open(fine, { tls: certificates.stranger });
      client = new Client({ baseUrl: hub.url, headers: {}, tls: { ca } });
      should(await failing(send())).match({ code: 'HUB_UNREACHABLE', outcome: 'not-sent', facts: { url: /^https:/ } });
      should(hub.requests).be.empty();
    });

    it('was not carried out by a hub that rejects its certificate, although it was sent', async () => {
      hub = await HostileHub.open(fine, { tls: { ...certificates.good, requestCert: true, rejectUnauthorized: true } });
      client = new Client({ baseUrl: hub.url, headers: {}, tls: { ca } });
      const { code, outcome, facts } = await failing(send());
      should([code, outcome]).eql(['HUB_UNREACHABLE', 'not-sent']);
      should(facts.cause).match(/ALERT/);
      should(facts).not.have.property('speaks');
    });

    it('finds out that the hub speaks http', async () => {
      hub = await HostileHub.open(fine, { onConnection: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n') });
      client = new Client({ baseUrl: hub.url.replace('http:', 'https:'), headers: {}, tls: { ca } });
      should(await failing(send())).match({ code: 'HUB_UNREACHABLE', outcome: 'not-sent', facts: { speaks: 'http' } });
    });
  });

  it('that waits for a connection was not sent at its deadline', async () => {
    // The server accepts the socket, but never begins the handshake.
    hub = await HostileHub.open(fine, { onConnection: () => undefined });
    client = new Client({ baseUrl: hub.url.replace('http:', 'https:'), headers: {} });
    should(await failing(client.send(ask, 100, {}))).match({
      code: 'HUB_UNREACHABLE',
      outcome: 'not-sent',
      facts: { url: `${hub.url.replace('http:', 'https:')}/api/rest/v1`, cause: 'ETIMEDOUT' },
    });
  });

  it('that waits for its answer has its deadline in the error', async () => {
    await open(() => undefined);
    should(await failing(client.send(ask, 5000, {}, () => 100))).match({
      code: 'HUB_TIMEOUT',
      facts: { timeout: 100 },
    });
  });

  it('shares no connection with another one, and uses the connection that was free for the longest time', async () => {
    const sockets: Socket[] = [];
    await open((socket) => {
      if (!sockets.includes(socket)) sockets.push(socket);
      socket.write(answer('200 OK', JSON_TYPE, String(sockets.indexOf(socket))));
    });
    await Promise.all([send(), send()]);
    should(hub?.connections).equal(2);
    should((await send()).body).equal(0);
    should((await send()).body).equal(1);
    should((await send()).body).equal(0);
    should(hub?.connections).equal(2);
  });

  it('leaves no socket after the client is closed, free or in use', async () => {
    let count = 0;
    await open((socket) => {
      count += 1;
      if (count === 1) socket.write(answer('200 OK', JSON_TYPE, '1'));
    });
    await send();
    const open2 = failing(send());
    const third = failing(send());
    while (count < 3) await new Promise((resolve) => setImmediate(resolve));
    client.close();
    should((await open2).code).equal('CLOSED');
    should((await third).code).equal('CLOSED');
    while ((hub?.sockets.size ?? 0) > 0) await new Promise((resolve) => setTimeout(resolve, 2));
  });

  it('is closed by a second answer, which is not the answer to the next request', async () => {
    let used: Socket | undefined;
    await open((socket, { path }) => {
      socket.setNoDelay(true);
      used = socket;
      socket.write(answer('200 OK', JSON_TYPE, JSON.stringify(path)));
    });
    const body = async (path: string) => (await client.send({ ...ask, path }, 5000, {})).body;
    should(await body('/first')).equal('/api/rest/v1/first');
    const closed = once(used as Socket, 'close');
    used?.write(answer('200 OK', JSON_TYPE, '"/api/rest/v1/first"'));
    await closed;
    should(await body('/second')).equal('/api/rest/v1/second');
  });
});
