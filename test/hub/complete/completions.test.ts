import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { failing, ScriptedHub } from '../scripted-hub.js';

describe('a hub', () => {
  const stage = ScriptedHub.forSuite();

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

    it('with a list or without parameters, unchanged and without a look-up', async () => {
      const list = [parameter('X', 0)];
      await run('callFunction', { ...target, Parameters: list });
      await run('callFunction', target);
      should(sent()).eql([
        [`POST ${path}`, { Parameters: list }],
        [`POST ${path}`, { Parameters: [] }],
      ]);
    });

    it('not by an unknown name, and lists the names that exist', async () => {
      const error = await failing(run('callFunction', { ...target, Parameters: { Volume: 1 } }));
      should(error).have.properties({ code: 'BAD_INPUT', outcome: 'not-sent' });
      should(error.facts.value).equal('"Volume"');
      should(error.facts.allowed).have.property('options').containDeep(['File', 'Speed', 'Clip//File/0']);
      should(sent('POST')).be.empty();
    });

    it('and reads the function again after a 404 and after a graph was loaded', async () => {
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

    for (const [what, entry, times] of [
      ['loads a graph', { operation: 'loadRgraph', params: { rgraphId: 5, engineHostId: 1 } }, 2],
      ['does what the table does not know', { url: '/graphs/5/swap', verb: 'POST' }, 2],
      [
        'sets a property',
        { operation: 'setProperty', params: { engineId: 1, nodePath: 'N', propertyPath: 'P', Value: 1 } },
        1,
      ],
      ['reads', { url: '/engines', verb: 'GET' }, 1],
    ] as const)
      it(`and reads the function ${times > 1 ? 'again' : 'only once'} after a batch that ${what}`, async () => {
        const call = () => run('callFunction', { ...target, Parameters: { File: 'a' } });
        stage.script['PUT /batch'] = { body: [] };
        await call();
        await run('batch', { entries: [entry] });
        await call();
        should(sent('GET')).have.length(times);
      });

    it('with the values at the arrival of the message', async () => {
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

    it('by its key, its id or its label', async () => {
      for (const [name, key] of [
        ['in', 'in'],
        ['b2', 'out'],
        ['Hide', 'out'],
        ['b3', 'b3'],
        ['Update', 'b3'],
      ] as const) {
        await run('pressItemButton', { ...item, buttonKey: name });
        should(sent('POST').at(-1)).eql([`POST /playout/rundowns/1/items/2/${key}`]);
      }
    });

    it('not by the label of two buttons, and names both', async () => {
      const { facts } = await failing(run('pressItemButton', { ...item, buttonKey: 'Show' }));
      should(facts.candidates).equal('in (Show), show2 (Show)');
      should(sent('POST')).be.empty();
    });

    it('not by an unknown word, and names all buttons', async () => {
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

    it('merging into the data of a playout item, two at once as one, and not into that of another update', async () => {
      let item: unknown = { id: 2, data: { Name: 'Ada', Place: { city: 'Bern', zip: 1 } } };
      stage.script['GET /playout/rundowns/1/items/2'] = () => ({ body: item });
      stage.script['PATCH /playout/rundowns/1/items/2'] = () => {
        item = { id: 2, ...JSON.parse(stage.wire.requests.at(-1)?.body ?? '') };
        return { body: {} };
      };
      const one = { rundownId: 1, itemId: 2 };
      const first = run('updateItem', { ...one, merge: true, data: { Place: { city: 'Basel' } } });
      const second = run('updateItem', { ...one, merge: true, data: { Name: 'Bo' } });
      await Promise.all([first, second]);
      should(sent('PATCH').map(([, body]) => body)).eql([{ data: { Name: 'Bo', Place: { city: 'Basel', zip: 1 } } }]);
      await run('updateItem', { ...one, data: { Name: 'Cy' } });
      await run('updateItem', { ...one, merge: true, name: 'New' });
      should(sent('PATCH').slice(1)).match([
        [/./, { data: { Name: 'Cy' } }],
        [/./, { name: 'New' }],
      ]);
      should(sent('GET')).have.length(1);
    });

    it('not into data in an answer of 101 levels', async () => {
      const a: unknown = JSON.parse('['.repeat(96) + ']'.repeat(96));
      const body = { items: [{ mosObject: { objID: 'o1', data: { a } } }] };
      stage.script['GET /newsroom/rundowns/NCS/RO'] = { body };
      should(await failing(run('updateMosObject', { ...target, merge: true, data: { name: 'Bo' } }))).match({
        code: 'HUB_BAD_ANSWER',
        outcome: 'not-sent',
        facts: { lookUp: 'getNewsroomRundown', levels: 100 },
      });
      should(sent('PATCH')).be.empty();
    });

    it('not without its rundown, and not a missing one', async () => {
      const lacking = await failing(run('updateMosObject', { objID: 'o1', merge: true, data: {} }));
      should(lacking).match({ code: 'BAD_INPUT', facts: { sentence: 'mergeNeeds', field: 'ncsID' } });
      const absent = await failing(run('updateMosObject', { ...target, objID: 'o2', merge: true, data: {} }));
      should(absent).match({ code: 'BAD_INPUT', facts: { field: 'objID', allowed: { options: ['o1'] } } });
      should(sent('PATCH')).be.empty();
    });
  });
});
