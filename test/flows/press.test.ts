import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { LATER, taiOf } from '../panels/messages.js';
import { pause } from './event-stage.js';
import { fromMessage, literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

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
  guarded: true,
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

  it('acts, its release does not, and says so', async () => {
    await open(next);
    for (const payload of [1, 0, true, false, 'go', 127]) await send('next', { payload });
    should(commands()).have.length(4);
    should(stage.out.map(({ payload }) => payload)).eql(['OK', 'OK', 'OK', 'OK']);
    await send('next', { payload: 0 });
    should(stage.completed).have.length(7);
    await stage.until(() => stage.status('next').text === 'release ignored');
  });

  /** Pressed, and let go, as each source sends it. */
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

  for (const [source, [down, up]] of Object.entries(panels)) {
    it(`fires once where it is pressed and let go: ${source}`, async () => {
      await open(next);
      await send('next', up);
      should(commands()).be.empty();
      await stage.until(() => stage.status('next').text === 'release ignored');
      for (const each of [down, up, down, up]) await send('next', each);
      should(commands()).have.length(2);
      should(stage.caught).be.empty();
    });
  }

  it('that IS-07 tells long after it was done fires nothing: so a sender greets whoever begins to listen', async () => {
    await open(next);
    await send('next', is07(true, '1441723958:235960000'));
    should(commands()).be.empty();
    await stage.until(() => stage.status('next').text === 'retained, ignored');
    await send('next', is07(true));
    should(commands()).have.length(1);
  });

  it('of a contact with a pull-up fires when it closes', async () => {
    await open({ ...next, actOn: 'inverted' });
    for (const payload of [1, 0, 1, 0, 1]) await send('next', { topic: 'gpio/17', payload });
    should(commands()).have.length(2);
    await stage.until(() => stage.status('next').text === 'release ignored');
    // Also what is grave enough to be guarded.
    await stage.close();
    await open({ ...stop, actOn: 'inverted' });
    await send('stop', { topic: 'gpio/17', payload: 1, config: 1 });
    should(stage.status('stop').text).not.equal('press again');
    await send('stop', { topic: 'gpio/17', payload: 0, config: 1 });
    await stage.until(() => stage.status('stop').text === 'press again');
  });

  it('is what hub-panel has made of it, whatever the panel itself had sent', async () => {
    await open({ id: 'panel', type: 'hub-panel', kind: 'button', invert: true, press: true, wires: [['next']] }, next);
    const dashboard = (type: string) => ({ payload: '', _event: { type } });
    for (const msg of [midi([60, 100]), midi([60, 0]), dashboard('pointerdown'), dashboard('pointerup')])
      stage.node('panel').receive({ _msgid: `${Math.random()}`, ...msg });
    await stage.until(() => commands().length === 2);
    should(stage.caught).be.empty();
  });

  it("of a dashboard's button fires once for down, up and click, and for a click alone", async () => {
    await open(next);
    const event = (type: string) => send('next', { topic: 'take', payload: '', _event: { type } });
    for (const type of ['pointerdown', 'pointerup', 'click', 'click']) await event(type);
    should(commands()).have.length(2);
  });

  it('of several browsers at one button fires once for each hand, also by way of a panel', async () => {
    const panel = { id: 'panel', type: 'hub-panel', kind: 'button', press: true, wires: [['next']] };
    // On a busy machine, 604 commands in one lane need more than the usual 2 s.
    const patient = { ...next, expiry: '60' };
    await open(panel, { ...patient, actOn: 'every' }, { ...patient, id: 'alone' });
    const event = (type: string, client: string, topic = 'take') => {
      const msg = { topic, payload: '', _event: { type }, _client: { socketId: client, socketIp: '127.0.0.1' } };
      for (const id of ['panel', 'alone']) stage.node(id).receive({ _msgid: `${Math.random()}`, ...msg });
    };
    for (const type of ['pointerdown', 'pointerup', 'click']) for (const client of ['A', 'B', 'C']) event(type, client);
    await stage.until(() => commands().length === 6);
    event('pointerdown', 'A');
    for (let index = 0; index < 300; index++)
      for (const type of ['pointerdown', 'pointerup']) event(type, 'B', `other ${index}`);
    for (const type of ['pointerup', 'click']) event(type, 'A');
    event('click', 'D');
    await stage.until(() => commands().length === 6 + 2 * 302);
    should(stage.caught).be.empty();
    await pause(100);
    should(commands()).have.length(6 + 2 * 302);
  });

  it("of a dashboard's button by a key fires also after a press that ended beside the button", async () => {
    await open(next);
    const event = (type: string) => send('next', { topic: 'take', payload: '', _event: { type } });
    for (const type of ['pointerdown', 'pointerup']) await event(type);
    await pause(600);
    await event('click');
    should(commands()).have.length(2);
  });

  it('is none where a broker has kept it, and says so, unless every message acts', async () => {
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

  it('is none where nothing can be pressed: a wheel, a bender, the pressure of a held key', async () => {
    await open(next);
    const pressure = { payload: [90], midi: { channel: 1, type: 'channelat', raw: [0xd0, 90] } };
    for (const msg of [xkeys(-1, { control_id: 1, button_id: undefined }), pressure]) await send('next', msg);
    should(commands()).be.empty();
    await stage.until(() => stage.status('next').text === 'not a press');
  });

  it('may be anything that no panel sends', async () => {
    await open(next);
    const values = ['go', '', null, undefined, [], [1, 2, 3], { title: 'A' }, Number.NaN];
    for (const payload of values) await send('next', { payload });
    should(commands()).have.length(values.length);
  });

  it('is not looked for in objects and lists where the payload is what is sent', async () => {
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

  it('of anything acts where every message is to', async () => {
    await open({ ...next, actOn: 'every' });
    for (const payload of [1, 0, false]) await send('next', { payload });
    should(commands()).have.length(3);
  });

  it('does not matter to a level: a fader at 0 is a value', async () => {
    await open({
      id: 'set',
      type: 'hub-engine-property',
      operation: 'setProperty',
      params: {
        engineId: literal(1),
        nodePath: literal('N'),
        propertyPath: literal('P'),
        Value: fromMessage('payload'),
      },
    });
    await send('set', { payload: 0 });
    should(hub.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).eql(['{"Value":0}']);
  });

  it('of a guarded stop asks for a second one of the same target, not too early and not too late', async () => {
    await open(stop);
    // At once, however slow the machine is.
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
    should(stage.status('stop').text).equal('connected');
    await send('stop', { payload: 1, config: 2 });
    should(commands()).have.length(1);
    await pause(600);
    await send('stop', { payload: 1, config: 2 });
    should(commands()).eql(['/launcher/1/stop', '/launcher/2/stop']);
    should(stage.caught).be.empty();
  });

  it('of an unguarded stop acts at once', async () => {
    await open({ ...stop, guarded: false });
    await send('stop', { payload: 1, config: 1 });
    should(commands()).eql(['/launcher/1/stop']);
  });
});
