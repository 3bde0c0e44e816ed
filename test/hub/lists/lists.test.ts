import should from 'should';
import { Hub, type Result } from '../../../dist/hub/hub.js';
import { type ListRow, list, publicListings } from '../../../dist/hub/lists/index.js';
import type { SendRead } from '../../../dist/hub/lookup/look-ups.js';
import { findOperation, operations } from '../../../dist/hub/table/operations.js';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { failing } from '../scripted-hub.js';
import { anchor, evening, linear, mixer, RUNDOWN } from './targets.js';

const UUID = /^6f1c2a90-/;
const STORY = '2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22';
const MUELLER = '0b8d7a52-6c1e-4f0a-9d43-5e2f71c4a901';

/** The first entry of each list in the simulator's first state, and the number of entries. */
const LISTED: Record<string, [Params, ListRow, number]> = {
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
  const read: SendRead = async (name, params) => ((await hub.run(findOperation(name)!, params)) as Result).body;

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

  it('exist for all kinds of things in the table, and for no others', () => {
    should(Object.keys(publicListings()).sort()).eql([...new Set(named)].sort());
  });

  for (const [names, [params, first, count]] of Object.entries(LISTED))
    describe(names, () => {
      const { needs } = publicListings()[names]!;

      it('lists the things of the hub, by reads alone', async () => {
        simulator.reset();
        const { entries, more } = await list(read, names, params);
        should(entries[0]).eql(first);
        should([entries.length, more]).eql([count, 0]);
        should(simulator.journal.every(({ method }) => method === 'GET')).be.true();
      });

      it('names its parameters, and the lists for them', () => {
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

  it('lists states by the type of the engine', async () => {
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

  it('lists no fields of a value without fields', async () => {
    should(await list(read, 'component', { ...mixer, propertyPath: 'Overlay//Opacity/0' })).eql({
      entries: [],
      more: 0,
    });
  });

  it('takes an id as text, as a message or the environment gives it', async () => {
    should((await list(read, 'node', { engineId: ' 1 ' })).entries).have.length(9);
  });

  it('lists a linear rundown also if the loaded ones are unknown', async () => {
    const undo = simulator.trouble({ operation: 'getLinearEngine', status: 500 });
    const { entries } = await list(read, 'linearRundown', { engineId: 101 });
    undo();
    should(entries).have.length(2);
  });

  it('has no other lists', async () => {
    for (const names of ['nothing', '__proto__', 'constructor', 'setProperty'])
      should(await failing(list(read, names, {}))).match({ code: 'BAD_INPUT', facts: { field: 'names' } });
  });

  it('names the read that failed', async () => {
    const error = await failing(list(read, 'node', { engineId: 99 }));
    should(error).match({ code: 'HUB_NOT_FOUND', facts: { operation: 'listNodes' } });
  });
});
