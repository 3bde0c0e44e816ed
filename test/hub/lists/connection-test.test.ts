import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import should from 'should';
import { detectHub, type Finding } from '../../../dist/hub/lists/detect.js';
import { list } from '../../../dist/hub/lists/index.js';
import { ReadOnlyClient } from '../../../dist/hub/lists/read-only-client.js';
import { failing, type Reply, ScriptedHub } from '../scripted-hub.js';

const SETTINGS = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 1 } as const;
const CERTIFICATE = 'test/hub/certificate';

/** A client of a server that a test has started on a free port. */
async function clientOf(server: Server, protocol = 'http'): Promise<ReadOnlyClient> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return new ReadOnlyClient({ baseUrl: `${protocol}://127.0.0.1:${port}`, ...SETTINGS }, 5000);
}

describe('the connection test', () => {
  let server: Server;
  let client: ReadOnlyClient;

  const tls = () =>
    createHttps({ cert: readFileSync(`${CERTIFICATE}/cert.pem`), key: readFileSync(`${CERTIFICATE}/key.pem`) });
  const open = async (each: Server, protocol?: string) => {
    server = each;
    client = await clientOf(each, protocol);
  };

  afterEach(async () => {
    client.close();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  });

  it('asks for https if the port speaks TLS', async () => {
    await open(tls());
    should(await detectHub(client)).match({
      reachable: false,
      key: 'unknown',
      problem: { code: 'HUB_UNREACHABLE', facts: { sentence: 'needsHttps', url: client.base } },
    });
  });

  it('does not ask for https if the address has it', async () => {
    await open(tls(), 'https');
    should(await client.needsHttps()).be.false();
  });

  it('asks for https if the port answers 400 to plain http, as nginx does', async () => {
    const secure = tls();
    await once(secure.listen(0, '127.0.0.1'), 'listening');
    const { port } = secure.address() as AddressInfo;
    const answer = (socket: Socket, start: Buffer) => {
      // A handshake begins with this byte.
      if (start[0] !== 0x16) socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      else {
        const inside = connect(port, '127.0.0.1', () => inside.write(start));
        inside.on('error', () => socket.destroy()).pipe(socket);
        socket.on('error', () => inside.destroy()).pipe(inside);
      }
    };
    try {
      await open(createServer((socket) => socket.once('data', (start) => answer(socket, start as Buffer))));
      should((await detectHub(client)).problem).match({ facts: { sentence: 'needsHttps' } });
    } finally {
      secure.closeAllConnections();
      secure.close();
    }
  });

  it('reports a hub that answers 400 and has no TLS as it is', async () => {
    await open(createHttp((_, response) => response.writeHead(400).end()));
    should(await detectHub(client)).match({ reachable: true, problem: { code: 'HUB_REJECTED' } });
  });

  it('asks for http if the port does not speak TLS', async () => {
    await open(createHttp(), 'https');
    should(await detectHub(client)).match({
      reachable: false,
      problem: { code: 'HUB_UNREACHABLE', outcome: 'not-sent', facts: { speaks: 'http', url: client.base } },
    });
  });

  it('does not ask for http if the certificate is not trusted', async () => {
    await open(tls(), 'https');
    const { problem } = await detectHub(client);
    should(problem?.code).equal('HUB_UNREACHABLE');
    should(problem?.facts).not.have.property('speaks');
  });

  it('reports a port that hangs up as it is', async () => {
    await open(createServer((socket) => socket.destroy()));
    should(await detectHub(client)).match({
      reachable: false,
      problem: { code: 'HUB_UNREACHABLE', facts: { cause: 'ECONNRESET', operation: 'listEngines' } },
    });
  });

  it('reports a port that nobody listens to, without a second connection', async () => {
    await open(createServer());
    await new Promise((resolve) => server.close(resolve));
    should(await detectHub(client)).match({ reachable: false, dialect: null, problem: { code: 'HUB_UNREACHABLE' } });
  });

  it('ends when it is closed, also while a port does not answer', async () => {
    await open(createServer());
    const answer = client.needsHttps();
    const [socket] = await once(server, 'connection');
    client.close();
    should(await answer).be.false();
    should(await client.needsHttps()).be.false();
    socket.destroy();
  });
});

describe('a hub that answers the connection test', () => {
  const stage = ScriptedHub.forSuite();
  let client: ReadOnlyClient;

  beforeEach(() => {
    client = new ReadOnlyClient({ baseUrl: stage.wire.url, ...SETTINGS }, 5000);
  });

  afterEach(() => client.close());

  const answers = (engines: Reply, linear: Reply = { status: 404 }) => {
    stage.script = { 'GET /engines': engines, 'GET /lino/engines': linear, 'GET /lino/shows': linear };
    return detectHub(client);
  };

  it('is shown with its engines and its time', async () => {
    const found = await answers({ body: [{ id: 1 }, { id: 2 }] });
    should(found).match({ reachable: true, engines: 2 }).and.not.have.property('problem');
    should(found.elapsed).be.within(0, 5000);
  });

  it('is reachable if its answer cannot be read', async () => {
    for (const engines of [
      { body: { engines: 'none' } },
      {
        raw: 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n{"a"',
      },
    ]) {
      const found = await answers(engines);
      should(found).match({
        reachable: true,
        key: 'unknown',
        problem: { code: 'HUB_BAD_ANSWER', facts: { operation: 'listEngines' } },
      });
      should(found).not.have.property('engines');
    }
    should((await answers({ body: 5 })).problem).match({ facts: { cause: 'list' } });
  });

  const keys: [Reply, Reply, Finding['key']][] = [
    [{ status: 500 }, { status: 403 }, 'forbidden'],
    [{ status: 500 }, { status: 404 }, 'unknown'],
    [{ status: 404 }, { status: 401 }, 'refused'],
    [{ status: 500 }, { body: [] }, 'accepted'],
  ];
  for (const [engines, linear, key] of keys)
    it(`has a key that is ${key} after ${engines.status} for engines and ${linear.status ?? 200} below`, async () => {
      const found = await answers(engines, linear);
      should(found).match({ reachable: true, key, problem: { facts: { operation: 'listEngines' } } });
    });

  it('is asked for reads only, each in its time', async () => {
    const { facts } = await failing(client.ask('takeOut', {}));
    should(facts.allowed).match({ key: 'choice' });
    const { options } = facts.allowed as { options: string[] };
    should(options).containEql('listEngines').and.not.containEql('takeOut');
    // @ts-expect-error A program without types may ask for it.
    await failing(client.ask('explode', {}));
    stage.script['GET /rundowns'] = { body: [] };
    stage.script['GET /playout/rundowns'] = { body: [7] };
    should(await client.read('listRundowns', {})).eql([7]);
    stage.script['GET /engines'] = { silent: true };
    const short = new ReadOnlyClient({ baseUrl: stage.wire.url, ...SETTINGS }, 500);
    should(await failing(short.ask('listEngines', {}))).match({ code: 'HUB_TIMEOUT', facts: { timeout: 500 } });
    short.close();
    // The second of two paths has the rest of the time.
    stage.script['GET /lino/engines'] = { status: 404, delay: 50 };
    stage.script['GET /lino/shows'] = { silent: true };
    const moved = new ReadOnlyClient({ baseUrl: stage.wire.url, ...SETTINGS, dialect: 2, linearSegment: 'lino' }, 1500);
    should(await failing(moved.ask('listLinearEngines', {}))).match({ code: 'HUB_TIMEOUT', facts: { timeout: 1500 } });
    should(stage.sent().slice(-2)).eql([['GET /lino/engines'], ['GET /lino/shows']]);
    moved.close();
    should(await failing(moved.ask('listEngines', {}))).match({ code: 'CLOSED' });
  });
});

describe('a list for a picker', () => {
  it('of components leaves out fields without a name or a path', async () => {
    const property = { engineId: 1, nodePath: 'N', propertyPath: 'P' };
    const values = async (Value: unknown) =>
      (await list(async () => ({ Value }), 'component', property)).entries.map(({ value }) => value);
    should(await values({ '': 1, 'a.b': 2, c: null, d: { e: 3 } })).eql(['c', 'd.e']);
    should(await values(5)).eql([]);
  });
});
