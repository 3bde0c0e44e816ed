import should from 'should';
import { failing, type Reply, ScriptedHub, until } from '../scripted-hub.js';

const ITEMS = 'GET /lino/rundown/5/1/items';
const PLAY = 'PUT /lino/rundown/5/play/101/0';

describe('an item that is played only if it is available', () => {
  const stage = ScriptedHub.forSuite({ dialect: 2, linearSegment: 'lino' });

  beforeEach(() => {
    stage.script = { [PLAY]: { status: 204 }, 'PUT /lino/rundown/5/play/101/1': { status: 204 } };
  });

  const item = (status: unknown): Reply => ({ body: [{ id: 101, itemNo: 1, name: 'Opener', status }] });
  const play = (params = {}, options = {}) =>
    stage.run(
      'playItem',
      { engineId: 5, itemId: 101, preview: 0, rundownId: 1, onlyIfAvailable: true, ...params },
      options,
    );
  const paths = () => stage.sent().map(([request]) => request);
  const available = { program: 'Available', preview: 'Available', online: true };

  it('is played after one read that shows it as available', async () => {
    stage.script[ITEMS] = item(available);
    should(await play()).match({ statusCode: 204 });
    should(paths()).eql([ITEMS, PLAY]);
  });

  for (const [status, sentence] of [
    [{ ...available, program: 'Unavailable' }, 'itemUnavailable'],
    [{ ...available, program: 'UNAVAILABLE' }, 'itemUnavailable'],
    [{ ...available, online: false }, 'itemNotLoaded'],
    [{ program: 'Unavailable', preview: 'Unavailable', online: false }, 'itemNotLoaded'],
  ] as const)
    it(`is refused with a reason if its status is ${JSON.stringify(status)}`, async () => {
      stage.script[ITEMS] = item(status);
      const error = await failing(play());
      should(error).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
      should(error.facts).match({ sentence, item: 'Opener', output: 'program' });
      should(paths()).eql([ITEMS]);
    });

  for (const status of [
    { ...available, program: 'Playing' },
    { ...available, preview: 'Unavailable' },
    { ...available, program: 'On Air' },
    {},
    null,
    'odd',
    undefined,
  ])
    it(`is played if its status is ${JSON.stringify(status)}`, async () => {
      stage.script[ITEMS] = item(status);
      await play();
      should(paths()).eql([ITEMS, PLAY]);
    });

  for (const [row, item] of [
    [{ name: '', template: 'Headline' }, 'Headline'],
    [{ name: ' ', template: '' }, '101'],
    [{ name: null }, '101'],
  ] as const)
    it(`is called ${item} in the reason if its row has ${JSON.stringify(row)}`, async () => {
      stage.script[ITEMS] = { body: [{ id: 101, ...row, status: { ...available, program: 'Unavailable' } }] };
      should((await failing(play())).facts).match({ sentence: 'itemUnavailable', item });
    });

  it('is judged by the output that it is to play on', async () => {
    stage.script[ITEMS] = item({ ...available, program: 'Unavailable' });
    await play({ preview: 'preview' });
    should(paths().at(-1)).equal('PUT /lino/rundown/5/play/101/1');
  });

  for (const [what, reply] of [
    ['is not found', { status: 404 }],
    ['fails', { status: 500 }],
    ['is no list', { body: 'OK' }],
    ['does not hold the item', { body: [] }],
  ] as [string, Reply][])
    it(`is played if the list of items ${what}`, async () => {
      stage.script[ITEMS] = reply;
      should(await play()).match({ statusCode: 204 });
      should(stage.sent('PUT')).eql([[PLAY]]);
    });

  it('is played if the list of items is not answered within 1 s, before its expiry', async () => {
    stage.script[ITEMS] = { ...item(available), delay: 30_000 };
    should(await play({}, { expiry: 10_000 })).match({ statusCode: 204 });
    should(paths()).eql([ITEMS, PLAY]);
  });

  it('is judged by a read of the last second, and then by a new one', async () => {
    stage.script[ITEMS] = item({ ...available, online: false });
    await failing(play());
    await failing(play());
    should(paths()).eql([ITEMS]);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await failing(play());
    should(paths()).eql([ITEMS, ITEMS]);
  });

  it('is judged by a read after the last command of its show', async () => {
    stage.script[ITEMS] = item(available);
    await play();
    await play();
    should(paths()).eql([ITEMS, PLAY, ITEMS, PLAY]);
    stage.script[ITEMS] = item({ ...available, online: false });
    await failing(play());
    should(paths()).eql([ITEMS, PLAY, ITEMS, PLAY, ITEMS]);
  });

  it('is judged by the answer of a watch', async () => {
    stage.script[ITEMS] = item({ ...available, online: false });
    let isAnswered = false;
    const watcher = { answer: () => (isAnswered = true), failure: () => {} };
    const unwatch = stage.watch('listLinearItems', { engineId: '5', rundownId: '1' }, 60_000, watcher);
    await until(() => isAnswered);
    should(await failing(play())).match({ facts: { sentence: 'itemNotLoaded' } });
    unwatch();
    should(paths()).eql([ITEMS]);
  });

  it('is not judged by a read from before its rundown was loaded again', async () => {
    stage.script[ITEMS] = item({ ...available, online: false });
    stage.script['PUT /lino/rundown/5/1/load'] = { body: { id: 1, name: 'Evening' } };
    await failing(play());
    stage.script[ITEMS] = item(available);
    await stage.run('loadLinearRundown', { engineId: 5, rundownId: 1 });
    should(await play()).match({ statusCode: 204 });
  });

  it('needs its rundown', async () => {
    const error = await failing(play({ rundownId: undefined }));
    should(error).match({ code: 'BAD_INPUT', facts: { sentence: 'stateNeeds', field: 'rundownId' } });
    should(stage.sent()).be.empty();
  });

  it('is played at once without this option', async () => {
    stage.script[ITEMS] = item({ ...available, online: false });
    await play({ onlyIfAvailable: false });
    await play({ onlyIfAvailable: undefined, rundownId: undefined });
    should(paths()).eql([PLAY, PLAY]);
  });

  it('is judged in a batch too', async () => {
    stage.script[ITEMS] = item({ ...available, online: false });
    const params = { engineId: 5, itemId: 101, preview: 0, rundownId: 1, onlyIfAvailable: true };
    const error = await failing(stage.run('batch', { entries: [{ operation: 'playItem', params }] }));
    should(error).match({ code: 'BAD_INPUT', facts: { sentence: 'itemNotLoaded', entry: 1 } });
    should(stage.sent('PUT')).be.empty();
  });
});
