import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { findOperation, Hub, type Operation } from '../../dist/hub/index.js';
import { type Act, fine, HostileHub } from './hub.js';

const settings = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 8 } as const;

/** Holds the event loop, so that no timer fires. */
function block(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

/** Maximum idle time that the server sees, in ms. On a busy machine, it reads a command some time after the node wrote it. */
const MAX_IDLE_MS = 1250;

describe('a trigger', () => {
  it('never rides on a socket that was idle for over a second, also where timers are late', async () => {
    const lastUses = new Map<Socket, number>();
    const idleTimes: number[] = [];
    const recordIdleTime: Act = (socket, request) => {
      const lastUse = lastUses.get(socket);
      if (lastUse !== undefined && !request.line.startsWith('GET ')) idleTimes.push(performance.now() - lastUse);
      fine(socket, request);
      lastUses.set(socket, performance.now());
    };
    const server = await HostileHub.open(recordIdleTime);
    const hub = new Hub({ baseUrl: server.url, ...settings });
    const play = () => hub.run(findOperation('playNext') as Operation, { engineId: 1, preview: 0 });
    try {
      // Two sockets, one of which is used again, so that their idle times differ.
      await Promise.all([play(), hub.run(findOperation('getEngine') as Operation, { engineId: 1 })]);
      should(server.connections).equal(2);
      await sleep(750);
      await play();
      // No timer fires during this step, and the trigger is sent before all of them.
      block(750);
      await Promise.all([play(), hub.run(findOperation('getEngine') as Operation, { engineId: 1 })]);
      should(server.connections).be.aboveOrEqual(3);
      await sleep(750);
      block(750);
      await play();
      should(server.connections).be.aboveOrEqual(4);
      for (const idleTime of idleTimes) should(idleTime).be.below(MAX_IDLE_MS);
    } finally {
      hub.close();
      await server.close();
    }
  });

  it('is not written on a socket that was idle for over a second when another node holds the event loop', async () => {
    const server = await HostileHub.open(fine);
    const hub = new Hub({ baseUrl: server.url, ...settings });
    const play = () => hub.run(findOperation('playNext') as Operation, { engineId: 1, preview: 0 });
    try {
      await play();
      // Each turn after the trigger is given, up to the one that writes it.
      for (const turns of [1, 2]) {
        await sleep(700);
        const hold = (remaining: number) => setImmediate(() => (remaining > 1 ? hold(remaining - 1) : block(700)));
        hold(turns);
        await play();
        should(server.connections).equal(turns + 1);
      }
      should(server.requests).have.length(3);
    } finally {
      hub.close();
      await server.close();
    }
  });
});
