import { call, cardsOf } from './card.js';
import { buttonShape, DONE, ERROR, NAMED } from './shapes.js';
import { anchor, RUNDOWNS, weather } from './values.js';

const { read, level, trigger } = cardsOf('playout-item', 'playout rundownId');

const summaryShape = { ...NAMED, template: 'text', data: { '*': 'any' } };
const itemShape = { ...summaryShape, buttons: [buttonShape] as const, 'order?': 'int', 'overriddenChannels?': 'any' };

const playoutItem = { id: 512, name: 'Anchor', template: 'Lower Third', data: { Name: 'Zoë' } };
const wholeItem = { ...playoutItem, buttons: [{ id: 'b-1', label: 'In' }] };
const visible = { engineId: 1, nodePath: 'Lower Third_0', propertyPath: 'Status//Visible/0' };

const PLAYOUT_RUNDOWNS = ['listRundowns', 'getRundown'];
const PLAYOUT_ITEMS = ['getItem', 'listItems'];

const ITEM = '/playout/rundowns/51/items/512';
const NO_RUNDOWN = 'no rundown 999. Check the name.';
const NO_ITEM = 'Item 999 does not exist on Rundown 51.';

export const listRundowns = read('GET /playout/rundowns', {
  answer: [200, [{ id: 11, name: 'Evening News' }]],
  calls: [call('GET /playout/rundowns', 200, [NAMED])],
});

export const getRundown = read('GET /playout/rundowns/{rundownId}', {
  answer: [200, { id: 11, name: 'Evening News' }],
  params: { rundownId: 51 },
  calls: [call('GET /playout/rundowns/51', 200, NAMED), call('GET /playout/rundowns/99', 404, ERROR)],
  missing: { rundownId: NO_RUNDOWN },
});

export const listItems = read('GET /playout/rundowns/{rundownId}/items', {
  answer: [200, [wholeItem]],
  params: { rundownId: 51 },
  calls: [call('GET /playout/rundowns/51/items', 200, [itemShape]), call('GET /playout/rundowns/99/items', 404, ERROR)],
  missing: { rundownId: NO_RUNDOWN },
});

export const getItem = read('GET /playout/rundowns/{rundownId}/items/{itemId}', {
  answer: [200, wholeItem],
  params: anchor,
  calls: [call(`GET ${ITEM}`, 200, itemShape), call('GET /playout/rundowns/51/items/99', 404, ERROR)],
  missing: { rundownId: NO_RUNDOWN, itemId: NO_ITEM },
});

export const listTemplates = read('GET /playout/templates', {
  answer: [200, [{ id: 11, name: 'Evening News' }]],
  calls: [call('GET /playout/templates', 200, [NAMED])],
});

export const pressItemButton = trigger('POST /playout/rundowns/{rundownId}/items/{itemId}/{buttonKey}', {
  answer: [200, { success: true }],
  params: { ...anchor, buttonKey: 'in' },
  inShow: { ...anchor, buttonKey: 'In' },
  calls: [
    call(`POST ${ITEM}/in`, 200, DONE),
    call(`POST ${ITEM}/b-311`, 200, DONE),
    call(`POST ${ITEM}/nothing`, 404, ERROR),
  ],
  effects: [['getProperty', visible, 'body.Value', false, true]],
  missing: { rundownId: NO_RUNDOWN, itemId: NO_ITEM },
  badInput: { buttonKey: / – no button "absent" – choose in \(In\), out \(Out\)\./ },
});

export const updateItem = level('PATCH /playout/rundowns/{rundownId}/items/{itemId}', {
  changes: PLAYOUT_ITEMS,
  body: {
    'name?': 'text',
    'template?': 'text',
    'order?': 'integer',
    'data?': 'object',
    'overriddenChannels?': 'list of integer',
  },
  localParams: { merge: 'boolean' },
  invalidates: ['getItem'],
  invalidatesIf: 'template',
  answer: [200, playoutItem],
  params: { ...anchor, name: 'Host', data: { Name: 'Ana' }, order: 5, overriddenChannels: [2] },
  inShow: {
    ...anchor,
    name: 'Guest',
    template: 'Lower Third',
    order: 1,
    data: { Name: 'Ada' },
    overriddenChannels: [1],
  },
  calls: [
    call(`PATCH ${ITEM}`, 200, summaryShape, { body: { data: { Name: 'Ada' } } }),
    call(`PATCH ${ITEM}`, 200, summaryShape, { body: {} }),
    call(`PATCH ${ITEM}`, 422, ERROR, { body: { order: 'first' } }),
    call('PATCH /playout/rundowns/51/items/99', 404, ERROR, { body: {} }),
  ],
  effects: [
    ['getItem', anchor, 'body.name', 'Anchor', 'Host'],
    ['getItem', anchor, 'body.overriddenChannels', undefined, [2]],
    ['listItems', anchor, 'body.*.id', [511, 512, 513, 514, 515], [511, 513, 514, 515, 512]],
  ],
  missing: { rundownId: NO_RUNDOWN, itemId: NO_ITEM },
});

export const createItem = trigger('POST /playout/rundowns/{rundownId}/items', {
  changes: PLAYOUT_ITEMS,
  body: { name: 'text', template: 'text', data: 'object', 'order?': 'integer' },
  answer: [201, playoutItem],
  params: { rundownId: 51, name: 'Expert', template: 'Lower Third', data: { Name: 'Ana' } },
  inShow: { rundownId: 51, name: 'New', template: 'Lower Third', data: {}, order: 2 },
  calls: [
    call('POST /playout/rundowns/51/items', 201, summaryShape, {
      body: { name: 'New', template: 'Ticker', data: {}, order: 1 },
    }),
    call('POST /playout/rundowns/51/items', 201, summaryShape, { body: { name: 'New', template: 'Ticker' } }),
    call('POST /playout/rundowns/51/items', 422, ERROR, { body: { name: 'New' } }),
  ],
  effects: [['listItems', anchor, 'body.*.order', [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]]],
  missing: { rundownId: NO_RUNDOWN },
});

export const downloadExternalData = trigger(
  'POST /playout/rundowns/{rundownId}/items/{itemId}/{externalDataFieldKey}',
  {
    timeout: 30_000,
    answer: [200, { success: true }],
    params: { ...weather, externalDataFieldKey: 'Forecast' },
    calls: [
      call('POST /playout/rundowns/51/items/514/Forecast', 200, DONE),
      call('POST /playout/rundowns/51/items/99/Forecast', 404, ERROR),
    ],
    effects: [['getItem', weather, 'body.data.Forecast.rows.*.City', [], ['Oslo', 'Genève']]],
    missing: {
      rundownId: NO_RUNDOWN,
      itemId: NO_ITEM,
      externalDataFieldKey: 'External data field absent does not exist on Item 514, Rundown 51.',
    },
  },
);

export const deleteItem = trigger('DELETE /playout/rundowns/{rundownId}/items/{itemId}', {
  changes: PLAYOUT_ITEMS,
  answer: [204],
  params: anchor,
  inShow: { rundownId: 51, itemId: 515 },
  calls: [call(`DELETE ${ITEM}`, 204, null), call('DELETE /playout/rundowns/51/items/99', 404, ERROR)],
  effects: [['getItem', anchor, 'status', 200, 404]],
  missing: { rundownId: NO_RUNDOWN, itemId: NO_ITEM },
});

export const createRundown = trigger('POST /playout/rundowns', {
  changes: PLAYOUT_RUNDOWNS,
  lane: 'playout',
  body: { name: 'text' },
  answer: [201, { id: 11, name: 'Evening News' }],
  params: { name: 'Late News' },
  inShow: { name: 'New' },
  calls: [
    call('POST /playout/rundowns', 201, NAMED, { body: { name: 'Late' } }),
    call('POST /playout/rundowns', 422, ERROR, { body: {} }),
  ],
  effects: [['listRundowns', {}, 'body.*.name', RUNDOWNS, [...RUNDOWNS, 'Late News']]],
});

export const renameRundown = level('PATCH /playout/rundowns/{rundownId}', {
  changes: PLAYOUT_RUNDOWNS,
  body: { name: 'text' },
  answer: [200, { id: 11, name: 'Evening News' }],
  params: { rundownId: 51, name: 'Late News' },
  inShow: { rundownId: 52, name: 'Renamed' },
  calls: [
    call('PATCH /playout/rundowns/51', 200, NAMED, { body: { name: 'Late' } }),
    call('PATCH /playout/rundowns/51', 422, ERROR, { body: { name: '' } }),
    call('PATCH /playout/rundowns/99', 404, ERROR, { body: { name: 'Late' } }),
  ],
  effects: [['getRundown', anchor, 'body.name', 'Evening News', 'Late News']],
  missing: { rundownId: NO_RUNDOWN },
});

export const deleteRundown = trigger('DELETE /playout/rundowns/{rundownId}', {
  changes: PLAYOUT_RUNDOWNS,
  answer: [204],
  params: { rundownId: 51 },
  inShow: { rundownId: 52 },
  calls: [call('DELETE /playout/rundowns/51', 204, null), call('DELETE /playout/rundowns/99', 404, ERROR)],
  effects: [['getRundown', anchor, 'status', 200, 404]],
  missing: { rundownId: NO_RUNDOWN },
});
