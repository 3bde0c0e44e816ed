import should from 'should';
import { failing } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

const SHOWS = 'GET /lino/engines';
const show = (id: number, more = {}) => ({
  id,
  name: 'Evening',
  started: true,
  loadedRundownsInfo: [{ id: 1 }],
  ...more,
});

describe('an operation of several requests', () => {
  const stage = SteppedHub.forSuite({ dialect: 2, linearSegment: 'lino' });

  const out = (params: object, options = {}) => stage.run('everythingOut', { preview: 0, ...params }, options);
  const CLEAR = 'PUT /lino/rundown/5/clear/0';

  it('is in the lane of its show, also if only a rundown names it', async () => {
    const play = stage.run('playNext', { engineId: 5, preview: 0 });
    const call = out({ rundownId: 1 });
    await stage.settle();
    await stage.answer(SHOWS, [show(5)]);
    await stage.answer('GET /launcher', []);
    should(stage.open.map(({ line }) => line)).eql(['PUT /lino/rundown/5/playnext/0']);
    await stage.answer('PUT');
    await stage.answer(CLEAR);
    await play;
    should(await call).match({ outcome: 'done', params: { engineId: 5, rundownId: 1 } });
  });

  it('takes as long as all its requests', async () => {
    const call = out({ engineId: 5 });
    await stage.advance(100);
    await stage.answer(CLEAR, null, 404);
    await stage.advance(50);
    await stage.answer(SHOWS, [show(5, { loadedRundownsInfo: [] })]);
    await stage.advance(20);
    await stage.answer('GET /launcher', []);
    const result = await call;
    should(result).match({ outcome: 'done', body: [] });
    should((result as { elapsed: number }).elapsed).equal(70);
  });

  it('has the worst outcome of its steps', async () => {
    const call = out({ engineId: 5 });
    await stage.settle();
    await stage.answer(CLEAR, null, 404);
    await stage.answer(SHOWS, [show(5)]);
    await stage.answer('GET /launcher', [], 403);
    const playing = { program: 'Playing', preview: 'Available', online: true };
    await stage.answer(
      'GET /lino/rundown/5/1/items',
      [7, 8].map((id) => ({ id, itemType: 'md', status: playing })),
    );
    await stage.answer('PUT /lino/rundown/5/out/7/0', null, 422);
    await stage.answer('PUT /lino/rundown/5/out/8/0');
    should(await call).have.property('outcome', 'refused');
  });

  it('ends if the launcher has a fault, but not if it is closed to the key', async () => {
    const get = () => stage.run('getShow', { engineId: 5 });
    const failed = failing(get());
    await stage.settle();
    await stage.answer(SHOWS, [show(5)]);
    await stage.answer('GET /launcher', null, 500);
    should(await failed).have.property('code', 'HUB_FAULT');
    const call = get();
    await stage.answer(SHOWS, [show(5, { started: false })]);
    await stage.answer('GET /launcher', null, 403);
    const result = await call;
    should(result).match({ body: { id: 5, running: false }, outcome: 'done' });
  });

  it('does not ask the launcher on dialect 1', async () => {
    const early = new SteppedHub();
    const call = early.run('getShow', { engineId: 5 });
    await early.settle();
    await early.answer('GET /linear/engines', [show(5)]);
    await call;
    const clear = early.run('everythingOut', { rundownId: 1, preview: 0 });
    await early.settle();
    await early.answer('GET /linear/engines', [show(5, { loadedRundownInfo: [{ id: 1 }] })]);
    await early.answer('PUT /linear/rundown/5/out/0');
    await clear;
    should(early.requests).have.length(3);
    early.hub.close();
  });

  it('is not sent if the answer has no list of shows', async () => {
    const call = failing(stage.run('getShow', { rundownId: 1 }));
    await stage.settle();
    await stage.answer(SHOWS, { shows: 'none' });
    await stage.answer('GET /launcher', []);
    should(await call).match({ code: 'HUB_BAD_ANSWER', facts: { cause: 'listLinearEngines' } });
    const empty = failing(out({ rundownId: 1 }));
    await stage.settle();
    await stage.answer(SHOWS, 'none');
    await stage.answer('GET /launcher', []);
    should(await empty).match({ code: 'HUB_BAD_ANSWER', outcome: 'not-sent', facts: { lookUp: 'listLinearEngines' } });
  });

  it('does not wait longer for its show than for its turn', async () => {
    await stage.advance(10_000);
    const ends: [string, number][] = [];
    const options = [{ expiry: 300 }, { remaining: 200 }, { since: 9500, expiry: 600 }];
    for (const each of options)
      void failing(out({ rundownId: 1 }, each)).then(({ code }) => ends.push([code, stage.clock.now()]));
    await stage.advance(400);
    should(ends).eql([
      ['EXPIRED', 10_100],
      ['EXPIRED', 10_200],
      ['EXPIRED', 10_300],
    ]);
  });
});
