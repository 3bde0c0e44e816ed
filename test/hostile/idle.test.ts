import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { findOperation, Hub, type Operation } from '../../dist/hub/index.js';
import { fine, HostileHub } from './hub.js';

describe('a trigger', () => {
  it('never rides on a socket that was idle for over a second, also where timers are late', async () => {
    const server = await HostileHub.open(fine);
    const hub = new Hub({
      baseUrl: server.url,
      dialect: 1,
      linearSegment: 'linear',
      headers: {},
      timeout: 5000,
      maxInFlight: 8,
    });
    const play = () => hub.run(findOperation('playNext') as Operation, { engineId: 1, preview: 0 });
    try {
      // Two sockets, one of which is used again, so that their idle times differ.
      await Promise.all([play(), hub.run(findOperation('getEngine') as Operation, { engineId: 1 })]);
      should(server.connections).equal(2);
      await sleep(450);
      await play();
      should(server.connections).equal(2);
      // No timer fires during this step, and the trigger is sent before all of them.
      for (const until = performance.now() + 600; performance.now() < until; );
      await Promise.all([play(), hub.run(findOperation('getEngine') as Operation, { engineId: 1 })]);
      should(server.connections).equal(3);
      await sleep(500);
      for (const until = performance.now() + 700; performance.now() < until; );
      await play();
      should(server.connections).equal(4);
    } finally {
      hub.close();
      await server.close();
    }
  });
});
