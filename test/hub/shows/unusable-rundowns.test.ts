import should from 'should';
import { type AsRun, asRunOf } from '../../../dist/hub/records/as-run.js';
import { failing, type Reply, ScriptedHub } from '../scripted-hub.js';

const item = (id: number, itemType: string, program: string) => ({ id, itemType, status: { program } });

describe('everything out, item by item, with unusable answers', () => {
  const stage = ScriptedHub.forSuite({ dialect: 2, linearSegment: 'lino' });
  let records: AsRun[];

  /** A running show without `clear`, on which two rundowns are loaded. */
  const withoutClear = (show: object = {}): Record<string, Reply> => ({
    'GET /lino/shows': { body: [{ id: 5, started: true, loadedRundownsInfo: [{ id: 1 }, { id: 2 }], ...show }] },
    'GET /launcher': { body: [] },
    'GET /lino/rundown/5/1/items': { body: [item(101, 'md', 'Playing'), item(103, 'vs', 'Available')] },
    'GET /lino/rundown/5/2/items': { body: [item(104, 'md', 'Unavailable'), item(105, 'md', 'Playing')] },
    'PUT /lino/rundown/5/out/101/0': { status: 204 },
    'PUT /lino/rundown/5/out/105/0': { status: 204 },
  });
  const out = () => stage.run('everythingOut', { engineId: 5, preview: 'program' }, {});
  const puts = () => stage.sent('PUT').map(([request]) => request);

  beforeEach(() => {
    records = [];
    stage.hub.ended.watch((ended) => records.push(asRunOf(ended)));
  });

  it('is a bad answer, and sends nothing, if no item of the lists has a state on program', async () => {
    const lists = [
      [{ id: 101, itemType: 'md', name: 'Item 101' }],
      [{ id: 101, itemType: 'md', status: 'Playing' }],
      [{ id: 101, itemType: 'md', status: { preview: 'Playing' } }],
      ['Playing'],
      { items: [item(101, 'md', 'Playing')] },
      'Playing',
      null,
    ];
    for (const body of lists) {
      stage.script = withoutClear();
      for (const rundown of [1, 2]) stage.script[`GET /lino/rundown/5/${rundown}/items`] = { body };
      should(await failing(out())).match({
        code: 'HUB_BAD_ANSWER',
        outcome: 'not-sent',
        facts: { lookUp: 'listLinearItems' },
      });
      should(records.at(-1)).match({ operation: 'everythingOut', outcome: 'not-sent' });
    }
    should(puts()).eql(Array(lists.length).fill('PUT /lino/rundown/5/clear/0'));
  });

  it('is a bad answer if the rundowns of the show are not a list of ids', async () => {
    for (const loadedRundownsInfo of [undefined, null, 'two', { id: 1 }, [{}, { id: null }]]) {
      stage.script = withoutClear({ loadedRundownsInfo });
      should(await failing(out())).match({
        code: 'HUB_BAD_ANSWER',
        outcome: 'not-sent',
        facts: { lookUp: 'listLinearEngines' },
      });
    }
    should(puts()).have.length(5);
  });

  it('fails with the error of the read, and sends nothing, if no rundown can be read', async () => {
    stage.script = withoutClear();
    for (const rundown of [1, 2]) stage.script[`GET /lino/rundown/5/${rundown}/items`] = { status: 403 };
    should(await failing(out())).match({ code: 'HUB_AUTH', outcome: 'not-sent' });
    should(puts()).have.length(1);
  });

  it('skips rows without a status beside others, and rows that are not items', async () => {
    stage.script = withoutClear();
    stage.script['GET /lino/rundown/5/2/items'] = { body: [null, { id: 104 }, item(105, 'md', 'Playing')] };
    await out();
    should(puts().slice(1)).eql(['PUT /lino/rundown/5/out/101/0', 'PUT /lino/rundown/5/out/105/0']);
  });

  it('compares the states of items without case', async () => {
    stage.script = withoutClear();
    stage.script['GET /lino/rundown/5/1/items'] = { body: [item(101, 'md', 'PLAYING'), item(103, 'vs', 'available')] };
    stage.script['GET /lino/rundown/5/2/items'] = {
      body: [item(104, 'md', 'UNAVAILABLE'), item(105, 'md', 'playing'), item(106, 'vs', 'Playing ')],
    };
    should(await out()).match({ outcome: 'not-sent' });
    should(puts().slice(1)).eql(['PUT /lino/rundown/5/out/101/0', 'PUT /lino/rundown/5/out/105/0']);
  });

  const odd = ['On Air', 'PLAY', '', 'Playing!', 1, true, { toString: 1 }];

  it('takes out a graphic whose state is not described', async () => {
    stage.script = withoutClear();
    for (const word of odd) {
      stage.script['GET /lino/rundown/5/2/items'] = { body: [{ id: 105, itemType: 'md', status: { program: word } }] };
      should(await out()).match({ outcome: 'done', body: [{ params: { itemId: 101 } }, { params: { itemId: 105 } }] });
      should(puts().slice(-2)).eql(['PUT /lino/rundown/5/out/101/0', 'PUT /lino/rundown/5/out/105/0']);
    }
  });

  it('fails, names the word and sends nothing if only a form has a state that is not described', async () => {
    stage.script = withoutClear();
    stage.script['GET /lino/rundown/5/2/items'] = { body: [item(104, 'md', 'Available')] };
    for (const word of odd) {
      stage.script['GET /lino/rundown/5/1/items'] = { body: [{ id: 103, itemType: 'vs', status: { program: word } }] };
      const cause = `program: ${typeof word === 'string' ? word : JSON.stringify(word)}`;
      const facts = { cause, lookUp: 'listLinearItems' };
      should(await failing(out())).match({ code: 'HUB_BAD_ANSWER', outcome: 'not-sent', facts });
    }
    should(puts()).have.length(odd.length);
  });

  it('takes out the graphics, and lists a form with a state that is not described', async () => {
    stage.script = withoutClear();
    stage.script['GET /lino/rundown/5/1/items'] = { body: [item(101, 'md', 'On Air'), item(103, 'vs', 'On Air')] };
    stage.script['GET /lino/rundown/5/2/items'] = { body: [] };
    const result = await out();
    should(result).match({ outcome: 'not-sent' });
    should(result).have.property('body', [
      { operation: 'takeItemOut', params: { engineId: 5, itemId: 101, preview: 0 }, outcome: 'done', statusCode: 204 },
      {
        operation: 'takeItemOut',
        params: { engineId: 5, itemId: 103, preview: 0 },
        outcome: 'not-sent',
        state: 'On Air',
      },
    ]);
  });

  it('takes out the items of a duplicate rundown once', async () => {
    stage.script = withoutClear({ loadedRundownsInfo: [{ id: 2 }, { id: '2' }, { id: 2 }] });
    const result = await out();
    should(result).match({ outcome: 'done' });
    should(result).have.property('body').with.length(1);
    should(puts()).eql(['PUT /lino/rundown/5/clear/0', 'PUT /lino/rundown/5/out/105/0']);
  });

  it('does nothing if a show runs without rundowns', async () => {
    stage.script = withoutClear({ loadedRundownsInfo: [] });
    should(await out()).have.properties({ statusCode: 200, body: [], outcome: 'done' });
  });
});
