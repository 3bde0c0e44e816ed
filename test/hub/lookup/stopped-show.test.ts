import should from 'should';
import { itemState } from '../../../dist/hub/watch/linear-items.js';
import { failing, ScriptedHub } from '../scripted-hub.js';

describe('a show that does not run', () => {
  let stage: ScriptedHub;

  const open = async (dialect: 1 | 2, started: boolean, running: boolean) => {
    stage = await ScriptedHub.open({ dialect, linearSegment: 'lino', timeout: 60_000 });
    stage.script = {
      'GET /lino/engines': { body: [{ id: 5, name: 'Evening', started }] },
      'GET /launcher': { body: [{ id: 5, running }] },
      // An engine host has the same id, because these are other ids.
      'GET /engines': { body: [{ id: 5, displayName: 'Wall' }] },
    };
  };
  const items = () => failing(stage.run('listLinearItems', { engineId: 5, rundownId: 1 }));

  afterEach(() => stage.close());

  it('explains a 404 of its items', async () => {
    await open(2, false, false);
    const error = await items();
    should(error).match({ code: 'HUB_NOT_FOUND', facts: { stopped: 5, show: 'Evening' } });
    should(itemState(error)).equal('stopped');
    should(stage.sent()).have.length(3);
  });

  it('explains a 404 of a command', async () => {
    await open(2, false, false);
    const error = await failing(stage.run('playNext', { engineId: 5, preview: 0 }));
    should(error).match({ code: 'HUB_NOT_FOUND', outcome: 'refused', facts: { stopped: 5 } });
  });

  it('explains why a rehearsed button would fail', async () => {
    await open(2, false, false);
    stage.hub.rehearsal.set(true);
    const press = { engineId: 5, rundownId: 1, itemId: 2, buttonKey: 'in' };
    const result = await stage.run('pressLinearButton', press);
    should(result).match({ outcome: 'rehearsal', wouldFail: { code: 'HUB_NOT_FOUND', facts: { stopped: 5 } } });
  });

  for (const [started, running] of [
    [true, false],
    [false, true],
    [true, true],
  ] as const)
    it(`is not the reason if started is ${started} and running is ${running}`, async () => {
      await open(2, started, running);
      const error = await items();
      should(error.facts).not.have.any.properties('stopped', 'engineHost');
      should(itemState(error)).equal('unknown');
    });

  it('is not searched on dialect 1, where an engine host is the usual reason', async () => {
    await open(1, false, false);
    should((await items()).facts)
      .match({ engineHost: 'Wall' })
      .and.not.have.property('stopped');
    should(stage.sent().map(([request]) => request)).eql(['GET /lino/rundown/5/1/items', 'GET /engines']);
  });

  it('is not the reason if no list is readable', async () => {
    await open(2, false, false);
    stage.script['GET /lino/engines'] = { status: 500 };
    should((await items()).facts).not.have.property('stopped');
  });
});
