/** A hand at a button of a device. */
export type Act = 'single' | 'hold' | 'double' | 'turn';

/** A message at a time, in ms after the act began. */
type Timed = readonly [at: number, msg: object];

/** A family of devices: the messages of each act, the events of its button, and messages without an act. */
export interface DeviceHand {
  /** The messages of an act. `count` is the number of acts before it. */
  readonly acts: Partial<Record<Act, (count: number) => readonly Timed[]>>;
  readonly events: Partial<Record<Act, readonly string[]>>;
  /** `count` is the number of acts so far. A device that connects sends its states, too: then it is a list. */
  readonly noise: (count: number) => readonly (object | readonly object[])[];
  /** Messages when the device connects, for example retained ones. */
  readonly start?: readonly object[];
}

const mqtt = (topic: string, payload: string | object, retain = false) => ({
  topic,
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  qos: 0,
  retain,
});

/** The device separates the acts itself. */
const SEPARATE = { single: ['press', 'release'], double: ['double', 'release'], hold: ['hold', 'release'], turn: [] };

/** The device sends press and release, and the node times them. */
const TIMED = {
  single: ['press', 'release'],
  double: ['press', 'release', 'double', 'release'],
  hold: ['press', 'hold', 'release'],
};

const contact = (pressed: object, released: object): DeviceHand['acts'] => ({
  single: () => [
    [0, pressed],
    [120, released],
  ],
  double: () => [
    [0, pressed],
    [100, released],
    [250, pressed],
    [330, released],
  ],
  hold: () => [
    [0, pressed],
    [1500, released],
  ],
});

const z2m = (word: string, more: object = {}) => mqtt('zigbee2mqtt/desk', { action: word, battery: 90, ...more });
const gen1 = (event: string, count: number) => mqtt('shellies/b/input_event/0', { event, event_cnt: count + 1 });
const gen2 = (event: string, at: number) =>
  mqtt('plus/events/rpc', { method: 'NotifyEvent', params: { events: [{ component: 'input:0', event, ts: at }] } });
const tasmota = (action: string) => mqtt('stat/desk/RESULT', { Button1: { Action: action } });
const power = (state: string) => mqtt('stat/desk/RESULT', { POWER: state });

/** Later than each test, as the clock of another machine may be. */
const timeOf = (count: number) => new Date(Date.now() + 3_600_000 + count * 1000).toISOString();
const START = Date.now();
const stream = (leaf: string, payload: string, retain = false) => mqtt(`ha/event/desk/${leaf}`, payload, retain);
const streamed = (type: string) => (count: number) =>
  [
    [0, stream('state', new Date(START + 3_600_000 + count * 1000).toISOString())],
    [2, stream('last_updated', timeOf(count))],
    [4, stream('event_types', '["single", "double", "hold"]')],
    [6, stream('event_type', JSON.stringify(type))],
    [8, stream('friendly_name', '"Desk"')],
  ] as const;

export const DEVICE_HANDS: Readonly<Record<string, DeviceHand>> = {
  'zigbee2mqtt 1.x': {
    acts: {
      single: () => [
        [0, z2m('single')],
        [3, z2m('')],
        [4, mqtt('zigbee2mqtt/desk/action', 'single')],
      ],
      double: () => [
        [0, z2m('double')],
        [3, z2m('')],
      ],
      hold: () => [
        [0, z2m('hold')],
        [3, z2m('')],
        [900, z2m('release', { duration: 1900 })],
        [903, z2m('')],
      ],
      turn: () => [
        [0, z2m('rotate_left')],
        [200, z2m('brightness_step_up', { action_step_size: 13 })],
      ],
    },
    events: SEPARATE,
    noise: () => [
      mqtt('zigbee2mqtt/desk', { battery: 87, linkquality: 40 }),
      mqtt('zigbee2mqtt/desk/availability', 'online'),
      mqtt('zigbee2mqtt/bridge/state', { state: 'online' }),
      mqtt('zigbee2mqtt/desk/battery', '87'),
    ],
  },
  'Hue dimmer at zigbee2mqtt 2.x': {
    acts: {
      single: () => [
        [0, z2m('on_press')],
        [150, z2m('on_press_release')],
      ],
      hold: () => [
        [0, z2m('on_press')],
        [800, z2m('on_hold')],
        [1600, z2m('on_hold')],
        [2300, z2m('on_hold_release')],
      ],
    },
    events: { single: ['press', 'release'], hold: ['press', 'hold', 'release'] },
    noise: () => [mqtt('zigbee2mqtt/desk', { battery: 87, update: { state: 'idle' }, linkquality: 40 })],
  },
  'Shelly Gen1': {
    acts: {
      single: (count) => [
        [0, mqtt('shellies/b/input/0', '1')],
        [110, mqtt('shellies/b/input/0', '0')],
        [400, gen1('S', count)],
      ],
      double: (count) => [[0, gen1('SS', count)]],
      hold: (count) => [[0, gen1('L', count)]],
    },
    events: SEPARATE,
    // The first message: from then on, the input counts by its events.
    start: [mqtt('shellies/b/input_event/0', { event: 'S', event_cnt: 0 }, true)],
    noise: (count) => [
      [mqtt('shellies/b/online', 'true'), mqtt('shellies/b/input/0', '0'), gen1('S', count - 1)],
      mqtt('shellies/b/sensor/battery', '93'),
      mqtt('shellies/b/input/0', '0'),
      mqtt('shellies/b/relay/0', 'on'),
      mqtt('shellies/announce', { id: 'b', model: 'SHBTN-1' }),
      ...(count > 0 ? [gen1('S', count - 1)] : []),
    ],
  },
  'Shelly Gen2': {
    acts: {
      single: (count) => [
        [0, gen2('btn_down', count)],
        [120, gen2('btn_up', count + 0.1)],
        [450, gen2('single_push', count + 0.4)],
      ],
      double: (count) => [
        [0, gen2('btn_down', count)],
        [300, gen2('btn_up', count + 0.1)],
        [450, gen2('double_push', count + 0.4)],
      ],
      hold: (count) => [
        [0, gen2('btn_down', count)],
        [800, gen2('long_push', count + 0.4)],
        [1400, gen2('btn_up', count + 0.9)],
      ],
    },
    events: SEPARATE,
    noise: () => [
      mqtt('plus/online', 'true'),
      mqtt('plus/status/input:0', { id: 0, state: null }),
      mqtt('plus/status/switch:0', { id: 0, output: true }),
      mqtt('plus/events/rpc', { method: 'NotifyStatus', params: { wifi: { rssi: -60 } } }),
    ],
  },
  'Tasmota with detached buttons': {
    acts: {
      single: () => [[0, tasmota('SINGLE')]],
      double: () => [[0, tasmota('DOUBLE')]],
      hold: () => [
        [0, tasmota('HOLD')],
        [900, tasmota('CLEAR')],
      ],
    },
    events: SEPARATE,
    noise: () => [
      mqtt('tele/desk/LWT', 'Online'),
      mqtt('tele/desk/STATE', { POWER: 'ON', Wifi: { RSSI: 80 } }),
      mqtt('stat/desk/RESULT', { Command: 'Unknown' }),
    ],
  },
  'Tasmota, a relay': {
    acts: contact(power('ON'), power('OFF')),
    events: TIMED,
    start: [power('OFF')],
    noise: () => [mqtt('tele/desk/STATE', { POWER: 'OFF' }), [mqtt('tele/desk/LWT', 'Online'), power('OFF')]],
  },
  'Home Assistant, statestream': {
    acts: { single: streamed('single'), double: streamed('double'), hold: streamed('hold') },
    events: { ...SEPARATE, hold: ['hold'] },
    start: [stream('state', '2024-05-01T12:00:00+00:00', true), stream('event_type', '"single"', true)],
    noise: () => [
      stream('state', 'unavailable'),
      stream('icon', '"mdi:button"'),
      mqtt('homeassistant/status', 'online'),
      mqtt('homeassistant/event/desk/config', { name: 'Desk' }),
    ],
  },
  ESPHome: {
    acts: contact(mqtt('d/binary_sensor/take/state', 'ON'), mqtt('d/binary_sensor/take/state', 'OFF')),
    events: TIMED,
    start: [mqtt('d/binary_sensor/take/state', 'OFF', true)],
    noise: () => [
      [mqtt('d/status', 'online'), mqtt('d/binary_sensor/take/state', 'OFF')],
      mqtt('d/debug', '[D] x'),
      mqtt('d/binary_sensor/take/state', 'OFF'),
    ],
  },
  'PRESSED and RELEASED': {
    acts: contact(mqtt('desk/a', 'PRESSED'), mqtt('desk/a', 'RELEASED')),
    events: TIMED,
    noise: () => [
      mqtt('desk/a', { battery: 3 }),
      [mqtt('desk/a', 'online'), mqtt('desk/a', 'RELEASED')],
      mqtt('desk/a', 'RELEASED'),
      mqtt('desk/a', ''),
    ],
  },
  'OSC without arguments': {
    acts: { single: () => [[0, { topic: '/take', payload: [] }]] },
    events: { single: ['press', 'release'] },
    noise: () => [{ topic: '/take', payload: 'Camera 1' }],
  },
};
