import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { type CallOptions, findOperation, Hub, type Operation } from '../../dist/hub/index.js';
import type { HubSettings } from '../../dist/hub/wire/settings.js';
import { eventually } from '../editor/page.js';
import { type Act, certificates, fine, HostileHub } from './hub.js';
import { SlowHandshake } from './slow-handshake.js';

const HANDSHAKE_MS = 300;
/** After it, a command that left too late has arrived. */
const LATER_MS = 150;

const settings = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 8 } as const;
const ca = { tls: { ca: certificates.good.cert } };
const opacity = { engineId: 1, nodePath: 'Übergabe', propertyPath: '日本語//Opacity/0' };

describe('a command whose connection is slow', () => {
  let server: SlowHandshake;
  let hub: Hub;
  let handshakeMs: number;

  const open = (more: Partial<HubSettings> = {}) => {
    hub = new Hub({ baseUrl: server.url, ...settings, ...ca, ...more });
  };
  const run = (name: string, params: object, options?: CallOptions) =>
    hub.run(findOperation(name) as Operation, params as never, options).catch((error) => error);
  const play = (options?: CallOptions) => run('playNext', { engineId: 1, preview: 0 }, options);

  beforeEach(async () => {
    handshakeMs = HANDSHAKE_MS;
    server = await SlowHandshake.open(() => handshakeMs);
  });
  afterEach(async () => {
    hub.close();
    await server.close();
  });

  it('ends at its expiry, and never leaves', async () => {
    handshakeMs = 900;
    open({ timeout: 20_000 });
    const started = performance.now();
    const ended = await play({ expiry: 400 });
    should(performance.now() - started).be.aboveOrEqual(395);
    should(ended).match({ code: 'EXPIRED', outcome: 'not-sent', facts: { waitedFor: 'connection' } });
    await sleep(handshakeMs + LATER_MS - 400);
    should(server.requests).eql([]);
    should(hub.snapshot).match({ inFlight: 0, waiting: 0 });
    // The next one is not affected.
    should(await play()).match({ outcome: 'done' });
    should(server.requests).have.length(1);
  });

  it('is sent although each one before it expired during the same handshake', async () => {
    open();
    const presses: Promise<{ outcome: string; waited: number }>[] = [];
    for (let count = 0; count < 20; count++) {
      presses.push(play({ expiry: HANDSHAKE_MS / 2 }));
      await sleep(50);
    }
    const results = await Promise.all(presses);
    should(results[0]).match({ code: 'EXPIRED', outcome: 'not-sent' });
    should(results.at(-1)).match({ outcome: 'done' });
    const done = results.filter(({ outcome }) => outcome === 'done');
    should(server.requests).have.length(done.length);
    for (const { waited } of done) should(waited).be.below(HANDSHAKE_MS / 2);
  });

  it('is sent on a connection that was there before it, and that the one before did not wait for', async () => {
    open();
    let outcome = '';
    for (let count = 0; count < 20 && outcome !== 'done'; count++) {
      outcome = (await play({ expiry: HANDSHAKE_MS / 2 })).outcome;
      // It is ready, and not idle for a second.
      await sleep(2 * HANDSHAKE_MS);
    }
    should(outcome).equal('done');
    should(server.requests).have.length(1);
  });

  /** A connection that is ready, and that no request waits for. */
  async function leaveConnection(): Promise<void> {
    open();
    should(await play({ expiry: 100 })).match({ code: 'EXPIRED' });
    await sleep(2 * HANDSHAKE_MS);
  }

  for (const turns of [0, 1, 2, 3, 4, 5])
    it(`is sent once if another one took its connection, and ended ${turns} turns later`, async () => {
      await leaveConnection();
      const connected: unknown[] = [];
      const note = (event: unknown) => connected.push((event as { readonly socket: unknown }).socket);
      subscribe('undici:client:connected', note);
      const owner = {};
      const other = play({ owner });
      for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
      hub.abandon(owner);
      should(await play()).match({ outcome: 'done' });
      should(await play()).match({ outcome: 'done' });
      const before = (await other).outcome === 'not-sent' ? 0 : 1;
      should(server.requests).have.length(before + 2);
      unsubscribe('undici:client:connected', note);
      should(connected).not.be.empty();
      should(new Set(connected).size).equal(connected.length, 'each connection is used by one client');
    });

  it('gets another connection if the hub closes the one that was left to it', async () => {
    await leaveConnection();
    server.hangUp();
    should(await play()).match({ outcome: 'done' });
    should(server.requests).have.length(1);
  });

  it('gets another connection if the hub closes the one that was begun for another command', async () => {
    open();
    should(await play({ expiry: 50 })).match({ code: 'EXPIRED' });
    const pressed = play();
    await sleep(50);
    server.hangUp();
    should(await pressed).match({ outcome: 'done' });
    should(server.requests).have.length(1);
  });

  it('gets another connection if the one that was begun for another command never answers', async () => {
    handshakeMs = 60_000;
    open();
    should(await play({ expiry: 50 })).match({ code: 'EXPIRED' });
    handshakeMs = 0;
    should(await play({ expiry: 10_000 })).match({ outcome: 'done' });
    should(server.requests).have.length(1);
  });

  for (const [what, ms] of [
    ['ready', HANDSHAKE_MS],
    ['silent', 60_000],
  ] as const)
    it(`leaves no connection behind that is ${what}`, async () => {
      handshakeMs = ms;
      open();
      should(await play({ expiry: 100 })).match({ code: 'EXPIRED' });
      should(server.openSockets).equal(1);
      await eventually(() => should(server.openSockets).equal(0));
    });

  it('has a deadline from its first byte on, and the connection is part of its wait', async () => {
    open({ timeout: HANDSHAKE_MS / 2 });
    const { outcome, waited, elapsed } = (await play()) as { outcome: string; waited: number; elapsed: number };
    should(outcome).equal('done');
    should(waited).be.aboveOrEqual(HANDSHAKE_MS - 5);
    should(elapsed).be.below(HANDSHAKE_MS / 2);
    should(hub.snapshot.latency).be.below(HANDSHAKE_MS / 2);
  });

  it('is rehearsed if a rehearsal has begun meanwhile, also if it has ended again', async () => {
    open();
    const pressed = [play(), play()];
    await sleep(50);
    hub.rehearsal.set(true);
    await sleep(50);
    hub.rehearsal.set(false);
    should(await Promise.all(pressed)).match([{ outcome: 'rehearsal' }, { outcome: 'rehearsal' }]);
    await sleep(LATER_MS);
    should(server.requests).eql([]);
    should(await play()).match({ outcome: 'done' });
  });

  it('is surely not sent if its node or its hub closes meanwhile', async () => {
    open();
    const owner = {};
    const [closed, other] = [play({ owner }), run('getEngine', { engineId: 1 })];
    await sleep(50);
    hub.abandon(owner);
    should(await closed).match({ code: 'CLOSED', outcome: 'not-sent' });
    should(await other).match({ outcome: 'done' });
    await sleep(1100);
    const last = play();
    await sleep(50);
    hub.close();
    should(await last).match({ code: 'CLOSED', outcome: 'not-sent' });
    await sleep(HANDSHAKE_MS);
    should(server.requests).have.length(1);
  });

  it('leaves a batch alone: the other values of it are sent', async () => {
    open({ joining: true });
    const owner = {};
    const set = (engineId: number, options?: CallOptions) =>
      run('setProperty', { ...opacity, engineId, Value: engineId / 10 }, options);
    const [gone, late, sent] = [set(1, { owner }), set(2, { expiry: 150 }), set(3)];
    await sleep(50);
    hub.abandon(owner);
    should(await gone).match({ code: 'CLOSED', outcome: 'not-sent' });
    should(await late).match({ code: 'EXPIRED', outcome: 'not-sent' });
    should(await sent).match({ outcome: 'done' });
    should(server.values).eql([0.3]);
  });

  it('keeps the order of its target, and the last value of a fader arrives last', async () => {
    open();
    const set = (Value: number) => run('setProperty', { ...opacity, Value });
    const values = [set(0.1), set(0.2), set(0.3)];
    should(await Promise.all(values)).match([{ outcome: 'done' }, { outcome: 'superseded' }, { outcome: 'done' }]);
    should(server.values).eql([0.1, 0.3]);
  });

  it('also expires if a look-up waits for the connection', async () => {
    open();
    should(await run('setProperty', { ...opacity, Component: 'x', Value: 1 }, { expiry: 100 })).match({
      code: 'EXPIRED',
      outcome: 'not-sent',
    });
    await sleep(HANDSHAKE_MS + LATER_MS);
    should(server.values).eql([]);
  });
});

/** Holds the event loop, so that no timer fires. */
function block(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

/** Maximum idle time that the server sees, in ms. On a busy machine, it reads a command some time after the node wrote it. */
const MAX_IDLE_MS = 1250;

describe('a trigger on a connection that is kept', () => {
  let server: HostileHub;
  let hub: Hub;

  const open = async (act: Act = fine) => {
    server = await HostileHub.open(act);
    hub = new Hub({ baseUrl: server.url, ...settings });
  };
  const play = (expiry?: number) =>
    hub.run(findOperation('playNext') as Operation, { engineId: 1, preview: 0 }, { expiry }).catch((error) => error);
  const read = () => hub.run(findOperation('getEngine') as Operation, { engineId: 1 });

  afterEach(async () => {
    hub.close();
    await server.close();
  });

  it('is asked just before its first byte, also if another node holds the event loop', async () => {
    await open();
    should(await play(1000)).match({ outcome: 'done' });
    const late = play(50);
    setImmediate(() => block(100));
    should(await late).match({ code: 'EXPIRED', outcome: 'not-sent' });
    should(await play(1000)).match({ outcome: 'done' });
    should(server.requests).have.length(2);
  });

  it('never rides on a socket that was idle for over a second, also where timers are late', async () => {
    const lastUses = new Map<Socket, number>();
    const idleTimes: number[] = [];
    await open((socket, request) => {
      const lastUse = lastUses.get(socket);
      if (lastUse !== undefined && !request.line.startsWith('GET ')) idleTimes.push(performance.now() - lastUse);
      fine(socket, request);
      lastUses.set(socket, performance.now());
    });
    // Two sockets, one of which is used again, so that their idle times differ.
    await Promise.all([play(), read()]);
    should(server.connections).equal(2);
    await sleep(750);
    should(await play()).match({ outcome: 'done' });
    // No timer fires during this step, and the trigger is sent before all of them.
    block(750);
    await Promise.all([play(), read()]);
    should(server.connections).be.aboveOrEqual(3);
    await sleep(750);
    block(750);
    should(await play()).match({ outcome: 'done' });
    should(server.connections).be.aboveOrEqual(4);
    for (const idleTime of idleTimes) should(idleTime).be.below(MAX_IDLE_MS);
  });

  it('is not written on a socket that was idle for over a second when another node holds the event loop', async () => {
    await open();
    await play();
    // Each turn after the trigger is given, up to the one that writes it.
    for (const turns of [1, 2]) {
      await sleep(700);
      const hold = (remaining: number) => setImmediate(() => (remaining > 1 ? hold(remaining - 1) : block(700)));
      hold(turns);
      should(await play()).match({ outcome: 'done' });
      should(server.connections).equal(turns + 1);
    }
    should(server.requests).have.length(3);
  });
});
