import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import should from 'should';
import { Client } from '../../../dist/hub/wire/client.js';
import type { WireRequest } from '../../../dist/hub/wire/request.js';

/** What is written above a body, name by name: node:http merges or hides what comes twice. */
describe('the headers of a request', () => {
  let server: Server | undefined;
  let client: Client | undefined;
  let written: string[] = [];

  afterEach(() => {
    client?.close();
    server?.close();
  });

  async function sent(headers: Record<string, string>, request: Partial<WireRequest>) {
    server = createServer((asked, response) => {
      written = asked.rawHeaders;
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    client = new Client({ baseUrl: `http://127.0.0.1:${port}`, headers });
    await client.send({ method: 'PATCH', path: '/a', json: undefined, ...request }, 5000, {});
    const names = written.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    const values = written.filter((_, index) => index % 2 === 1);
    return { port, names, told: Object.fromEntries(names.map((name, index) => [name, values[index]])) };
  }

  it('are these, and each of them once', async () => {
    const { port, names, told } = await sent({ 'X-API-Key': 'k' }, { json: '"ü"' });
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
    should(told).match({
      host: `127.0.0.1:${port}`,
      'content-length': '4',
      connection: 'keep-alive',
      'x-api-key': 'k',
    });
    should(told).match({ 'content-type': 'application/json', accept: /json/, 'accept-encoding': /gzip/ });
  });

  it('are those of the configuration where it names them, in whatever case, once', async () => {
    const { names, told } = await sent({ 'user-agent': 'desk', 'ACCEPT-ENCODING': 'identity' }, { json: '1' });
    should(new Set(names).size).equal(names.length);
    should(told).match({ 'user-agent': 'desk', 'accept-encoding': 'identity' });
  });

  it('tell the length and the type of the body that is sent, whatever the configuration says', async () => {
    const { names, told } = await sent({ 'content-length': '7', 'content-TYPE': 'text/x' }, { json: '12' });
    should(new Set(names).size).equal(names.length);
    should(told).match({ 'content-length': '2', 'content-type': 'application/json' });
  });

  for (const method of ['PUT', 'POST', 'PATCH'] as const)
    it(`tell a ${method} without a body as one of no length and no type`, async () => {
      const { names, told } = await sent({}, { method });
      should(told['content-length']).equal('0');
      should(names).not.containEql('transfer-encoding').and.not.containEql('content-type');
    });

  for (const method of ['GET', 'DELETE'] as const)
    it(`tell nothing of a body in a ${method}`, async () => {
      const { names } = await sent({}, { method });
      should(names).not.containEql('content-length');
      should(names).not.containEql('transfer-encoding');
    });
});
