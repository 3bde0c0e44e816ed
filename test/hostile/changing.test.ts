import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { findOperation, Hub, HubError, type HubSettings, type Operation, type Params } from '../../dist/hub/index.js';
import { SteppedHub } from '../hub/stepped-hub.js';
import { answer, fine, HostileHub, JSON_TYPE } from './hub.js';

const settings = (baseUrl: string): HubSettings => ({
  baseUrl,
  dialect: 1,
  linearSegment: 'linear',
  headers: {},
  timeout: 5000,
  maxInFlight: 8,
});

/** Runs an operation. Returns its end. */
const outcomeOf = async (hub: Hub, name: string, params: Params, options = {}): Promise<string> => {
  try {
    await hub.run(findOperation(name) as Operation, params, options);
    return 'done';
  } catch (error) {
    return error instanceof HubError ? `${error.code} ${error.outcome}` : `${error}`;
  }
};

const play = { engineId: 1, preview: 0 };
const press = { rundownId: 1, itemId: 2, buttonKey: 'Play' };

describe('a hub that changes', () => {
  let server: HostileHub;
  let hub: Hub;

  afterEach(async () => {
    hub.close();
    await server?.close();
  });

  it('is reached by IPv6', async () => {
    server = await HostileHub.open(fine, { host: '::1' });
    hub = new Hub(settings(server.url));
    should(server.url).match(/\[::1\]/);
    should(await outcomeOf(hub, 'playNext', play)).equal('done');
    should(server.requests.map(({ line }) => line)).eql(['PUT /api/rest/v1/linear/rundown/1/playnext/0 HTTP/1.1']);
  });

  it('returns with other ids, and earlier look-ups are not used', async () => {
    let key = 'old';
    const open = (port = 0) =>
      HostileHub.open(
        (socket, request) =>
          request.line.startsWith('GET')
            ? socket.write(
                answer('200 OK', JSON_TYPE, JSON.stringify({ id: 2, buttons: [{ id: key, label: 'Play' }] })),
              )
            : fine(socket, request),
        { port },
      );
    const pressed = () =>
      server.requests.map(({ line }) => line.split(' ')[0]! + line.split('/items/2')[1]!.split(' ')[0]);
    server = await open();
    hub = new Hub(settings(server.url));
    for (const _ of [1, 2]) should(await outcomeOf(hub, 'pressItemButton', press)).equal('done');
    should(pressed()).eql(['GET', 'POST/old', 'POST/old']);
    const { port } = server;
    await server.close();
    await sleep(300);
    should(await outcomeOf(hub, 'pressItemButton', press)).equal('HUB_UNREACHABLE not-sent');
    key = 'new';
    server = await open(port);
    // The first answer to a probe or a read shows that it is back.
    should(await outcomeOf(hub, 'getItem', { rundownId: 1, itemId: 2 })).equal('done');
    should(await outcomeOf(hub, 'pressItemButton', press)).equal('done');
    should(pressed()).eql(['GET', 'GET', 'POST/new']);
  });

  it('gets its commands as before when the system clock jumps', async () => {
    server = await HostileHub.open(fine);
    hub = new Hub(settings(server.url));
    const { now } = Date;
    try {
      for (const day of [-1, 1, 10_000]) {
        Date.now = () => now() + day * 86_400_000;
        should(await Promise.all([outcomeOf(hub, 'playNext', play), outcomeOf(hub, 'playNext', play)])).eql([
          'done',
          'done',
        ]);
      }
    } finally {
      Date.now = now;
    }
    should(server.requests).have.length(6);
  });
});

describe('a machine that slept', () => {
  const stage = SteppedHub.forSuite({ timeout: 5000 });
  const presses = (count: number) => Array.from({ length: count }, () => outcomeOf(stage.hub, 'playNext', play));

  it('sends nothing that waited too long, and requests in flight have an unknown outcome', async () => {
    const [first, ...others] = presses(3);
    await stage.advance(10);
    should(stage.requests).have.length(1);
    // An hour passes without a timer. Then all of them are late.
    stage.clock.jump(3_600_000);
    await stage.advance(10);
    should(await Promise.all(others)).eql(['EXPIRED not-sent', 'EXPIRED not-sent']);
    // Its answer may have arrived before the sleep.
    await stage.advance(1000);
    should(await first).equal('HUB_TIMEOUT unknown');
    should(stage.requests).have.length(1);
    const [after] = presses(1);
    await stage.advance(10);
    await stage.answer('PUT', 'OK');
    should(await after).equal('done');
  });

  it('gets a late answer first: that call is done, and waiting calls have expired', async () => {
    const both = presses(2);
    await stage.advance(10);
    stage.clock.jump(3_600_000);
    await stage.answer('PUT', 'OK');
    await stage.advance(10);
    should(await Promise.all(both)).eql(['done', 'EXPIRED not-sent']);
    should(stage.requests).have.length(1);
  });
});
