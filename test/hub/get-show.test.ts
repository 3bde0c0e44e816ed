import should from 'should';
import { showsIn } from '../../dist/hub/lookup/show.js';
import { failing, ScriptedHub, until } from './scripted-hub.js';

const EVENING = {
  id: 5,
  name: 'Evening',
  started: false,
  mode: 'Broadcast',
  loadedRundownsInfo: [{ id: 1 }, { id: 2 }],
};
const SPORTS = { id: 6, name: 'Sports', started: true, mode: 'Broadcast', loadedRundownsInfo: [{ id: 2 }] };

describe('a show', () => {
  let stage: ScriptedHub;

  const open = async (dialect: 1 | 2) => {
    stage = await ScriptedHub.open({ dialect, linearSegment: 'lino' });
    stage.script = {
      'GET /lino/shows': { body: [EVENING, SPORTS] },
      'GET /launcher': { body: [{ id: 5, name: 'Evening', running: true, mode: 'Broadcast', renderers: [] }] },
    };
  };
  const show = (params: object) => stage.run('getShow', { ...params });

  afterEach(() => stage.close());

  it('is one object from one read of the linear list and one of the launcher', async () => {
    await open(2);
    stage.script['GET /lino/engines'] = { body: [EVENING, SPORTS] };
    should(await show({ engineId: 5 })).match({
      statusCode: 200,
      body: { id: 5, name: 'Evening', mode: 'Broadcast', running: true, rundowns: [1, 2] },
    });
    should(stage.sent()).eql([['GET /lino/engines'], ['GET /launcher']]);
  });

  it('is found by a rundown that only it has loaded, and if several have, the error lists them', async () => {
    await open(2);
    should(await show({ rundownId: 1 })).match({ body: { id: 5 } });
    const error = await failing(show({ rundownId: 2 }));
    should(error).match({ code: 'BAD_INPUT', facts: { sentence: 'onSeveralShows', field: 'engineId', value: 2 } });
    should(error.facts.candidates).equal('5 (Evening), 6 (Sports)');
    should(await show({ rundownId: 2, engineId: 6 })).match({ body: { id: 6, running: true } });
  });

  it('that does not exist is an error, which lists the others', async () => {
    await open(2);
    const { facts, code } = await failing(show({ engineId: 9 }));
    should(code).equal('BAD_INPUT');
    should(facts.allowed).have.property('options', ['5 (Evening)', '6 (Sports)']);
    should(await failing(show({}))).match({
      code: 'BAD_INPUT',
      facts: { field: 'engineId', allowed: { key: 'integer', minimum: 0 } },
    });
  });

  it('comes from the linear list alone if the launcher refuses the key', async () => {
    await open(2);
    stage.script['GET /launcher'] = { status: 403 };
    should(await show({ engineId: 5 })).match({ body: { running: false } });
    should(await show({ engineId: 6 })).match({ body: { running: true } });
  });

  it('is a linear engine on dialect 1, whose id means nothing to the launcher', async () => {
    await open(1);
    const engine = { id: 5, name: 'Evening', started: false, loadedRundownInfo: [{ id: 1 }] };
    stage.script['GET /lino/engines'] = { body: [engine] };
    should(await show({ engineId: 5 })).match({
      body: { id: 5, name: 'Evening', mode: null, running: false, rundowns: [1] },
    });
    should(stage.sent()).eql([['GET /lino/engines']]);
  });

  it('can be watched by one read for all watchers', async () => {
    await open(2);
    const answers: unknown[] = [];
    const watch = (params: object) =>
      stage.watch('getShow', { ...params }, 60_000, {
        answer: ({ body }) => answers.push((body as { id: number }).id),
        failure: (error) => answers.push(error),
      });
    const stops = [watch({ engineId: 5 }), watch({ engineId: '5' }), watch({ engineId: 6 })];
    await until(() => answers.length >= 3);
    for (const stop of stops) stop();
    should(answers.sort()).eql([5, 5, 6]);
    should(stage.sent().filter(([request]) => request === 'GET /launcher')).have.length(2);
  });

  it('has the name and mode of the linear list, or those of its own configuration', () => {
    const configs = [
      null,
      { id: 6, name: 'Sports', mode: 'Sim' },
      { id: 5, name: 'Other', mode: 'Sim', running: true },
    ];
    const rows = [{ id: 5, name: 'Evening', mode: 'Broadcast' }, { id: '6' }, { id: 7 }];
    const summary = (shows: ReturnType<typeof showsIn>) =>
      shows?.map(({ name, mode, running }) => [name, mode, running]);
    should(summary(showsIn(rows, configs, 2))).eql([
      ['Evening', 'Broadcast', true],
      ['Sports', 'Sim', false],
      [null, null, false],
    ]);
    // On revision 1 the launcher has other ids.
    should(summary(showsIn(rows, configs, 1))?.[1]).eql([null, null, false]);
  });

  it('has the rundowns with readable ids, and unknown rundowns if no id is readable', () => {
    const rundownsOf = (loadedRundownsInfo: unknown) => showsIn([{ id: 5, loadedRundownsInfo }], [], 2)?.[0]?.rundowns;
    should(rundownsOf([])).eql([]);
    should(rundownsOf([7, { id: null }, {}, { id: 0 }])).eql([0]);
    should(rundownsOf([7, { id: null }, {}])).be.undefined();
    should(rundownsOf({ id: 1 })).be.undefined();
  });
});
