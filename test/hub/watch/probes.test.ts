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
});

describe('the state of a connection', () => {
  const stage = SteppedHub.forSuite();

  it('comes only from other requests while it is not watched', async () => {
    await stage.advance(60_000);
    should(stage.requests).be.empty();
    should(stage.hub.connection.state).equal('connecting');
    const call = failing(stage.run('getEngine', { engineId: 1 }));
    await stage.answer('GET /engines/1', null, 404);
    await call;
    should(stage.hub.connection.state).equal('connected');
    should(stage.hub.connection.hasNoAccess).be.true();
  });

  it('comes from a probe while it is watched, and is reported at once and at every change', async () => {
    const states: string[] = [];
    const unwatch = stage.hub.connection.watch((state) => states.push(state));
    should(states).eql(['connecting']);
    await stage.advance(0);
    await stage.answer('GET /engines', null, 401);
    should(states).eql(['connecting', 'refused']);
    const call = stage.run('listEngines', {});
    await stage.answer('GET /engines', []);
    await call;
    should(states).eql(['connecting', 'refused', 'connected']);
    should(stage.hub.connection.hasNoAccess).be.false();
    unwatch();
    should(stage.clock.timers).equal(0);
  });

  it('comes from probes that do not wait for a hanging one, five at most, and a late answer shows nothing', async () => {
    const states: string[] = [];
    const slow = new SteppedHub({ timeout: 60_000 });
    const unwatch = slow.hub.connection.watch((state) => states.push(state));
    await slow.advance(20_000);
    should(slow.requests).have.length(5);
    await slow.answer('GET /engines', []);
    should(states).eql(['connecting', 'connected']);
    slow.onSend = (request) => request.answer([]);
    // In the first five seconds, the other four are never answered.
    await slow.advance(60_000);
    should(states).eql(['connecting', 'connected']);
    unwatch();
    slow.hub.close();
  });
});
