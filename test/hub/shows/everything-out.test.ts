import should from 'should';
import type { Hub } from '../../../dist/hub/hub.js';
import { type AsRun, asRunOf, type CueCall } from '../../../dist/hub/records/as-run.js';
import { failing, type Reply, ScriptedHub, until } from '../scripted-hub.js';

const status = (program: string, preview = 'Available') => ({ program, preview, online: true });
const item = (id: number, itemType: string, program: string, preview?: string) => ({
  ...{ id, itemNo: id - 100, name: `Item ${id}`, itemType, status: status(program, preview) },
});

describe('everything out', () => {
  let stage: ScriptedHub;
  let records: AsRun[];

  const open = async (dialect: 1 | 2, settings = {}) => {
    stage = await ScriptedHub.open({ dialect, linearSegment: dialect === 1 ? 'linear' : 'lino', ...settings });
    records = [];
    stage.hub.ended.watch((ended) => records.push(asRunOf(ended)));
  };
  const out = (params = {}, options = {}) =>
    stage.run('everythingOut', { engineId: 5, preview: 'program', ...params }, options);
  const puts = () => stage.sent('PUT').map(([request]) => request);

  /** A running show without `clear`, on which two rundowns are loaded. */
  const withoutClear = (show: object = { started: true }): Record<string, Reply> => ({
    'GET /lino/shows': { body: [{ id: 5, name: 'Evening', loadedRundownsInfo: [{ id: 1 }, { id: 2 }], ...show }] },
    'GET /launcher': { body: [{ id: 5, running: false }] },
    'GET /lino/rundown/5/1/items': {
      body: [item(101, 'md', 'Playing'), item(102, 'md', 'Available', 'Playing'), item(103, 'vs', 'Playing')],
    },
    'GET /lino/rundown/5/2/items': { body: [item(104, 'md', 'Unavailable'), item(105, 'md', 'Playing')] },
    'PUT /lino/rundown/5/out/101/0': { status: 204 },
    'PUT /lino/rundown/5/out/105/0': { status: 204 },
  });

  afterEach(() => stage.close());

  it('takes out on dialect 1', async () => {
    await open(1);
    stage.script = { 'PUT /linear/rundown/5/out/1': { body: 'OK' } };
    should(await out({ preview: 'preview' })).match({
      statusCode: 200,
      body: [{ operation: 'takeOut', params: { engineId: 5, preview: 1 }, outcome: 'done', statusCode: 200 }],
      outcome: 'done',
    });
    should(stage.sent()).eql([['PUT /linear/rundown/5/out/1']]);
    should(records).have.length(1);
    should(records).match([{ operation: 'everythingOut', target: { engineId: 5, preview: 1 }, outcome: 'done' }]);
  });

  it('takes out playing items one by one if a running show has no clear, and does not touch a form', async () => {
    await open(2);
    stage.script = withoutClear();
    const result = await out();
    const entry = (itemId: number) => ({ operation: 'takeItemOut', params: { engineId: 5, itemId, preview: 0 } });
    should(result).have.property('body', [
      { ...entry(101), outcome: 'done', statusCode: 204 },
      { ...entry(103), outcome: 'not-sent' },
      { ...entry(105), outcome: 'done', statusCode: 204 },
    ]);
    should(result).have.property('outcome', 'not-sent');
    should(records).have.length(1);
    should(records).match([{ operation: 'everythingOut', outcome: 'not-sent' }]);
    should(puts()).eql([
      'PUT /lino/rundown/5/clear/0',
      'PUT /lino/rundown/5/out/101/0',
      'PUT /lino/rundown/5/out/105/0',
    ]);
  });

  it('has the worst outcome of its steps, and continues after it', async () => {
    await open(2);
    stage.script = withoutClear();
    stage.script['PUT /lino/rundown/5/out/101/0'] = { status: 500 };
    should(await out()).match({ outcome: 'unknown', statusCode: 500 });
    stage.script['PUT /lino/rundown/5/out/101/0'] = { status: 422 };
    should(await out()).match({ outcome: 'refused', statusCode: 422 });
    should(puts().filter((path) => path.endsWith('/out/105/0'))).have.length(2);
    should(records.map(({ outcome, statusCode }) => [outcome, statusCode])).eql([
      ['unknown', 500],
      ['refused', 422],
    ]);
  });

  it('has an unknown outcome for a rundown that it cannot read', async () => {
    await open(2);
    stage.script = withoutClear();
    stage.script['GET /lino/rundown/5/1/items'] = { status: 403 };
    const params = { engineId: 5, rundownId: 1 };
    const result = await out();
    should(result).have.property('body').with.length(2);
    should(result).match({
      outcome: 'unknown',
      body: [
        { operation: 'listLinearItems', params, outcome: 'unknown', statusCode: 403 },
        { operation: 'takeItemOut', outcome: 'done' },
      ],
    });
  });

  it('reports that the show does not run, and takes nothing out', async () => {
    await open(2);
    stage.script = withoutClear({ started: false });
    should(await failing(out())).match({ code: 'HUB_NOT_FOUND', outcome: 'refused', facts: { show: 'Evening' } });
    should(puts()).eql(['PUT /lino/rundown/5/clear/0']);
  });

  for (const [code, reply] of [
    ['HUB_AUTH', 403],
    ['HUB_REJECTED', 422],
    ['HUB_FAULT', 500],
  ] as const)
    it(`takes nothing out item by item after a ${reply}`, async () => {
      await open(2);
      stage.script = { ...withoutClear(), 'PUT /lino/rundown/5/clear/0': { status: reply } };
      should(await failing(out())).match({ code });
      should(stage.sent()).have.length(1);
    });

  it('stops between two items when its node is closed', async () => {
    await open(2);
    stage.script = { ...withoutClear(), 'PUT /lino/rundown/5/out/101/0': { status: 204, delay: 30_000 } };
    const owner = {};
    const call = failing(out({}, { owner }));
    await until(() => puts().length >= 2);
    stage.hub.abandon(owner);
    should(await call).match({ code: 'CLOSED', outcome: 'unknown' });
    should(puts()).have.length(2);
  });

  for (const [what, end] of [
    ['a rehearsal begins', (hub: Hub) => hub.rehearsal.set(true)],
    [
      'a rehearsal begins and ends',
      (hub: Hub) => {
        hub.rehearsal.set(true);
        hub.rehearsal.set(false);
      },
    ],
    ['its cue ends', (hub: Hub, cue: CueCall) => hub.endCue(cue)],
  ] as const)
    it(`takes no further item out if ${what} meanwhile, and lists both parts`, async () => {
      await open(2);
      const more = { body: [item(101, 'md', 'Playing'), item(106, 'md', 'Playing')] };
      const first = { status: 204, delay: 200 };
      stage.script = { ...withoutClear(), 'GET /lino/rundown/5/1/items': more, 'PUT /lino/rundown/5/out/101/0': first };
      const group = { does: 'cue', number: '10', name: 'Übergabe' } as const;
      const call = out({}, { group });
      await until(() => puts().length >= 2);
      end(stage.hub, group);
      should(await call).match({
        outcome: 'not-sent',
        body: [
          { operation: 'takeItemOut', params: { itemId: 101 }, outcome: 'done', statusCode: 204 },
          { operation: 'takeItemOut', params: { itemId: 106 }, outcome: 'not-sent' },
          { operation: 'takeItemOut', params: { itemId: 105 }, outcome: 'not-sent' },
        ],
      });
      should(puts()).eql(['PUT /lino/rundown/5/clear/0', 'PUT /lino/rundown/5/out/101/0']);
    });

  it('is only rehearsed if a rehearsal begins before its first item', async () => {
    await open(2);
    stage.script = withoutClear();
    stage.script['GET /lino/shows'] = { ...stage.script['GET /lino/shows'], delay: 200 };
    const call = out();
    await until(() => stage.sent('GET').length > 0);
    stage.hub.rehearsal.set(true);
    should(await call).match({ outcome: 'rehearsal' });
    should(puts()).eql(['PUT /lino/rundown/5/clear/0']);
    should(records).match([{ operation: 'everythingOut', code: 'REHEARSAL' }]);
  });

  for (const [what, path, requests] of [
    ['the shows', 'GET /lino/shows', 1],
    ['the items of a rundown', 'GET /lino/rundown/5/1/items', 1],
  ] as const)
    it(`ends as closed, and sends no more, if its node is closed while it reads ${what}`, async () => {
      await open(2);
      stage.script = { ...withoutClear(), [path]: { silent: true } };
      const owner = {};
      const call = failing(out({}, { owner }));
      await until(() => stage.sent('GET').some(([request]) => request === path));
      stage.hub.abandon(owner);
      should((await call).code).equal('CLOSED');
      should(puts()).have.length(requests);
      should(records).match([{ operation: 'everythingOut', code: 'CLOSED' }]);
      should(records).have.length(1);
    });

  describe('of a rundown', () => {
    const shows = (...loaded: [number, string, number[]][]) => ({
      body: loaded.map(([id, name, rundowns]) => ({
        ...{ id, name, started: true, loadedRundownsInfo: rundowns.map((one) => ({ id: one })) },
      })),
    });
    const outOf = (rundownId: number, options = {}) => stage.run('everythingOut', { rundownId, preview: 0 }, options);

    beforeEach(async () => {
      await open(2);
      stage.script = {
        'GET /lino/shows': shows([5, 'Evening', [1, 2]], [6, 'Sports', [2]]),
        'PUT /lino/rundown/5/clear/0': { status: 204 },
      };
    });

    it('clears the show that it is loaded on', async () => {
      should(await outOf(1)).match({ params: { engineId: 5 }, body: [{ operation: 'clearOutput' }] });
      should(records).match([{ target: { engineId: 5, rundownId: 1, preview: 0 } }]);
    });

    it('does not wait longer for the show than for its turn', async () => {
      stage.script['GET /lino/shows'] = { ...shows([5, 'Evening', [1]]), delay: 1500 };
      should(await failing(outOf(1, { expiry: 100 }))).match({ code: 'EXPIRED', outcome: 'not-sent' });
      should(puts()).be.empty();
    });

    it('waits for the show only for the rest of an earlier wait', async () => {
      stage.script['GET /lino/shows'] = { silent: true };
      const ended: string[] = [];
      const expired = async (what: string, options: object) => {
        should(await failing(outOf(1, options))).match({ code: 'EXPIRED', outcome: 'not-sent' });
        ended.push(what);
      };
      await Promise.all([expired('its own expiry', { expiry: 1000 }), expired('what was left', { remaining: 100 })]);
      should(ended).eql(['what was left', 'its own expiry']);
    });

    it('needs the id of a show or of a rundown', async () => {
      const error = await failing(stage.run('everythingOut', { preview: 0 }));
      should(error).match({ code: 'BAD_INPUT', facts: { field: 'engineId' } });
      should(stage.sent()).be.empty();
    });
  });
});

describe('everything out, item by item, with unusable answers', () => {
  const stage = ScriptedHub.forSuite({ dialect: 2, linearSegment: 'lino' });
  let records: AsRun[];
  const item = (id: number, itemType: string, program: string) => ({ id, itemType, status: { program } });

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
