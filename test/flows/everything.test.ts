import should from 'should';
import { findOperation, type Operation, operations } from '../../dist/hub/table/operations.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { literal, perform, type Stage } from './stage.js';

const property = { engineId: 1, nodePath: 'Mixer_0', propertyPath: 'Overlay//Opacity/0' };
const cut = { engineId: 1, nodePath: 'Mixer_0', functionPath: 'Default//Cut/0' };
const item = { rundownId: 51, itemId: 512 };
/** On dialect 2 a launch configuration is a show: this one is not the one whose rundowns are played. */
const config = { configID: 'CONFIG' };
const renderer = { ...config, rendererID: 73 };
const linear = { engineId: 101, rundownId: 201 };
const output = { engineId: 101, itemId: 2011, preview: 'program' };
const newsroom = { ncsID: '2016ENPS9VM001', roID: '2016ENPS9VM001;P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3' };
const linearItem = { name: 'New', templateId: 301, data: { Name: 'Ada' } };

/** One show, in which every operation of the hub occurs once. */
const SHOW: [string, Record<string, unknown>][] = [
  ['listEngines', {}],
  ['getEngine', { engineId: 1 }],
  ['listNodes', { engineId: 1 }],
  ['getNode', { engineId: 1, nodePath: 'Mixer_0' }],
  ['listProperties', { engineId: 1, nodePath: 'Mixer_0' }],
  ['setProperty', { ...property, Value: 0.5, Interpolation: 'EaseIn', Duration: 0.1, Delay: 0.1 }],
  ['getProperty', property],
  ['listFunctions', { engineId: 1, nodePath: 'Mixer_0' }],
  ['getFunction', cut],
  ['callFunction', { ...cut, Parameters: { Channel: 'CAM 3' } }],

  ['listRundowns', {}],
  ['getRundown', { rundownId: 51 }],
  ['listItems', { rundownId: 51 }],
  ['getItem', item],
  ['listTemplates', {}],
  ['pressItemButton', { ...item, buttonKey: 'In' }],
  [
    'updateItem',
    { ...item, name: 'Guest', template: 'Lower Third', order: 1, data: { Name: 'Ada' }, overriddenChannels: [1] },
  ],
  ['createItem', { rundownId: 51, name: 'New', template: 'Lower Third', data: {}, order: 2 }],
  ['downloadExternalData', { rundownId: 51, itemId: 514, externalDataFieldKey: 'Forecast' }],
  ['deleteItem', { rundownId: 51, itemId: 515 }],
  ['createRundown', { name: 'New' }],
  ['renameRundown', { rundownId: 52, name: 'Renamed' }],
  ['deleteRundown', { rundownId: 52 }],

  ['listLaunchConfigs', {}],
  ['getLaunchConfig', config],
  ['listRenderers', config],
  ['getRenderer', renderer],
  ['launch', config],
  ['retime', config],
  ['stopLaunch', config],
  ['startRenderer', renderer],
  ['stopRenderer', renderer],
  ['createLaunchConfig', { name: 'New', renderers: [71] }],
  [
    'createRenderer',
    {
      ...config,
      launchConfigId: 'CONFIG',
      engineId: 1,
      projectId: null,
      projectMapId: null,
      engineType: 'RE',
      stateId: 21,
    },
  ],

  ['listShows', {}],
  ['listLinearEngines', {}],
  ['getLinearEngine', { engineId: 101 }],
  ['listLinearRundowns', { engineId: 101 }],
  ['listAllLinearRundowns', {}],
  ['listLinearTemplates', {}],
  ['listLinearItems', linear],
  ['getLinearItem', { ...linear, itemId: 2011 }],
  ['loadLinearRundown', linear],
  ['appendLinearRundown', { ...linear, newRundownId: 202 }],
  ['playItem', output],
  ['continueItem', output],
  ['nextItemStep', output],
  ['takeItemOut', output],
  ['playNext', { engineId: 101, preview: 'preview' }],
  ['clearOutput', { engineId: 101, preview: 'preview' }],
  ['takeOut', { engineId: 101, preview: 'program' }],
  ['pressLinearButton', { ...linear, itemId: 2011, buttonKey: 'in' }],
  ['createLinearItem', { ...linear, ...linearItem, insertAfter: 2011 }],
  ['updateLinearItem', { ...linear, ...linearItem, itemId: 2012 }],
  ['deleteLinearItem', { ...linear, itemId: 2014 }],
  ['createLinearRundown', { engineId: 101, rundownId: 209, ...linearItem }],
  ['unloadLinearRundown', linear],
  ['deleteLinearRundown', { engineId: 101, rundownId: 202 }],

  ['listNewsroomRundowns', {}],
  ['listNcsRundowns', { ncsID: newsroom.ncsID }],
  ['getNewsroomRundown', newsroom],
  [
    'updateMosObject',
    { objID: '0b8d7a52-6c1e-4f0a-9d43-5e2f71c4a901', data: { Name: 'Ada' }, merge: true, ...newsroom },
  ],
  [
    'pressNewsroomButton',
    { ...newsroom, storyID: '2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22', itemID: '1', buttonKey: 'In' },
  ],

  ['listGraphs', {}],
  ['getGraph', { graphId: 11 }],
  ['listRgraphs', {}],
  ['getRgraph', { rgraphId: 21 }],
  ['listUstates', {}],
  ['getUstate', { ustateId: 41 }],
  ['listProjects', {}],
  ['loadGraph', { graphId: 12, engineHostId: 3 }],
  ['loadRgraph', { rgraphId: 22, engineHostId: 1 }],
  ['loadUstate', { ustateId: 42, engineHostId: 4 }],

  ['batch', { entries: [{ operation: 'listEngines' }, { url: '/playout/rundowns', verb: 'GET' }] }],
];

describe('a show with every operation of the hub', () => {
  it('contains each operation of the table once', () => {
    should(SHOW.map(([name]) => name).sort()).eql(operations.map(({ name }) => name).sort());
  });

  // The other segment than usual, so that none is derived from the dialect.
  for (const [dialect, linearSegment] of [
    [1, 'lino'],
    [2, 'linear'],
  ] as const)
    it(`succeeds on a hub of dialect ${dialect} with ${linearSegment}`, async () => {
      // Only the early builds of dialect 2 have every operation.
      const hub = await startSimulator({ dialect, linearSegment, apiKey: 'rh_key', early: dialect === 2 });
      const stage = await open(hub, dialect, linearSegment);
      try {
        for (const [name] of SHOW) await stage.send(`do ${name}`, { _msgid: name });
        const unknown = SHOW.map(([name]) => name).filter((name) => !operation(name).dialects.includes(dialect));
        should(stage.caught.map(({ _msgid, error }) => [_msgid, error.code])).eql(
          unknown.map((name) => [name, 'HUB_NOT_FOUND']),
        );
        for (const { error } of stage.caught) should(error.message).containEql('needs a hub of revision 2');
        should(stage.out.map(({ _msgid }) => _msgid)).eql(
          SHOW.map(([name]) => name).filter((name) => !unknown.includes(name)),
        );
      } finally {
        await stage.close();
        await hub.close();
      }
    });
});

const operation = (name: string) => findOperation(name) as Operation;

const open = (hub: Simulator, dialect: number, linearSegment: string): Promise<Stage> =>
  perform(
    { baseUrl: hub.url, dialect: String(dialect), linearSegment },
    SHOW.map(([name, params]) => ({
      id: `do ${name}`,
      type: `hub-${operation(name).area}`,
      operation: name,
      params: Object.fromEntries(
        Object.entries(params).map(([key, value]) => [
          key,
          literal(value === 'CONFIG' ? (dialect === 1 ? 62 : 102) : value),
        ]),
      ),
    })),
    { apiKey: 'rh_key' },
  );
