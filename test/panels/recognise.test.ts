import fc from 'fast-check';
import should from 'should';
import { recognise, recogniseAll, SOURCES } from '../../dist/panels/index.js';
import { anything } from '../flows/hostile-values.js';

/** As `node-red-contrib-midi` sends it: the status byte is in `raw` alone. */
const midi = (type: string, status: number, channel: number, data: readonly number[]) => ({
  topic: 'nanoKONTROL2',
  payload: data,
  midi: { raw: [status + channel - 1, ...data], deltaTime: 0.02, channel, type, data },
});

const mqtt = (payload: unknown, more: object = {}) => ({
  topic: 'studio/take',
  payload,
  qos: 0,
  retain: false,
  ...more,
});

const xkeys = (more: object, value: unknown) => ({
  payload: { device: 'XK24', vendor_id: 1523, product_id: 1029, unit_id: 3, value, ...more },
});

/** A time in ms of UTC as NMOS writes it: TAI, which is 37 s ahead. */
const taiOf = (ms: number) => `${Math.floor(ms / 1000) + 37}:${(ms % 1000) * 1e6}`;

/** Still later than the last of these tests: the sender's clock is ahead. */
const LATER = Date.now() + 3_600_000;

const is07 = (value: unknown, creation_timestamp = taiOf(LATER)) => ({
  topic: 'x-nmos/events/1.0/sources/6a3f/boolean',
  payload: {
    identity: { source_id: '6a3f', flow_id: '11' },
    event_type: 'boolean',
    timing: { creation_timestamp },
    payload: { value },
    message_type: 'state',
  },
});

/** What is sent, and what was done: source, control, kind, and what else it tells. */
const told: Readonly<
  Record<string, readonly [msg: unknown, source: string, control: string, kind: string, more: object]>
> = {
  'MIDI, a key': [midi('noteon', 0x90, 1, [60, 100]), 'midi', 'note 1/60', 'button', { pressed: true, raw: 100 }],
  'MIDI, a key with velocity 0': [
    midi('noteon', 0x90, 1, [60, 0]),
    'midi',
    'note 1/60',
    'button',
    { pressed: false, raw: 0 },
  ],
  'MIDI, note off': [midi('noteoff', 0x80, 16, [0, 64]), 'midi', 'note 16/0', 'button', { pressed: false, raw: 64 }],
  'MIDI, no more than the bytes': [{ payload: [60, 0] }, 'midi', 'note 60', 'button', { pressed: false, raw: 0 }],
  'MIDI, a fader at its top': [
    midi('controlchange', 0xb0, 2, [7, 127]),
    'midi',
    'cc 2/7',
    'fader',
    { pressed: true, value: 1, raw: 127 },
  ],
  'MIDI, a fader at its foot': [
    midi('controlchange', 0xb0, 2, [7, 0]),
    'midi',
    'cc 2/7',
    'fader',
    { pressed: false, value: 0, raw: 0 },
  ],
  'MIDI, a type alone': [
    { payload: [7, 127], midi: { channel: 2, type: 'controlchange' } },
    'midi',
    'cc 2/7',
    'fader',
    { pressed: true, value: 1, raw: 127 },
  ],
  'MIDI, a program': [
    midi('programchange', 0xc0, 1, [5]),
    'midi',
    'program 1/5',
    'button',
    { pressed: true, momentary: true },
  ],
  'MIDI, pressure': [midi('channelat', 0xd0, 1, [127]), 'midi', 'pressure 1', 'fader', { value: 1, raw: 127 }],
  'MIDI, pressure of a key': [midi('polyat', 0xa0, 1, [60, 0]), 'midi', 'pressure 1/60', 'fader', { value: 0, raw: 0 }],
  'MIDI, 14 bits at the top': [
    midi('pitchbend', 0xe0, 3, [127, 127]),
    'midi',
    'bend 3',
    'fader',
    { value: 1, raw: 16383 },
  ],
  'MIDI, 14 bits in the middle': [
    midi('pitchbend', 0xe0, 3, [1, 64]),
    'midi',
    'bend 3',
    'fader',
    { value: 8193 / 16383, raw: 8193 },
  ],
  'OSC, a fader': [
    { topic: '/1/fader1', payload: 0.25 },
    'osc',
    '/1/fader1',
    'fader',
    { pressed: true, value: 0.25, raw: 0.25 },
  ],
  'OSC, a list of one': [
    { topic: '/1/push', payload: [0] },
    'osc',
    '/1/push',
    'fader',
    { pressed: false, value: 0, raw: 0 },
  ],
  'OSC with metadata': [
    { topic: '/1/push', payload: { type: 'f', value: 0 } },
    'osc',
    '/1/push',
    'fader',
    { pressed: false, value: 0, raw: 0 },
  ],
  'OSC, false with metadata': [
    { topic: '/1/push', payload: { type: 'F', value: false } },
    'osc',
    '/1/push',
    'button',
    { pressed: false },
  ],
  'OSC, not a part of 1': [{ topic: '/vol', payload: -6 }, 'osc', '/vol', 'fader', { pressed: true, raw: -6 }],
  'OSC, a pad': [
    {
      topic: '/xy',
      payload: [
        { type: 'f', value: 0.5 },
        { type: 'f', value: 1 },
      ],
    },
    'osc',
    '/xy',
    'pad',
    { values: [0.5, 1] },
  ],
  'Stream Deck, the first key': [{ topic: 0, payload: 1 }, 'streamdeck', 'key 0', 'button', { pressed: true }],
  'Stream Deck, let go': [{ topic: 14, payload: 0 }, 'streamdeck', 'key 14', 'button', { pressed: false }],
  'X-keys, a button': [
    xkeys({ button_id: '7', control_id: '7' }, 0),
    'xkeys',
    'button 3/7',
    'button',
    { pressed: false },
  ],
  'X-keys over MQTT, a button': [
    { ...mqtt(undefined), ...xkeys({ button_id: '7' }, 1) },
    'xkeys',
    'button 3/7',
    'button',
    { pressed: true },
  ],
  'X-keys, a jog wheel': [xkeys({ control_id: 1 }, -2), 'xkeys', 'jog 3/1', 'encoder', { delta: -2, raw: -2 }],
  'X-keys, a T-bar': [
    { ...xkeys({ control_id: 1 }, 255), topic: '/dcdp/server/tbar_event/1325/3/1' },
    'xkeys',
    'tbar 3/1',
    'fader',
    { value: 1, raw: 255 },
  ],
  'X-keys, a shuttle at rest': [
    { ...xkeys({ control_id: 1 }, 0), topic: '/xkeys/server/shuttle_event/1062/3/1' },
    'xkeys',
    'shuttle 3/1',
    'fader',
    { value: 0.5, raw: 0 },
  ],
  GPIO: [{ topic: 'gpio/17', payload: 0 }, 'gpio', 'pin 17', 'button', { pressed: false }],
  'MQTT, "0"': [mqtt('0'), 'mqtt', 'studio/take', 'fader', { pressed: false, value: 0, raw: 0 }],
  'MQTT, "1.0"': [mqtt('1.0'), 'mqtt', 'studio/take', 'fader', { pressed: true, value: 1, raw: 1 }],
  'MQTT, "OFF"': [mqtt('OFF'), 'mqtt', 'studio/take', 'button', { pressed: false }],
  'MQTT, "ON"': [mqtt('ON'), 'mqtt', 'studio/take', 'button', { pressed: true }],
  'MQTT, "True\\n"': [mqtt('True\n'), 'mqtt', 'studio/take', 'button', { pressed: true }],
  'MQTT, "false"': [mqtt('false'), 'mqtt', 'studio/take', 'button', { pressed: false }],
  'MQTT, bytes': [mqtt(Buffer.from('off')), 'mqtt', 'studio/take', 'button', { pressed: false }],
  'MQTT, JSON as text': [mqtt('{"state":"OFF"}'), 'mqtt', 'studio/take', 'button', { pressed: false }],
  'MQTT, JSON': [
    mqtt({ value: 0.5, unit: '%' }),
    'mqtt',
    'studio/take',
    'fader',
    { pressed: true, value: 0.5, raw: 0.5 },
  ],
  'MQTT, kept': [mqtt('ON', { retain: true }), 'mqtt', 'studio/take', 'button', { pressed: true, retained: true }],
  'MQTT, an OSC-like topic': [mqtt(1, { topic: '/a' }), 'mqtt', '/a', 'fader', { pressed: true, value: 1, raw: 1 }],
  'Dashboard, down': [
    { topic: 'take', payload: '', _event: { type: 'pointerdown' } },
    'dashboard',
    'take',
    'button',
    { pressed: true },
  ],
  'Dashboard, up': [
    { topic: 'take', payload: '', _event: { type: 'pointerup' } },
    'dashboard',
    'take',
    'button',
    { pressed: false },
  ],
  'Dashboard, a click': [
    { payload: 0, _event: { type: 'click' } },
    'dashboard',
    'button',
    'button',
    { pressed: true, momentary: true },
  ],
  'Dashboard, a slider': [
    { topic: 'key', payload: 40, _client: { socketId: 'x' } },
    'dashboard',
    'key',
    'fader',
    { pressed: true, raw: 40 },
  ],
  'IS-07': [is07(false), 'is07', '6a3f', 'button', { pressed: false, at: LATER }],
  'IS-07, kept': [
    { ...is07(true), retain: true },
    'is07',
    '6a3f',
    'button',
    { pressed: true, at: LATER, retained: true },
  ],
  // A WebSocket has no mark for what is told to whoever begins to listen. 1441723958.23596 s TAI is 37 s ahead of UTC.
  'IS-07, from before': [
    is07(true, '1441723958:235960000'),
    'is07',
    '6a3f',
    'button',
    { pressed: true, at: 1441723921235.96, retained: true },
  ],
  'Ember+, contents': [
    { payload: { contents: { identifier: 'Gain', value: -40, minimum: -80, maximum: 0 } } },
    'ember',
    'Gain',
    'fader',
    { pressed: true, value: 0.5, raw: -40 },
  ],
  'Ember+, full': [
    { payload: { full: { path: '0.1.2', contents: { value: false } } } },
    'ember',
    '0.1.2',
    'button',
    { pressed: false },
  ],
  'plain, false': [{ payload: false }, 'plain', 'payload', 'button', { pressed: false }],
  'plain, a number': [{ topic: 'pot', payload: 512 }, 'plain', 'pot', 'fader', { pressed: true, raw: 512 }],
  'plain, text': [{ payload: ' 0.0 ' }, 'plain', 'payload', 'fader', { pressed: false, value: 0, raw: 0 }],
};

describe('what a panel sends', () => {
  for (const [name, [msg, source, control, kind, more]] of Object.entries(told)) {
    it(`is understood: ${name}`, () => should(recognise(msg)).eql({ source, control, kind, ...more }));
  }

  it('is told in full where it is a bundle, also one within another', () => {
    const inner = {
      timeTag: {},
      packets: [
        { address: '/b', args: [0] },
        { address: '/c', args: [] },
      ],
    };
    const all = recogniseAll({ topic: 'bundle', payload: [{ address: '/a', args: 1 }, inner] });
    should(all.map(({ source, control, raw }) => [source, control, raw])).eql([
      ['osc', '/a', 1],
      ['osc', '/b', 0],
    ]);
  });

  it('is kept from before where IS-07 tells that it was done more than 5 s ago', () => {
    const ago = (ms: number) => recognise(is07(true, taiOf(Date.now() - ms)))?.retained;
    should([0, 4000, 5100].map(ago)).eql([undefined, undefined, true]);
  });

  it('may be told to come from somewhere', () => {
    should(recognise({ topic: 3, payload: 1 }, 'plain')).eql({
      source: 'plain',
      control: '3',
      kind: 'fader',
      pressed: true,
      value: 1,
      raw: 1,
    });
    should(recognise({ topic: 3, payload: 1 }, 'midi')).be.undefined();
    should(recognise(mqtt('ON'), 'streamdeck')).be.undefined();
  });

  it('is what the payload says once a flow has made something else of it, whatever is left beside it', () => {
    const pressed = { source: 'plain', control: 'nanoKONTROL2', kind: 'button', pressed: true };
    should(recognise({ ...midi('noteoff', 0x80, 1, [60, 0]), payload: true })).eql(pressed);
    const gesture = { source: 'dashboard', control: 'take', kind: 'button', pressed: false };
    const made = { topic: 'nanoKONTROL2', payload: true, _event: { type: 'pointerup' }, gesture };
    should(recognise(made)).eql(pressed);
    // A panel of somebody else's may have a field of that name.
    should(recognise({ ...made, gesture: 'swipe' })).have.properties({ source: 'dashboard', pressed: false });
  });

  for (const [name, msg] of Object.entries({
    'a number that is none': { payload: Number.NaN },
    'OSC without an argument': { topic: '/go', payload: [] },
    'OSC with no number': { topic: '/1/fader1', payload: { type: 'f', value: Number.NaN } },
    'a word': { payload: 'go' },
    'empty text': { payload: '' },
    'an object': { payload: { title: 'A', value: [1] } },
    'a row of numbers': { payload: [1, 2, 3] },
    'numbers that are no bytes': { payload: [60.5, 128] },
    nothing: {},
    'no message': undefined,
    'a promise': { payload: Promise.resolve(1) },
    'very much': { topic: '/xy', payload: new Array(1_000_000).fill(1) },
  })) {
    it(`is none: ${name}`, () => should(recognise(msg)).be.undefined());
  }

  it('never throws, and gives whole gestures, whatever it is asked to read', () => {
    const field = fc.constantFrom('payload', 'topic', 'midi', 'qos', 'retain', '_event', '_client');
    const source = fc.option(fc.constantFrom(...SOURCES), { nil: undefined });
    fc.assert(
      fc.property(fc.dictionary(field, anything, { noNullPrototype: true }), source, (makers, as) => {
        const msg = Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make()]));
        for (const { control, kind, value = 0, raw = 0, values = [] } of recogniseAll(msg, as)) {
          should(typeof control).equal('string');
          should(['button', 'fader', 'encoder', 'pad']).containEql(kind);
          should(value >= 0 && value <= 1 && [raw, ...values].every(Number.isFinite)).be.true();
        }
      }),
      { numRuns: 2000 },
    );
    fc.assert(fc.property(anything, (make) => recogniseAll(make()).length >= 0));
  });
});
