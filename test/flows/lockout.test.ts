import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { useTimeLapse } from '../time-lapse.js';
import { pause } from './event-stage.js';
import { fromMessage, literal, type Message, type NodeOf, perform, type Stage, timed } from './stage.js';

/** In seconds: longer than a test, so the lockout does not end. */
const LONG = '60';

const program = { engineId: literal(101), preview: literal('program') };
const play: NodeOf = {
  id: 'play',
  type: 'hub-linear-play',
  operation: 'playItem',
  params: { ...program, itemId: fromMessage('item') },
  lockout: LONG,
};
const stop: NodeOf = {
  id: 'stop',
  type: 'hub-launcher',
  operation: 'stopLaunch',
  secondPress: true,
  params: { configID: literal(1) },
  lockout: LONG,
};

describe('a repeated press in the lockout', () => {
  useTimeLapse();
  let hub: HostileHub;
  let stage: Stage;
  /** Send the delayed answers of the hub. */
  let answers: (() => void)[] | undefined;
  /** Answer the pending look-ups of an item. */
  let lookUps: ((item: object) => void)[] | undefined;
  let status: number;

  beforeEach(async () => {
    answers = undefined;
    lookUps = undefined;
    status = 200;
    hub = await hostileHub(({ method, url = '' }, response) => {
      if (lookUps && method === 'GET' && url.includes('/items/'))
        return void lookUps.push((item) =>
          response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(item)),
        );
      const answer = () => response.writeHead(status, { 'Content-Type': 'text/plain' }).end('OK');
      if (answers && method === 'PUT') answers.push(answer);
      else answer();
    });
  });
  afterEach(async () => {
    await stage.close();
    await hub.close();
  });

  const open = async (parts: NodeOf[], config: object = {}) => {
    stage = await perform({ baseUrl: hub.url, auth: 'none', ...config }, parts);
  };
  const commands = () =>
    hub.requests.filter(({ method }) => method === 'PUT').map(({ url }) => url.replace(/.*\/(rundown|launcher)/, ''));
  const send = (id: string, msg: Message = {}) => stage.send(id, { _msgid: `${Math.random()}`, payload: 1, ...msg });
  const receive = (id: string) => stage.node(id).receive({ _msgid: `${Math.random()}`, payload: 1 });
  const press = (item: number, payload: unknown = 1) => send('play', { item, payload });

  it('is ignored and completes, but a press of another target is sent', async () => {
    await open([play]);
    for (const item of [1, 1, 1, 2, 2, 1]) await press(item);
    should(commands()).eql(['/101/play/1/0', '/101/play/2/0']);
    should(stage.completed).have.length(6);
    should(stage.out).have.length(2);
    should(stage.caught).be.empty();
    await stage.until(() => stage.status('play').text === 'press ignored');
    await press(1, 0);
    should(stage.status('play').text).equal('press ignored');
  });

  it('is sent after the lockout', async () => {
    await open([{ ...play, lockout: '0.3' }]);
    await press(1);
    await pause(500);
    await press(1);
    should(commands()).have.length(2);
  });

  it('is ignored while the first one is in progress, even if every message acts', async () => {
    answers = [];
    await open([{ ...play, actOn: 'every' }]);
    const first = press(1, 0);
    await stage.until(() => answers?.length === 1);
    await press(1, 0);
    should(stage.completed).have.length(1);
    answers[0]?.();
    await first;
    should(commands()).have.length(1);
  });

  it('is ignored while the first one is queued behind a slow command', async () => {
    answers = [];
    await open([
      { ...play, operation: 'playNext', params: program },
      { ...play, id: 'take', operation: 'takeOut', params: program },
    ]);
    receive('take');
    await stage.until(() => answers?.length === 1);
    receive('play');
    await pause(150);
    await send('play');
    await stage.until(() => stage.status('play').text === 'press ignored');
    answers[0]?.();
    await stage.until(() => answers?.length === 2);
    answers[1]?.();
    await stage.until(() => stage.completed.length === 3);
    should(commands()).eql(['/101/out/0', '/101/playnext/0']);
  });

  it('is ignored during a look-up of the first one, and is sent if that button does not exist', async () => {
    const press = {
      ...{ id: 'press', type: 'hub-playout-item', operation: 'pressItemButton', lockout: LONG },
      params: { rundownId: literal(1), itemId: literal(2), buttonKey: literal('In') },
    };
    await open([press]);
    const pressed = () =>
      hub.requests.filter(({ method }) => method === 'POST').map(({ url }) => url.split('/').at(-1));
    /** Answers the look-ups of presses, and the reads that the node repeats. */
    const answeredUntil = (item: object, holds: () => boolean) =>
      stage.until(() => {
        for (const answer of lookUps?.splice(0) ?? []) answer(item);
        return holds();
      });
    lookUps = [];
    receive('press');
    await send('press');
    await answeredUntil({ buttons: { out: 'Out' } }, () => stage.caught.length === 1);
    should(stage.caught[0]).match({
      hub: { code: 'BAD_INPUT', outcome: 'not-sent' },
      error: { message: /out \(Out\)/ },
    });
    should(pressed()).be.empty();

    receive('press');
    await send('press');
    await answeredUntil({ buttons: { in: 'In' } }, () => pressed().length === 1);
    await send('press');
    should(stage.completed).have.length(4);
    should(pressed()).eql(['in']);
  });

  it('counts from the second press of a guarded command', async () => {
    await open([stop]);
    await send('stop');
    await pause(600);
    await send('stop');
    should(commands()).eql(['/1/stop']);
    // Without the lockout, the node would ask for a second press.
    await stage.until(() => stage.status('stop').text !== 'press again');
    for (const _ of [1, 2]) {
      await send('stop');
      await pause(600);
    }
    should(stage.status('stop').text).equal('press ignored');
    should(commands()).have.length(1);
  });

  it('is sent if the first one expired', async () => {
    answers = [];
    await open([
      { ...play, expiry: '1' },
      { ...play, id: 'other' },
    ]);
    void send('other', { item: 9 });
    await stage.until(() => answers?.length === 1);
    should((await press(1)).hub).match({ code: 'EXPIRED' });
    const [answer] = answers;
    answers = undefined;
    answer?.();
    await stage.until(() => stage.completed.length === 1);
    await press(1);
    should(commands()).eql(['/101/play/9/0', '/101/play/1/0']);
  });

  it('is ignored if the hub may have carried out the first one, and sent if it did not get it', async () => {
    await open([{ ...play, timeout: '1' }]);
    status = 400;
    should((await press(1)).hub).match({ outcome: 'refused' });
    status = 200;
    answers = [];
    should((await press(2)).hub).match({ outcome: 'unknown' });
    for (const item of [1, 2]) await press(item);
    should(commands()).eql(['/101/play/1/0', '/101/play/2/0']);
    await stage.close();
    await open([play], { baseUrl: 'http://127.0.0.1:9' });
    for (const item of [1, 1]) should((await press(item)).hub).match({ code: 'HUB_UNREACHABLE', outcome: 'not-sent' });
  });

  it('is rehearsed again after a rehearsed one', async () => {
    await open([play], { rehearsal: 'true' });
    for (const item of [1, 1]) await press(item);
    await stage.until(() => stage.status('play').text === 'rehearsal, 2');
    should(stage.completed).have.length(2);
    should(commands()).be.empty();
  });
});

describe('a load', () => {
  /** A node as flows of version 1.0.0 saved it: without a second press. */
  const load: NodeOf = {
    id: 'load',
    type: 'hub-graph',
    operation: 'loadGraph',
    params: { graphId: literal(12), engineHostId: literal(3) },
  };
  const playout = { rundownId: literal(51) };
  const linear = { engineId: literal(101), rundownId: literal(201) };

  /** Operations that a release or a retained message must not carry out. */
  const ONCE: readonly (readonly [request: string, area: string, operation: string, params: object])[] = [
    ['POST /graphs/12/load', 'graph', 'loadGraph', load.params as object],
    ['POST /rgraphs/21/load', 'graph', 'loadRgraph', { rgraphId: literal(21), engineHostId: literal(1) }],
    ['POST /ustates/31/load', 'graph', 'loadUstate', { ustateId: literal(31), engineHostId: literal(2) }],
    ['PUT /linear/rundown/101/201/load', 'linear-play', 'loadLinearRundown', linear],
    ['PUT /linear/rundown/101/201/unload', 'linear-play', 'unloadLinearRundown', linear],
    ['DELETE /linear/rundown/101/201/items/7', 'linear-play', 'deleteLinearItem', { ...linear, itemId: literal(7) }],
    ['DELETE /linear/rundown/101/201', 'linear-play', 'deleteLinearRundown', linear],
    ['DELETE /playout/rundowns/51/items/511', 'playout-item', 'deleteItem', { ...playout, itemId: literal(511) }],
    ['DELETE /playout/rundowns/51', 'playout-item', 'deleteRundown', playout],
  ];

  let hub: HostileHub;
  let stage: Stage;
  let hangs = false;

  before(async () => {
    hub = await hostileHub(({ method }, response) => {
      if (!hangs || method === 'GET') response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });

  after(() => hub.close());
  afterEach(async () => {
    hangs = false;
    await stage.close();
  });

  const open = async (parts: NodeOf[], more: object = {}) => {
    hub.requests.length = 0;
    stage = await perform({ baseUrl: hub.url, auth: 'none', ...more }, parts);
  };
  const commands = () =>
    hub.requests
      .filter(({ method }) => method !== 'GET')
      .map(({ method, url }) => `${method} ${url.replace('/api/rest/v1', '')}`);
  const send = (id: string, msg: object) => stage.send(id, { _msgid: `${Math.random()}`, ...msg });

  it('or a deletion is not sent by a release or a retained message', async () => {
    await open(ONCE.map(([, area, id, params]) => ({ id, type: `hub-${area}`, operation: id, params })));
    for (const [, , id] of ONCE) {
      await send(id, { payload: true });
      await send(id, { payload: false });
      await send(id, { payload: 'ON', topic: 'studio/load', qos: 0, retain: true });
    }
    should(commands()).eql(ONCE.map(([request]) => request));
    should(stage.caught).be.empty();
  });

  it('is dropped after 2 s behind another one, and is never sent late', async () => {
    await open([load]);
    hangs = true;
    stage.node('load').receive({ _msgid: 'first', payload: true });
    await stage.until(() => commands().length === 1);
    await send('load', { payload: true });
    should(stage.caught.map(({ hub: { code } }) => code)).eql(['EXPIRED']);
    await stage.until(() => timed('too late').test(stage.status('load').text ?? ''));
    should(commands()).eql(['POST /graphs/12/load']);
  });
});
