import { spawn } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import { connect } from 'node:net';
import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { type CallOptions, findOperation, Hub, type Operation } from '../../dist/hub/index.js';
import { fine, HostileHub } from './hub.js';

const settings = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 8 } as const;

const pressOn =
  (hub: Hub) =>
  (options: CallOptions = {}) =>
    hub.run(findOperation('playNext') as Operation, { engineId: 1, preview: 0 }, options).catch((error) => error);

describe('a hub that refuses or resets connections', () => {
  let server: HostileHub;
  let hub: Hub;
  let press: ReturnType<typeof pressOn>;

  beforeEach(async () => {
    server = await HostileHub.open(fine);
    hub = new Hub({ baseUrl: server.url, ...settings });
    press = pressOn(hub);
  });
  afterEach(async () => {
    hub.close();
    await server.close().catch(() => undefined);
  });

  it('for a moment, after it was connected, gets each press once and in order', async () => {
    should(await press()).match({ outcome: 'done' });
    const { port } = server;
    await server.close();
    const presses = [press(), press(), press()];
    await sleep(200);
    server = await HostileHub.open(fine, { port });
    for (const ended of await Promise.all(presses)) should(ended).match({ outcome: 'done' });
    should(server.requests).have.length(3);
    should(hub.connection.state).equal('connected');
  });

  it('that are free gets the next press on a new one', async () => {
    for (let count = 0; count < 5; count += 1) {
      should(await press()).match({ outcome: 'done' });
      for (const socket of server.sockets) socket.resetAndDestroy();
      // The reset waits in the client's socket when the press is sent in the same turn.
      should(await press()).match({ outcome: 'done' });
    }
    should(server.requests).have.length(10);
  });

  it('for longer fails a press, and the next one at once', async () => {
    await press();
    const { port } = server;
    await server.close();
    const started = performance.now();
    should(await press()).match({ code: 'HUB_UNREACHABLE', outcome: 'not-sent' });
    should(performance.now() - started).be.within(400, 2000);
    const away = performance.now();
    for (let count = 0; count < 5; count += 1) should(await press()).match({ code: 'HUB_UNREACHABLE' });
    should(performance.now() - away).be.below(400);
    // It works again as soon as the hub is back.
    server = await HostileHub.open(fine, { port });
    should(await press()).match({ outcome: 'done' });
    should(server.requests).have.length(1);
  });

  it('does not get a press after its expiry', async () => {
    await press();
    const { port } = server;
    await server.close();
    const ended = press({ expiry: 100 });
    const next = sleep(150).then(() => press());
    await sleep(250);
    server = await HostileHub.open(fine, { port });
    should(await ended).match({ code: 'EXPIRED', outcome: 'not-sent' });
    // The press after it may still wait.
    should(await next).match({ outcome: 'done' });
    await sleep(200);
    should(server.requests).have.length(1);
  });

  it('never gets a press twice that it read before it restarted', async () => {
    await press();
    const { port } = server;
    server.act = () => {
      for (const socket of server.sockets) socket.destroy();
    };
    const ended = press();
    should(await ended).match({ code: 'HUB_CONNECTION_LOST', outcome: 'unknown' });
    await server.close();
    server = await HostileHub.open(fine, { port });
    await sleep(100);
    should(server.requests).be.empty();
  });
});

/** A hub whose queue of connections is full for 0.7 s. So the system sends the packet of a connection again after 1 s. */
const BUSY_HUB = `
const server = require('node:http').createServer((_, response) => response.end('{}'));
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  require('node:fs').writeSync(1, String(server.address().port));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
});`;

// Other systems refuse a connection, or send its packet again after another time.
(process.platform === 'linux' ? describe : describe.skip)('a name with two addresses', () => {
  it('of which one is dead, and the other one answers after 1 s', async () => {
    const server = spawn(process.execPath, ['-e', BUSY_HUB]);
    const port = Number(await once(server.stdout, 'data'));
    const fillers = [0, 1, 2].map(() => connect(port, '127.0.0.1').on('error', () => {}));
    await sleep(50);
    const addresses = [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
    const lookup = mock.method(dns, 'lookup', ((_name: string, options: dns.LookupOptions, found: unknown) => {
      const [first] = addresses.filter(({ family }) => !options.family || family === options.family);
      const answer = options.all ? [addresses] : [first?.address, first?.family];
      (found as (...parts: unknown[]) => void)(null, ...answer);
    }) as never);
    const hub = new Hub({ baseUrl: `http://übergabe.example:${port}`, ...settings });
    try {
      const started = performance.now();
      should(await pressOn(hub)()).match({ outcome: 'done' });
      should(performance.now() - started).be.aboveOrEqual(500);
      // From then on, the address that has answered is used at once.
      await sleep(1100);
      should(await pressOn(hub)()).match({ outcome: 'done' });
      const families = lookup.mock.calls.map(({ arguments: [, options] }) => (options as dns.LookupOptions).family);
      should(families.map((family) => family || 'any')).eql(['any', 4]);
    } finally {
      lookup.mock.restore();
      hub.close();
      for (const filler of fillers) filler.destroy();
      server.kill();
      await once(server, 'close');
    }
  });
});
