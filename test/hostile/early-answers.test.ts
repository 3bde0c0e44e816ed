import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { findOperation, Hub, type Operation } from '../../dist/hub/index.js';
import { Client } from '../../dist/hub/wire/client.js';
import type { WireRequest } from '../../dist/hub/wire/request.js';
import { certificates, HostileHub } from './hub.js';

const answer = (body: unknown, status = '200 OK'): string => {
  const json = JSON.stringify(body);
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`;
};

/** The answer of the hub to each path, which names this path. */
const own = (path: string): string => answer({ path });
const [first, second] = ['/first', '/second'] as const;
const request = (path: string): WireRequest => ({ method: 'GET', path, json: undefined });
const duplicate = own(`/api/rest/v1${first}`);

const protocols = [
  ['http', undefined],
  ['https', certificates.good],
] as const;

for (const [protocol, tls] of protocols)
  describe(`a second answer to one request over ${protocol}`, () => {
    let hub: HostileHub;
    let client: Client;
    /** The socket of the first request. */
    let used: Socket;

    const open = async (also: (socket: Socket) => void = () => {}, whole = (path: string) => own(path)) => {
      let count = 0;
      hub = await HostileHub.open(
        (socket, { path }) => {
          count += 1;
          socket.setNoDelay(true);
          socket.write(count === 1 ? whole(path) : own(path));
          if (count > 1) return;
          used = socket;
          also(socket);
        },
        { tls },
      );
      client = new Client({ baseUrl: hub.url, headers: {}, ...(tls && { tls: { ca: tls.cert } }) });
    };
    const ask = async (path: string) => (await client.send(request(path), 5000, {})).body;
    /** Sends the first request, waits, and sends two more. Each must get its own answer. */
    const askAll = async (waits: () => unknown = () => undefined) => {
      should(await ask(first)).eql({ path: `/api/rest/v1${first}` });
      const waiting = waits();
      if (waiting) await waiting;
      should(await ask(second)).eql({ path: `/api/rest/v1${second}` });
      should(await ask('/third')).eql({ path: '/api/rest/v1/third' });
      should(hub.requests).have.length(3);
    };

    afterEach(async () => {
      client.close();
      await hub.close();
    });

    it('in the same packet is not the answer to the next request', async () => {
      await open(undefined, (path) => own(path).repeat(2));
      await askAll();
      should(hub.connections).equal(2);
    });

    const half = duplicate.length - 5;
    const laters: [string, () => unknown][] = [
      ['in a packet of its own', () => used.write(duplicate) && sleep(50)],
      // The bytes wait in the client's socket when the request is sent in the same turn.
      ['that arrives before the next request is written', () => used.write(duplicate) && undefined],
      [
        'that begins while the connection is free, and ends after the next request',
        () => {
          used.write(duplicate.slice(0, half));
          setTimeout(() => used.destroyed || used.write(duplicate.slice(half)), 20);
        },
      ],
    ];
    for (const [name, waits] of laters)
      it(`${name} is not its answer`, async () => {
        await open();
        await askAll(waits);
        should(hub.connections).equal(2);
      });

    it('closes the connection also if no request follows', async () => {
      await open((socket) => setTimeout(() => socket.write(duplicate), 20));
      await ask(first);
      for (let waited = 0; hub.sockets.size > 0 && waited < 900; waited += 10) await sleep(10);
      should(hub.sockets.size).equal(0);
    });
  });

describe('a second answer to a command', () => {
  it('does not hide that the hub refuses the next command', async () => {
    let used: Socket | undefined;
    const server = await HostileHub.open((socket, { path }) => {
      const isPlay = path.includes('/play/');
      // Otherwise the system holds the second answer back until the next request arrives.
      socket.setNoDelay(true);
      socket.write(isPlay ? answer({ success: true }) : answer({ error: 'no next item' }, '422 Unprocessable'));
      if (isPlay) used = socket;
    });
    const settings = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 8 } as const;
    const hub = new Hub({ baseUrl: server.url, ...settings });
    const run = (name: string, params: object) =>
      hub.run(findOperation(name) as Operation, { engineId: 1, preview: 0, ...params });
    try {
      for (let count = 0; count < 20; count += 1) {
        should(await run('playItem', { itemId: 1 })).match({ outcome: 'done' });
        used?.write(answer({ success: true }));
        should(await run('playNext', {}).catch((error) => error)).match({ code: 'HUB_REJECTED', outcome: 'refused' });
      }
      should(server.requests).have.length(40);
    } finally {
      hub.close();
      await server.close();
    }
  });
});

/** An answer that nobody has asked for. */
const unasked = answer({ id: 7 });

for (const [protocol, tls] of protocols)
  describe(`an answer before its request over ${protocol}`, () => {
    let server: HostileHub;
    let hub: Hub;
    /** Requests that reached the hub. */
    let requests: string[];
    /** Is called with each connection, before anything is read. */
    let onConnection: (socket: Socket) => void;

    const play = (engineId = 1) =>
      hub
        .run(findOperation('playNext') as Operation, { engineId, preview: 0 }, { expiry: 1000 })
        .catch((error) => error);

    beforeEach(async () => {
      requests = [];
      server = await HostileHub.open(() => {}, {
        tls,
        onConnection: (socket) => {
          socket.setNoDelay(true);
          socket.on('data', (bytes) => {
            requests.push(String(bytes));
            socket.write(answer({ success: true }));
          });
          onConnection(socket);
        },
      });
      const settings = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 2000, maxInFlight: 8 } as const;
      hub = new Hub({ baseUrl: server.url, ...settings, ...(tls && { tls: { ca: tls.cert } }) });
    });
    afterEach(async () => {
      hub.close();
      await server.close();
    });

    const writes: [string, (socket: Socket) => void][] = [
      ['in one piece', (socket) => void socket.write(unasked)],
      [
        'in two pieces',
        (socket) => {
          socket.write(unasked.slice(0, 12));
          setTimeout(() => socket.destroyed || socket.write(unasked.slice(12)), 20);
        },
      ],
      [
        'of a proxy that refuses, and closes',
        (socket) =>
          void socket.end('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
      ],
    ];
    for (const [name, write] of writes)
      it(`${name} is the answer of no press: each one is surely not sent`, async () => {
        onConnection = write;
        for (let press = 0; press < 6; press += 1)
          should(await play()).match({ code: 'HUB_UNREACHABLE', outcome: 'not-sent' });
        should(requests).eql([]);
        // The next connection is a healthy one, so the next press arrives.
        onConnection = () => {};
        should(await play()).match({ outcome: 'done', body: { success: true } });
        should(requests).have.length(1);
      });

    it('does not touch the presses on other connections', async () => {
      let count = 0;
      onConnection = (socket) => {
        count += 1;
        if (count === 2) socket.write(unasked);
      };
      const ended = await Promise.all([play(1), play(2), play(3)]);
      should(ended.map(({ outcome }) => outcome).sort()).eql(['done', 'done', 'not-sent']);
      should(requests).have.length(2);
    });
  });
