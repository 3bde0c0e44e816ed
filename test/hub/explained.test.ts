import should from 'should';
import { findOperation, type Operation } from '../../dist/hub/table/operations.js';
import { failing } from './scripted-hub.js';
import { SteppedHub } from './stepped-hub.js';

describe('a hub of revision 2', () => {
  const stage = SteppedHub.forSuite({ dialect: 2, linearSegment: 'lino' });

  const watch = (name: string, params = {}) =>
    stage.hub.reads.watch(findOperation(name) as Operation, params, 1000, { answer: () => {}, failure: () => {} });

  it('explains a 404 by the show with this id, not by another', async () => {
    const call = failing(stage.run('playNext', { engineId: 7, preview: 0 }));
    await stage.settle();
    await stage.answer('PUT', null, 404);
    await stage.answer('GET /lino/engines', [
      { id: 5, started: false },
      { id: 7, started: true },
    ]);
    await stage.answer('GET /launcher', [
      { id: 7, running: false },
      { id: 5, running: false },
    ]);
    should((await call).facts).not.have.property('stopped');
  });

  it('is asked again where it answered before, after a 404 in a batch of polls', async () => {
    const later = stage.run('listLinearEngines', {});
    await stage.settle();
    await stage.answer('GET /lino/engines', null, 404);
    await stage.answer('GET /lino/shows', []);
    await later;
    const unwatch = [watch('listLinearEngines'), watch('listAllLinearRundowns')];
    await stage.advance(0);
    for (const status of [200, 404]) {
      const entries = stage.open.flatMap(({ body }) => body as { id: number; url: string }[]);
      should(entries.map(({ url }) => url)).eql(['/lino/shows', '/lino/rundowns']);
      const responses = entries.map(({ id }) => ({ id, responseCode: id === 0 ? status : 200, responseBody: [] }));
      await stage.answer('PUT /batch', responses);
      if (status === 200) await stage.advance(1000);
    }
    const again = stage.run('listLinearEngines', {});
    await stage.answer('GET /lino/engines', []);
    await again;
    for (const stop of unwatch) stop();
  });

  it('that lists shows only is polled for a single one by this list, never in a batch', async () => {
    const row = stage.run('getLinearEngine', { engineId: 7 });
    await stage.settle();
    await stage.answer('GET /lino/engines/7', null, 404);
    await stage.answer('GET /lino/engines', null, 404);
    await stage.answer('GET /lino/shows', [null, { id: 7 }]);
    should(await row).match({ body: { id: 7 } });
    const unwatch = [watch('getLinearEngine', { engineId: 7 }), watch('listAllLinearRundowns')];
    await stage.advance(0);
    should(stage.open.map(({ line }) => line).sort()).eql(['GET /lino/rundowns', 'GET /lino/shows']);
    for (const stop of unwatch) stop();
  });

  for (const [list, expected] of [
    [[], { code: 'HUB_NOT_FOUND', reply: { statusCode: 404 } }],
    ['OK', { code: 'HUB_BAD_ANSWER', facts: { cause: 'listLinearEngines' } }],
    [{}, { code: 'HUB_BAD_ANSWER', facts: { cause: 'listLinearEngines' } }],
    [null, { code: 'HUB_BAD_ANSWER', facts: { cause: 'listLinearEngines' } }],
  ] as const)
    it(`without this show answers ${expected.code} if its list is ${JSON.stringify(list)}`, async () => {
      stage.onSend = (request) => request.answer(list, request.line === 'GET /lino/engines' ? 200 : 404);
      should(await failing(stage.run('getLinearEngine', { engineId: 7 }))).match(expected);
      should(stage.lines().slice(0, 2)).eql(['GET /lino/engines/7', 'GET /lino/engines']);
    });
});

describe('a hub of revision 1', () => {
  const stage = SteppedHub.forSuite();

  it('explains a 404 of a command of revision 2 by the revision, without a read', async () => {
    const call = failing(stage.run('clearOutput', { engineId: 7, preview: 0 }));
    await stage.settle();
    await stage.answer('PUT', null, 404);
    should((await call).facts).match({ needs: 2 });
    should(stage.requests).have.length(1);
  });

  it('is asked at one place only, with its 404 as the answer', async () => {
    const call = failing(stage.run('listLinearEngines', {}));
    await stage.settle();
    await stage.answer('GET /linear/engines', null, 404);
    should(await call).have.property('code', 'HUB_NOT_FOUND');
    should(stage.requests).have.length(1);
  });

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
});
