import should from 'should';
import { failing } from './scripted-hub.js';
import { SteppedHub } from './stepped-hub.js';

describe('a hub', () => {
  const stage = SteppedHub.forSuite();

  it('explains a 404 by the id of an engine host instead of a linear engine', async () => {
    stage.onSend = (request) => {
      if (request.line === 'GET /engines') request.answer([{ id: 3, displayName: 'Wall' }]);
      else request.answer(null, 404);
    };
    const factsOf = async (engineId: number) =>
      (await failing(stage.run('playNext', { engineId, preview: 'program' }))).facts;
    should(await factsOf(3)).match({ engine: 3, engineHost: 'Wall' });
    should(await factsOf(101)).not.have.property('engineHost');
    should(stage.lines('PUT')).have.length(2);
  });

  describe('has a state of its connection', () => {
    it('only from other requests while it is not watched', async () => {
      await stage.advance(60_000);
      should(stage.requests).be.empty();
      should(stage.hub.connection.state).equal('connecting');
      const call = failing(stage.run('getEngine', { engineId: 1 }));
      await stage.answer('GET /engines/1', null, 404);
      await call;
      should(stage.hub.connection.state).equal('connected');
      should(stage.hub.connection.hasNoAccess).be.true();
    });

    it('from a probe while it is watched, and reports it at once and at every change', async () => {
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

    it('by a probe each second while it is lost, and every 2 s while no other request is sent', async () => {
      const unwatch = stage.hub.connection.watch(() => {});
      const times: number[] = [];
      let isAway = true;
      stage.onSend = (request) => {
        times.push(stage.clock.now());
        if (isAway) request.fail('HUB_UNREACHABLE');
        else request.answer([]);
      };
      await stage.advance(99_999);
      should(times).eql(Array.from({ length: 100 }, (_, second) => second * 1000));
      isAway = false;
      await stage.advance(6001);
      should(times.slice(100)).eql([100_000, 102_000, 104_000, 106_000]);
      unwatch();
    });

    it('by probes that do not wait for a hanging one, five at most, and a late answer shows nothing', async () => {
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
});
