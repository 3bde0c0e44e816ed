import { call, cardsOf } from './card.js';
import { ERROR, NAMED, OK, TEXT } from './shapes.js';

const { read, trigger } = cardsOf('launcher', 'launcher configID');

const rendererShape = {
  ...{ launchConfigId: 'int', engineId: 'int|null', projectId: 'int|null', projectMapId: 'int|null' },
  ...{ engineType: 'text', stateId: 'int' },
};
const wholeRendererShape = {
  ...{ id: 'int', engineHostId: 'int|null', engineHostName: 'text|null', engineHostDisplayName: 'text|null' },
  ...{ projectId: 'int|null', projectName: 'text|null', projectVersion: 'text|null', graphId: 'int' },
  ...{ graphName: 'text|null', graphChannels: ['text'] as const, log: [{ logMessage: 'text' }] as const },
};

const renderer = {
  launchConfigId: 61,
  engineId: 1,
  projectId: null,
  projectMapId: null,
  engineType: 'RE',
  stateId: 21,
};
/** On dialect 2, a launch configuration is a show. The rundowns of `inShow` are not played. */
const ofConfig = { params: { configID: 61 }, inShow: { configID: 62 } };

const NO_CONFIG = 'no configuration 999. Check the name.';
const NO_RENDERER = 'Renderer 999 does not exist on Launch configuration 61.';

const ofRenderer = {
  params: { configID: 61, rendererID: 71 },
  inShow: { configID: 62, rendererID: 73 },
  missing: { configID: NO_CONFIG, rendererID: NO_RENDERER },
};

export const listLaunchConfigs = read('GET /launcher', {
  answer: [200, [{ id: 61, name: 'Breaking News', renderers: [71, 72] }]],
  calls: [
    call('GET /launcher', 200, [{ id: 'int', 'name?': 'text', renderers: ['int'] }], { on: 1 }),
    call('GET /launcher', 200, [{ ...NAMED, running: 'bool', mode: 'text', renderers: [wholeRendererShape] }], {
      after: ['PUT /launcher/101/launch', 'PUT /launcher/102/launch'],
      on: 2,
    }),
  ],
});

export const getLaunchConfig = read('GET /launcher/{configID}', {
  answer: [200, { id: 61, renderers: [71] }],
  ...ofConfig,
  calls: [
    call('GET /launcher/C', 200, { id: 'int', 'name?': 'text', renderers: ['int'] }),
    call('GET /launcher/99', 422, TEXT),
  ],
});

export const listRenderers = read('GET /launcher/{configID}/renderer', {
  answer: [200, [71, 72]],
  ...ofConfig,
  calls: [call('GET /launcher/C/renderer', 200, ['int']), call('GET /launcher/99/renderer', 404, TEXT)],
  missing: { configID: NO_CONFIG },
});

export const getRenderer = read('GET /launcher/{configID}/renderer/{rendererID}', {
  answer: [200, renderer],
  ...ofRenderer,
  calls: [call('GET /launcher/C/renderer/71', 200, rendererShape), call('GET /launcher/C/renderer/99', 404, TEXT)],
});

export const launch = trigger('PUT /launcher/{configID}/launch', {
  timeout: 30_000,
  invalidates: 'all',
  stateAfter: 'available',
  answer: [200, 'OK'],
  ...ofConfig,
  calls: [call('PUT /launcher/C/launch', 200, OK), call('PUT /launcher/99/launch', 404, TEXT)],
  effects: [['getEngine', { engineId: 2 }, 'body.rgraphId', 21, 22]],
  missing: { configID: NO_CONFIG },
});

export const retime = trigger('PUT /launcher/{configID}/retime', {
  timeout: 30_000,
  answer: [200],
  ...ofConfig,
  calls: [call('PUT /launcher/C/retime', 200, null), call('PUT /launcher/99/retime', 422, TEXT)],
  effects: [['getEngine', { engineId: 2 }, 'body.instances.0.statusDescription', null, /^Retimed at 20/]],
});

export const stopLaunch = trigger('PUT /launcher/{configID}/stop', {
  timeout: 30_000,
  guarded: true,
  invalidates: 'all',
  stateAfter: 'stopped',
  answer: [200],
  ...ofConfig,
  calls: [call('PUT /launcher/C/stop', 200, null), call('PUT /launcher/99/stop', 422, TEXT)],
  effects: [['getEngine', { engineId: 2 }, 'body.instances.*.status', ['Loaded', 'Idle'], ['Idle', 'Idle']]],
});

export const startRenderer = trigger('PUT /launcher/{configID}/renderer/{rendererID}/start', {
  timeout: 30_000,
  invalidates: 'all',
  answer: [200, 'OK'],
  ...ofRenderer,
  calls: [call('PUT /launcher/C/renderer/71/start', 200, OK), call('PUT /launcher/C/renderer/99/start', 404, TEXT)],
  effects: [['getEngine', { engineId: 1 }, 'body.rgraphId', 21, 22]],
});

export const stopRenderer = trigger('PUT /launcher/{configID}/renderer/{rendererID}/stop', {
  timeout: 30_000,
  guarded: true,
  invalidates: 'all',
  answer: [200, 'OK'],
  ...ofRenderer,
  calls: [call('PUT /launcher/C/renderer/71/stop', 200, OK), call('PUT /launcher/C/renderer/99/stop', 404, TEXT)],
  effects: [['getEngine', { engineId: 1 }, 'body.instances.*.status', ['Loaded', 'Idle'], ['Idle', 'Idle']]],
});

export const createLaunchConfig = trigger('POST /launcher/create', {
  lane: 'launcher',
  body: { name: 'text', renderers: 'list of id' },
  answer: [200, { id: 63, renderers: [71] }],
  params: { name: 'Everything', renderers: [71, 74] },
  inShow: { name: 'New', renderers: [71] },
  calls: [
    call('POST /launcher/create', 200, { id: 'int', renderers: ['int'] }, { body: { name: 'New', renderers: [71] } }),
    call('POST /launcher/create', 422, ERROR, { body: { name: 'New' } }),
  ],
  effects: [['listLaunchConfigs', {}, 'body.2.name', undefined, 'Everything']],
});

export const createRenderer = trigger('POST /launcher/{configID}/renderer/create', {
  body: {
    'launchConfigId?': 'id',
    'engineId?': 'id | null',
    'projectId?': 'id | null',
    'projectMapId?': 'id | null',
    'engineType?': 'RE | RE5 | UE',
    'stateId?': 'id',
  },
  answer: [200, 75],
  params: { configID: 61, engineId: 2, engineType: 'RE', stateId: 23 },
  inShow: { ...renderer, configID: 62, launchConfigId: 62 },
  calls: [
    call('POST /launcher/C/renderer/create', 200, 'int', { body: {} }),
    call('POST /launcher/99/renderer/create', 404, TEXT, { body: {} }),
  ],
  effects: [['listRenderers', { configID: 61 }, 'body', [71, 72], [71, 72, 9001]]],
  missing: { configID: NO_CONFIG },
});
