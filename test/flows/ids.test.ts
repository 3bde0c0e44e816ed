import type { IncomingMessage, ServerResponse } from 'node:http';
import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { CueStage, cueOf } from './cue-stage.js';
import { fromMessage, literal, type Message, type NodeOf } from './stage.js';

/** A number rounds these two to the ids of other things. */
const ITEM = '12345678901234567891';
const RUNDOWN = '9007199254740993';

/** The answers of the hub, as text, since a number would round the ids. */
const ANSWERS: Readonly<Record<string, string>> = {
  '/playout/rundowns': `[{"id":${RUNDOWN},"name":"Abend"},{"id":9007199254740992,"name":"日本"}]`,
  [`/playout/rundowns/${RUNDOWN}/items`]: `[{"id": ${ITEM}, "name": "Übergabe"}]`,
  [`/playout/rundowns/${RUNDOWN}/items/${ITEM}`]: `{"id":${ITEM},"buttons":[{"id":${ITEM}1,"label":"Start"}]}`,
};

const button = (params: object = {}): NodeOf => ({
  id: 'button',
  type: 'hub-playout-item',
  operation: 'pressItemButton',
  params: {
    rundownId: { type: 'num', value: RUNDOWN },
    itemId: fromMessage('item'),
    buttonKey: literal('Start'),
    ...params,
  },
});

describe('an id of digits', () => {
  const show = CueStage.forEach();
  let hub: HostileHub;
  /** Commands at the same time: now, and the most so far. */
  let inProgress = 0;
  let most = 0;

  beforeEach(async () => {
    [inProgress, most] = [0, 0];
    hub = await hostileHub((request: IncomingMessage, response: ServerResponse) => {
      const path = (request.url ?? '').replace('/api/rest/v1', '');
      response.writeHead(200, { 'content-type': 'application/json' });
      if (request.method === 'GET') return void response.end(ANSWERS[path] ?? '[]');
      inProgress += 1;
      most = Math.max(most, inProgress);
      // The client may send the next command before this one has ended.
      setTimeout(() => {
        inProgress -= 1;
        response.end('{"success":true}');
      }, 20);
    });
  });
  afterEach(() => hub.close());

  const open = (...parts: NodeOf[]) => show.open({}, {}, parts, { baseUrl: hub.url });

  /** Each command as it was on the wire: method, path, body. */
  const commands = () =>
    hub.requests
      .filter(
        ({ method, body }) => method !== 'GET' && !/^(\[|,?\{"id":\d+,"url":"[^"]*","verb":"GET"\})+\]$/.test(body),
      )
      .map(({ method, url, body }) => `${method} ${url.replace('/api/rest/v1', '')}${body && ` ${body}`}`);

  const send = (id: string, msg: Message) => show.stage.send(id, { _msgid: `message ${JSON.stringify(msg)}`, ...msg });

  it('is sent with the digits of the message, of the dialog and of the answer of the hub', async () => {
    await open(button());
    for (const item of [ITEM, ` ${ITEM} `]) should((await send('button', { item })).hub.outcome).equal('done');
    const path = `POST /playout/rundowns/${RUNDOWN}/items/${ITEM}/${ITEM}1`;
    should(commands()).eql([path, path]);
  });

  it('stays as it was written, also with zeros, and waits for the same id without them', async () => {
    const next = { id: 'next', type: 'hub-linear-play', operation: 'playNext' };
    const params = { engineId: fromMessage('show'), preview: literal('program') };
    await open({ ...next, params });
    for (const shown of ['007', '7', 7]) show.stage.node('next').receive({ show: shown });
    // A node of the cue list may complete a message of its own.
    await show.stage.until(() => commands().length === 3 && inProgress === 0);
    should(most).equal(1);
    should(commands()).eql(['007', '7', '7'].map((each) => `PUT /linear/rundown/${each}/playnext/0`));
  });

  it('is refused as a number that has lost digits, with the field, the value and the way to write it', async () => {
    await open(button());
    for (const item of [Number(ITEM), 2 ** 53, '1e20']) {
      const { error, hub: facts } = await send('button', { item });
      should(facts).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
      should(error.message).match(/Item must be a whole number up to 9007199254740991, or its digits as text/);
    }
    should((await send('button', { item: Number(ITEM) })).error.message).match(/It is 12345678901234567000\./);
    should(commands()).eql([]);
    await send('button', { item: ITEM });
    should(commands()).have.length(1);
  });

  it('keeps its digits in a body, in a list and in a batch', async () => {
    const load = { id: 'load', type: 'hub-graph', operation: 'loadGraph' };
    const create = { id: 'create', type: 'hub-launcher', operation: 'createLaunchConfig' };
    const batch = { id: 'batch', type: 'hub-batch', operation: 'batch', params: { entries: fromMessage('payload') } };
    await open(
      { ...load, params: { graphId: literal('007'), engineHostId: fromMessage('engine') } },
      { ...create, params: { name: literal('日本'), renderers: fromMessage('payload') } },
      batch,
    );
    await send('load', { engine: RUNDOWN });
    await send('load', { engine: '07' });
    await send('create', { payload: [RUNDOWN, 5, '6'] });
    should((await send('create', { payload: [Number(RUNDOWN)] })).hub).match({ code: 'BAD_INPUT' });
    const entry = { id: 1, operation: 'loadGraph', params: { graphId: RUNDOWN, engineHostId: ITEM } };
    await send('batch', { payload: [entry] });
    should(commands()).eql([
      `POST /graphs/007/load {"engineHostId":${RUNDOWN}}`,
      'POST /graphs/007/load {"engineHostId":7}',
      `POST /launcher/create {"name":"日本","renderers":[${RUNDOWN},5,6]}`,
      `PUT /batch [{"id":1,"url":"/graphs/${RUNDOWN}/load","verb":"POST","body":{"engineHostId":${ITEM}}}]`,
    ]);
  });

  it('is found by its name in a cue, and sent with all digits of the answer', async () => {
    const step = {
      ...{ does: 'command' as const, operation: 'pressItemButton', delay: 0 },
      params: {
        rundownId: { type: 'num', value: '1', label: 'Abend' },
        itemId: { type: 'num', value: '2', label: 'U\u0308bergabe' },
        buttonKey: literal('Start'),
      },
    };
    await show.open({ '10': cueOf('Abend', [step]) }, {}, [], { baseUrl: hub.url });
    await show.send('go');
    should(commands()).eql([`POST /playout/rundowns/${RUNDOWN}/items/${ITEM}/${ITEM}1`]);
  });
});
