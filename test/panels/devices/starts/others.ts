import { nothing, press, retained, type Sequence, type Step } from './step.js';

const HA_AVAILABILITY = 'https://www.home-assistant.io/integrations/binary_sensor.mqtt/#availability_topic';
const OPENHAB = 'https://www.openhab.org/addons/bindings/mqtt.generic/';
const QOS = 'https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/os/mqtt-v3.1.1-os.html, 4.3.2';

const chatty = (first: Step, ms: number, again: Step): readonly Step[] => [first, ms, again];

export const others: readonly Sequence[] = [
  {
    name: 'sends its first press',
    source: OPENHAB,
    steps: [press('desk/take', 'ON'), nothing('desk/take', 'OFF'), press('desk/take', 'ON')],
  },
  {
    name: 'is available again, and sends its state',
    source: HA_AVAILABILITY,
    steps: [
      ...[nothing('desk/take', 'OFF'), nothing('desk/take/availability', 'online'), nothing('desk/take', 'ON')],
      ...[nothing('desk/take', 'OFF'), press('desk/take', 'ON')],
    ],
  },
  {
    name: 'is available again, and is pressed a minute later',
    source: HA_AVAILABILITY,
    steps: [nothing('desk/take/availability', 'online'), 60_000, press('desk/take', 'ON')],
  },
  {
    name: 'is another device than the one that is available again',
    source: HA_AVAILABILITY,
    steps: [nothing('desk/take/availability', 'online'), press('desk/out', 'ON')],
  },
  {
    name: 'has its availability retained, and is pressed at once',
    source: HA_AVAILABILITY,
    steps: [retained('desk/status', 'online'), press('desk/take', 'PRESSED'), nothing('desk/take', 'RELEASED')],
  },
  {
    name: 'has its state retained, and is pressed then',
    source: OPENHAB,
    steps: [retained('desk/take', 'ON'), nothing('desk/take', 'OFF'), press('desk/take', 'ON')],
  },
  {
    name: 'sends each message of a switch twice within 50 ms',
    source: QOS,
    steps: [
      ...chatty(nothing('desk/take', 'OFF'), 20, nothing('desk/take', 'OFF')),
      ...[500, ...chatty(press('desk/take', 'ON'), 20, nothing('desk/take', 'ON')), 20, nothing('desk/take', 'ON')],
      ...[500, ...chatty(nothing('desk/take', 'OFF'), 20, nothing('desk/take', 'OFF'))],
      ...[500, ...chatty(press('desk/take', 'ON'), 20, nothing('desk/take', 'ON'))],
    ],
  },
  {
    name: 'bounces to OFF between two presses of 50 ms',
    source: OPENHAB,
    steps: [press('desk/take', '1'), 20, nothing('desk/take', '0'), 20, press('desk/take', '1')],
  },
];
