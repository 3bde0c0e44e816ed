import should from 'should';
import type { Params } from '../../dist/hub/request.js';
import { failing, ScriptedHub } from './scripted-hub.js';

describe('a hub', () => {
  let stage: ScriptedHub;

  beforeEach(async () => {
    stage = await ScriptedHub.open();
  });

  afterEach(() => stage.close());

  const run = (name: string, params: Params, options = {}) => stage.run(name, params, options);
  const sent = (method?: string) => stage.sent(method);

  describe('calls a function', () => {
    const target = { engineId: 1, nodePath: 'Player', functionPath: 'Default//Play/0' };
    const path = '/engines/1/nodes/Player/functions/Default//Play/0';
    const description = {
      Properties: { File: { PropertyPath: 'Clip//File/0' }, Speed: { PropertyPath: 'Clip//Speed/0' } },
    };

    beforeEach(() => {
      stage.script = { [`GET ${path}`]: { body: description }, [`POST ${path}`]: { body: { success: true } } };
    });

    const parameter = (PropertyPath: string, value: unknown) => ({ PropertyPath, payload: { value } });

    it('with parameters by name and by path, looked up once', async () => {
      await run('callFunction', { ...target, Parameters: { File: 'a.mov', 'Clip//Speed/0': 2 } });
      await run('callFunction', { ...target, Parameters: { Speed: 1 } });
      should(sent('GET')).have.length(1);
      should(sent('POST').map(([, body]) => body)).eql([
        { Parameters: [parameter('Clip//File/0', 'a.mov'), parameter('Clip//Speed/0', 2)] },
        { Parameters: [parameter('Clip//Speed/0', 1)] },
      ]);
    });

    it('with a list as it is, or with nothing, and looks nothing up', async () => {
      const list = [parameter('X', 0)];
      await run('callFunction', { ...target, Parameters: list });
      await run('callFunction', target);
      should(sent()).eql([
        [`POST ${path}`, { Parameters: list }],
        [`POST ${path}`, { Parameters: [] }],
      ]);
    });

    it('not by a name that it does not know, and lists those that it does', async () => {
      const error = await failing(run('callFunction', { ...target, Parameters: { Volume: 1 } }));
      should(error).have.properties({ code: 'BAD_INPUT', outcome: 'not-sent' });
      should(error.facts.value).equal('"Volume"');
      should(error.facts.allowed).have.property('options').containDeep(['File', 'Speed', 'Clip//File/0']);
      should(sent('POST')).be.empty();
    });

    it('by a name that has come since', async () => {
      await run('callFunction', { ...target, Parameters: { File: 'a' } });
      stage.script[`GET ${path}`] = { body: { Properties: { Volume: { PropertyPath: 'Audio//Volume/0' } } } };
      await run('callFunction', { ...target, Parameters: { Volume: 1 } });
      should(sent('POST').at(-1)?.[1]).eql({ Parameters: [parameter('Audio//Volume/0', 1)] });
    });

    it('and forgets what it looked up after a 404 and after a graph was loaded', async () => {
      const call = () => run('callFunction', { ...target, Parameters: { File: 'a' } });
      await call();
      stage.script[`POST ${path}`] = { status: 404 };
      await failing(call());
      stage.script[`POST ${path}`] = { body: { success: true } };
      await call();
      should(sent('GET')).have.length(2);
      stage.script['POST /rgraphs/5/load'] = { body: { success: true } };
      await run('loadRgraph', { rgraphId: 5, engineHostId: 1 });
      await call();
      should(sent('GET')).have.length(3);
    });

    it('not if the look-up fails: then nothing was sent', async () => {
      stage.script[`GET ${path}`] = { status: 500 };
      const error = await failing(run('callFunction', { ...target, Parameters: { File: 'a' } }));
      should(error).have.properties({ code: 'HUB_FAULT', outcome: 'not-sent' });
      should(error.facts.lookUp).equal('getFunction');
      should(sent('POST')).be.empty();
    });

    it('not if the look-up takes so long that the call would be late', async () => {
      stage.script[`GET ${path}`] = { body: description, delay: 1000 };
      const error = await failing(run('callFunction', { ...target, Parameters: { File: 'a' } }, { expiry: 200 }));
      should(error.outcome).equal('not-sent');
      should(sent('POST')).be.empty();
    });

    it('with the values of the moment when the message came', async () => {
      stage.script[`GET ${path}`] = { body: description, delay: 50 };
      const Parameters = { File: { name: 'first' } };
      const call = run('callFunction', { ...target, Parameters });
      Parameters.File.name = 'changed';
      await call;
      should(sent('POST')[0]?.[1]).eql({ Parameters: [parameter('Clip//File/0', { name: 'first' })] });
    });
  });

  describe('presses a button', () => {
    const item = { rundownId: 1, itemId: 2 };
    const buttons = [
      { id: 'b1', key: 'in', label: 'Show' },
      { id: 'b2', key: 'out', label: 'Hide' },
      { id: 'b3', label: 'Update' },
      { id: 'b4', key: 'show2', label: 'Show' },
    ];

    beforeEach(() => {
      stage.script = { 'GET /playout/rundowns/1/items/2': { body: { buttons } } };
      for (const key of ['in', 'out', 'b3', 'show2'])
        stage.script[`POST /playout/rundowns/1/items/2/${key}`] = { body: { success: true } };
    });

    for (const [name, key] of [
      ['in', 'in'],
      ['b2', 'out'],
      ['Hide', 'out'],
      ['b3', 'b3'],
      ['Update', 'b3'],
    ])
      it(`called ${name}`, async () => {
        await run('pressItemButton', { ...item, buttonKey: name });
        should(sent('POST')).eql([[`POST /playout/rundowns/1/items/2/${key}`]]);
      });

    it('not by a label that two have: it names both', async () => {
      const { facts } = await failing(run('pressItemButton', { ...item, buttonKey: 'Show' }));
      should(facts.candidates).equal('in (Show), show2 (Show)');
      should(sent('POST')).be.empty();
    });

    it('not by a word that none has: it names all', async () => {
      const error = await failing(run('pressItemButton', { ...item, buttonKey: 'Go' }));
      should(error.code).equal('BAD_INPUT');
      should(JSON.stringify(error.facts.allowed)).containEql('out (Hide)').and.containEql('b3 (Update)');
    });

    it('of a newsroom item by its label', async () => {
      const target = { ncsID: 'NCS', roID: 'A;B\\C', storyID: 's', itemID: 'i' };
      const mosObject = { objID: 'o', buttons };
      stage.script['GET /newsroom/rundowns/NCS/A;B\\C'] = {
        body: { items: [{ storyID: 's', itemID: 'i', mosObject }] },
      };
      stage.script['POST /newsroom/rundowns/NCS/A;B\\C/s/i/out'] = { body: { success: true } };
      should(await run('pressNewsroomButton', { ...target, buttonKey: 'Hide' })).match({ body: { success: true } });
    });
  });

  describe('updates a MOS object', () => {
    const target = { objID: 'o1', ncsID: 'NCS', roID: 'RO' };
    let data: unknown;

    beforeEach(() => {
      data = { name: 'Ada', place: { city: 'Bern', zip: 1 }, list: [1, 2] };
      stage.script = {
        'GET /newsroom/rundowns/NCS/RO': () => ({ body: { items: [{ mosObject: { objID: 'o1', data } }] }, delay: 20 }),
        'PATCH /newsroom/mosObjects/o1': () => {
          data = JSON.parse(stage.wire.requests.at(-1)?.body ?? '').data;
          return { body: {} };
        },
      };
    });

    it('replacing its data', async () => {
      await run('updateMosObject', { objID: 'o1', data: { name: 'Bo' }, description: '' });
      should(sent()).eql([['PATCH /newsroom/mosObjects/o1', { data: { name: 'Bo' }, description: '' }]]);
    });

    it('merging into its data, and two at once lose nothing', async () => {
      const first = run('updateMosObject', { ...target, merge: true, data: { place: { city: 'Basel' }, list: [3] } });
      const second = run('updateMosObject', { ...target, merge: true, data: { name: 'Bo' } });
      await Promise.all([first, second]);
      should(data).eql({ name: 'Bo', place: { city: 'Basel', zip: 1 }, list: [3] });
    });

    it('not without knowing its rundown, and not one that is not there', async () => {
      const lacking = await failing(run('updateMosObject', { objID: 'o1', merge: true, data: {} }));
      should(lacking).match({ code: 'BAD_INPUT', facts: { sentence: 'mergeNeeds', field: 'ncsID' } });
      const absent = await failing(run('updateMosObject', { ...target, objID: 'o2', merge: true, data: {} }));
      should(absent).match({ code: 'BAD_INPUT', facts: { field: 'objID', allowed: { options: ['o1'] } } });
      should(sent('PATCH')).be.empty();
    });
  });

  it('says after a 404 that an id is an engine host’s, not a linear engine’s', async () => {
    stage.script['GET /engines'] = { body: [{ id: 3, displayName: 'Wall' }] };
    should((await failing(run('playNext', { engineId: 3, preview: 'program' }))).facts).match({
      engine: 3,
      engineHost: 'Wall',
    });
    should((await failing(run('playNext', { engineId: 101, preview: 'program' }))).facts).not.have.property(
      'engineHost',
    );
    should(sent('PUT')).have.length(2);
  });

  it('keeps the order of two callers on one linear engine, also when the first answer is slow', async () => {
    stage.script['PUT /linear/rundown/101/play/1/0'] = { body: 'OK', delay: 1000 };
    stage.script['PUT /linear/rundown/101/out/0'] = { body: 'OK' };
    const play = run('playItem', { engineId: 101, itemId: 1, preview: 0 }, { owner: {} });
    const out = run('takeOut', { engineId: '101', preview: 'program' }, { owner: {} });
    while (sent().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 80));
    should(sent()).have.length(1);
    await Promise.all([play, out]);
    should(sent().map(([request]) => request)).eql([
      'PUT /linear/rundown/101/play/1/0',
      'PUT /linear/rundown/101/out/0',
    ]);
  });

  describe('sends a batch', () => {
    const entries = [
      { operation: 'setProperty', params: { engineId: 1, nodePath: 'A/B', propertyPath: 'P', Value: 0 } },
      { id: 1, url: '/playout/rundowns', verb: 'GET' },
      { id: 'mine', url: '/linear/rundown/101/playnext/0', verb: 'PUT' },
    ];

    beforeEach(() => {
      stage.script['PUT /batch'] = { body: [] };
    });

    it('in one call, with ids where they were missing', async () => {
      await run('batch', { entries });
      should(sent()).eql([
        [
          'PUT /batch',
          [
            { id: 2, url: '/engines/1/nodes/A%2FB/properties/P', verb: 'PATCH', body: { Value: 0 } },
            { id: 1, url: '/playout/rundowns', verb: 'GET' },
            { id: 'mine', url: '/linear/rundown/101/playnext/0', verb: 'PUT' },
          ],
        ],
      ]);
    });

    it('in the lanes of its entries', async () => {
      stage.script['PUT /linear/rundown/101/out/0'] = { body: 'OK', delay: 100 };
      stage.script['PUT /linear/rundown/102/out/0'] = { body: 'OK' };
      const slow = run('takeOut', { engineId: 101, preview: 0 });
      const batch = run('batch', { entries });
      const other = run('takeOut', { engineId: 102, preview: 0 });
      await Promise.all([slow, batch, other]);
      should(sent().map(([request]) => request)).eql([
        'PUT /linear/rundown/101/out/0',
        'PUT /linear/rundown/102/out/0',
        'PUT /batch',
      ]);
    });

    it('with buttons named by their labels', async () => {
      stage.script['GET /playout/rundowns/1/items/2'] = { body: { buttons: [{ id: 'b', key: 'in', label: 'Show' }] } };
      const params = { rundownId: 1, itemId: 2, buttonKey: 'Show' };
      await run('batch', { entries: [{ operation: 'pressItemButton', params }] });
      should(sent('PUT')[0]?.[1]).eql([{ id: 1, url: '/playout/rundowns/1/items/2/in', verb: 'POST' }]);
    });

    const wrong: [string, object[], object][] = [
      ['DELETE', [{ url: '/playout/rundowns/1', verb: 'DELETE' }], { field: 'entries' }],
      ['an unknown verb', [{ url: '/engines', verb: 'HEAD' }], { field: 'entries' }],
      [
        'an operation that deletes',
        [{ operation: 'deleteRundown', params: { rundownId: 1 } }],
        { field: 'operation', entry: 1 },
      ],
      ['an unknown operation', [{ operation: 'explode' }], { field: 'operation' }],
      ['a batch in a batch', [{ url: '/batch', verb: 'PUT', body: [] }], { field: 'url' }],
      [
        'one id twice',
        [
          { id: 1, url: '/a', verb: 'GET' },
          { id: '1', url: '/b', verb: 'GET' },
        ],
        { sentence: 'doubleId' },
      ],
      [
        'a bad value, naming its entry',
        [{ id: 'x', operation: 'getEngine', params: { engineId: 'CAM' } }],
        { field: 'engineId', entry: 'x' },
      ],
      ['a body that JSON would change', [{ url: '/a', verb: 'POST', body: { x: Number.NaN } }], { field: 'body' }],
      ['nothing', [], { field: 'entries' }],
    ];
    for (const [name, given, facts] of wrong)
      it(`not with ${name}`, async () => {
        should(await failing(run('batch', { entries: given }))).match({
          code: 'BAD_INPUT',
          outcome: 'not-sent',
          facts,
        });
        should(sent()).be.empty();
      });
  });

  describe('knows its connection', () => {
    it('only from traffic while nobody watches', async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      should(stage.wire.requests).be.empty();
      should(stage.hub.connection.state).equal('connecting');
      await failing(run('getEngine', { engineId: 1 }));
      should(stage.hub.connection.state).equal('connected');
      should(stage.hub.connection.neverWelcome).be.true();
    });

    it('from a probe while somebody does, told at once and at every change', async () => {
      stage.script['GET /engines'] = { status: 401 };
      const states: string[] = [];
      const unwatch = stage.hub.connection.watch((state) => states.push(state));
      while (states.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      stage.script['GET /engines'] = { body: [] };
      await run('listEngines', {});
      should(states).eql(['connecting', 'refused', 'connected']);
      should(stage.hub.connection.neverWelcome).be.false();
      unwatch();
    });
  });
});
