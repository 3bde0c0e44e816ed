import should from 'should';
import { Hub } from '../../../dist/hub/hub.js';
import { findOperation, type Operation, operations } from '../../../dist/hub/table/operations.js';
import type { HubError } from '../../../dist/hub/wire/errors.js';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { validParamsOn } from '../../simulator/valid-params.js';
import { failing, ScriptedHub } from '../scripted-hub.js';
import { sentenceOf } from './words-of.js';

const ENGINE = 'Engine 999 does not exist on the hub.';
const NODE = 'Node absent does not exist on Engine 1.';
const PROPERTY = 'Property absent does not exist on Node Mixer_0, Engine 1.';
const FUNCTION = 'Function absent does not exist on Node Media Player_0, Engine 1.';
const RUNDOWN = 'Rundown 999 does not exist on the hub.';
const ITEM = 'Item 999 does not exist on Rundown 51.';
const CONFIG = 'Launch configuration 999 does not exist on the hub.';
const RENDERER = 'Renderer 999 does not exist on Launch configuration 61.';
const LINEAR = 'Linear engine 999 does not exist on the hub.';
const LINEAR_RUNDOWN = 'Rundown 999 does not exist on Linear engine 101.';
const LOADED_ITEM = 'Item 999 does not exist on Linear engine 101.';
const LINEAR_ITEM = 'Item 999 does not exist on Rundown 201, Linear engine 101.';
const NCS = 'Newsroom system absent does not exist on the hub.';
const RO = 'Rundown absent does not exist on Newsroom system 2016ENPS9VM001.';
const GRAPH = 'Graph 999 does not exist on the hub.';
const RGRAPH = 'Rgraph 999 does not exist on the hub.';
const USTATE = 'Ustate 999 does not exist on the hub.';

/** The sentence for each parameter whose thing is missing, for every operation that answers 404 to it. */
const SENTENCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  setProperty: { engineId: ENGINE, nodePath: NODE, propertyPath: PROPERTY },
  getProperty: { engineId: ENGINE, nodePath: NODE, propertyPath: PROPERTY },
  listProperties: { engineId: ENGINE, nodePath: NODE },
  listNodes: { engineId: ENGINE },
  getNode: { engineId: ENGINE, nodePath: NODE },
  getEngine: { engineId: ENGINE },
  callFunction: { engineId: ENGINE, nodePath: NODE, functionPath: FUNCTION },
  listFunctions: { engineId: ENGINE, nodePath: NODE },
  getFunction: { engineId: ENGINE, nodePath: NODE, functionPath: FUNCTION },
  pressItemButton: { rundownId: RUNDOWN, itemId: ITEM },
  updateItem: { rundownId: RUNDOWN, itemId: ITEM },
  createItem: { rundownId: RUNDOWN },
  deleteItem: { rundownId: RUNDOWN, itemId: ITEM },
  getItem: { rundownId: RUNDOWN, itemId: ITEM },
  listItems: { rundownId: RUNDOWN },
  downloadExternalData: {
    rundownId: RUNDOWN,
    itemId: ITEM,
    externalDataFieldKey: 'External data field absent does not exist on Item 514, Rundown 51.',
  },
  getRundown: { rundownId: RUNDOWN },
  renameRundown: { rundownId: RUNDOWN },
  deleteRundown: { rundownId: RUNDOWN },
  launch: { configID: CONFIG },
  startRenderer: { configID: CONFIG, rendererID: RENDERER },
  stopRenderer: { configID: CONFIG, rendererID: RENDERER },
  listRenderers: { configID: CONFIG },
  getRenderer: { configID: CONFIG, rendererID: RENDERER },
  createRenderer: { configID: CONFIG },
  playItem: { engineId: LINEAR, itemId: LOADED_ITEM },
  playNext: { engineId: LINEAR },
  continueItem: { engineId: LINEAR, itemId: LOADED_ITEM },
  takeOut: { engineId: LINEAR },
  takeItemOut: { engineId: LINEAR, itemId: LOADED_ITEM },
  nextItemStep: { engineId: LINEAR, itemId: LOADED_ITEM },
  clearOutput: { engineId: LINEAR },
  pressLinearButton: { engineId: LINEAR, rundownId: LINEAR_RUNDOWN },
  loadLinearRundown: { engineId: LINEAR, rundownId: LINEAR_RUNDOWN },
  unloadLinearRundown: { engineId: LINEAR, rundownId: LINEAR_RUNDOWN },
  appendLinearRundown: {
    engineId: LINEAR,
    rundownId: LINEAR_RUNDOWN,
    newRundownId: 'Rundown to append 999 does not exist on Linear engine 101.',
  },
  listLinearItems: { engineId: LINEAR, rundownId: LINEAR_RUNDOWN },
  getLinearItem: { engineId: LINEAR, rundownId: LINEAR_RUNDOWN, itemId: LINEAR_ITEM },
  createLinearItem: { engineId: LINEAR, rundownId: LINEAR_RUNDOWN },
  updateLinearItem: { engineId: LINEAR, rundownId: LINEAR_RUNDOWN, itemId: LINEAR_ITEM },
  deleteLinearItem: { engineId: LINEAR, rundownId: LINEAR_RUNDOWN, itemId: LINEAR_ITEM },
  createLinearRundown: { engineId: LINEAR },
  deleteLinearRundown: { engineId: LINEAR, rundownId: LINEAR_RUNDOWN },
  getLinearEngine: { engineId: LINEAR },
  listLinearRundowns: { engineId: LINEAR },
  updateMosObject: { objID: 'MOS object absent does not exist on the hub.' },
  pressNewsroomButton: { ncsID: NCS, roID: RO },
  listNcsRundowns: { ncsID: NCS },
  getNewsroomRundown: { ncsID: NCS, roID: RO },
  loadGraph: { graphId: GRAPH, engineHostId: ENGINE },
  loadRgraph: { rgraphId: RGRAPH, engineHostId: ENGINE },
  loadUstate: { ustateId: USTATE, engineHostId: ENGINE },
  getGraph: { graphId: GRAPH },
  getRgraph: { rgraphId: RGRAPH },
  getUstate: { ustateId: USTATE },
};

/** Things that the hub answers with a list of the names that exist, so the node reports bad input. */
const BAD_INPUTS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  pressItemButton: { buttonKey: / – no button "absent" – choose in \(In\), out \(Out\)\./ },
  pressLinearButton: {
    itemId: / – no item 999 – choose 2011 \(Welcome\)/,
    buttonKey: / – no button "absent" – choose nextPage/,
  },
  pressNewsroomButton: {
    storyID: / – no story "absent" – choose 2016ENPS9VM001;/,
    itemID: / – no item "absent" – choose 1, 2\./,
    buttonKey: / – no button "absent" – choose zoomIn/,
  },
};

/** The operation names of a revision with their parameters that point at a thing. */
const cases = ([1, 2] as const).flatMap((dialect) =>
  operations
    .filter(({ name, dialects }) => dialects.includes(dialect) && name !== 'batch')
    .flatMap(({ name, parameters }) =>
      parameters
        .filter(({ names, in: where }) => names && where !== 'local')
        .map(({ name: field, schema }) => ({
          dialect,
          name,
          field,
          absent: schema.type === 'string' ? 'absent' : 999,
        })),
    ),
);

describe('the sentence of a 404', () => {
  const simulators = new Map<number, { simulator: Simulator; hub: Hub }>();

  before(async () => {
    for (const dialect of [1, 2] as const) {
      const simulator = await startSimulator({ dialect });
      const linearSegment = dialect === 1 ? 'linear' : 'lino';
      const settings = { baseUrl: simulator.url, headers: {}, dialect, linearSegment, timeout: 5000, maxInFlight: 8 };
      simulators.set(dialect, { simulator, hub: new Hub(settings) });
    }
  });

  after(async () => {
    for (const { simulator, hub } of simulators.values()) {
      hub.close();
      await simulator.close();
    }
  });

  for (const { dialect, name, field, absent } of cases) {
    // On revision 2, the hub ignores the engine of this list.
    const isIgnored = dialect === 2 && name === 'listLinearRundowns';
    // On revision 2, the launch configuration of the table is the show 101.
    const sentence = SENTENCES[name]?.[field]?.replace('configuration 61', dialect === 2 ? 'configuration 101' : '$&');
    const wanted = isIgnored ? undefined : sentence;
    const badInput = BAD_INPUTS[name]?.[field];

    it(`names the missing ${field} of ${name} on revision ${dialect}`, async () => {
      const stage = simulators.get(dialect);
      if (!stage) throw new Error(`No simulator of revision ${dialect}`);
      stage.simulator.reset();
      const params = { ...validParamsOn(dialect)[name], [field]: absent };
      const result = await stage.hub.run(findOperation(name) as Operation, params).catch((error: HubError) => error);
      if (badInput) {
        should(result).have.property('code', 'BAD_INPUT');
        should(sentenceOf(name, params, result as HubError)).match(badInput);
      } else if (wanted) {
        should(result).have.property('code', 'HUB_NOT_FOUND');
        const text = sentenceOf(name, params, result as HubError);
        should(text).match(/ – no [a-zA-Z ]+ ("absent"|999)\. Check the name\. /);
        should(text).containEql(`Check the name. ${wanted} `);
      } else should(result).not.have.property('code', 'HUB_NOT_FOUND');
    });
  }
});

describe('the sentence of a 404 by another hub', () => {
  const stage = ScriptedHub.forSuite();

  /** The sentence for a 404 with this text. */
  async function sentence(name: string, params: Params, line: string, error: unknown): Promise<string> {
    stage.script = { [line]: { status: 404, body: error } };
    return sentenceOf(name, params, await failing(stage.run(name, params)));
  }

  const load = { graphId: 7, engineHostId: 7 };
  const property = { engineId: 1, nodePath: 'Mixer_0', propertyPath: 'Overlay//Opacity/0' };
  const PROPERTY_LINE = 'GET /engines/1/nodes/Mixer_0/properties/Overlay//Opacity/0';
  const button = { rundownId: 51, itemId: 5, externalDataFieldKey: 'in' };

  it('names the right one of two things with the same id', async () => {
    for (const [text, wanted] of [
      ['Graph 7 not found', 'Graph 7 does not exist on the hub.'],
      ['There is no engine with id 7', 'Engine 7 does not exist on the hub.'],
    ] as const)
      should(await sentence('loadGraph', load, 'POST /graphs/7/load', { error: text })).containEql(wanted);
  });

  it('names all things if the hub names none or several, and never one by chance', async () => {
    for (const text of ['Not found', '', 'Engine 7 has no graph 7', 'Cannot POST /graphs/7/load', 'Graph 70 not found'])
      should(await sentence('loadGraph', load, 'POST /graphs/7/load', text)).containEql(
        'not found (404). Check the names. One of these does not exist on the hub: Graph 7, Engine 7.',
      );
    should(await sentence('getProperty', property, PROPERTY_LINE, 'no')).containEql(
      'on the hub: Engine 1, Node Mixer_0, Property Overlay//Opacity/0.',
    );
  });

  it('names the show of several steps', async () => {
    const params = { engineId: 7, preview: 0 };
    should(await sentence('everythingOut', params, 'PUT /linear/rundown/7/out/0', 'Show 7 not found')).containEql(
      'Linear engine 7 does not exist on the hub.',
    );
  });

  it('names the component too, if the hub names its path', async () => {
    const params = { engineId: 1, nodePath: 'N', propertyPath: 'P', Component: 'x', engineType: 'RE5', Value: 1 };
    const line = 'PATCH /engines/1/nodes/N/properties/P.x';
    should(await sentence('setProperty', params, line, 'Property P.x not found')).containEql(
      'on the hub: Engine 1, Node N, Property P, Component x.',
    );
  });

  it('names the inner one of two things along a path', async () => {
    for (const text of ['Item 5 not found in rundown 51', 'Rundown 51 has no item 5'])
      should(await sentence('downloadExternalData', button, 'POST /playout/rundowns/51/items/5/in', text)).containEql(
        'Item 5 does not exist on Rundown 51.',
      );
  });

  it('does not name the engine host with this id if another thing is missing', async () => {
    const params = { engineId: 1, rundownId: 999 };
    stage.script = {
      'PUT /linear/rundown/1/999/load': { status: 404, body: 'Rundown 999 not found' },
      'GET /engines': { body: [{ id: 1, name: 'Studio A' }] },
    };
    const error = await failing(stage.run('loadLinearRundown', params));
    should(sentenceOf('loadLinearRundown', params, error)).containEql('Rundown 999 does not exist on Linear engine 1.');
    should(stage.sent('GET')).eql([]);
  });
});
