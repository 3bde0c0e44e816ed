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
    should(performance.now() - started).be.within(400, 4000);
    const away = performance.now();
    for (let count = 0; count < 20; count += 1) should(await press()).match({ code: 'HUB_UNREACHABLE' });
    // With the wait of the first one, they would take 8 s.
    should(performance.now() - away).be.below(4000);
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

  it('for a moment, after a node was closed while it connected', async () => {
    await press();
    const { port } = server;
    await sleep(1100);
    const owner = {};
    const closed = press({ owner });
    await sleep(5);
    hub.abandon(owner);
    should(await closed).match({ code: 'CLOSED', outcome: 'not-sent' });
    await server.close();
    const next = press();
    await sleep(200);
    server = await HostileHub.open(fine, { port });
    should(await next).match({ outcome: 'done' });
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

/** Gives each name these addresses, in this order, as the system does. Addresses by their family. */
function namesOf(families: Readonly<Record<string, number>>) {
  const addresses = Object.entries(families).map(([address, family]) => ({ address, family }));
  return mock.method(dns, 'lookup', ((_name: string, options: dns.LookupOptions, found: unknown) => {
    const [first] = addresses.filter(({ family }) => !options.family || family === options.family);
    const answer = options.all ? [addresses] : [first?.address, first?.family];
    (found as (...parts: unknown[]) => void)(null, ...answer);
  }) as never);
}

/** A hub whose queue of connections is full for a time. So the system sends the packet of a connection again after 1 s. */
const BUSY_HUB = `
const [, host, port, time] = process.argv;
const server = require('node:http').createServer((_, response) => response.end('{}'));
server.listen({ port: Number(port), host, backlog: 1 }, () => {
  require('node:fs').writeSync(1, String(server.address().port));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(time));
});`;

async function busyHub(host: string, port: number, time: number) {
  const server = spawn(process.execPath, ['-e', BUSY_HUB, host, String(port), String(time)]);
  const found = Number(await once(server.stdout, 'data'));
  const fillers = [0, 1, 2].map(() => connect(found, host).on('error', () => {}));
  await sleep(50);
  const close = async () => {
    for (const filler of fillers) filler.destroy();
    server.kill('SIGKILL');
    await once(server, 'close');
  };
  return { port: found, close };
}

// Other systems refuse a connection, or send its packet again after another time.
(process.platform === 'linux' ? describe : describe.skip)('a name with two addresses', () => {
  it('of which one is dead, and the other one answers after 1 s', async () => {
    const { port, close } = await busyHub('127.0.0.1', 0, 700);
    const names = namesOf({ '127.0.0.1': 4, '::1': 6 });
    const hub = new Hub({ baseUrl: `http://übergabe.example:${port}`, ...settings });
    try {
      const started = performance.now();
      should(await pressOn(hub)()).match({ outcome: 'done' });
      should(performance.now() - started).be.aboveOrEqual(500);
      // From then on, the address that has answered is used at once.
      await sleep(1100);
      should(await pressOn(hub)({ expiry: 1000 })).match({ outcome: 'done' });
    } finally {
      names.mock.restore();
      hub.close();
      await close();
    }
  });

  it('of which the one that answered dies, and the other one lives', async () => {
    const first = await HostileHub.open(fine, { host: '127.0.0.2' });
    const { port } = first;
    const other = await HostileHub.open(fine, { host: '127.0.0.1', port });
    let dead: Awaited<ReturnType<typeof busyHub>> | undefined;
    const names = namesOf({ '127.0.0.2': 4, '127.0.0.1': 4 });
    const hub = new Hub({ baseUrl: `http://übergabe.example:${port}`, ...settings });
    try {
      should(await pressOn(hub)()).match({ outcome: 'done' });
      should(first.requests).have.length(1);
      await first.close();
      dead = await busyHub('127.0.0.2', port, 60_000);
      should(await pressOn(hub)({ expiry: 5000 })).match({ outcome: 'done' });
      should(other.requests).have.length(1);
      // The address that answers is the first one now, although the list begins with the other.
      await sleep(1100);
      should(await pressOn(hub)({ expiry: 1000 })).match({ outcome: 'done' });
      should(other.requests).have.length(2);
    } finally {
      names.mock.restore();
      hub.close();
      await dead?.close();
      await other.close();
    }
  });
});
