import { call, cardsOf } from './card.js';
import { DONE, ERROR, NAMED } from './shapes.js';
import { NO_ENGINE } from './values.js';

const { read, trigger } = cardsOf('graph', 'graph engineHostId');

const projectShape = {
  ...{ projectId: 'int', name: 'text', version: 'text', sharedFolderName: 'text', maps: ['text'] as const },
  ...{ createdAt: 'int', updatedAt: 'int' },
};

const NO_GRAPH = 'no graph 999. Check the name.';
const NO_RGRAPH = 'no rgraph 999. Check the name.';
const NO_USTATE = 'no ustate 999. Check the name.';

const named = { id: 11, name: 'Evening News' };
const list = (kind: string) =>
  read(`GET /${kind}`, { answer: [200, [named]], calls: [call(`GET /${kind}`, 200, [NAMED])] });
const wall = {
  ...{ projectId: 3, name: 'Wall', version: '5.3', sharedFolderName: '\\\\STORAGE\\Wall' },
  ...{ maps: ['/Game/Maps/Wall'], createdAt: 1, updatedAt: 2 },
};
/** A graph of each kind. */
const load = {
  body: { engineHostId: 'id' },
  timeout: 30_000,
  guarded: true,
  resets: true,
  invalidates: 'all',
} as const;

export const listGraphs = list('graphs');

export const getGraph = read('GET /graphs/{graphId}', {
  answer: [200, { ...named, content: '{}' }],
  params: { graphId: 11 },
  calls: [call('GET /graphs/11', 200, { ...NAMED, content: 'text' }), call('GET /graphs/99', 404, ERROR)],
  missing: { graphId: NO_GRAPH },
});

export const listRgraphs = list('rgraphs');

export const getRgraph = read('GET /rgraphs/{rgraphId}', {
  answer: [200, { ...named, xmlContent: '<RGraph/>' }],
  params: { rgraphId: 21 },
  calls: [call('GET /rgraphs/21', 200, { ...NAMED, xmlContent: 'text' }), call('GET /rgraphs/99', 404, ERROR)],
  missing: { rgraphId: NO_RGRAPH },
});

export const listUstates = list('ustates');

export const getUstate = read('GET /ustates/{ustateId}', {
  answer: [200, { ...named, ustateData: '{}' }],
  params: { ustateId: 41 },
  calls: [call('GET /ustates/41', 200, { ...NAMED, ustateData: 'text' }), call('GET /ustates/99', 404, ERROR)],
  missing: { ustateId: NO_USTATE },
});

export const listProjects = read('GET /projects', {
  answer: [200, [wall]],
  calls: [call('GET /projects', 200, [projectShape])],
});

export const loadGraph = trigger('POST /graphs/{graphId}/load', {
  ...load,
  answer: [200, { success: true }],
  params: { graphId: 12, engineHostId: 3 },
  calls: [
    call('POST /graphs/12/load', 200, DONE, { body: { engineHostId: 3 } }),
    call('POST /graphs/12/load', 422, ERROR, { body: {} }),
    call('POST /graphs/99/load', 404, ERROR, { body: { engineHostId: 3 } }),
  ],
  effects: [['getEngine', { engineId: 3 }, 'body.instances.0.statusDescription', null, 'Election Wall']],
  missing: { graphId: NO_GRAPH, engineHostId: NO_ENGINE },
});

export const loadRgraph = trigger('POST /rgraphs/{rgraphId}/load', {
  ...load,
  answer: [200, { success: true }],
  params: { rgraphId: 22, engineHostId: 1 },
  calls: [
    call('POST /rgraphs/22/load', 200, DONE, { body: { engineHostId: 1 } }),
    call('POST /rgraphs/22/load', 422, ERROR, { body: {} }),
    call('POST /rgraphs/99/load', 404, ERROR, { body: { engineHostId: 1 } }),
  ],
  effects: [['getEngine', { engineId: 1 }, 'body.rgraphId', 21, 22]],
  missing: { rgraphId: NO_RGRAPH, engineHostId: NO_ENGINE },
});

export const loadUstate = trigger('POST /ustates/{ustateId}/load', {
  ...load,
  answer: [200, { success: true }],
  params: { ustateId: 42, engineHostId: 4 },
  calls: [
    call('POST /ustates/42/load', 200, DONE, { body: { engineHostId: 4 } }),
    call('POST /ustates/42/load', 422, ERROR, { body: {} }),
    call('POST /ustates/99/load', 404, ERROR, { body: { engineHostId: 4 } }),
  ],
  effects: [['getEngine', { engineId: 4 }, 'body.ustateId', 41, 42]],
  missing: { ustateId: NO_USTATE, engineHostId: NO_ENGINE },
});
