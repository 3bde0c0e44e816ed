import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import should from 'should';
import { Client } from '../../../dist/hub/wire/client.js';
import type { WireRequest } from '../../../dist/hub/wire/request.js';

/** Checks the raw headers name by name, because node:http merges or hides duplicates. */
describe('the headers of a request', () => {
  let server: Server | undefined;
  let client: Client | undefined;
  let written: string[] = [];

  afterEach(() => {
    client?.close();
    server?.close();
  });

  async function rawHeaders(headers: Record<string, string>, request: Partial<WireRequest>) {
    server = createServer((request, response) => {
      written = request.rawHeaders;
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    client = new Client({ baseUrl: `http://127.0.0.1:${port}`, headers });
    await client.send({ method: 'PATCH', path: '/a', json: undefined, ...request }, 5000, {});
    const names = written.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    const values = written.filter((_, index) => index % 2 === 1);
    return { port, names, received: Object.fromEntries(names.map((name, index) => [name, values[index]])) };
  }

  it('are these, and each of them once', async () => {
    const { port, names, received } = await rawHeaders({ 'X-API-Key': 'k' }, { json: '"ü"' });
    should(names.sort()).eql([
      'accept',
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'x-api-key',
    ]);
    should(received).match({
      host: `127.0.0.1:${port}`,
      'content-length': '4',
      connection: 'keep-alive',
      'x-api-key': 'k',
    });
    should(received).match({ 'content-type': 'application/json', accept: /json/, 'accept-encoding': /gzip/ });
  });

  it('are those of the configuration if it has them, in upper or lower case, once', async () => {
    const { names, received } = await rawHeaders(
      { 'user-agent': 'desk', 'ACCEPT-ENCODING': 'identity' },
      { json: '1' },
    );
    should(new Set(names).size).equal(names.length);
    should(received).match({ 'user-agent': 'desk', 'accept-encoding': 'identity' });
  });

  it('contain the length and the type of the sent body, with any configuration', async () => {
    const { names, received } = await rawHeaders({ 'content-length': '7', 'content-TYPE': 'text/x' }, { json: '12' });
    should(new Set(names).size).equal(names.length);
    should(received).match({ 'content-length': '2', 'content-type': 'application/json' });
  });

  for (const method of ['PUT', 'POST', 'PATCH'] as const)
    it(`contain the length 0 and no type in a ${method} without a body`, async () => {
      const { names, received } = await rawHeaders({}, { method });
      should(received['content-length']).equal('0');
      should(names).not.containEql('transfer-encoding').and.not.containEql('content-type');
    });

  for (const method of ['GET', 'DELETE'] as const)
    it(`contain no length and no type in a ${method}`, async () => {
      const { names } = await rawHeaders({}, { method });
      should(names).not.containEql('content-length');
      should(names).not.containEql('transfer-encoding');
    });
});
