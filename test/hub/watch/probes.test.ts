import should from 'should';
import { findOperation, type Operation } from '../../../dist/hub/table/operations.js';
import type { HubError } from '../../../dist/hub/wire/errors.js';
import { failing } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

describe('the connection of a hub', () => {
  const stage = SteppedHub.forSuite({ timeout: 500 });
  let states: string[];

  beforeEach(() => {
    states = [];
    stage.hub.connection.watch((state) => states.push(state));
  });

  it('is lost if a probe gets no answer in time', async () => {
    await stage.advance(0);
    await stage.answer('GET /engines', []);
    await stage.advance(2499);
    should(states).eql(['connecting', 'connected']);
    await stage.advance(1);
    should(states).eql(['connecting', 'connected', 'unreachable']);
  });

  it('never begins with a probe that gets no answer', async () => {
    await stage.advance(600);
    should(states).eql(['connecting', 'unreachable']);
  });

  it('is not lost if the hub answers another request while a probe gets no answer', async () => {
    await stage.advance(0);
    const read = stage.run('listRundowns', {});
    await stage.answer('GET /playout/rundowns', []);
    await read;
    await stage.advance(600);
    should(states).eql(['connecting', 'connected']);
  });

  it('is lost if other requests get no answer either', async () => {
    await stage.advance(0);
    const read = failing(stage.run('listRundowns', {}, { timeout: 400 }));
    await stage.advance(400);
    should(await read).have.property('code', 'HUB_TIMEOUT');
    should(states).eql(['connecting']);
    await stage.advance(100);
    should(states).eql(['connecting', 'unreachable']);
  });

  const probes = () => stage.lines('GET /engines').length;

  it('is probed each second, however often a fader fails', async () => {
    const fader = { engineId: 1, nodePath: 'N', propertyPath: 'P', Value: 1 };
    stage.onSend = (asked) => asked.fail('HUB_CONNECTION_LOST');
    for (let step = 0; step < 49; step++) {
      await stage.run('setProperty', fader).catch(() => undefined);
      await stage.advance(100);
    }
    should(probes()).equal(5);
  });

  it('is probed a second after a failure, also if the next probe was due later', async () => {
    await stage.advance(0);
    await stage.answer('GET /engines', []);
    await stage.advance(500);
    const read = failing(stage.run('listRundowns', {}));
    stage.open[0]?.fail('HUB_UNREACHABLE');
    await read;
    await stage.advance(999);
    should(probes()).equal(1);
    await stage.advance(1);
    should(probes()).equal(2);
  });

  it('is not probed again for each new listener', async () => {
    await stage.advance(0);
    const unwatch = stage.hub.connection.watch(() => {});
    await stage.advance(0);
    should(probes()).equal(1);
    unwatch();
    await stage.answer('GET /engines', []);
    await stage.advance(2000);
    should(probes()).equal(2);
  });
});

describe('a hub that cannot be reached', () => {
  const stage = SteppedHub.forSuite();

  beforeEach(() => {
    stage.onSend = (asked) => asked.fail('HUB_UNREACHABLE');
  });

  const watch = (results: unknown[] = []) =>
    stage.hub.reads.watch(findOperation('listRundowns') as Operation, {}, 60_000, {
      answer: ({ body }) => results.push(body),
      failure: (error) => results.push((error as HubError).code),
    });

  it('names its address and the reason in the error of a watch, if a probe has no answer', async () => {
    const errors: HubError[] = [];
    stage.onSend = (asked) => asked.fail('HUB_TIMEOUT');
    const unlisten = stage.hub.connection.watch(() => {});
    const unwatch = stage.hub.reads.watch(findOperation('listRundowns') as Operation, {}, 60_000, {
      answer: () => {},
      failure: (error) => errors.push(error as HubError),
    });
    await stage.advance(5000);
    const { facts } = errors.find(({ code }) => code === 'HUB_UNREACHABLE') ?? {};
    should(facts).match({ url: /^http:.*\/api\/rest\/v1$/, cause: 'HUB_TIMEOUT' });
    unwatch();
    unlisten();
  });

  it('is probed for a watched value, also after the last listener of the connection has left', async () => {
    const results: unknown[] = [];
    const unlisten = stage.hub.connection.watch(() => {});
    const unwatch = watch(results);
    await stage.advance(1500);
    unlisten();
    stage.onSend = (asked) => asked.answer([]);
    await stage.advance(1000);
    should(results.at(-1)).eql([]);
    unwatch();
  });

  it('is not probed after the last watch has ended', async () => {
    const unwatch = watch();
    await stage.advance(1500);
    unwatch();
    await stage.advance(1000);
    const count = stage.requests.length;
    await stage.advance(10_000);
    should(stage.requests).have.length(count);
    should(stage.clock.timers).equal(0);
  });
});
