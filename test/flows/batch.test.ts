import type { NodeInitializer } from 'node-red';
import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { coreNode } from '../runtime.js';
import { fromMessage, type Message, type NodeOf, perform, type Stage, timed } from './stage.js';

const batch = (more: object = {}): NodeOf => ({
  id: 'batch',
  type: 'hub-batch',
  operation: 'batch',
  params: { entries: fromMessage('payload') },
  ...more,
});

const entries = [
  { id: 'a', url: '/playout/rundowns', verb: 'GET' },
  { url: '/rgraphs/9', verb: 'GET' },
  { operation: 'listEngines' },
];

const answer = (id: number | string, responseCode: number, responseBody: unknown) => ({
  id,
  responseCode,
  responseBody,
});

describe('batch', () => {
  let hub: HostileHub;
  let stage: Stage;
  let answers: unknown;

  before(async () => {
    hub = await hostileHub((_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answers)),
    );
  });

  beforeEach(() => {
    // In another order than the entries, since answers are matched by id.
    answers = [answer(2, 200, ['engine']), answer('a', 200, ['rundown']), answer(1, 200, { id: 9 })];
  });

  after(() => hub.close());
  afterEach(() => stage.close());

  const ask = async (more: object = {}, payload: unknown = entries) => {
    stage = await perform({ baseUrl: hub.url, auth: 'none' }, [batch(more)]);
    await stage.send('batch', { _msgid: 'm', payload, topic: 'kept' });
  };
  const codes = (msg?: Message) => msg?.payload.map(({ id, responseCode }: Message) => [id, responseCode]);

  it('gives one message with all answers in the order of the entries', async () => {
    await ask();
    should(stage.out).have.length(1);
    should(codes(stage.out[0])).eql([
      ['a', 200],
      [1, 200],
      [2, 200],
    ]);
    should(stage.out[0]).match({
      _msgid: 'm',
      topic: 'kept',
      statusCode: 200,
      hub: { operation: 'batch', outcome: 'done' },
    });
  });

  it('or gives one message for each entry, which a join node can combine', async () => {
    await ask({ output: 'each' });
    should(stage.out.map(({ payload }) => payload)).eql([['rundown'], { id: 9 }, ['engine']]);
    should(stage.out.map(({ parts }) => [parts.index, parts.count])).eql([
      [0, 3],
      [1, 3],
      [2, 3],
    ]);
    should(new Set(stage.out.map(({ parts }) => parts.id)).size).equal(1);
    should(stage.out.map((msg) => msg.hub.entry)).eql(['a', 1, 2]);
    should(stage.completed).have.length(1);
  });

  it('keeps the parts of an outer split, which a second join node combines', async () => {
    const inner = { id: 'inner', type: 'join', mode: 'auto', wires: [['outer']] };
    stage = await perform(
      { baseUrl: hub.url, auth: 'none' },
      [
        { id: 'split', type: 'split', arraySplt: 1, wires: [['batch']] },
        batch({ output: 'each', wires: [['inner']] }),
        inner,
        { ...inner, id: 'outer', wires: [['out']] },
      ],
      {},
      { modules: [coreNode('sequence/17-split.js') as NodeInitializer] },
    );
    stage.node('split').receive({ _msgid: 'm', payload: [entries, entries], topic: 'kept' });
    await stage.until(() => stage.out.length > 0);
    const group = [['rundown'], { id: 9 }, ['engine']];
    should(stage.out).match([{ payload: [group, group], topic: 'kept' }]);
    should(stage.out).have.length(1);
    should(stage.out[0]).not.have.property('parts');
  });

  it('puts failed entries into the error, and sends the others', async () => {
    answers = [answer('a', 200, []), answer(1, 404, 'Not found'), answer(2, 200, [])];
    await ask();
    should(codes(stage.out[0])).eql([
      ['a', 200],
      [2, 200],
    ]);
    should(stage.completed).be.empty();
    should(stage.caught).have.length(1);
    should(codes(stage.caught[0])).eql([[1, 404]]);
    should(stage.caught[0]).match({ topic: 'kept', hub: { code: 'HUB_REJECTED', outcome: 'refused' } });
    should(stage.caught[0]?.error.message).containEql('1 (404)');
    await stage.until(() => timed('not accepted').test(stage.status('batch').text ?? ''));
  });

  it('refuses an entry that was answered with “success”: false, and sends the others', async () => {
    const load = { operation: 'loadGraph', params: { graphId: 3, engineHostId: 1 } };
    const no = { success: false, message: 'Übergabe läuft' };
    answers = [answer('a', 200, ['rundown']), answer(1, 200, no), answer(2, 200, { success: true })];
    await ask({}, [entries[0], load, load]);
    should(codes(stage.out[0])).eql([
      ['a', 200],
      [2, 200],
    ]);
    should(stage.caught).match([
      {
        statusCode: 200,
        payload: [{ id: 1, responseCode: 200, responseBody: no }],
        hub: { outcome: 'refused', code: 'HUB_REJECTED' },
        error: { message: /: refused – .*1 \(200\)\. .*Übergabe läuft/ },
      },
    ]);
  });

  it('or keeps failed entries in the answers', async () => {
    answers = [answer('a', 200, []), answer(1, 404, 'Not found'), answer(2, 500, '')];
    await ask({ failed: 'result' });
    should(codes(stage.out[0])).eql([
      ['a', 200],
      [1, 404],
      [2, 500],
    ]);
    should(stage.caught).be.empty();
  });

  it('reports an unknown outcome for an entry without an answer', async () => {
    answers = [answer('a', 200, [])];
    await ask();
    should(stage.caught[0]?.hub).have.properties({ code: 'HUB_FAULT', outcome: 'unknown' });
    should(stage.caught[0]?.payload.map(({ id }: Message) => id)).eql([1, 2]);
  });

  it('refuses DELETE before anything is sent', async () => {
    await ask({}, [{ url: '/playout/rundowns/1', verb: 'DELETE' }]);
    should(stage.caught[0]?.hub).have.properties({ code: 'BAD_INPUT', outcome: 'not-sent' });
    should(stage.caught[0]?.error.message).match(/– Requests .*GET, PATCH, PUT or POST/);
    should(hub.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).not.matchAny(/DELETE/);
  });
});
