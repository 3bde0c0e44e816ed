import { call, cardsOf, onEach } from './card.js';
import { DONE, ERROR, NAMED, OK, TEXT } from './shapes.js';
import { evening, headlines, late, PROGRAM, show } from './values.js';

const { read, level, trigger } = cardsOf('linear-play', 'linear engineId');

const player = {
  ...{ id: 'int', pollLevelsEnabled: 'bool', rundownServerPort: 'int', remoteControlPort: 'int' },
  devices: [{ id: 'int', profileId: 'int' }] as const,
};
const linearEngineShape = { ...NAMED, started: 'bool', loadedRundownInfo: 'any', engines: [player] as const };
const showShape = { ...NAMED, started: 'bool', mode: 'text', loadedRundownsInfo: [NAMED] as const };
const itemShape = { itemNo: 'int', name: 'text', template: 'text', templateId: 'int', data: { '*': 'any' } };
/** An item on dialect 1 has fewer fields than on dialect 2. */
const itemOn1 = { ...itemShape, buttons: { '*': 'any' } };
const status = { preview: 'text', program: 'text', isActive: 'bool', activeIn: 'any', online: 'bool' };
const itemOn2 = { ...itemShape, id: 'int', itemType: 'text', buttons: { '*': 'text' }, status };

const linearEngine = { id: 101, name: 'News', started: true, loadedRundownInfo: [{ id: 201 }], engines: [] };
const welcome = { name: 'Welcome', itemNo: 1, template: 'Lower Third', templateId: 3, data: {}, buttons: { in: 'In' } };

/** The reads that list the items which a linear engine can play. */
const LOADED_READS = ['listLinearEngines', 'getLinearEngine', 'listShows', 'listLinearItems'];
const FIELDS = { name: 'text', templateId: 'id', data: 'object', 'insertAfter?': 'id' };
const sport = { name: 'Sport', templateId: 302, data: { Headline: 'Final tonight' } };
const NEW_ITEM = { name: 'Sport', templateId: 302, data: { Headline: 'Final' } };
const guest = { name: 'New', templateId: 301, data: { Name: 'Ada' } };

const program = { engineId: 1, nodePath: 'Rundown Player_0', propertyPath: 'Status//Item/0' };
const preview = { ...program, engineId: 2 };
const step = { ...program, propertyPath: 'Status//Step/0' };
const reporter = { ...evening, itemId: 2013 };
const ITEMS = ['Welcome', 'Headlines', 'Reporter', 'Closing'];

const SHOW = '/L/rundown/101';
const LINEAR_ITEM = `${SHOW}/201/items/2012`;
const PLAYING = `PUT ${SHOW}/play/2012/0`;

const NO_SHOW = 'no show 999. Check the name.';
const NO_RUNDOWN = 'Rundown 999 does not exist on Linear engine 101.';
const NO_LOADED_ITEM = 'Item 999 does not exist on Linear engine 101.';
const NO_ITEM = 'Item 999 does not exist on Rundown 201, Linear engine 101.';

/** A command for an item on an output. */
const ofItem = {
  params: { ...show, itemId: 2012, preview: PROGRAM },
  inShow: { ...show, itemId: 2011, preview: 'program' },
  missing: { engineId: NO_SHOW, itemId: NO_LOADED_ITEM },
};

const LINEAR_ITEMS = ['listLinearItems', 'getLinearItem'];
const LINEAR_RUNDOWNS = ['listLinearRundowns', 'listAllLinearRundowns'];

export const listShows = read('GET /{linear}/shows', {
  dialects: [2],
  answer: [200, [{ id: 61, name: 'News', started: true, mode: 'live', loadedRundownsInfo: [{ id: 201 }] }]],
  calls: [call('GET /L/shows', 404, TEXT, { on: 1 }), call('GET /L/shows', 200, [showShape], { on: 2 })],
});

export const listLinearEngines = read('GET /{linear}/engines', {
  answer: [200, [linearEngine]],
  calls: [
    call('GET /L/engines', 200, [linearEngineShape], { on: 1 }),
    call('GET /L/shows/', 200, [showShape], { on: 2 }),
    call('GET /L/engines', 404, TEXT, { on: 2 }),
  ],
});

export const getLinearEngine = read('GET /{linear}/engines/{engineId}', {
  answer: [200, linearEngine],
  params: show,
  calls: [
    call('GET /L/engines/101', 200, linearEngineShape, { on: 1 }),
    call('GET /L/engines/1', 404, TEXT, { on: 1 }),
    call('GET /L/engines/101', 404, TEXT, { on: 2 }),
  ],
  missing: { engineId: NO_SHOW },
});

export const listLinearRundowns = read('GET /{linear}/rundowns/{engineId}', {
  answer: [200, [{ id: 11, name: 'Evening News' }]],
  params: show,
  calls: [call('GET /L/rundowns/101', 200, [NAMED]), ...onEach('GET /L/rundowns/1', [404, TEXT], [200, [NAMED]])],
  missing: { engineId: NO_SHOW },
});

export const listAllLinearRundowns = read('GET /{linear}/rundowns', {
  answer: [200, [{ id: 11, name: 'Evening News' }]],
  calls: [call('GET /L/rundowns', 200, [NAMED])],
});

export const listLinearTemplates = read('GET /{linear}/templates', {
  answer: [200, [{ templateId: 3, name: 'Lower Third', data: { Name: '' } }]],
  calls: [call('GET /L/templates', 200, [{ templateId: 'int', name: 'text', data: { '*': 'any' } }])],
});

export const listLinearItems = read('GET /{linear}/rundown/{engineId}/{rundownId}/items', {
  answer: [200, [welcome]],
  params: evening,
  calls: [
    call(`GET ${SHOW}/999/items`, 404, ERROR),
    call('GET /L/rundown/1/201/items', 404, TEXT),
    ...onEach(`GET ${SHOW}/201/items/`, [200, [itemOn1]], [200, [itemOn2]]),
    call('GET /L/rundown/102/203/items', 404, ERROR, { on: 2 }),
  ],
  missing: { engineId: NO_SHOW, rundownId: NO_RUNDOWN },
});

export const getLinearItem = read('GET /{linear}/rundown/{engineId}/{rundownId}/items/{itemId}', {
  answer: [200, welcome],
  params: headlines,
  inShow: { ...evening, itemId: 2011 },
  calls: [
    call(`GET ${SHOW}/201/items/99`, 404, ERROR),
    ...onEach(`GET ${LINEAR_ITEM}`, [200, itemOn1], [200, itemOn2]),
    call('GET /L/rundown/102/203/items/2031', 404, ERROR, { on: 2 }),
  ],
  missing: { engineId: NO_SHOW, rundownId: NO_RUNDOWN, itemId: NO_ITEM },
});

export const loadLinearRundown = trigger('PUT /{linear}/rundown/{engineId}/{rundownId}/load', {
  timeout: 15_000,
  invalidates: LOADED_READS,
  answer: [200, { id: 11, name: 'Evening News' }],
  params: late,
  inShow: evening,
  calls: [call(`PUT ${SHOW}/202/load`, 200, NAMED), call(`PUT ${SHOW}/999/load`, 404, TEXT)],
  effects: [
    ['getLinearEngine', show, 'loaded', [201], [202]],
    ['getLinearItem', headlines, 'body.status.program', 'Playing', 'Unavailable'],
    ['getProperty', program, 'body.Value', 'Headlines', ''],
  ],
  missing: { engineId: NO_SHOW, rundownId: NO_RUNDOWN },
});

export const appendLinearRundown = trigger('PUT /{linear}/rundown/{engineId}/{rundownId}/append/{newRundownId}', {
  timeout: 15_000,
  invalidates: LOADED_READS,
  answer: [200, 'OK'],
  params: { ...evening, newRundownId: 202 },
  calls: [call(`PUT ${SHOW}/201/append/202`, 200, OK), call(`PUT ${SHOW}/201/append/999`, 404, TEXT)],
  effects: [['getLinearEngine', show, 'loaded', [201], [201, 202]]],
  missing: {
    engineId: NO_SHOW,
    rundownId: NO_RUNDOWN,
    newRundownId: 'Rundown to append 999 does not exist on Linear engine 101.',
  },
});

export const playItem = trigger('PUT /{linear}/rundown/{engineId}/play/{itemId}/{preview}', {
  changes: LINEAR_ITEMS,
  localParams: { onlyIfAvailable: 'boolean', rundownId: 'id' },
  stateAfter: 'output',
  answer: [200, 'OK'],
  ...ofItem,
  calls: [
    call(`PUT ${SHOW}/play/99/0`, 404, TEXT),
    call(`PUT ${SHOW}/play/2012/2`, 404, TEXT),
    call(PLAYING, 200, OK, { on: 1 }),
    call(PLAYING, 204, null, { on: 2 }),
  ],
  effects: [
    ['getProperty', preview, 'body.Value', '', 'Headlines'],
    ['getLinearItem', headlines, 'body.status.preview', 'Available', 'Playing'],
  ],
});

export const continueItem = trigger('PUT /{linear}/rundown/{engineId}/continue/{itemId}/{preview}', {
  answer: [204],
  ...ofItem,
  calls: [
    call(`PUT ${SHOW}/continue/99/0`, 404, TEXT),
    call(`PUT ${SHOW}/continue/2012/0`, 200, OK, { after: [PLAYING], on: 1 }),
    call(`PUT ${SHOW}/continue/2012/0`, 204, null, { after: [PLAYING], on: 2 }),
  ],
  effects: [['getProperty', step, 'body.Value', 1, 2]],
});

export const nextItemStep = trigger('PUT /{linear}/rundown/{engineId}/next/{itemId}/{preview}', {
  dialects: [2],
  answer: [204],
  ...ofItem,
  calls: [
    call(`PUT ${SHOW}/next/2012/0`, 404, TEXT, { on: 1 }),
    call(`PUT ${SHOW}/next/2012/0`, 204, null, { after: [PLAYING], on: 2 }),
    call(`PUT ${SHOW}/next/99/0`, 404, TEXT, { on: 2 }),
  ],
  effects: [['getProperty', step, 'body.Value', 1, 2]],
});

export const takeItemOut = trigger('PUT /{linear}/rundown/{engineId}/out/{itemId}/{preview}', {
  changes: LINEAR_ITEMS,
  dialects: [2],
  stateAfter: 'available',
  answer: [204],
  ...ofItem,
  calls: [
    ...onEach(`PUT ${SHOW}/out/2012/0`, [404, TEXT], [204, null]),
    call(`PUT ${SHOW}/out/99/0`, 404, TEXT, { on: 2 }),
  ],
  effects: [
    ['getProperty', program, 'body.Value', 'Headlines', ''],
    ['getLinearItem', headlines, 'body.status.program', 'Playing', 'Available'],
  ],
});

export const playNext = trigger('PUT /{linear}/rundown/{engineId}/playnext/{preview}', {
  changes: LINEAR_ITEMS,
  stateAfter: 'output',
  answer: [204],
  params: { ...show, preview: PROGRAM },
  inShow: { engineId: 101, preview: 'preview' },
  calls: [call('PUT /L/rundown/1/playnext/0', 404, TEXT), ...onEach(`PUT ${SHOW}/playnext/1`, [200, OK], [204, null])],
  effects: [
    ['getProperty', program, 'body.Value', 'Headlines', 'Reporter'],
    ['getLinearItem', reporter, 'body.status.program', 'Available', 'Playing'],
  ],
  missing: { engineId: NO_SHOW },
});

export const clearOutput = trigger('PUT /{linear}/rundown/{engineId}/clear/{preview}', {
  changes: LINEAR_ITEMS,
  dialects: [2],
  stateAfter: 'available',
  answer: [204],
  params: { ...show, preview: PROGRAM },
  inShow: { engineId: 101, preview: 'preview' },
  calls: [
    ...onEach(`PUT ${SHOW}/clear/0`, [404, TEXT], [204, null]),
    call('PUT /L/rundown/1/clear/0', 404, TEXT, { on: 2 }),
  ],
  effects: [
    ['getProperty', program, 'body.Value', 'Headlines', ''],
    ['getLinearItem', headlines, 'body.status.activeIn', ['program'], []],
  ],
  missing: { engineId: NO_SHOW },
});

export const takeOut = trigger('PUT /{linear}/rundown/{engineId}/out/{preview}', {
  changes: LINEAR_ITEMS,
  stateAfter: 'available',
  answer: [200],
  params: { ...show, preview: PROGRAM },
  inShow: { engineId: 101, preview: 'program' },
  calls: [call('PUT /L/rundown/1/out/0', 404, TEXT), ...onEach(`PUT ${SHOW}/out/0`, [200, OK], [204, null])],
  effects: [
    ['getProperty', program, 'body.Value', 'Headlines', ''],
    ['getLinearItem', headlines, 'body.status.isActive', true, false],
  ],
  missing: { engineId: NO_SHOW },
});

export const pressLinearButton = trigger(
  'POST /{linear}/rundown/{engineId}/{rundownId}/items/{itemId}/buttons/{buttonKey}',
  {
    dialects: [2],
    answer: [200, { success: true }],
    params: { ...headlines, buttonKey: 'nextPage' },
    inShow: { ...evening, itemId: 2011, buttonKey: 'in' },
    calls: [
      ...onEach(`POST ${LINEAR_ITEM}/buttons/nextPage`, [404, TEXT], [200, DONE]),
      call(`POST ${LINEAR_ITEM}/buttons/nothing`, 404, ERROR, { on: 2 }),
      call('POST /L/rundown/102/203/items/2031/buttons/nextPage', 404, ERROR, { on: 2 }),
    ],
    effects: [['getLinearItem', headlines, 'body.data.Page', 1, 2]],
    missing: { engineId: NO_SHOW, rundownId: NO_RUNDOWN },
    badInput: {
      itemId: / – no item 999 – choose 2011 \(Welcome\)/,
      buttonKey: / – no button "absent" – choose nextPage/,
    },
  },
);

export const createLinearItem = trigger('POST /{linear}/rundown/{engineId}/{rundownId}/items', {
  changes: LINEAR_ITEMS,
  body: FIELDS,
  answer: [201, welcome],
  params: { ...evening, ...sport },
  inShow: { ...evening, ...guest, insertAfter: 2011 },
  calls: [
    call(`POST ${SHOW}/201/items`, 422, ERROR, { body: { name: 'New' } }),
    call(`POST ${SHOW}/201/items/`, 201, itemOn1, { body: NEW_ITEM, on: 1 }),
    call(`POST ${SHOW}/201/items/`, 201, itemOn2, { body: NEW_ITEM, on: 2 }),
  ],
  effects: [['listLinearItems', evening, 'body.*.name', ITEMS, [...ITEMS, 'Sport']]],
  missing: { engineId: NO_SHOW, rundownId: NO_RUNDOWN },
});

export const updateLinearItem = level('PATCH /{linear}/rundown/{engineId}/{rundownId}/items/{itemId}', {
  changes: LINEAR_ITEMS,
  body: FIELDS,
  answer: [200, welcome],
  params: { ...headlines, ...sport },
  inShow: { ...evening, ...guest, itemId: 2012 },
  calls: [
    call(`PATCH ${LINEAR_ITEM}`, 422, ERROR, { body: { templateId: 99 } }),
    call(`PATCH ${LINEAR_ITEM}`, 200, itemOn1, { body: NEW_ITEM, on: 1 }),
    call(`PATCH ${LINEAR_ITEM}`, 200, itemOn1, { body: {}, on: 1 }),
    call(`PATCH ${LINEAR_ITEM}`, 200, itemOn2, { body: NEW_ITEM, on: 2 }),
    call(`PATCH ${LINEAR_ITEM}`, 200, itemOn2, { body: {}, on: 2 }),
  ],
  effects: [['getLinearItem', headlines, 'body.data.Headline', 'Rail strike ends', 'Final tonight']],
  missing: { engineId: NO_SHOW, rundownId: NO_RUNDOWN, itemId: NO_ITEM },
});

export const deleteLinearItem = trigger('DELETE /{linear}/rundown/{engineId}/{rundownId}/items/{itemId}', {
  changes: LINEAR_ITEMS,
  answer: [200, 'OK'],
  params: headlines,
  inShow: { ...evening, itemId: 2014 },
  calls: [call(`DELETE ${LINEAR_ITEM}`, 200, OK), call(`DELETE ${SHOW}/201/items/99`, 404, ERROR)],
  effects: [
    ['getLinearItem', headlines, 'status', 200, 404],
    ['getProperty', program, 'body.Value', 'Headlines', ''],
  ],
  missing: { engineId: NO_SHOW, rundownId: NO_RUNDOWN, itemId: NO_ITEM },
});

export const createLinearRundown = trigger('POST /{linear}/rundown/{engineId}/{rundownId}', {
  changes: LINEAR_RUNDOWNS,
  body: FIELDS,
  answer: [200, welcome],
  params: { ...show, rundownId: 205, ...sport },
  inShow: { engineId: 101, rundownId: 209, ...guest },
  calls: [
    call(`POST ${SHOW}/205`, 422, ERROR, { body: {} }),
    call(`POST ${SHOW}/205`, 200, itemOn1, { body: NEW_ITEM, on: 1 }),
    call(`POST ${SHOW}/205`, 200, itemOn2, { body: NEW_ITEM, on: 2 }),
  ],
  effects: [
    ['listLinearItems', { ...show, rundownId: 205 }, 'status', 404, 200],
    ['listLinearRundowns', show, 'own', [201, 202], [201, 202, 205]],
  ],
  missing: { engineId: NO_SHOW },
});

export const unloadLinearRundown = trigger('PUT /{linear}/rundown/{engineId}/{rundownId}/unload', {
  timeout: 15_000,
  invalidates: LOADED_READS,
  answer: [200, 'OK'],
  params: evening,
  calls: [call(`PUT ${SHOW}/201/unload`, 200, OK), call(`PUT ${SHOW}/999/unload`, 404, ERROR)],
  effects: [
    ['getLinearEngine', show, 'loaded', [201], []],
    ['getLinearItem', headlines, 'body.status.online', true, false],
    ['getProperty', program, 'body.Value', 'Headlines', ''],
  ],
  missing: { engineId: NO_SHOW, rundownId: NO_RUNDOWN },
});

export const deleteLinearRundown = trigger('DELETE /{linear}/rundown/{engineId}/{rundownId}', {
  changes: LINEAR_RUNDOWNS,
  answer: [200, 'OK'],
  params: evening,
  inShow: { engineId: 101, rundownId: 202 },
  calls: [call(`DELETE ${SHOW}/201`, 200, OK), call(`DELETE ${SHOW}/999`, 404, TEXT)],
  effects: [
    ['listLinearRundowns', show, 'own', [201, 202], [202]],
    ['getLinearEngine', show, 'loaded', [201], []],
    ['getProperty', program, 'body.Value', 'Headlines', ''],
  ],
  missing: { engineId: NO_SHOW, rundownId: NO_RUNDOWN },
});
