import { nothing, press, retained, type Sequence } from './step.js';

const ESPHOME = 'https://esphome.io/components/mqtt.html';

const TAKE = 'desk/binary_sensor/take/state';

export const esphome: readonly Sequence[] = [
  {
    name: 'boots with a contact that is on',
    source: ESPHOME,
    steps: [nothing('desk/status', 'online'), nothing(TAKE, 'ON'), nothing(TAKE, 'OFF'), press(TAKE, 'ON')],
  },
  {
    name: 'connects again with a contact that is on, and was off before',
    source: ESPHOME,
    steps: [
      ...[nothing(TAKE, 'OFF'), nothing('desk/status', 'offline'), 20_000, nothing('desk/status', 'online')],
      ...[nothing(TAKE, 'ON'), nothing(TAKE, 'OFF'), press(TAKE, 'ON')],
    ],
  },
  {
    name: 'retains the state of a contact, which is closed then',
    source: ESPHOME,
    steps: [retained('desk/status', 'online'), retained(TAKE, 'OFF'), press(TAKE, 'ON'), nothing(TAKE, 'OFF')],
  },
  {
    name: 'retains a contact that is closed, and then opens and closes',
    source: ESPHOME,
    steps: [retained(TAKE, 'ON'), nothing(TAKE, 'OFF'), press(TAKE, 'ON')],
  },
  {
    name: 'connects, reports a contact that is off, and the contact is closed at once',
    source: ESPHOME,
    steps: [nothing('desk/status', 'online'), nothing(TAKE, 'OFF'), press(TAKE, 'ON')],
  },
  {
    name: 'sends the first event of a button after it has connected',
    source: ESPHOME,
    steps: [nothing('desk/status', 'online'), press('desk/event/knob/state', { event_type: 'single' })],
  },
  {
    name: 'has a contact that is closed after a deploy of the nodes',
    source: ESPHOME,
    steps: [nothing(TAKE, 'OFF'), 'deploy', press(TAKE, 'ON')],
  },
];
