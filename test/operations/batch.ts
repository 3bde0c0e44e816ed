import { call, cardsOf } from './card.js';
import { ERROR } from './shapes.js';
import { RUNDOWNS } from './values.js';

const { trigger } = cardsOf('batch', 'batch');

const entryShape = { id: 'text|int', responseCode: 'int', 'responseMessage?': 'text', responseBody: 'any' };

export const batch = trigger('PUT /batch', {
  body: { entries: 'list of {id: integer | text, url: text, verb: GET | PATCH | PUT | POST, body?: any}' },
  timeout: 15_000,
  answer: [200, [{ id: 1, responseCode: 200, responseMessage: 'OK', responseBody: [] }]],
  params: { entries: [{ id: 'a', url: '/playout/rundowns', verb: 'POST', body: { name: 'By batch' } }] },
  inShow: { entries: [{ operation: 'listEngines' }, { url: '/playout/rundowns', verb: 'GET' }] },
  calls: [
    call('PUT /batch', 200, [entryShape], {
      body: [
        { id: 'a', url: '/playout/rundowns/', verb: 'GET' },
        { id: 2, url: '/engines/99', verb: 'GET' },
      ],
    }),
    call('PUT /batch', 422, ERROR, { body: [{ id: 1, url: '/playout/rundowns/51', verb: 'DELETE' }] }),
  ],
  effects: [['listRundowns', {}, 'body.*.name', RUNDOWNS, [...RUNDOWNS, 'By batch']]],
});
