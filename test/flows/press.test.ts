import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { LATER, taiOf } from '../panels/messages.js';
import { useTimeLapse } from '../time-lapse.js';
import { pause } from './event-stage.js';
import { fromMessage, handPause, literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

const next: NodeOf = {
  id: 'next',
  type: 'hub-linear-play',
  operation: 'playNext',
  params: { engineId: literal(101), preview: literal('program') },
};
const stop: NodeOf = {
  id: 'stop',
  type: 'hub-launcher',
  operation: 'stopLaunch',
  secondPress: true,
  params: { configID: fromMessage('config') },
};

const midi = (payload: number[]): Message => ({
  topic: 'nanoKONTROL2',
  payload,
  midi: { raw: [0x90, ...payload], deltaTime: 0.01, channel: 1, type: 'noteon', data: payload },
});
const controller = (value: number): Message => ({
  payload: [41, value],
  midi: { raw: [0xb0, 41, value], channel: 1, type: 'controlchange', data: [41, value] },
});
const xkeys = (value: number, more: object = {}): Message => ({
  payload: { device: 'XK24', vendor_id: 1523, product_id: 1029, unit_id: 0, button_id: '3', value, ...more },
});
const mqtt = (payload: unknown, retain = false): Message => ({ topic: 'studio/take', payload, qos: 0, retain });
const is07 = (value: boolean, creation_timestamp = taiOf(LATER)): Message => ({
  payload: {
    identity: { source_id: '6a3f' },
    event_type: 'boolean',
    timing: { creation_timestamp },
    payload: { value },
    message_type: 'state',
  },
});

describe('a press', () => {
  useTimeLapse();
  let hub: HostileHub;
  let stage: Stage;

  before(async () => {
    hub = await hostileHub((_, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('OK'));
  });

  after(() => hub.close());
  afterEach(() => stage.close());

  const open = async (...parts: NodeOf[]) => {
    hub.requests.length = 0;
    stage = await perform({ baseUrl: hub.url, auth: 'none' }, parts);
  };
  const commands = () =>
    hub.requests.filter(({ method }) => method === 'PUT').map(({ url }) => url.replace('/api/rest/v1', ''));
  const send = (id: string, msg: Message) => stage.send(id, { _msgid: `${Math.random()}`, ...msg });

  it('runs the operation, and its release shows a note', async () => {
    await open(next);
    for (const payload of [1, 0, true, false, 'go', 127]) await send('next', { payload });
    should(commands()).have.length(4);
    should(stage.out.map(({ payload }) => payload)).eql(['OK', 'OK', 'OK', 'OK']);
    await send('next', { payload: 0 });
    should(stage.completed).have.length(7);
    await stage.until(() => stage.status('next').text === 'release ignored');
  });

  /** A press and its release, by source. */
  const panels: Readonly<Record<string, readonly [down: Message, up: Message]>> = {
    MIDI: [midi([60, 100]), midi([60, 0])],
    'MIDI, note off': [
      midi([60, 100]),
      { ...midi([60, 64]), midi: { channel: 1, type: 'noteoff', raw: [0x80, 60, 64] } },
    ],
    'MIDI, bytes alone': [{ payload: [60, 127] }, { payload: [60, 0] }],
    'MIDI, a controller': [controller(127), controller(0)],
    OSC: [
      { topic: '/1/push1', payload: 1 },
      { topic: '/1/push1', payload: 0 },
    ],
    'OSC with metadata': [
      { topic: '/1/push1', payload: { type: 'f', value: 1 } },
      { topic: '/1/push1', payload: { type: 'f', value: 0 } },
    ],
    'OSC, a bundle': [
      { topic: 'bundle', payload: [{ address: '/1/push1', args: [1] }] },
      { topic: 'bundle', payload: [{ address: '/1/push1', args: [0] }] },
    ],
    'Stream Deck, the first key': [
      { topic: 0, payload: 1 },
      { topic: 0, payload: 0 },
    ],
    'X-keys': [xkeys(1), xkeys(0)],
    'MQTT, "1" and "0"': [mqtt('1'), mqtt('0')],
    'MQTT, "ON" and "OFF"': [mqtt('ON'), mqtt('OFF')],
    'MQTT, bytes': [mqtt(Buffer.from('true')), mqtt(Buffer.from('false'))],
    'MQTT, JSON': [mqtt({ value: true }), mqtt({ value: false })],
    'IS-07': [is07(true), is07(false)],
    'Ember+': [{ payload: { contents: { value: true } } }, { payload: { contents: { value: false } } }],
  };

  it('counts once, and its release does not, of each source', async () => {
    const counts: [string, number, number, number][] = [];
    for (const [source, [down, up]] of Object.entries(panels)) {
      await open(next);
      await send('next', up);
      const released = commands().length;
      for (const each of [down, up, down, up]) {
        await send('next', each);
        await handPause();
      }
      counts.push([source, released, commands().length - released, stage.caught.length]);
      await stage.close();
    }
    should(counts).eql(Object.keys(panels).map((source) => [source, 0, 2, 0]));
  });

  it('of a contact with a pull-up runs the operation when it closes', async () => {
    await open({ ...next, actOn: 'inverted' });
    for (const payload of [1, 0, 1, 0, 1]) await send('next', { topic: 'gpio/17', payload });
    should(commands()).have.length(2);
    await stage.until(() => stage.status('next').text === 'release ignored');
    // This also applies to guarded commands.
    await stage.close();
    await open({ ...stop, actOn: 'inverted' });
    await send('stop', { topic: 'gpio/17', payload: 1, config: 1 });
    should(stage.status('stop').text).not.equal('press again');
    await send('stop', { topic: 'gpio/17', payload: 0, config: 1 });
    await stage.until(() => stage.status('stop').text === 'press again');
  });

  it('of hub-panel counts, with any message of the device', async () => {
    await open(
      { id: 'panel', type: 'hub-panel', kind: 'button', inverted: true, press: true, wires: [['next']] },
      next,
    );
    const dashboard = (type: string) => ({ payload: '', _event: { type } });
    for (const msg of [midi([60, 100]), midi([60, 0]), dashboard('pointerdown'), dashboard('pointerup')])
      stage.node('panel').receive({ _msgid: `${Math.random()}`, ...msg });
    await stage.until(() => commands().length === 2);
    should(stage.caught).be.empty();
  });

  it("of a dashboard's button counts once for down, up and click, and once for a click alone", async () => {
    await open(next);
    const event = (type: string) => send('next', { topic: 'take', payload: '', _event: { type } });
    for (const type of ['pointerdown', 'pointerup', 'click', 'click']) await event(type);
    should(commands()).have.length(2);
  });

  it('in a retained message is ignored and shown, unless every message acts', async () => {
    await open(next, { ...next, id: 'every', actOn: 'every' }, { ...next, id: 'inverted', actOn: 'inverted' });
    for (const payload of ['ON', 1, { scene: 'intro' }]) await send('next', mqtt(payload, true));
    await send('inverted', mqtt('OFF', true));
    should(commands()).be.empty();
    should(stage.completed).have.length(4);
    await stage.until(() => stage.status('next').text === 'retained, ignored');
    await send('every', mqtt('ON', true));
    await send('next', mqtt('ON'));
    should(commands()).have.length(2);
  });

  it('does not count for a wheel, a bender or the pressure of a held key', async () => {
    await open(next);
    const pressure = { payload: [90], midi: { channel: 1, type: 'channelat', raw: [0xd0, 90] } };
    for (const msg of [xkeys(-1, { control_id: 1, button_id: undefined }), pressure]) await send('next', msg);
    should(commands()).be.empty();
    await stage.until(() => stage.status('next').text === 'not a press');
  });

  it('is any message that is not from a panel', async () => {
    await open(next);
    const values = ['go', '', null, undefined, [], [1, 2, 3], { title: 'A' }, Number.NaN];
    for (const payload of values) await send('next', { payload });
    should(commands()).have.length(values.length);
  });

  it('is not recognised in objects and lists if the payload is a parameter', async () => {
    const replace = {
      id: 'replace',
      type: 'hub-engine-function',
      operation: 'callFunction',
      params: {
        engineId: literal(1),
        nodePath: literal('N'),
        functionPath: literal('F'),
        Parameters: fromMessage('payload'),
      },
    };
    await open(replace);
    const letGo = { _event: { type: 'pointerup' } };
    for (const msg of [{ payload: [], ...letGo }, { payload: 1, ...letGo }, mqtt([], true)]) await send('replace', msg);
    should(hub.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).eql(['{"Parameters":[]}']);
    await stage.until(() => stage.status('replace').text === 'retained, ignored');
  });

  it('is any message if every message acts', async () => {
    await open({ ...next, actOn: 'every' });
    for (const payload of [1, 0, false]) await send('next', { payload });
    should(commands()).have.length(3);
  });

  it('of a guarded stop needs a second one of the same target after 0.5 s and within 3 s', async () => {
    await open(stop);
    // Without waiting, so that they arrive within 0.5 s on a slow machine.
    for (const payload of [1, 1, 0]) stage.node('stop').receive({ _msgid: `${Math.random()}`, payload, config: 1 });
    await stage.until(() => stage.completed.length === 3);
    await stage.until(() => stage.status('stop').text === 'press again');
    should(commands()).be.empty();
    await pause(600);
    await send('stop', { payload: 0, config: 1 });
    should(commands()).be.empty();
    await send('stop', { payload: 1, config: 1 });
    should(commands()).eql(['/launcher/1/stop']);

    await send('stop', { payload: 1, config: 1 });
    await pause(600);
    await send('stop', { payload: 1, config: 2 });
    should(commands()).have.length(1);
    await pause(3200);
    await stage.until(() => stage.status('stop').text !== 'press again');
    await send('stop', { payload: 1, config: 2 });
    should(commands()).have.length(1);
    await pause(600);
    await send('stop', { payload: 1, config: 2 });
    should(commands()).eql(['/launcher/1/stop', '/launcher/2/stop']);
    should(stage.caught).be.empty();
  });
});
