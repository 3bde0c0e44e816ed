import { nothing, press, retained, type Sequence } from './step.js';

const TASMOTA = 'https://tasmota.github.io/docs/MQTT/';
const TASMOTA_CONNECT = 'arendst/Tasmota: tasmota/tasmota_xdrv_driver/xdrv_02_9_mqtt.ino, MqttConnected';
const SWITCHES = 'https://tasmota.github.io/docs/Buttons-and-Switches/';

const result = (content: object) => ['stat/lamp/RESULT', content] as const;
const LWT = 'tele/lamp/LWT';

export const tasmota: readonly Sequence[] = [
  {
    name: 'connects again with its relay on',
    source: TASMOTA_CONNECT,
    steps: [
      ...[
        nothing(LWT, 'Online'),
        nothing('cmnd/lamp/POWER', ''),
        nothing('tele/lamp/INFO1', { Info1: { Module: 'Basic' } }),
      ],
      ...[nothing(...result({ POWER: 'ON' })), nothing('stat/lamp/POWER', 'ON')],
      ...[
        nothing('tele/lamp/STATE', { POWER: 'ON' }),
        nothing(...result({ POWER: 'OFF' })),
        press(...result({ POWER: 'ON' })),
      ],
    ],
  },
  {
    name: 'connects again with its relay on, which was off before',
    source: TASMOTA_CONNECT,
    steps: [
      ...[nothing(...result({ POWER: 'OFF' })), nothing(LWT, 'Offline'), 20_000, nothing(LWT, 'Online')],
      ...[nothing(...result({ POWER: 'ON' })), nothing('stat/lamp/POWER', 'ON')],
      ...[nothing(...result({ POWER: 'OFF' })), press(...result({ POWER: 'ON' })), nothing('stat/lamp/POWER', 'ON')],
    ],
  },
  {
    name: 'connects again with two relays',
    source: TASMOTA_CONNECT,
    steps: [
      ...[nothing(...result({ POWER1: 'OFF' })), nothing(...result({ POWER2: 'OFF' })), nothing(LWT, 'Online')],
      ...[
        nothing(...result({ POWER1: 'ON' })),
        nothing('stat/lamp/POWER1', 'ON'),
        nothing(...result({ POWER2: 'OFF' })),
      ],
      ...[nothing('stat/lamp/POWER2', 'OFF'), press(...result({ POWER2: 'ON' })), nothing('stat/lamp/POWER2', 'ON')],
    ],
  },
  {
    name: 'has the other form of FullTopic, and connects again',
    source: TASMOTA,
    steps: [
      ...[nothing('lamp/stat/RESULT', { POWER: 'OFF' }), nothing('lamp/tele/LWT', 'Online')],
      ...[nothing('lamp/stat/RESULT', { POWER: 'ON' }), nothing('lamp/stat/POWER', 'ON')],
    ],
  },
  {
    name: 'reports its relay first, which is on',
    source: TASMOTA_CONNECT,
    steps: [nothing(...result({ POWER: 'ON' })), nothing('stat/lamp/POWER', 'ON'), nothing('stat/lamp/POWER', 'OFF')],
  },
  {
    name: 'reports its relay each five minutes, and is switched then',
    source: TASMOTA,
    steps: [
      ...[retained(LWT, 'Online'), nothing('tele/lamp/STATE', { POWER: 'OFF', Vcc: 3.4 })],
      ...[press(...result({ POWER: 'ON' })), nothing('stat/lamp/POWER', 'ON')],
      ...[nothing('tele/lamp/STATE', { POWER: 'ON', Vcc: 3.4 }), nothing(...result({ POWER: 'OFF' }))],
    ],
  },
  {
    name: 'sends its whole state before the result of each switching (SetOption59)',
    source: TASMOTA,
    steps: [
      ...[nothing(...result({ POWER: 'OFF' })), nothing('tele/lamp/STATE', { POWER: 'ON' })],
      ...[press(...result({ POWER: 'ON' })), nothing('stat/lamp/POWER', 'ON')],
    ],
  },
  {
    name: 'sends the first action of a button',
    source: SWITCHES,
    steps: [retained(LWT, 'Online'), press(...result({ Button1: { Action: 'SINGLE' } }))],
  },
  {
    name: 'sends an action of a button after it has connected',
    source: SWITCHES,
    steps: [nothing(LWT, 'Online'), press(...result({ Button1: { Action: 'DOUBLE' } }))],
  },
  {
    name: 'sends the first action of a detached switch',
    source: SWITCHES,
    steps: [
      ...[press(...result({ Switch1: { Action: 'ON' } })), nothing(...result({ Switch1: { Action: 'OFF' } }))],
      ...[press(...result({ Switch1: { Action: 'ON' } }))],
    ],
  },
  {
    name: 'sends an action of a detached switch a minute after it has connected',
    source: SWITCHES,
    steps: [nothing(LWT, 'Online'), 60_000, press(...result({ Switch1: { Action: 'ON' } }))],
  },
  {
    name: 'is switched after a deploy of the nodes',
    source: TASMOTA,
    steps: [nothing(...result({ POWER: 'OFF' })), 'deploy', press(...result({ POWER: 'ON' }))],
  },
];
