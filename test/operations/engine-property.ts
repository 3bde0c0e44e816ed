import { call, cardsOf, onEach } from './card.js';
import { ERROR, propertyShape, TEXT } from './shapes.js';
import { channel, mixer, NO_ENGINE, NO_NODE, NODE, opacity } from './values.js';

const { read, level } = cardsOf('engine-property', 'property engineId nodePath propertyPath');

const nodeShape = { NodePath: 'text', NodeName: 'text' };
const instance = {
  ...{ id: 'int', projectTag: 'text|null', streaming: 'text|null', status: 'text', pid: 'text|int|null' },
  ...{ engineHostId: 'int', engineRoleId: 'int|null', projectId: 'int|null', projectMapId: 'int|null' },
  ...{ editorPath: 'text', cookedProjectId: 'int|null', cookedMapId: 'int|null', cookedId: 'int|null' },
  ...{ engineType: 'text', engineVersion: 'text', statusDescription: 'text|null' },
};
const host = {
  ...{ id: 'int', name: 'text', ip: 'text', role: 'text', status: 'text', cacheDir: 'text', minimumFreeSpace: 'int' },
  ...{ usedSpace: 'int', diskSpace: 'int', canCook: 'bool', displayName: 'text', re_enabled: 'bool', port: 'int' },
  ...{ rgraphId: 'int|null', ustateId: 'int|null', ue_enabled: 'bool', instances: [instance] as const },
};
const studioHostShape = { ...host, ownerStudioId: 'int|null' };
const showHostShape = { ...host, ownerShowId: 'int|null' };

const node = { NodePath: 'Mixer_0', NodeName: 'Mixer' };
const engineHost = {
  ...{ id: 1, name: 'ENGINE-01', ip: '10.10.20.11', role: 'Broadcast', status: 'connected', cacheDir: 'D:\\Cache' },
  ...{ minimumFreeSpace: 1, usedSpace: 2, diskSpace: 3, canCook: false, displayName: 'Studio A', re_enabled: true },
  ...{ port: 1935, rgraphId: null, ownerStudioId: null, ustateId: null, ue_enabled: false, instances: [] },
};

const OPACITY = `${NODE}/properties/Overlay%2F%2FOpacity%2F0`;
const NO_PROPERTY = 'Property absent does not exist on Node Mixer_0, Engine 1.';

export const listEngines = read('GET /engines', {
  answer: [200, [engineHost]],
  calls: [
    ...onEach(
      'GET /engines',
      [200, [{ ...studioHostShape, engineType: 'text' }]],
      [200, [{ ...showHostShape, engineType: 'text' }]],
    ),
  ],
});

export const getEngine = read('GET /engines/{engineId}', {
  answer: [200, engineHost],
  params: { engineId: 1 },
  calls: [
    call('GET /engines/99', 404, ERROR),
    call('GET /engines/one', 404, TEXT),
    ...onEach('GET /engines/1', [200, studioHostShape], [200, showHostShape]),
  ],
  missing: { engineId: NO_ENGINE },
});

export const listNodes = read('GET /engines/{engineId}/nodes', {
  answer: [200, [node]],
  params: { engineId: 1 },
  calls: [
    call('GET /engines/1/nodes', 200, [nodeShape]),
    call('GET /engines/1/nodes/', 200, [nodeShape]),
    call('GET /engines/99/nodes', 404, ERROR),
  ],
  missing: { engineId: NO_ENGINE },
});

export const getNode = read('GET /engines/{engineId}/nodes/{nodePath}', {
  answer: [200, node],
  params: mixer,
  calls: [call(`GET ${NODE}`, 200, nodeShape), call('GET /engines/1/nodes/Mixer_9', 404, TEXT)],
  missing: { engineId: NO_ENGINE, nodePath: NO_NODE },
});

export const listProperties = read('GET /engines/{engineId}/nodes/{nodePath}/properties', {
  answer: [200, [channel]],
  params: mixer,
  calls: [
    call(`GET ${NODE}/properties`, 200, [propertyShape]),
    call('GET /engines/1/nodes/Mixer_9/properties', 404, TEXT),
  ],
  missing: { engineId: NO_ENGINE, nodePath: NO_NODE },
});

export const setProperty = level('PATCH /engines/{engineId}/nodes/{nodePath}/properties/{propertyPath}', {
  body: {
    Value: 'boolean | number | text | object | list',
    'Interpolation?': 'Constant | Linear | EaseIn | EaseOut | EaseInOut',
    'Duration?': 'number from 0',
    'Delay?': 'number from 0',
  },
  localParams: { Component: 'text', engineType: 'RE | RE5 | UE', fit: 'boolean' },
  latest: 'Value',
  answer: [200, channel],
  params: { ...opacity, Value: 0.5 },
  inShow: { ...opacity, Value: 0.5, Interpolation: 'EaseIn', Duration: 0.1, Delay: 0.1 },
  calls: [
    call(`PATCH ${OPACITY}`, 200, propertyShape, {
      body: { Value: 0.5, Interpolation: 'Linear', Duration: 1, Delay: 1 },
    }),
    call(`PATCH ${OPACITY}`, 200, propertyShape, { body: { Value: '0.5' } }),
    call(`PATCH ${OPACITY}`, 422, ERROR, { body: {} }),
    call(`PATCH ${OPACITY}`, 422, ERROR, { body: { Value: 0.5, Delay: -1 } }),
    call(`PATCH ${NODE}/properties/Nothing`, 404, ERROR, { body: { Value: 1 } }),
  ],
  effects: [['getProperty', opacity, 'body.Value', 1, 0.5]],
  missing: { engineId: NO_ENGINE, nodePath: NO_NODE, propertyPath: NO_PROPERTY },
});

export const getProperty = read('GET /engines/{engineId}/nodes/{nodePath}/properties/{propertyPath}', {
  answer: [200, channel],
  params: opacity,
  calls: [call(`GET ${OPACITY}`, 200, propertyShape), call(`GET ${NODE}/properties/Nothing`, 404, ERROR)],
  missing: { engineId: NO_ENGINE, nodePath: NO_NODE, propertyPath: NO_PROPERTY },
});
