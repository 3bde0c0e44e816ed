import should from 'should';
import { Hub, type Result } from '../../../dist/hub/hub.js';
import type { Listed } from '../../../dist/hub/lists/bounded.js';
import { list, publicListings } from '../../../dist/hub/lists/index.js';
import type { Read } from '../../../dist/hub/lookup/lookup-cache.js';
import { findOperation, operations } from '../../../dist/hub/table/operations.js';
import { HubError } from '../../../dist/hub/wire/errors.js';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { failing } from '../scripted-hub.js';

const UUID = /^6f1c2a90-/;
const RUNDOWN = '2016ENPS9VM001;P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3';
const STORY = '2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22';
const MUELLER = '0b8d7a52-6c1e-4f0a-9d43-5e2f71c4a901';

const mixer = { engineId: 1, nodePath: 'Mixer_0' };
const anchor = { rundownId: 51, itemId: 512 };
const evening = { ncsID: '2016ENPS9VM001', roID: RUNDOWN };
const linear = { engineId: 101, rundownId: 201 };

/** What each list holds on the simulator's first state: its first entry, and how many there are. */
const LISTED: Record<string, [Params, Listed, number]> = {
  engine: [{}, { value: 1, label: 'Studio A', note: 'connected' }, 4],
  node: [{ engineId: 1 }, { value: 'Mixer_0', label: 'Mixer' }, 9],
  property: [mixer, { value: 'Channels//ProgramChannel/0', label: 'Program Channel', present: 'CAM 1' }, 18],
  component: [{ ...mixer, propertyPath: 'Overlay//Tint/0' }, { value: 'x', label: 'x', present: 1 }, 4],
  function: [mixer, { value: 'Default//Cut/0', label: 'Cut' }, 4],
  functionParameter: [
    { engineId: 1, nodePath: 'Media Player_0', functionPath: 'Default//Play/0' },
    { value: 'File', label: 'File', present: 'D:\\Clips\\Opener; 2nd half.mov' },
    2,
  ],
  rundown: [{}, { value: 51, label: 'Evening News' }, 2],
  item: [{ rundownId: 51 }, { value: 511, label: 'Opener', note: 'Full-screen Clip' }, 5],
  button: [anchor, { value: 'in', label: 'In' }, 2],
  itemData: [anchor, { value: 'Name', label: 'Name', present: 'Zoë Müller' }, 3],
  externalDataField: [anchor, { value: 'Name', label: 'Name', present: 'Zoë Müller' }, 3],
  template: [{}, { value: 'Lower Third', label: 'Lower Third' }, 5],
  launchConfig: [{}, { value: 61, label: 'Breaking News' }, 2],
  renderer: [{ configID: 61 }, { value: 71, label: '71' }, 2],
  linearEngine: [{}, { value: 101, label: 'News Show' }, 2],
  linearRundown: [{ engineId: 101 }, { value: 201, label: 'Evening News', note: 'loaded' }, 2],
  linearItem: [linear, { value: 2011, label: 'Welcome', note: 'Lower Third' }, 4],
  linearTemplate: [{}, { value: 301, label: 'Lower Third' }, 3],
  linearButton: [{ ...linear, itemId: 2011 }, { value: 'in', label: 'In' }, 2],
  linearData: [{ ...linear, itemId: 2012 }, { value: 'Headline', label: 'Headline', present: 'Rail strike ends' }, 2],
  linearTemplateData: [{ templateId: 302 }, { value: 'Headline', label: 'Headline', present: '' }, 2],
  ncs: [{}, { value: '2016ENPS9VM001', label: '2016ENPS9VM001' }, 2],
  newsroomRundown: [{ ncsID: '2016ENPS9VM001' }, { value: RUNDOWN, label: 'Evening News', note: 'MANUAL CTRL' }, 1],
  story: [evening, { value: STORY, label: 'Rail strike' }, 2],
  newsroomItem: [{ ...evening, storyID: STORY }, { value: '1', label: 'Lower third Müller' }, 2],
  newsroomButton: [{ ...evening, storyID: STORY, itemID: '1' }, { value: 'in', label: 'In' }, 2],
  mosObject: [evening, { value: MUELLER, label: 'LT Müller' }, 3],
  mosData: [{ ...evening, objID: MUELLER }, { value: 'Name', label: 'Name', present: 'Zoë Müller' }, 2],
  graph: [{}, { value: 11, label: 'Video Wall' }, 2],
  rgraph: [{}, { value: 21, label: 'Evening News' }, 3],
  ustate: [{}, { value: 41, label: 'Arena: before the match' }, 2],
  project: [{}, { value: 3, label: 'VideoWall' }, 2],
  state: [{ engineType: 'UE' }, { value: 41, label: 'Arena: before the match' }, 2],
};

describe('the lists behind the pickers', () => {
  let simulator: Simulator;
  let hub: Hub;
  const read: Read = async (name, params) => ((await hub.run(findOperation(name)!, params)) as Result).body;

  before(async () => {
    simulator = await startSimulator();
    const settings = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 8 } as const;
    hub = new Hub({ baseUrl: simulator.url, ...settings });
  });
  after(async () => {
    hub.close();
    await simulator.close();
  });

  const named = operations.flatMap(({ parameters }) =>
    parameters.flatMap(({ names, fields }) => names ?? fields ?? []),
  );

  it('are there for all that the table names, and for nothing else', () => {
    should(Object.keys(publicListings()).sort()).eql([...new Set(named)].sort());
  });

  for (const [names, [params, first, count]] of Object.entries(LISTED))
    describe(names, () => {
      const { needs } = publicListings()[names]!;

      it('lists what the hub has, by reads alone', async () => {
        simulator.reset();
        const { entries, more } = await list(read, names, params);
        should(entries[0]).eql(first);
        should([entries.length, more]).eql([count, 0]);
        should(simulator.journal.every(({ method }) => method === 'GET')).be.true();
      });

      it('tells what it needs, and who can list that', () => {
        should(needs.map(({ param }) => param)).eql(Object.keys(params));
        for (const need of needs) if (need.names) should(Object.keys(LISTED)).containEql(need.names);
      });

      for (const { param } of needs)
        it(`names ${param} where it is missing`, async () => {
          const before = simulator.journal.length;
          const error = await failing(list(read, names, { ...params, [param]: undefined }));
          should(error).match({ code: 'BAD_INPUT', facts: { field: param } });
          should(simulator.journal).have.length(before);
        });
    });

  it('lists a state as what its engine type loads', async () => {
    for (const [engineType, id] of [
      ['RE', 21],
      ['UE', 41],
      ['RE5', 11],
    ])
      should((await list(read, 'state', { engineType })).entries[0]?.value).equal(id);
    should(await failing(list(read, 'state', { engineType: 'XX' }))).match({ facts: { field: 'engineType' } });
  });

  it('lists the fields inside fields as dot paths, on RE5 too', async () => {
    const { entries: nodes } = await list(read, 'node', { engineId: 3 });
    const wall = { engineId: 3, nodePath: nodes[0]?.value };
    const { entries: pins } = await list(read, 'property', wall);
    should(pins[1]?.value).match(UUID);
    const { entries } = await list(read, 'component', { ...wall, propertyPath: pins[1]?.value });
    should(entries).have.length(16);
    should(entries[13]).eql({ value: 'w.y', label: 'w.y', present: 220 });
  });

  it('has no field to list in a value that is none', async () => {
    should(await list(read, 'component', { ...mixer, propertyPath: 'Overlay//Opacity/0' })).eql({
      entries: [],
      more: 0,
    });
  });

  it('takes an id as text, as a message or the environment gives it', async () => {
    should((await list(read, 'node', { engineId: ' 1 ' })).entries).have.length(9);
  });

  it('lists a linear rundown also where nobody tells which are loaded', async () => {
    const undo = simulator.trouble({ operation: 'getLinearEngine', status: 500 });
    const { entries } = await list(read, 'linearRundown', { engineId: 101 });
    undo();
    should(entries).have.length(2);
  });

  it('knows no other lists', async () => {
    for (const names of ['nothing', '__proto__', 'constructor', 'setProperty'])
      should(await failing(list(read, names, {}))).match({ code: 'BAD_INPUT', facts: { field: 'names' } });
  });

  it('tells which read failed', async () => {
    const error = await failing(list(read, 'node', { engineId: 99 }));
    should(error).match({ code: 'HUB_NOT_FOUND', facts: { operation: 'listNodes' } });
  });
});

describe('an odd answer behind a picker', () => {
  const listed = (names: string, answer: unknown, params: Params = {}) => list(async () => answer, names, params);
  const ofEngine = { engineId: 1 };
  const values = async (names: string, answer: unknown, params?: Params) =>
    (await listed(names, answer, params)).entries.map(({ value }) => value);

  it('that is no list is called unreadable', async () => {
    for (const answer of ['OK', 7, true, { a: [], b: [] }, { error: 'no' }])
      should(await failing(listed('engine', answer))).match({
        code: 'HUB_BAD_ANSWER',
        facts: { operation: 'listEngines' },
      });
  });

  it('of buttons is taken in the shapes that hubs have', async () => {
    const item = { engineId: 5, rundownId: 1, itemId: 101 };
    const expected = [
      { value: 'in', label: 'In' },
      { value: 'b2', label: 'Out' },
    ];
    for (const buttons of [
      { in: 'In', b2: 'Out' },
      { in: { label: 'In' }, b2: { label: 'Out' } },
      [
        { id: 'b1', key: 'in', label: 'In' },
        { id: 'b2', label: 'Out' },
      ],
    ]) {
      should((await listed('button', { buttons }, anchor)).entries).eql(expected);
      const rows = [
        { id: 100, buttons: { not: 'This' } },
        { id: 101, itemNo: 100, buttons },
      ];
      should((await listed('linearButton', rows, item)).entries).eql(expected);
    }
  });

  it('of the items of a rundown holds the data of the one that is asked for', async () => {
    const item = { engineId: 5, rundownId: 1, itemId: 101 };
    const rows = [
      { id: 100, data: { no: 1 } },
      { id: 101, data: { title: 'Ada' } },
    ];
    should((await listed('linearData', rows, item)).entries).eql([{ value: 'title', label: 'title', present: 'Ada' }]);
    should((await listed('linearData', [], item)).entries).eql([]);
  });

  it('of properties puts the engine’s own noise last, and keeps the order otherwise', async () => {
    const property = (PropertyPath: string, DisplayName?: string) => ({ PropertyPath, DisplayName });
    const rows = [
      property('NodeInfo//Enabled/0', 'Enabled'),
      property('b1f0', 'Debug Level'),
      property('Tint//Node/0', 'Tint of Node'),
      property('Debug//Show/0'),
      property('Alpha/0', 'Alpha'),
      property('debug/0', 'nodes'),
    ];
    should(await values('property', rows, { engineId: 1, nodePath: 'n' })).eql([
      ...['Tint//Node/0', 'Alpha/0', 'debug/0'],
      ...['NodeInfo//Enabled/0', 'b1f0', 'Debug//Show/0'],
    ]);
  });

  it('that is nothing is an empty list', async () => {
    for (const answer of [null, '', [], {}]) should(await listed('engine', answer)).eql({ entries: [], more: 0 });
  });

  it('of another shape is understood: bare ids, a list inside an object, objects by id', async () => {
    should(await values('linearRundown', [201, 202], ofEngine)).eql([201, 202]);
    should(await values('linearRundown', { rundowns: [{ id: 201, name: 'A' }] }, ofEngine)).eql([201]);
    should((await listed('linearRundown', { 201: { name: 'A' } }, ofEngine)).entries).eql([
      { value: '201', label: 'A' },
    ]);
  });

  it('without the one object that is asked for is an empty list', async () => {
    const item = { ...anchor };
    for (const answer of [null, 'OK', [], {}, { data: null, buttons: null }, { data: 'x', buttons: 'y' }])
      for (const names of ['button', 'itemData']) should(await values(names, answer, item)).eql([]);
    const story = { ...evening, storyID: 'S', itemID: 'I', objID: 'O' };
    for (const answer of [null, { items: 7 }, { items: [null, 7, {}, { storyID: 'S', itemID: 'I', mosObject: 'x' }] }])
      for (const names of ['newsroomButton', 'mosObject', 'mosData'])
        should(await values(names, answer, story)).eql([]);
  });

  it('with entries that are none loses only these', async () => {
    const rows = [null, {}, { id: null }, { id: {} }, { id: Number.NaN }, { id: '' }, [], { id: 3, displayName: 7 }];
    should((await listed('engine', rows)).entries).eql([{ value: 3, label: '7' }]);
  });

  it('that repeats itself is listed once', async () => {
    should(await values('ncs', [{ ncsID: 'A' }, { ncsID: 'B' }, { ncsID: 'A' }])).eql(['A', 'B']);
  });

  it('lists newest newsroom rundowns first, and those without a time last', async () => {
    const at = (roID: string, updatedAt?: unknown) => ({ roID, updatedAt });
    const rows = [at('none'), at('old', '2025-01-01T00:00:00Z'), at('odd', {}), at('new', '2025-10-01T00:00:00+02:00')];
    should(await values('newsroomRundown', rows, { ncsID: 'A' })).eql(['new', 'old', 'none', 'odd']);
  });

  it('of any length gives 20,000 entries and counts the others', async () => {
    const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `Engine ${id}` }));
    const { entries, more } = await listed('engine', rows);
    should([entries.length, more]).eql([20_000, 80_000]);
    const data = Object.fromEntries(rows.map(({ id }) => [`f${id}`, id]));
    should((await listed('component', { Value: { data } }, { ...mixer, propertyPath: 'p' })).more).equal(80_000);
  });

  it('with texts of a megabyte stays small', async () => {
    const long = 'ü'.repeat(2 ** 20);
    const { entries, more } = await listed('engine', [
      { id: 1, displayName: long, status: long },
      { id: long, displayName: 'x' },
    ]);
    should(entries.map(({ label, note }) => [label.length, note?.length])).eql([[200, 200]]);
    should(more).equal(1);
  });

  it('with values that are long shows them without, and stays under 8 MiB as a whole', async () => {
    const target = { engineId: 1, nodePath: 'n' };
    const rows = (length: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ PropertyPath: `p${index}`, Value: '€'.repeat(length) }));
    should((await listed('property', rows(4000, 1), target)).entries[0]).eql({ value: 'p0', label: 'p0' });
    should((await listed('property', rows(3990, 1), target)).entries[0]).have.property('present');
    const whole = await listed('property', rows(3990, 5000), target);
    should([whole.entries.length, whole.more]).eql([5000, 0]);
    should(Buffer.byteLength(JSON.stringify(whole))).be.below(8 * 2 ** 20);
  });

  it('that is nested without end ends', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`);
    should(await values('component', { Value: deep }, { ...mixer, propertyPath: 'p' })).eql([]);
    const target = { engineId: 1, nodePath: 'n' };
    should((await listed('property', [{ PropertyPath: 'p', Value: deep }], target)).entries).eql([
      { value: 'p', label: 'p' },
    ]);
  });

  it('with names of JavaScript is data like any other', async () => {
    const answer = JSON.parse('{"data":{"__proto__":1,"constructor":2,"a.b":3}}');
    should((await listed('itemData', answer, anchor)).entries.map(({ value, present }) => [value, present])).eql([
      ['__proto__', 1],
      ['constructor', 2],
      ['a.b', 3],
    ]);
    should(await values('component', { Value: answer.data }, { ...mixer, propertyPath: 'p' })).eql([
      '__proto__',
      'constructor',
    ]);
  });

  it('is never an error of ours', async () => {
    const odd = [[[]], [[1]], [{ id: [] }], [{ id: 1, name: {} }], { items: {} }, { Value: [] }, { Properties: [1] }];
    const params = { ...evening, ...anchor, ...linear, ...mixer, propertyPath: 'p', functionPath: 'f', configID: 1 };
    const all = { ...params, storyID: 's', itemID: 'i', objID: 'o', templateId: 1, engineType: 'RE' };
    for (const names of Object.keys(publicListings()))
      for (const answer of odd) {
        const result = await listed(names, answer, all).catch((error) => error);
        if (!(result instanceof HubError)) should(result.more).equal(0, names);
      }
  });
});
