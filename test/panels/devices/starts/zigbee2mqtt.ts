import { nothing, press, retained, type Sequence } from './step.js';

const Z2M = 'https://www.zigbee2mqtt.io/guide/usage/mqtt_topics_and_messages.html';
const Z2M_CACHE = 'https://www.zigbee2mqtt.io/guide/configuration/mqtt.html, cache_state_send_on_startup';

const Z = 'zigbee2mqtt/desk';
const plug = (state: string, power: number) => nothing('zigbee2mqtt/plug', { state, power, linkquality: 90 });

export const zigbee2mqtt: readonly Sequence[] = [
  {
    name: 'sends the first action of a button',
    source: Z2M,
    steps: [press(Z, { action: 'single', battery: 90, linkquality: 90 }), nothing(Z, { action: '', battery: 90 })],
  },
  {
    name: 'starts, and a button is pressed at once',
    source: Z2M,
    steps: [
      ...[nothing('zigbee2mqtt/bridge/state', { state: 'online' }), nothing(Z, { battery: 90, linkquality: 90 })],
      ...[press(Z, { action: 'single', battery: 90, linkquality: 90 })],
    ],
  },
  {
    name: 'reports a button available because it is pressed',
    source: Z2M,
    steps: [
      nothing(`${Z}/availability`, { state: 'online' }),
      press(Z, { action: 'double', battery: 90, linkquality: 90 }),
    ],
  },
  {
    name: 'sends the same action twice for two presses',
    source: Z2M,
    steps: [press(Z, { action: 'single', linkquality: 90 }), press(Z, { action: 'single', linkquality: 91 })],
  },
  {
    name: 'sends a plug that is on, first',
    source: Z2M,
    steps: [
      plug('ON', 3),
      10_000,
      plug('ON', 4),
      plug('OFF', 0),
      press('zigbee2mqtt/plug', { state: 'ON', linkquality: 9 }),
    ],
  },
  {
    name: 'starts, and sends its cached states',
    source: Z2M_CACHE,
    steps: [
      ...[plug('OFF', 0), nothing('zigbee2mqtt/bridge/state', { state: 'offline' }), 20_000],
      ...[nothing('zigbee2mqtt/bridge/state', { state: 'online' }), plug('ON', 5), plug('OFF', 0)],
      ...[press('zigbee2mqtt/plug', { state: 'ON', linkquality: 90 })],
    ],
  },
  {
    name: 'starts with another base topic, and sends its cached states',
    source: Z2M_CACHE,
    steps: [
      ...[nothing('home/plug', { state: 'OFF', linkquality: 90 }), nothing('home/bridge/state', { state: 'online' })],
      ...[nothing('home/plug', { state: 'ON', linkquality: 90 })],
    ],
  },
  {
    name: 'version 1.x starts, and sends its cached states',
    source: Z2M_CACHE,
    steps: [plug('OFF', 0), nothing('zigbee2mqtt/bridge/state', 'online'), plug('ON', 5)],
  },
  {
    name: 'has a plug that comes back, and is on',
    source: Z2M,
    steps: [
      plug('OFF', 0),
      nothing('zigbee2mqtt/plug/availability', { state: 'offline' }),
      plug('OFF', 0),
      9000,
      nothing('zigbee2mqtt/plug/availability', { state: 'online' }),
      plug('ON', 3),
      plug('ON', 4),
    ],
  },
  {
    name: 'has a plug that was switched during a deploy, and sends its power later',
    source: Z2M,
    steps: [
      plug('OFF', 0),
      'deploy',
      plug('ON', 5),
      plug('ON', 6),
      plug('OFF', 0),
      press('zigbee2mqtt/plug', { state: 'ON', linkquality: 90 }),
    ],
  },
  {
    name: 'retains the last action at the broker',
    source: Z2M,
    steps: [retained(Z, { action: 'single', linkquality: 90 }), press(Z, { action: 'single', linkquality: 90 })],
  },
  {
    name: 'sends an action after a deploy of the nodes',
    source: Z2M,
    steps: [press(Z, { action: 'single', linkquality: 90 }), 'deploy', press(Z, { action: 'single', linkquality: 90 })],
  },
];
