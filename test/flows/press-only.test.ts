import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { midi } from '../panels/messages.js';
import { PanelStage } from './panel-stage.js';
import { handPause, literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

const published = (payload: unknown): Message => ({ topic: 'desk/Auslöser', payload, qos: 0, retain: false });

/** Controls that send no release, by their press. */
const CONTROLS: Readonly<Record<string, Message>> = {
  'Companion and control desks, OSC': { topic: '/press/1', payload: 1 },
  'MIDI without a note-off': midi('noteon', 0x90, 1, [60, 100]),
  'MQTT, PRESS': published('PRESS'),
  // The node remembers a switch over a deploy, so each of them has its own topic.
  'MQTT, 1': { ...published('1'), topic: 'desk/Blende' },
};

describe('a control that sends no release', () => {
  const show = PanelStage.forSuite();

  for (const [name, press] of Object.entries(CONTROLS)) {
    it(`presses once, and the status shows the reason: ${name}`, async () => {
      await show.open({ kind: 'button' });
      await show.press({ ...press }, { ...press });
      should(show.did()).eql([['press', true]]);
      await show.shows('no release');
    });

    it(`presses each time with “Each message is a press”: ${name}`, async () => {
      await show.open({ kind: 'button', eachPress: true });
      await show.press({ ...press }, { ...press }, { ...press });
      should(show.did()).eql([
        ['press', true],
        ['press', true],
        ['press', true],
      ]);
    });
  }

  it('has double presses, and releases count for nothing', async () => {
    await show.open({ kind: 'button', eachPress: true, double: true, doubleTime: '5', hold: true, holdTime: '0.01' });
    await show.press(published('1'), published('1'), published('0'), published('0'));
    should(show.did().map(([did]) => did)).eql(['press', 'double']);
  });

  it('needs no setting if its OSC has no arguments', async () => {
    await show.open({ kind: 'button' });
    await show.send({ topic: '/take', payload: [] }, { topic: '/take', payload: [] });
    should(show.did()).have.length(2);
  });

  it('moves no fader: a tablet sends OSC without arguments when its page changes', async () => {
    await show.open({ kind: 'fader' });
    await show.send({ topic: '/1', payload: [] }, { topic: '/1/fader1', payload: 0.25 });
    should(show.values()).eql([0.25]);
  });
});

/** Messages of unknown devices, with the fields that read them, and the messages that are presses. */
const PROPERTIES: readonly {
  readonly name: string;
  readonly fields: object;
  readonly payloads: readonly unknown[];
  readonly did: readonly (readonly string[])[];
}[] = [
  {
    name: 'a text',
    fields: { property: 'key', pressedIs: 'go', releasedIs: 'off' },
    payloads: [{ key: 'go' }, { key: 'off' }, { key: 'other' }, { other: 'go' }, 'go', '{"key":"go"}', '{"key":"off"}'],
    did: [['press'], ['release'], [], [], [], ['press'], ['release']],
  },
  {
    name: 'a number, also as text',
    fields: { property: 'buttons[1].level', pressedIs: '7', releasedIs: '0' },
    payloads: [{ buttons: [0, { level: 7 }] }, { buttons: [0, { level: '0' }] }, { buttons: [0, { level: 70 }] }],
    did: [['press'], ['release'], []],
  },
  {
    name: 'a boolean',
    fields: { property: 'data.contact', pressedIs: 'false', releasedIs: 'true' },
    payloads: [{ data: { contact: false } }, { data: { contact: true } }, { data: {} }, { data: null }],
    did: [['press'], ['release'], [], []],
  },
  {
    name: 'a press without a release',
    fields: { property: 'params.events[0].event', pressedIs: 'btn_down' },
    payloads: ['btn_down', 'btn_up', 'btn_down'].map((event) => ({ params: { events: [{ event }] } })),
    did: [['press', 'release'], [], ['press', 'release']],
  },
  {
    name: 'the payload itself',
    fields: { pressedIs: 'GO' },
    payloads: ['GO', 'STOP', 'go'],
    did: [['press', 'release'], [], []],
  },
  {
    name: 'a value that needs no words',
    fields: { property: 'state' },
    payloads: [{ state: 'ON' }, { state: 'OFF' }, { state: 'blue' }, { __proto__: { state: 'ON' } }],
    did: [['press'], ['release'], [], []],
  },
];

describe('a property of JSON', () => {
  const show = PanelStage.forSuite();

  for (const { name, fields, payloads, did } of PROPERTIES)
    it(`presses a button: ${name}`, async () => {
      await show.open({ kind: 'button', press: true, release: true, ...fields });
      for (const [row, payload] of payloads.entries()) await show.press({ ...published(payload), row });
      const events = payloads.map((_, row) =>
        show.stage.out.filter((msg) => msg.row === row).map((msg) => msg.gesture.did),
      );
      should(events).eql(did);
      should(show.logged()).be.empty();
    });

  it('moves a fader', async () => {
    await show.open({ kind: 'fader', property: 'level', from: '0', to: '200' });
    await show.send(published({ level: 50 }), published('{"level":100}'), published({ battery: 3 }));
    should(show.values()).eql([0.25, 0.5]);
  });
});

describe('a property of JSON at a trigger', () => {
  let hub: HostileHub;
  let stage: Stage;

  before(async () => {
    hub = await hostileHub((_, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('OK'));
  });
  afterEach(() => stage.close());
  after(() => hub.close());

  const trigger = (fields: object): NodeOf => ({
    id: 'next',
    type: 'hub-linear-play',
    operation: 'playNext',
    params: { engineId: literal(101), preview: literal('program') },
    ...fields,
  });

  for (const { name, fields, payloads, did } of PROPERTIES)
    it(`fires once a press: ${name}`, async () => {
      hub.requests.length = 0;
      stage = await perform({ baseUrl: hub.url, auth: 'none' }, [trigger(fields)]);
      for (const [row, payload] of payloads.entries()) {
        await stage.send('next', { ...published(payload), _msgid: `${row}` });
        await handPause();
      }
      const presses = did.filter((events) => events.includes('press'));
      should(hub.requests.filter(({ method }) => method === 'PUT')).have.length(presses.length);
      should(stage.caught).be.empty();
    });
});
