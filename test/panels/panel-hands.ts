import type { Source } from '../../dist/panels/gesture/gesture.js';
import { is07, LATER, midi, taiOf, xkeys } from './messages.js';

type Messages = readonly object[];

/** The messages of a movement. `count` is the number of movements before it. */
type Send<To> = (to: To, count: number) => Messages;

/** The controls of a panel by name, and the messages of each movement. */
export interface PanelHand {
  /** The settings *Source* and *14 bit*. */
  readonly source?: Source;
  readonly pair?: true;
  /** Keys that send their press (`true`) and their release. */
  readonly keys?: Readonly<Record<string, Send<boolean>>>;
  /** Controls whose press is complete. */
  readonly clicks?: Readonly<Record<string, Messages>>;
  /** Encoders: the messages of a turn, in steps, negative to the left. */
  readonly dials?: Readonly<Record<string, { readonly most: number; readonly turn: Send<number> }>>;
  /** Faders, in their own numbers. */
  readonly faders?: Readonly<
    Record<string, { readonly least: number; readonly most: number; readonly move: Send<number> }>
  >;
  /** Messages that no act causes. */
  readonly noise: Messages;
}

const noteOn = (channel: number, key: number, velocity: number) => midi('noteon', 0x90, channel, [key, velocity]);
const noteOff = (channel: number, key: number) => midi('noteoff', 0x80, channel, [key, 64]);
const controller = (channel: number, number: number, value: number) =>
  midi('controlchange', 0xb0, channel, [number, value]);
const bend = (channel: number, value: number) => midi('pitchbend', 0xe0, channel, [value & 127, value >> 7]);
const upper = (value: number) => value >> 7;
const lower = (value: number) => value & 127;
const to14Bits = (move: Send<number>) => ({ least: 0, most: 16383, move });

/** Clock, active sensing, a system message, and the release of a key that is not pressed. */
const MIDI_NOISE: Messages = [
  { payload: [], midi: { raw: [0xf8], deltaTime: 0, type: 'clock', data: [] } },
  { payload: [], midi: { raw: [0xfe], deltaTime: 0, type: 'activesensing', data: [] } },
  { payload: [126, 0, 6, 1, 247], midi: { raw: [240, 126, 0, 6, 1, 247], type: 'sysex' } },
  noteOff(1, 61),
  noteOn(1, 60, 0),
];

const browser = (topic: string, type: string) => ({ topic, payload: '', _event: { type }, _client: { socketId: 'A' } });
const ember = (contents: object) => ({ topic: 'ember', payload: { full: { path: '0.1.2', contents } } });
const dial = (event: string, more: object = {}) => ({
  topic: 'dial 1',
  payload: { type: 'encoder', index: 1, event, ...more },
});
const is07Number = (value: number, at: string) => {
  const { payload } = is07(value, at);
  return { payload: { ...payload, event_type: 'number', identity: { source_id: '7b2e' } } };
};
const osc = (address: string, value: number) => ({ address, args: [{ type: 'f', value }] });

export const PANEL_HANDS: Readonly<Record<string, PanelHand>> = {
  'MIDI, notes and controllers': {
    keys: {
      'note 1/60': (isDown) => [noteOn(1, 60, isDown ? 100 : 0)],
      'note 16/0': (isDown) => [isDown ? noteOn(16, 0, 1) : noteOff(16, 0)],
      'cc 1/64': (isDown) => [controller(1, 64, isDown ? 127 : 0)],
      // The number of a selector of NRPN.
      'cc 1/98': (isDown) => [controller(1, 98, isDown ? 127 : 0)],
    },
    clicks: { 'program 1/5': [midi('programchange', 0xc0, 1, [5])] },
    faders: {
      'cc 1/7': { least: 0, most: 127, move: (value) => [controller(1, 7, value)] },
      'bend 3': to14Bits((value) => [bend(3, value)]),
    },
    noise: MIDI_NOISE,
  },
  'MIDI, 14 bits': {
    pair: true,
    keys: { 'cc 1/64': (isDown) => [controller(1, 64, isDown ? 127 : 0)] },
    faders: {
      'cc 1/7': to14Bits((value) => [controller(1, 7, upper(value)), controller(1, 39, lower(value))]),
      'cc 2/0': to14Bits((value) => [controller(2, 32, lower(value)), controller(2, 0, upper(value))]),
    },
    noise: MIDI_NOISE,
  },
  'MIDI, NRPN': {
    faders: {
      // Parameter 300 is 2 and 44. 127 and 127 end the selection.
      'nrpn 1/300': to14Bits((value) => [
        ...[controller(1, 99, 2), controller(1, 98, 44)],
        ...[controller(1, 6, upper(value)), controller(1, 38, lower(value))],
        ...[controller(1, 101, 127), controller(1, 100, 127)],
      ]),
      'nrpn 2/5': to14Bits((value) => [
        ...[controller(2, 98, 5), controller(2, 99, 0)],
        ...[controller(2, 38, lower(value)), controller(2, 6, upper(value))],
      ]),
    },
    dials: {
      // Allen & Heath SQ, "MIDI Protocol": right and left.
      'nrpn 3/10240': {
        most: 4,
        turn: (steps) => [
          ...[controller(3, 99, 80), controller(3, 98, 0)],
          ...Array.from({ length: Math.abs(steps) }, () => controller(3, steps > 0 ? 96 : 97, 0)),
        ],
      },
    },
    noise: MIDI_NOISE,
  },
  'Mackie Control': {
    source: 'mcu',
    keys: {
      play: (isDown) => [noteOn(1, 94, isDown ? 127 : 0)],
      'rec 1': (isDown) => [noteOn(1, 0, isDown ? 127 : 0)],
      'push 8': (isDown) => [noteOn(1, 39, isDown ? 127 : 0)],
      'touch master': (isDown) => [noteOn(1, 112, isDown ? 127 : 0)],
    },
    dials: {
      // Bit 6 is the direction.
      'vpot 1': { most: 15, turn: (steps) => [controller(1, 16, steps > 0 ? steps : 64 - steps)] },
      jog: { most: 1, turn: (steps) => [controller(1, 60, steps > 0 ? 1 : 65)] },
    },
    faders: {
      'fader 1': to14Bits((value) => [bend(1, value)]),
      'fader master': to14Bits((value) => [bend(9, value)]),
    },
    noise: [...MIDI_NOISE.slice(0, 3), noteOn(1, 113, 127), controller(1, 7, 100), noteOn(2, 94, 127)],
  },
  GPIO: {
    keys: { 'pin 17': (isDown) => [{ topic: 'gpio/17', payload: isDown ? 1 : 0 }] },
    noise: [
      { topic: 'gpio/17', payload: 0 },
      { topic: 'gpio/17', payload: '' },
      { topic: 'gpio/17', payload: null },
    ],
  },
  'IS-07': {
    keys: { '6a3f': (isDown, count) => [is07(isDown, taiOf(LATER + count))] },
    faders: {
      '7b2e': { least: -80, most: 20, move: (value, count) => [is07Number(value, taiOf(LATER + count))] },
    },
    noise: [
      is07(false, taiOf(LATER)),
      is07(false, '1441723958:235960000'),
      { payload: { message_type: 'health', timing: { creation_timestamp: taiOf(LATER) } } },
      { payload: { message_type: 'connection_status', active: true } },
    ],
  },
  'Ember+': {
    keys: { '0.1.2': (isDown) => [ember({ identifier: 'Take', value: isDown })] },
    faders: {
      Gain: {
        ...{ least: -80, most: 0 },
        move: (value) => [{ payload: { contents: { identifier: 'Gain', value, minimum: -80, maximum: 0 } } }],
      },
    },
    noise: [
      ember({ identifier: 'Take' }),
      ember({ identifier: 'Label', value: 'CAM 1' }),
      { payload: { full: { path: '0.1', children: [] } } },
      { payload: '{"contents":' },
    ],
  },
  Dashboard: {
    keys: {
      take: (isDown) =>
        isDown ? [browser('take', 'pointerdown')] : [browser('take', 'pointerup'), browser('take', 'click')],
    },
    // By the keyboard.
    clicks: { next: [browser('next', 'click')] },
    faders: {
      level: {
        ...{ least: 0, most: 100 },
        move: (payload) => [{ topic: 'level', payload, _client: { socketId: 'A' } }],
      },
    },
    noise: [browser('take', 'mouseenter'), browser('take', 'pointerup'), { ...browser('take', 'x'), _client: {} }],
  },
  'Stream Deck': {
    keys: {
      'key 0': (isDown) => [{ topic: 0, payload: isDown ? 1 : 0 }],
      'key 31': (isDown) => [{ topic: 31, payload: isDown ? 1 : 0 }],
      'dial press 1': (isDown) => [dial(isDown ? 'down' : 'up')],
    },
    dials: { 'dial 1': { most: 9, turn: (amount) => [dial('rotate', { amount })] } },
    noise: [
      { topic: 'lcd', payload: { type: 'lcd-segment', index: 0 } },
      dial('swipe'),
      dial('rotate', { amount: 0.5 }),
      { topic: 0, payload: 0 },
    ],
  },
  'X-keys': {
    keys: { 'button 3/7': (isDown) => [xkeys({ button_id: '7', control_id: '7' }, isDown ? 1 : 0)] },
    dials: { 'jog 3/1': { most: 9, turn: (steps) => [xkeys({ control_id: 1 }, steps)] } },
    faders: {
      'shuttle 3/2': {
        ...{ least: -7, most: 7 },
        move: (value) => [{ ...xkeys({ control_id: 2 }, value), topic: 'dcdp/server/shuttle_event/1062/3/2' }],
      },
      'tbar 3/3': {
        ...{ least: 0, most: 255 },
        move: (value) => [{ ...xkeys({ control_id: 3 }, value), topic: 'dcdp/server/tbar_event/1325/3/3' }],
      },
    },
    noise: [
      { topic: 'dcdp/server/hello', payload: { request: 'hello', sid: 'desk' } },
      xkeys({ button_id: '7', control_id: '7' }, 0),
      xkeys({ button_id: '7', control_id: '7' }, 2),
      xkeys({ control_id: 1 }, 0.5),
    ],
  },
  OSC: {
    keys: {
      '/1/push1': (isDown) => [{ topic: '/1/push1', payload: isDown ? 1 : 0 }],
      '/1/toggle1': (isDown) => [{ topic: '/1/toggle1', payload: { type: isDown ? 'T' : 'F', value: isDown } }],
      '/1/push2': (isDown) => [{ topic: 'bundle', payload: [{ packets: [osc('/1/push2', isDown ? 1 : 0)] }] }],
    },
    clicks: { '/take': [{ topic: '/take', payload: [] }] },
    faders: { '/1/volume': { least: -60, most: 10, move: (payload) => [{ topic: '/1/volume', payload }] } },
    noise: [
      { topic: '/1/label1', payload: 'CAM 1' },
      { topic: '/1/push1', payload: 0 },
      { topic: '/1', payload: {} },
      { topic: 'bundle', payload: [{ address: '/1/label1', args: ['CAM 1'] }] },
    ],
  },
};
