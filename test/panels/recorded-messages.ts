import { is07, LATER, midi, mqtt, xkeys } from './messages.js';

const on = { pressed: true } as const;
const off = { pressed: false } as const;
const button = (more: object) => ({ kind: 'button', ...more });
const fader = (more: object) => ({ kind: 'fader', ...more });

/** Messages of devices, each with its gesture: source, control, and the other fields. */
export const RECORDED_MESSAGES: Readonly<
  Record<string, readonly [msg: unknown, source: string, control: string, more: object]>
> = {
  'MIDI, a key': [midi('noteon', 0x90, 1, [60, 100]), 'midi', 'note 1/60', button({ ...on, raw: 100 })],
  'MIDI, a key with velocity 0': [midi('noteon', 0x90, 1, [60, 0]), 'midi', 'note 1/60', button({ ...off, raw: 0 })],
  'MIDI, note off': [midi('noteoff', 0x80, 16, [0, 64]), 'midi', 'note 16/0', button({ ...off, raw: 64 })],
  'MIDI, only the bytes': [{ payload: [60, 0] }, 'midi', 'note 60', button({ ...off, raw: 0 })],
  'MIDI, a fader at its top': [
    midi('controlchange', 0xb0, 2, [7, 127]),
    'midi',
    'cc 2/7',
    fader({ ...on, value: 1, raw: 127 }),
  ],
  'MIDI, a fader at its bottom': [
    midi('controlchange', 0xb0, 2, [7, 0]),
    'midi',
    'cc 2/7',
    fader({ ...off, value: 0, raw: 0 }),
  ],
  'MIDI, a type alone': [
    { payload: [7, 127], midi: { channel: 2, type: 'controlchange' } },
    'midi',
    'cc 2/7',
    fader({ ...on, value: 1, raw: 127 }),
  ],
  'MIDI, a program': [midi('programchange', 0xc0, 1, [5]), 'midi', 'program 1/5', button({ ...on, momentary: true })],
  'MIDI, pressure': [midi('channelat', 0xd0, 1, [127]), 'midi', 'pressure 1', fader({ value: 1, raw: 127 })],
  'MIDI, pressure of a key': [midi('polyat', 0xa0, 1, [60, 0]), 'midi', 'pressure 1/60', fader({ value: 0, raw: 0 })],
  'MIDI, 14 bits at the top': [
    midi('pitchbend', 0xe0, 3, [127, 127]),
    'midi',
    'bend 3',
    fader({ value: 1, raw: 16383 }),
  ],
  'MIDI, 14 bits in the middle': [
    midi('pitchbend', 0xe0, 3, [1, 64]),
    'midi',
    'bend 3',
    fader({ value: 8193 / 16383, raw: 8193 }),
  ],
  'OSC, a fader': [{ topic: '/1/fader1', payload: 0.25 }, 'osc', '/1/fader1', fader({ ...on, value: 0.25, raw: 0.25 })],
  'OSC, a list of one': [{ topic: '/1/push', payload: [0] }, 'osc', '/1/push', fader({ ...off, value: 0, raw: 0 })],
  'OSC with metadata': [
    { topic: '/1/push', payload: { type: 'f', value: 0 } },
    'osc',
    '/1/push',
    fader({ ...off, value: 0, raw: 0 }),
  ],
  'OSC, false with metadata': [
    { topic: '/1/push', payload: { type: 'F', value: false } },
    'osc',
    '/1/push',
    button(off),
  ],
  'OSC, not a part of 1': [{ topic: '/vol', payload: -6 }, 'osc', '/vol', fader({ ...on, raw: -6 })],
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
    { kind: 'pad', values: [0.5, 1] },
  ],
  'Stream Deck, the first key': [{ topic: 0, payload: 1 }, 'streamdeck', 'key 0', button(on)],
  'Stream Deck, released': [{ topic: 14, payload: 0 }, 'streamdeck', 'key 14', button(off)],
  'Stream Deck, a dial to the left': [
    { topic: 'dial 1', payload: { type: 'encoder', index: 1, event: 'rotate', amount: -2 } },
    'streamdeck',
    'dial 1',
    { kind: 'encoder', delta: -2, raw: -2 },
  ],
  'Stream Deck, a dial pressed': [
    { topic: 'dial 1', payload: { type: 'encoder', index: 1, event: 'down' } },
    'streamdeck',
    'dial press 1',
    button(on),
  ],
  'Stream Deck, a dial released': [
    { topic: 'dial 1', payload: { type: 'encoder', index: 1, event: 'up' } },
    'streamdeck',
    'dial press 1',
    button(off),
  ],
  'X-keys, a button': [xkeys({ button_id: '7', control_id: '7' }, 0), 'xkeys', 'button 3/7', button(off)],
  'X-keys over MQTT, a button': [
    { ...mqtt(undefined), ...xkeys({ button_id: '7' }, 1) },
    'xkeys',
    'button 3/7',
    button(on),
  ],
  'X-keys, a jog wheel': [xkeys({ control_id: 1 }, -2), 'xkeys', 'jog 3/1', { kind: 'encoder', delta: -2, raw: -2 }],
  'X-keys, a T-bar': [
    { ...xkeys({ control_id: 1 }, 255), topic: '/dcdp/server/tbar_event/1325/3/1' },
    'xkeys',
    'tbar 3/1',
    fader({ value: 1, raw: 255 }),
  ],
  'X-keys, a shuttle at rest': [
    { ...xkeys({ control_id: 1 }, 0), topic: '/xkeys/server/shuttle_event/1062/3/1' },
    'xkeys',
    'shuttle 3/1',
    fader({ value: 0.5, raw: 0 }),
  ],
  GPIO: [{ topic: 'gpio/17', payload: 0 }, 'gpio', 'pin 17', button(off)],
  'MQTT, "0"': [mqtt('0'), 'mqtt', 'studio/take', fader({ ...off, value: 0, raw: 0 })],
  'MQTT, "1.0"': [mqtt('1.0'), 'mqtt', 'studio/take', fader({ ...on, value: 1, raw: 1 })],
  'MQTT, "OFF"': [mqtt('OFF'), 'mqtt', 'studio/take', button(off)],
  'MQTT, "ON"': [mqtt('ON'), 'mqtt', 'studio/take', button(on)],
  'MQTT, "True\\n"': [mqtt('True\n'), 'mqtt', 'studio/take', button(on)],
  'MQTT, "false"': [mqtt('false'), 'mqtt', 'studio/take', button(off)],
  'MQTT, bytes': [mqtt(Buffer.from('off')), 'mqtt', 'studio/take', button(off)],
  'MQTT, JSON as text': [mqtt('{"state":"OFF"}'), 'mqtt', 'studio/take', button(off)],
  'MQTT, JSON': [mqtt({ value: 0.5, unit: '%' }), 'mqtt', 'studio/take', fader({ ...on, value: 0.5, raw: 0.5 })],
  'MQTT, retained': [mqtt('ON', { retain: true }), 'mqtt', 'studio/take', button({ ...on, retained: true })],
  'MQTT, an OSC-like topic': [mqtt(1, { topic: '/a' }), 'mqtt', '/a', fader({ ...on, value: 1, raw: 1 })],
  'Dashboard, down': [
    { topic: 'take', payload: '', _event: { type: 'pointerdown' } },
    'dashboard',
    'take',
    button({ ...on, anew: true }),
  ],
  'Dashboard, up': [{ topic: 'take', payload: '', _event: { type: 'pointerup' } }, 'dashboard', 'take', button(off)],
  'Dashboard, a click': [
    { payload: 0, _event: { type: 'click' } },
    'dashboard',
    'button',
    button({ ...on, momentary: true }),
  ],
  'Dashboard, a slider': [
    { topic: 'key', payload: 40, _client: { socketId: 'x' } },
    'dashboard',
    'key',
    fader({ ...on, raw: 40 }),
  ],
  'IS-07': [is07(false), 'is07', '6a3f', button({ ...off, at: LATER })],
  'IS-07, retained': [{ ...is07(true), retain: true }, 'is07', '6a3f', button({ ...on, at: LATER, retained: true })],
  // A WebSocket does not mark states that are sent to new subscribers. 1441723958.23596 s TAI is 37 s ahead of UTC.
  'IS-07, an old state': [
    is07(true, '1441723958:235960000'),
    'is07',
    '6a3f',
    button({ ...on, at: 1441723921235.96, retained: true }),
  ],
  'Ember+, contents': [
    { payload: { contents: { identifier: 'Gain', value: -40, minimum: -80, maximum: 0 } } },
    'ember',
    'Gain',
    fader({ ...on, value: 0.5, raw: -40 }),
  ],
  'Ember+, full': [{ payload: { full: { path: '0.1.2', contents: { value: false } } } }, 'ember', '0.1.2', button(off)],
  'plain, false': [{ payload: false }, 'plain', 'payload', button(off)],
  'plain, a number': [{ topic: 'pot', payload: 512 }, 'plain', 'pot', fader({ ...on, raw: 512 })],
  'plain, text': [{ payload: ' 0.0 ' }, 'plain', 'payload', fader({ ...off, value: 0, raw: 0 })],
};
