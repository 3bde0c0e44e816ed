import should from 'should';
import { failing, type Reply, ScriptedHub, until } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

const ITEMS = 'GET /lino/rundown/5/1/items';
const PLAY = 'PUT /lino/rundown/5/play/101/0';

const available = { program: 'Available', preview: 'Available', online: true };

describe('an item that is played only if it is available', () => {
  const stage = ScriptedHub.forSuite({ dialect: 2, linearSegment: 'lino' });

  beforeEach(() => {
    rundown = 1;
    stage.script = { [PLAY]: { status: 204 }, 'PUT /lino/rundown/5/play/101/1': { status: 204 } };
  });

  const item = (status: unknown): Reply => ({ body: [{ id: 101, itemNo: 1, name: 'Opener', status }] });
  const play = (params = {}, options = {}) =>
    stage.run(
      'playItem',
      { engineId: 5, itemId: 101, preview: 0, rundownId: 1, onlyIfAvailable: true, ...params },
      options,
    );
  const itemsOf = (rundownId: number) => `GET /lino/rundown/5/${rundownId}/items`;
  /** The last rundown of `playNew`, which plays the item in another one, so that nothing is known of it. */
  let rundown: number;
  const playNew = () => {
    rundown += 1;
    return play({ rundownId: rundown });
  };
  const paths = () => stage.sent().map(([request]) => request);
  it('is played after one read that shows it as available', async () => {
    stage.script[ITEMS] = item(available);
    should(await play()).match({ statusCode: 204 });
    should(paths()).eql([ITEMS, PLAY]);
  });

  it('is refused with a reason if its status forbids it', async () => {
    for (const [status, sentence] of [
      [{ ...available, program: 'Unavailable' }, 'itemUnavailable'],
      [{ ...available, program: 'UNAVAILABLE' }, 'itemUnavailable'],
      [{ ...available, online: false }, 'itemNotLoaded'],
      [{ program: 'Unavailable', preview: 'Unavailable', online: false }, 'itemNotLoaded'],
    ] as const) {
      stage.script[itemsOf(rundown + 1)] = item(status);
      const error = await failing(playNew());
      should(error).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
      should(error.facts).match({ sentence, item: 'Opener', output: 'program' });
    }
    should(stage.sent('PUT')).be.empty();
  });

  it('is played if its status does not forbid it, or is not described', async () => {
    const statuses = [
      { ...available, program: 'Playing' },
      { ...available, preview: 'Unavailable' },
      { ...available, program: 'On Air' },
      {},
      null,
      'odd',
      undefined,
    ];
    for (const status of statuses) {
      stage.script[itemsOf(rundown + 1)] = item(status);
      await playNew();
    }
    should(stage.sent('PUT')).have.length(statuses.length);
  });

  it('is called by its name, its template or its id in the reason', async () => {
    for (const [row, name] of [
      [{ name: '', template: 'Headline' }, 'Headline'],
      [{ name: ' ', template: '' }, '101'],
      [{ name: null }, '101'],
    ] as const) {
      const status = { ...available, program: 'Unavailable' };
      stage.script[itemsOf(rundown + 1)] = { body: [{ id: 101, ...row, status }] };
      should((await failing(playNew())).facts).match({ sentence: 'itemUnavailable', item: name });
    }
  });

  it('is judged by the output that it is to play on', async () => {
    stage.script[ITEMS] = item({ ...available, program: 'Unavailable' });
    await play({ preview: 'preview' });
    should(paths().at(-1)).equal('PUT /lino/rundown/5/play/101/1');
  });

  it('is played if the list of items is not found, fails, is no list, or does not have the item', async () => {
    const replies: Reply[] = [{ status: 404 }, { status: 500 }, { body: 'OK' }, { body: [] }];
    for (const reply of replies) {
      stage.script[itemsOf(rundown + 1)] = reply;
      should(await playNew()).match({ statusCode: 204 });
    }
    should(stage.sent('PUT')).have.length(replies.length);
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

describe('the read before an item is played', () => {
  const stage = SteppedHub.forSuite({ dialect: 2, linearSegment: 'lino', timeout: 60_000 });
  const params = { engineId: 5, itemId: 101, preview: 0, rundownId: 1, onlyIfAvailable: true };
  const play = () => stage.run('playItem', params, { expiry: 10_000 });

  it('counts for a second', async () => {
    for (const [pause, reads] of [
      [0, 1],
      [1000, 1],
      [1, 2],
    ] as const) {
      await stage.advance(pause);
      const call = failing(play());
      await stage.settle();
      if (stage.open.length > 0) await stage.answer(ITEMS, [{ id: 101, status: { ...available, online: false } }]);
      should(await call).match({ facts: { sentence: 'itemNotLoaded' } });
      should(stage.lines()).have.length(reads);
    }
  });

  it('may take a second, and then the item is played without it', async () => {
    const call = play();
    await stage.advance(999);
    should(stage.lines()).eql([ITEMS]);
    await stage.advance(1);
    await stage.answer(PLAY);
    should(await call).match({ outcome: 'done' });
  });
});
