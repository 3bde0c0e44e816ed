import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import should from 'should';
import { Client } from '../../../dist/hub/wire/client.js';
import type { WireRequest } from '../../../dist/hub/wire/request.js';
import { type Act, answer, certificates, HostileHub, JSON_TYPE } from '../../hostile/hub.js';
import { failing } from '../scripted-hub.js';

const ask: WireRequest = { method: 'GET', path: '/engines', json: undefined };

describe('an exchange', () => {
  let hub: HostileHub | undefined;
  let client: Client;

  async function open(act: Act): Promise<void> {
    hub = await HostileHub.open(act);
    client = new Client({ baseUrl: hub.url, headers: {} });
  }

  afterEach(async () => {
    client.close();
    await hub?.close();
    hub = undefined;
  });

  const send = () => client.send(ask, 5000, {});

  it('over TLS uses the session of the last connection again, and offers only HTTP/1.1', async () => {
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
    client = new Client({ baseUrl: `https://127.0.0.1:${port}`, headers: {}, tls: { ca: certificates.good.cert } });
    await send();
    await send();
    server.close();
    should(seen).eql([
      [false, 'http/1.1'],
      [true, 'http/1.1'],
    ]);
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
});
