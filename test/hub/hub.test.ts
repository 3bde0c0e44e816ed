import should from 'should';
import { failing, ScriptedHub } from './scripted-hub.js';
import { SteppedHub } from './stepped-hub.js';

describe('a hub', () => {
  let stage: ScriptedHub;

  beforeEach(async () => {
    stage = await ScriptedHub.open();
  });

  afterEach(() => stage.close());

  it('says after a 404 that an id is an engine host’s, not a linear engine’s', async () => {
    stage.script['GET /engines'] = { body: [{ id: 3, displayName: 'Wall' }] };
    should((await failing(stage.run('playNext', { engineId: 3, preview: 'program' }))).facts).match({
      engine: 3,
      engineHost: 'Wall',
    });
    should((await failing(stage.run('playNext', { engineId: 101, preview: 'program' }))).facts).not.have.property(
      'engineHost',
    );
    should(stage.sent('PUT')).have.length(2);
  });

  it('keeps the order of two callers on one linear engine, also when the first answer is slow', async () => {
    const stepped = new SteppedHub();
    const play = stepped.run('playItem', { engineId: 101, itemId: 1, preview: 0 }, { owner: {}, timeout: 5000 });
    const out = stepped.run('takeOut', { engineId: '101', preview: 'program' }, { owner: {} });
    await stepped.advance(1000);
    should(stepped.lines()).eql(['PUT /linear/rundown/101/play/1/0']);
    await stepped.answer('PUT');
    should(stepped.lines()).eql(['PUT /linear/rundown/101/play/1/0', 'PUT /linear/rundown/101/out/0']);
    await stepped.answer('PUT');
    await Promise.all([play, out]);
    stepped.hub.close();
  });

  describe('knows its connection', () => {
    it('only from traffic while nobody watches', async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      should(stage.wire.requests).be.empty();
      should(stage.hub.connection.state).equal('connecting');
      await failing(stage.run('getEngine', { engineId: 1 }));
      should(stage.hub.connection.state).equal('connected');
      should(stage.hub.connection.neverWelcome).be.true();
    });

    it('from a probe while somebody does, told at once and at every change', async () => {
      stage.script['GET /engines'] = { status: 401 };
      const states: string[] = [];
      const unwatch = stage.hub.connection.watch((state) => states.push(state));
      while (states.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      stage.script['GET /engines'] = { body: [] };
      await stage.run('listEngines', {});
      should(states).eql(['connecting', 'refused', 'connected']);
      should(stage.hub.connection.neverWelcome).be.false();
      unwatch();
    });
  });
});
