import should from 'should';
import { operations } from '../../../dist/hub/table/operations.js';

/** Saved flows hold these names: adding is welcome, renaming breaks shows. */
const FROZEN: Record<string, string> = {
  setProperty: 'engineId nodePath propertyPath Value Interpolation? Duration? Delay? Component? engineType? fit?',
  getProperty: 'engineId nodePath propertyPath',
  listProperties: 'engineId nodePath',
  listNodes: 'engineId',
  getNode: 'engineId nodePath',
  listEngines: '',
  getEngine: 'engineId',
  callFunction: 'engineId nodePath functionPath Parameters?',
  listFunctions: 'engineId nodePath',
  getFunction: 'engineId nodePath functionPath',
  pressItemButton: 'rundownId itemId buttonKey',
  updateItem: 'rundownId itemId name? template? order? data? overriddenChannels?',
  createItem: 'rundownId name template data order?',
  deleteItem: 'rundownId itemId',
  getItem: 'rundownId itemId',
  listItems: 'rundownId',
  downloadExternalData: 'rundownId itemId externalDataFieldKey',
  listRundowns: '',
  getRundown: 'rundownId',
  createRundown: 'name',
  renameRundown: 'rundownId name',
  deleteRundown: 'rundownId',
  listTemplates: '',
  launch: 'configID',
  stopLaunch: 'configID',
  retime: 'configID',
  startRenderer: 'configID rendererID',
  stopRenderer: 'configID rendererID',
  listLaunchConfigs: '',
  getLaunchConfig: 'configID',
  createLaunchConfig: 'name renderers',
  listRenderers: 'configID',
  getRenderer: 'configID rendererID',
  createRenderer: 'configID launchConfigId? engineId? projectId? projectMapId? engineType? stateId?',
  playItem: 'engineId itemId preview',
  playNext: 'engineId preview',
  continueItem: 'engineId itemId preview',
  takeOut: 'engineId preview',
  takeItemOut: 'engineId itemId preview',
  nextItemStep: 'engineId itemId preview',
  clearOutput: 'engineId preview',
  pressLinearButton: 'engineId rundownId itemId buttonKey',
  loadLinearRundown: 'engineId rundownId',
  unloadLinearRundown: 'engineId rundownId',
  appendLinearRundown: 'engineId rundownId newRundownId',
  listLinearItems: 'engineId rundownId',
  getLinearItem: 'engineId rundownId itemId',
  createLinearItem: 'engineId rundownId name templateId data insertAfter?',
  updateLinearItem: 'engineId rundownId itemId name templateId data insertAfter?',
  deleteLinearItem: 'engineId rundownId itemId',
  createLinearRundown: 'engineId rundownId name templateId data insertAfter?',
  deleteLinearRundown: 'engineId rundownId',
  listLinearEngines: '',
  getLinearEngine: 'engineId',
  listLinearRundowns: 'engineId',
  listLinearTemplates: '',
  listShows: '',
  updateMosObject: 'objID data description? merge? ncsID? roID?',
  pressNewsroomButton: 'ncsID roID storyID itemID buttonKey',
  listNewsroomRundowns: '',
  listNcsRundowns: 'ncsID',
  getNewsroomRundown: 'ncsID roID',
  loadGraph: 'graphId engineHostId',
  loadRgraph: 'rgraphId engineHostId',
  loadUstate: 'ustateId engineHostId',
  listGraphs: '',
  listRgraphs: '',
  listUstates: '',
  getGraph: 'graphId',
  getRgraph: 'rgraphId',
  getUstate: 'ustateId',
  listProjects: '',
  batch: 'entries',
};

describe('the operations table', () => {
  it('keeps the names of operations and parameters', () => {
    const names = operations.map(({ name, parameters }) => [
      name,
      parameters.map((parameter) => parameter.name + (parameter.required ? '' : '?')).join(' '),
    ]);
    should(Object.fromEntries(names)).eql(FROZEN);
    should(names).have.length(Object.keys(FROZEN).length);
  });

  for (const { name, path, parameters, kind, method, lane, latest } of operations)
    it(`describes ${name} without contradiction`, () => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter).filter((p) => p !== 'linear');
      should(parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)).eql(inPath);
      should(kind === 'read').equal(method === 'GET');
      should(lane === undefined).equal(kind === 'read');
      const known = parameters.map((parameter) => parameter.name);
      should(known).containDeep(lane?.by ?? []);
      if (latest) should(known).containEql(latest);
      should(new Set(known).size).equal(known.length);
    });
});
