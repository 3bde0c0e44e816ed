/**
 * Every operation of the hub, written by hand: requests from docs/interface.md "Operations", and their meaning for a
 * live show from docs/architecture.md "Live control". It is never generated from the table, because a test compares the
 * table with it.
 */
export interface InterfaceEntry {
  readonly kind: 'read' | 'level' | 'trigger';
  /** Name of the queue, and the parameters that identify the target. Reads have no queue. */
  readonly lane?: string;
  /** Method, and path below the version base. */
  readonly request: string;
  /** Fields of the body and their values. The name of an optional field ends with `?`. */
  readonly body?: Readonly<Record<string, string>>;
  /** Optional parameters of a command that are not sent. */
  readonly localParams?: Readonly<Record<string, string>>;
  /** Revisions that have it, if not all. */
  readonly dialects?: readonly number[];
  /** The parameter of which only the newest waiting value is sent. */
  readonly latest?: string;
  /** Deadline in ms, if the hub's own setting is too short. */
  readonly timeout?: number;
  /** A node may require a second press. */
  readonly guarded?: true;
  /** It puts the values of its target back to their first ones. */
  readonly resets?: true;
  /** Reads whose answers it may have changed. */
  readonly invalidates?: 'all' | readonly string[];
  /** It changes them only if this parameter is set. */
  readonly invalidatesIf?: string;
  /** The state of its target after a success. `output`: it plays on this output. */
  readonly stateAfter?: 'output' | 'available' | 'stopped';
}

type More = Omit<InterfaceEntry, 'kind' | 'lane' | 'request'>;

const read = (request: string, more: More = {}): InterfaceEntry => ({ kind: 'read', request, ...more });
const level = (lane: string, request: string, more: More = {}): InterfaceEntry => ({
  kind: 'level',
  lane,
  request,
  ...more,
});
const trigger = (lane: string, request: string, more: More = {}): InterfaceEntry => ({
  kind: 'trigger',
  lane,
  request,
  ...more,
});

/** The values of the parameters in paths. `id` is an integer of at least 0. All texts are opaque. */
export const IN_PATHS: Readonly<Record<string, string>> = {
  engineId: 'id',
  nodePath: 'text',
  propertyPath: 'text',
  functionPath: 'text',
  rundownId: 'id',
  itemId: 'id',
  buttonKey: 'text',
  externalDataFieldKey: 'text',
  configID: 'id',
  rendererID: 'id',
  newRundownId: 'id',
  // Program or preview.
  preview: '0 | 1',
  graphId: 'id',
  rgraphId: 'id',
  ustateId: 'id',
  ncsID: 'text',
  roID: 'text',
  storyID: 'text',
  itemID: 'text',
  objID: 'text',
};

const ENGINE_TYPE = 'RE | RE5 | UE';
/** The reads that list the items which a linear engine can play. */
const LOADED = ['listLinearEngines', 'getLinearEngine', 'listShows', 'listLinearItems'];
const linearBody = { name: 'text', templateId: 'id', data: 'object', 'insertAfter?': 'id' };

/** By area and name. Flows contain the names of operations and parameters: new ones may be added, but none renamed. */
export const AREAS: Readonly<Record<string, Readonly<Record<string, InterfaceEntry>>>> = {
  'engine-property': {
    listEngines: read('GET /engines'),
    getEngine: read('GET /engines/{engineId}'),
    listNodes: read('GET /engines/{engineId}/nodes'),
    getNode: read('GET /engines/{engineId}/nodes/{nodePath}'),
    listProperties: read('GET /engines/{engineId}/nodes/{nodePath}/properties'),
    getProperty: read('GET /engines/{engineId}/nodes/{nodePath}/properties/{propertyPath}'),
    setProperty: level(
      'property engineId nodePath propertyPath',
      'PATCH /engines/{engineId}/nodes/{nodePath}/properties/{propertyPath}',
      {
        body: {
          Value: 'boolean | number | text | object | list',
          'Interpolation?': 'Constant | Linear | EaseIn | EaseOut | EaseInOut',
          'Duration?': 'number from 0',
          'Delay?': 'number from 0',
        },
        localParams: { Component: 'text', engineType: ENGINE_TYPE, fit: 'boolean' },
        latest: 'Value',
      },
    ),
  },
  'engine-function': {
    listFunctions: read('GET /engines/{engineId}/nodes/{nodePath}/functions'),
    getFunction: read('GET /engines/{engineId}/nodes/{nodePath}/functions/{functionPath}'),
    callFunction: trigger(
      'function engineId nodePath',
      'POST /engines/{engineId}/nodes/{nodePath}/functions/{functionPath}',
      { body: { 'Parameters?': 'list of {PropertyPath: text, payload: {value: any}}' } },
    ),
  },
  'playout-item': {
    listRundowns: read('GET /playout/rundowns'),
    getRundown: read('GET /playout/rundowns/{rundownId}'),
    createRundown: trigger('playout', 'POST /playout/rundowns', { body: { name: 'text' } }),
    renameRundown: level('playout rundownId', 'PATCH /playout/rundowns/{rundownId}', { body: { name: 'text' } }),
    deleteRundown: trigger('playout rundownId', 'DELETE /playout/rundowns/{rundownId}'),
    listItems: read('GET /playout/rundowns/{rundownId}/items'),
    getItem: read('GET /playout/rundowns/{rundownId}/items/{itemId}'),
    createItem: trigger('playout rundownId', 'POST /playout/rundowns/{rundownId}/items', {
      body: { name: 'text', template: 'text', data: 'object', 'order?': 'integer' },
    }),
    updateItem: level('playout rundownId', 'PATCH /playout/rundowns/{rundownId}/items/{itemId}', {
      body: {
        'name?': 'text',
        'template?': 'text',
        'order?': 'integer',
        'data?': 'object',
        'overriddenChannels?': 'list of integer',
      },
      invalidates: ['getItem'],
      invalidatesIf: 'template',
    }),
    deleteItem: trigger('playout rundownId', 'DELETE /playout/rundowns/{rundownId}/items/{itemId}'),
    pressItemButton: trigger('playout rundownId', 'POST /playout/rundowns/{rundownId}/items/{itemId}/{buttonKey}'),
    // No document shows the method.
    downloadExternalData: trigger(
      'playout rundownId',
      'POST /playout/rundowns/{rundownId}/items/{itemId}/{externalDataFieldKey}',
      { timeout: 30_000 },
    ),
    listTemplates: read('GET /playout/templates'),
  },
  launcher: {
    listLaunchConfigs: read('GET /launcher'),
    getLaunchConfig: read('GET /launcher/{configID}'),
    launch: trigger('launcher configID', 'PUT /launcher/{configID}/launch', {
      timeout: 30_000,
      invalidates: 'all',
      stateAfter: 'available',
    }),
    stopLaunch: trigger('launcher configID', 'PUT /launcher/{configID}/stop', {
      timeout: 30_000,
      guarded: true,
      invalidates: 'all',
      stateAfter: 'stopped',
    }),
    retime: trigger('launcher configID', 'PUT /launcher/{configID}/retime', { timeout: 30_000 }),
    createLaunchConfig: trigger('launcher', 'POST /launcher/create', {
      body: { name: 'text', renderers: 'list of id' },
    }),
    listRenderers: read('GET /launcher/{configID}/renderer'),
    getRenderer: read('GET /launcher/{configID}/renderer/{rendererID}'),
    startRenderer: trigger('launcher configID', 'PUT /launcher/{configID}/renderer/{rendererID}/start', {
      timeout: 30_000,
      invalidates: 'all',
    }),
    stopRenderer: trigger('launcher configID', 'PUT /launcher/{configID}/renderer/{rendererID}/stop', {
      timeout: 30_000,
      guarded: true,
      invalidates: 'all',
    }),
    createRenderer: trigger('launcher configID', 'POST /launcher/{configID}/renderer/create', {
      body: {
        'launchConfigId?': 'id',
        'engineId?': 'id | null',
        'projectId?': 'id | null',
        'projectMapId?': 'id | null',
        'engineType?': ENGINE_TYPE,
        'stateId?': 'id',
      },
    }),
  },
  'linear-play': {
    listLinearEngines: read('GET /{linear}/engines'),
    getLinearEngine: read('GET /{linear}/engines/{engineId}'),
    listLinearRundowns: read('GET /{linear}/rundowns/{engineId}'),
    listAllLinearRundowns: read('GET /{linear}/rundowns'),
    listLinearTemplates: read('GET /{linear}/templates'),
    listLinearItems: read('GET /{linear}/rundown/{engineId}/{rundownId}/items'),
    getLinearItem: read('GET /{linear}/rundown/{engineId}/{rundownId}/items/{itemId}'),
    createLinearItem: trigger('linear engineId', 'POST /{linear}/rundown/{engineId}/{rundownId}/items', {
      body: linearBody,
    }),
    updateLinearItem: level('linear engineId', 'PATCH /{linear}/rundown/{engineId}/{rundownId}/items/{itemId}', {
      body: linearBody,
    }),
    deleteLinearItem: trigger('linear engineId', 'DELETE /{linear}/rundown/{engineId}/{rundownId}/items/{itemId}'),
    createLinearRundown: trigger('linear engineId', 'POST /{linear}/rundown/{engineId}/{rundownId}', {
      body: linearBody,
    }),
    deleteLinearRundown: trigger('linear engineId', 'DELETE /{linear}/rundown/{engineId}/{rundownId}'),
    loadLinearRundown: trigger('linear engineId', 'PUT /{linear}/rundown/{engineId}/{rundownId}/load', {
      timeout: 15_000,
      invalidates: LOADED,
    }),
    unloadLinearRundown: trigger('linear engineId', 'PUT /{linear}/rundown/{engineId}/{rundownId}/unload', {
      timeout: 15_000,
      invalidates: LOADED,
    }),
    appendLinearRundown: trigger(
      'linear engineId',
      'PUT /{linear}/rundown/{engineId}/{rundownId}/append/{newRundownId}',
      { timeout: 15_000, invalidates: LOADED },
    ),
    playItem: trigger('linear engineId', 'PUT /{linear}/rundown/{engineId}/play/{itemId}/{preview}', {
      localParams: { onlyIfAvailable: 'boolean', rundownId: 'id' },
      stateAfter: 'output',
    }),
    playNext: trigger('linear engineId', 'PUT /{linear}/rundown/{engineId}/playnext/{preview}', {
      stateAfter: 'output',
    }),
    continueItem: trigger('linear engineId', 'PUT /{linear}/rundown/{engineId}/continue/{itemId}/{preview}'),
    takeOut: trigger('linear engineId', 'PUT /{linear}/rundown/{engineId}/out/{preview}', { stateAfter: 'available' }),
    takeItemOut: trigger('linear engineId', 'PUT /{linear}/rundown/{engineId}/out/{itemId}/{preview}', {
      dialects: [2],
      stateAfter: 'available',
    }),
    nextItemStep: trigger('linear engineId', 'PUT /{linear}/rundown/{engineId}/next/{itemId}/{preview}', {
      dialects: [2],
    }),
    clearOutput: trigger('linear engineId', 'PUT /{linear}/rundown/{engineId}/clear/{preview}', {
      dialects: [2],
      stateAfter: 'available',
    }),
    pressLinearButton: trigger(
      'linear engineId',
      'POST /{linear}/rundown/{engineId}/{rundownId}/items/{itemId}/buttons/{buttonKey}',
      { dialects: [2] },
    ),
    listShows: read('GET /{linear}/shows', { dialects: [2] }),
  },
  'newsroom-mos': {
    listNewsroomRundowns: read('GET /newsroom/rundowns'),
    listNcsRundowns: read('GET /newsroom/rundowns/{ncsID}'),
    getNewsroomRundown: read('GET /newsroom/rundowns/{ncsID}/{roID}'),
    updateMosObject: level('mosObject objID', 'PATCH /newsroom/mosObjects/{objID}', {
      body: { data: 'object', 'description?': 'text' },
      localParams: { merge: 'boolean', ncsID: 'text', roID: 'text' },
      invalidates: ['getNewsroomRundown'],
    }),
    pressNewsroomButton: trigger(
      'newsroom ncsID roID',
      'POST /newsroom/rundowns/{ncsID}/{roID}/{storyID}/{itemID}/{buttonKey}',
    ),
  },
  graph: {
    listGraphs: read('GET /graphs'),
    listRgraphs: read('GET /rgraphs'),
    listUstates: read('GET /ustates'),
    getGraph: read('GET /graphs/{graphId}'),
    getRgraph: read('GET /rgraphs/{rgraphId}'),
    getUstate: read('GET /ustates/{ustateId}'),
    loadGraph: trigger('graph engineHostId', 'POST /graphs/{graphId}/load', {
      body: { engineHostId: 'id' },
      timeout: 30_000,
      guarded: true,
      resets: true,
      invalidates: 'all',
    }),
    loadRgraph: trigger('graph engineHostId', 'POST /rgraphs/{rgraphId}/load', {
      body: { engineHostId: 'id' },
      timeout: 30_000,
      guarded: true,
      resets: true,
      invalidates: 'all',
    }),
    loadUstate: trigger('graph engineHostId', 'POST /ustates/{ustateId}/load', {
      body: { engineHostId: 'id' },
      timeout: 30_000,
      guarded: true,
      resets: true,
      invalidates: 'all',
    }),
    listProjects: read('GET /projects'),
  },
  batch: {
    batch: trigger('batch', 'PUT /batch', {
      body: { entries: 'list of {id: integer | text, url: text, verb: GET | PATCH | PUT | POST, body?: any}' },
      timeout: 15_000,
    }),
  },
};

/** By name alone. */
export const OPERATIONS: Readonly<Record<string, InterfaceEntry>> = Object.assign({}, ...Object.values(AREAS));

/** Names of the parameters in the path, in order. `{linear}` is a setting of the hub. */
export const inPath = ({ request }: InterfaceEntry): string[] =>
  [...request.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => name !== 'linear');
