import type { Dialect } from '../../dist/hub/table/operation.js';
import type { Params } from '../../dist/hub/wire/request.js';

export const mixer = { engineId: 1, nodePath: 'Mixer_0' };
export const opacity = { ...mixer, propertyPath: 'Overlay//Opacity/0' };
export const anchor = { rundownId: 51, itemId: 512 };
export const weather = { rundownId: 51, itemId: 514 };
export const show = { engineId: 101 };
export const evening = { ...show, rundownId: 201 };
export const late = { ...show, rundownId: 202 };
export const headlines = { ...evening, itemId: 2012 };
export const PROGRAM = 0;
export const PREVIEW = 1;
export const ncs = { ncsID: '2016ENPS9VM001' };
export const bulletin = { ...ncs, roID: '2016ENPS9VM001;P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3' };
export const map = { objID: '4d1f20c7-93ab-4e58-8f16-b07c2a95d302' };
export const story = { ...bulletin, storyID: '2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22' };

const player = { engineId: 1, nodePath: 'Media Player_0', functionPath: 'Default//Play/0' };
const linearBody = { name: 'Sport', templateId: 302, data: { Headline: 'Final tonight' } };

/** Valid parameters for every operation in the initial state. Some need an item that plays. */
export const validParams: Record<string, Params> = {
  setProperty: { ...opacity, Value: 0.5 },
  getProperty: opacity,
  listProperties: mixer,
  listNodes: { engineId: 1 },
  getNode: mixer,
  listEngines: {},
  getEngine: { engineId: 1 },
  callFunction: { ...player, Parameters: [] },
  listFunctions: mixer,
  getFunction: player,
  pressItemButton: { ...anchor, buttonKey: 'in' },
  updateItem: { ...anchor, name: 'Host', data: { Name: 'Ana' }, order: 5, overriddenChannels: [2] },
  createItem: { rundownId: 51, name: 'Expert', template: 'Lower Third', data: { Name: 'Ana' } },
  deleteItem: anchor,
  getItem: anchor,
  listItems: { rundownId: 51 },
  downloadExternalData: { ...weather, externalDataFieldKey: 'Forecast' },
  listRundowns: {},
  getRundown: { rundownId: 51 },
  createRundown: { name: 'Late News' },
  renameRundown: { rundownId: 51, name: 'Late News' },
  deleteRundown: { rundownId: 51 },
  listTemplates: {},
  launch: { configID: 61 },
  stopLaunch: { configID: 61 },
  retime: { configID: 61 },
  startRenderer: { configID: 61, rendererID: 71 },
  stopRenderer: { configID: 61, rendererID: 71 },
  listLaunchConfigs: {},
  getLaunchConfig: { configID: 61 },
  createLaunchConfig: { name: 'Everything', renderers: [71, 74] },
  listRenderers: { configID: 61 },
  getRenderer: { configID: 61, rendererID: 71 },
  createRenderer: { configID: 61, engineId: 2, engineType: 'RE', stateId: 23 },
  playItem: { ...show, itemId: 2012, preview: PROGRAM },
  playNext: { ...show, preview: PROGRAM },
  continueItem: { ...show, itemId: 2012, preview: PROGRAM },
  takeOut: { ...show, preview: PROGRAM },
  takeItemOut: { ...show, itemId: 2012, preview: PROGRAM },
  nextItemStep: { ...show, itemId: 2012, preview: PROGRAM },
  clearOutput: { ...show, preview: PROGRAM },
  pressLinearButton: { ...headlines, buttonKey: 'nextPage' },
  loadLinearRundown: late,
  unloadLinearRundown: evening,
  appendLinearRundown: { ...evening, newRundownId: 202 },
  listLinearItems: evening,
  getLinearItem: headlines,
  createLinearItem: { ...evening, ...linearBody },
  updateLinearItem: { ...headlines, ...linearBody },
  deleteLinearItem: headlines,
  createLinearRundown: { ...show, rundownId: 205, ...linearBody },
  deleteLinearRundown: evening,
  listLinearEngines: {},
  getLinearEngine: show,
  listLinearRundowns: show,
  listAllLinearRundowns: {},
  listLinearTemplates: {},
  listShows: {},
  updateMosObject: { ...map, data: { Zoom: 2 } },
  pressNewsroomButton: { ...story, itemID: '2', buttonKey: 'zoomIn' },
  listNewsroomRundowns: {},
  listNcsRundowns: ncs,
  getNewsroomRundown: bulletin,
  loadGraph: { graphId: 12, engineHostId: 3 },
  loadRgraph: { rgraphId: 22, engineHostId: 1 },
  loadUstate: { ustateId: 42, engineHostId: 4 },
  listGraphs: {},
  listRgraphs: {},
  listUstates: {},
  getGraph: { graphId: 11 },
  getRgraph: { rgraphId: 21 },
  getUstate: { ustateId: 41 },
  listProjects: {},
  batch: { entries: [{ id: 'a', url: '/playout/rundowns', verb: 'POST', body: { name: 'By batch' } }] },
};

/** Valid parameters for a dialect. On dialect 2, the launch configurations are the shows. */
export const validParamsOn = (dialect: Dialect): Record<string, Params> =>
  Object.fromEntries(
    Object.entries(validParams).map(([name, { configID, ...params }]) => [
      name,
      configID === undefined ? params : { ...params, configID: dialect === 1 ? configID : 101 },
    ]),
  );
