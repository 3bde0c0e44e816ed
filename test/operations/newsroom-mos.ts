import { call, cardsOf } from './card.js';
import { buttonShape, DONE, ERROR } from './shapes.js';
import { bulletin, map, ncs, story } from './values.js';

const { read, level, trigger } = cardsOf('newsroom-mos', 'newsroom ncsID roID');

const mosShape = {
  ...{ objID: 'text', objSlug: 'text', mosAbstract: 'text', objGroup: 'text|null', objTB: 'text', objRev: 'int' },
  ...{ objDur: 'int', status: 'text', objAir: 'text', objPaths: 'text|null', mosExternalMetadata: 'text|null' },
  ...{ createdBy: 'text', created: 'text', changedBy: 'text', changed: 'text', description: 'text', objType: 'text' },
  ...{ template: 'text', data: { '*': 'any' } },
};
const roShape = { ncsID: 'text', roID: 'text', roSlug: 'text', status: 'text', createdAt: 'text', updatedAt: 'text' };
const storyShape = { storyID: 'text', itemID: 'text', storySlug: 'text', itemSlug: 'text' };
const wholeRoShape = {
  ...roShape,
  ...{ roChannel: 'text', roEdStart: 'text', roEdDur: 'text', roTrigger: 'text|null', macroIn: 'text|null' },
  ...{ macroOut: 'text|null', mosExternalMetadata: 'text|null', readyToAir: 'bool' },
  items: [{ ...storyShape, mosObject: { ...mosShape, buttons: [buttonShape] as const } }] as const,
};

const roSummary = {
  ...{ ncsID: 'NCS', roID: 'NCS;RO\\1', roSlug: 'Evening News', status: 'MANUAL CTRL' },
  ...{ createdAt: '2025-10-02T14:05:00.000Z', updatedAt: '2025-10-02T14:05:00.000Z' },
};
const newsroomRundown = {
  ...{ ...roSummary, roChannel: 'A', roEdStart: '2025-10-02T18:00:00.000Z', roEdDur: '00:28:30', roTrigger: null },
  ...{ macroIn: null, macroOut: null, mosExternalMetadata: null, readyToAir: true, items: [] },
};
const mosObject = {
  ...{ objID: '0b8d7a52-6c1e-4f0a-9d43-5e2f71c4a901', objSlug: 'LT', mosAbstract: 'Lower third', objGroup: null },
  ...{ objTB: '50', objRev: 2, objDur: 500, status: 'UPDATED', objAir: 'READY', objPaths: null },
  ...{ createdBy: 'desk', created: '2025-10-02T14:05:00.000Z', changedBy: 'REST', changed: '2025-10-02T14:06:00.000Z' },
  ...{ mosExternalMetadata: null, description: '', objType: 'STILL', template: 'Lower Third', data: { Name: 'Zoë' } },
};

const RO = '/newsroom/rundowns/2016ENPS9VM001/2016ENPS9VM001%3BP_ENPSNEWS%5CW%3B38387985-142E-409A-AD00-A500F856B3C3';
const STORY = `${RO}/2016ENPS9VM001%3BP_ENPSNEWS%5CW%5CR_38387985%3B1B7D0E22/2`;
const MAP = '/newsroom/mosObjects/4d1f20c7-93ab-4e58-8f16-b07c2a95d302';
const NO_NCS = 'no newsroom system "absent". Check the name.';
const NO_RO = 'Rundown absent does not exist on Newsroom system 2016ENPS9VM001.';

export const listNewsroomRundowns = read('GET /newsroom/rundowns', {
  answer: [200, [roSummary]],
  calls: [call('GET /newsroom/rundowns', 200, [roShape])],
});

export const listNcsRundowns = read('GET /newsroom/rundowns/{ncsID}', {
  answer: [200, [roSummary]],
  params: ncs,
  calls: [
    call('GET /newsroom/rundowns/2016ENPS9VM001', 200, [roShape]),
    call('GET /newsroom/rundowns/NOBODY', 404, ERROR),
  ],
  missing: { ncsID: NO_NCS },
});

export const getNewsroomRundown = read('GET /newsroom/rundowns/{ncsID}/{roID}', {
  answer: [200, newsroomRundown],
  params: bulletin,
  calls: [call(`GET ${RO}`, 200, wholeRoShape), call('GET /newsroom/rundowns/2016ENPS9VM001/0', 404, ERROR)],
  missing: { ncsID: NO_NCS, roID: NO_RO },
});

export const updateMosObject = level('PATCH /newsroom/mosObjects/{objID}', {
  lane: 'mosObject objID',
  body: { data: 'object', 'description?': 'text' },
  localParams: { merge: 'boolean', ncsID: 'text', roID: 'text' },
  changes: ['getNewsroomRundown'],
  answer: [200, mosObject],
  params: { ...map, data: { Zoom: 2 } },
  inShow: { objID: '0b8d7a52-6c1e-4f0a-9d43-5e2f71c4a901', data: { Name: 'Ada' }, merge: true, ...bulletin },
  calls: [
    call(`PATCH ${MAP}`, 200, mosShape, { body: { data: { Zoom: 2 } } }),
    call(`PATCH ${MAP}`, 422, ERROR, { body: {} }),
    call('PATCH /newsroom/mosObjects/0', 404, ERROR, { body: { data: {} } }),
  ],
  effects: [
    ['getNewsroomRundown', bulletin, 'body.items.*.mosObject.objRev', [1, 1, 1], [1, 2, 1]],
    ['getNewsroomRundown', bulletin, 'body.items.1.mosObject.data.Zoom', 1.5, 2],
  ],
  missing: { objID: 'no MOS object "absent". Check the name.' },
});

export const pressNewsroomButton = trigger('POST /newsroom/rundowns/{ncsID}/{roID}/{storyID}/{itemID}/{buttonKey}', {
  answer: [200, { success: true }],
  params: { ...story, itemID: '2', buttonKey: 'zoomIn' },
  inShow: { ...bulletin, storyID: '2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22', itemID: '1', buttonKey: 'In' },
  calls: [
    call(`POST ${STORY}/zoomIn`, 200, DONE),
    call(`POST ${STORY}/n-3`, 200, DONE),
    call(`POST ${STORY}/nothing`, 404, ERROR),
  ],
  effects: [
    ['getNewsroomRundown', bulletin, 'body.items.1.mosObject.status', 'NEW', 'PLAY'],
    ['getNewsroomRundown', bulletin, 'body.items.1.mosObject.data.Zoom', 1.5, 4],
  ],
  missing: { ncsID: NO_NCS, roID: NO_RO },
  badInput: {
    storyID: / – no story "absent" – choose 2016ENPS9VM001;/,
    itemID: / – no item "absent" – choose 1, 2\./,
    buttonKey: / – no button "absent" – choose zoomIn/,
  },
});
