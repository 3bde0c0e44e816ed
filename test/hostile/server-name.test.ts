import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import should from 'should';
import { Client } from '../../dist/hub/wire/client.js';
import { certificates, fine } from './hub.js';

describe('the server name in a TLS handshake', () => {
  const cases = [
    ['is the host of a header Host', { Host: 'hub.example:8443' }, {}, 'hub.example'],
    ['is that of the TLS options', { Host: 'hub.example' }, { servername: 'tls.example' }, 'tls.example'],
    ['is missing for an IP address', {}, {}, false],
  ] as const;

  for (const [title, headers, tls, expected] of cases)
    it(title, async () => {
      const names: unknown[] = [];
      const server = createServer(certificates.good, (socket: TLSSocket) => {
        names.push((socket as TLSSocket & { servername: unknown }).servername);
        socket.on('error', () => {}).once('data', () => fine(socket, { line: '', path: '', body: '' }));
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const options = { rejectUnauthorized: false, ...tls };
      const client = new Client({ baseUrl: `https://127.0.0.1:${port}`, headers, tls: options });
      try {
        await client.send({ method: 'GET', path: '/engines', json: undefined }, 5000, {});
        should(names).eql([expected]);
      } finally {
        client.close();
        server.close();
      }
    });
});
