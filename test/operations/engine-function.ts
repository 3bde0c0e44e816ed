import { call, cardsOf } from './card.js';
import { DONE, ERROR, propertyShape, TEXT } from './shapes.js';
import { channel, mixer, NO_ENGINE, NO_NODE, NODE } from './values.js';

const { read, trigger } = cardsOf('engine-function', 'function engineId nodePath');

const functionShape = { FunctionPath: 'text', FunctionName: 'text' };

const cut = { ...mixer, functionPath: 'Default//Cut/0' };
const play = { engineId: 1, nodePath: 'Media Player_0', functionPath: 'Default//Play/0' };
const playing = { ...play, propertyPath: 'Status//Playing/0' };

const CUT = `${NODE}/functions/Default%2F%2FCut%2F0`;
const NO_FUNCTION = 'Function absent does not exist on Node Media Player_0, Engine 1.';

export const listFunctions = read('GET /engines/{engineId}/nodes/{nodePath}/functions', {
  answer: [200, [{ FunctionPath: 'Default//Cut/0', FunctionName: 'Cut' }]],
  params: mixer,
  calls: [
    call(`GET ${NODE}/functions`, 200, [functionShape]),
    call('GET /engines/1/nodes/Mixer_9/functions', 404, TEXT),
  ],
  missing: { engineId: NO_ENGINE, nodePath: NO_NODE },
});

export const getFunction = read('GET /engines/{engineId}/nodes/{nodePath}/functions/{functionPath}', {
  answer: [200, { FunctionPath: 'Default//Cut/0', FunctionName: 'Cut', Properties: { Channel: channel } }],
  params: play,
  inShow: cut,
  calls: [
    call(`GET ${CUT}`, 200, { ...functionShape, Properties: { '*': propertyShape } }),
    call(`GET ${NODE}/functions/Nothing`, 404, TEXT),
  ],
  missing: { engineId: NO_ENGINE, nodePath: NO_NODE, functionPath: NO_FUNCTION },
});

export const callFunction = trigger('POST /engines/{engineId}/nodes/{nodePath}/functions/{functionPath}', {
  body: { 'Parameters?': 'list of {PropertyPath: text, payload: {value: any}}' },
  answer: [200, { success: true }],
  params: { ...play, Parameters: [] },
  inShow: { ...cut, Parameters: { Channel: 'CAM 3' } },
  calls: [
    call(`POST ${CUT}`, 200, DONE),
    call(`POST ${CUT}`, 200, DONE, { body: {} }),
    call(`POST ${CUT}`, 200, DONE, { body: { Parameters: [] } }),
    call(`POST ${CUT}`, 422, ERROR, { body: { Parameters: [{}] } }),
    call(`POST ${NODE}/functions/Nothing`, 404, TEXT),
  ],
  effects: [['getProperty', playing, 'body.Value', false, true]],
  missing: { engineId: NO_ENGINE, nodePath: NO_NODE, functionPath: NO_FUNCTION },
});
