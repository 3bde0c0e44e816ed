import { nothing, press, retained, type Sequence } from './step.js';

const GEN1 = 'https://shelly-api-docs.shelly.cloud/gen1/#mqtt-support';
const COUNT = 'home-assistant/core: homeassistant/components/shelly/coordinator.py, last_event_count';
const BUTTON1 = 'https://shelly-api-docs.shelly.cloud/gen1/#shelly-button1-mqtt';

const event = (count: number, kind = 'S') => ({ event: kind, event_cnt: count });
const B = 'shellies/shellyix3-98CDAC2ED2E6';
const EVENT = `${B}/input_event/0`;
const ONE = 'shellies/shelly1-B929CC';

export const shellyGen1: readonly Sequence[] = [
  {
    name: 'repeats its last event each 30 s, first after a start',
    source: GEN1,
    steps: [nothing(EVENT, event(12)), 30_000, nothing(EVENT, event(12)), press(EVENT, event(13))],
  },
  {
    name: 'repeats a hold each 30 s, first after a start',
    source: GEN1,
    steps: [nothing(EVENT, event(3, 'L')), 30_000, nothing(EVENT, event(3, 'L')), press(EVENT, event(4, 'L'))],
  },
  {
    name: 'has two inputs, and each repeats its own event',
    source: GEN1,
    steps: [
      ...[nothing(EVENT, event(5)), nothing(`${B}/input_event/1`, event(2, 'SS'))],
      ...[press(`${B}/input_event/1`, event(3, 'SS')), press(EVENT, event(6))],
    ],
  },
  {
    name: 'reports a count of 0 after its boot, so the next count is a press',
    source: GEN1,
    steps: [nothing(EVENT, event(0, '')), press(EVENT, event(1))],
  },
  {
    name: 'was pressed while Node-RED was away: the first count is another one than the last',
    source: COUNT,
    steps: [retained(`${B}/online`, 'true'), nothing(EVENT, event(8)), press(EVENT, event(9))],
  },
  {
    name: 'retains its last event at the broker',
    source: GEN1,
    steps: [retained(EVENT, event(8)), nothing(EVENT, event(8)), press(EVENT, event(9))],
  },
  {
    name: 'connects again and repeats its last event',
    source: GEN1,
    steps: [
      ...[nothing(EVENT, event(8)), press(EVENT, event(9)), nothing(`${B}/online`, 'false')],
      ...[20_000, nothing(`${B}/online`, 'true'), nothing(EVENT, event(9)), press(EVENT, event(10))],
    ],
  },
  {
    name: 'was pressed while it was not connected',
    source: COUNT,
    steps: [
      ...[nothing(EVENT, event(8)), nothing(`${B}/online`, 'false'), 20_000, nothing(`${B}/online`, 'true')],
      ...[nothing(EVENT, event(9)), press(EVENT, event(10))],
    ],
  },
  {
    name: 'boots with relay and input high',
    source: GEN1,
    steps: [
      ...[nothing('shellies/announce', { id: 'shelly1-B929CC', model: 'SHSW-1' }), nothing(`${ONE}/online`, 'true')],
      ...[
        nothing(`${ONE}/relay/0`, 'on'),
        nothing(`${ONE}/input/0`, '1'),
        nothing(`${ONE}/input_event/0`, event(0, '')),
      ],
      ...[30_000, nothing(`${ONE}/relay/0`, 'on'), nothing(`${ONE}/input/0`, '1')],
      ...[nothing(`${ONE}/input/0`, '0'), press(`${ONE}/input/0`, '1')],
    ],
  },
  {
    name: 'boots again with relay and input high, which were low before',
    source: GEN1,
    steps: [
      ...[nothing(`${ONE}/relay/0`, 'off'), nothing(`${ONE}/input/0`, '0'), 30_000, nothing(`${ONE}/online`, 'true')],
      ...[nothing(`${ONE}/relay/0`, 'on'), nothing(`${ONE}/input/0`, '1')],
      ...[nothing(`${ONE}/input/0`, '0'), press(`${ONE}/input/0`, '1')],
    ],
  },
  {
    name: 'repeats a high input each 30 s, first after a start',
    source: GEN1,
    steps: [nothing(`${ONE}/input/0`, '1'), 30_000, nothing(`${ONE}/input/0`, '1'), nothing(`${ONE}/input/0`, '0')],
  },
  {
    name: 'repeats a low input, which then is pressed',
    source: GEN1,
    steps: [nothing(`${ONE}/input/0`, '0'), press(`${ONE}/input/0`, '1'), nothing(`${ONE}/input/0`, '0')],
  },
  {
    name: 'has a relay that stays on, and a detached input',
    source: GEN1,
    steps: [
      ...[nothing(`${ONE}/relay/0`, 'on'), nothing(`${ONE}/input/0`, '0'), press(`${ONE}/input/0`, '1')],
      ...[nothing(`${ONE}/relay/0`, 'on'), nothing(`${ONE}/input/0`, '0'), nothing(`${ONE}/relay/0`, 'on')],
      ...[press(`${ONE}/input/0`, '1')],
    ],
  },
  {
    name: 'is a plug that is on, and is switched at its button',
    source: GEN1,
    steps: [
      ...[nothing('shellies/plug/relay/0', 'on'), nothing('shellies/plug/relay/0/power', '12.5')],
      ...[nothing('shellies/plug/relay/0', 'off'), press('shellies/plug/relay/0', 'on')],
    ],
  },
  {
    name: 'repeats its last event after a deploy of the nodes',
    source: GEN1,
    steps: [
      nothing(EVENT, event(8)),
      press(EVENT, event(9)),
      'deploy',
      nothing(EVENT, event(9)),
      press(EVENT, event(10)),
    ],
  },
  {
    name: 'was pressed during a deploy, and repeats this later',
    source: GEN1,
    steps: [nothing(EVENT, event(8)), 'deploy', 20_000, nothing(EVENT, event(9)), press(EVENT, event(10))],
  },
  {
    name: 'had its input closed during a deploy, and repeats this later',
    source: GEN1,
    steps: [
      ...[nothing(`${ONE}/input/0`, '0'), 'deploy' as const, nothing(`${ONE}/input/0`, '1')],
      ...[nothing(`${ONE}/input/0`, '0'), press(`${ONE}/input/0`, '1')],
    ],
  },
  {
    name: 'is a Button1, which connects because it was pressed',
    source: BUTTON1,
    steps: [
      ...[nothing('shellies/shellybutton1-A4CF12/input_event/0', event(4))],
      ...[nothing('shellies/shellybutton1-A4CF12/online', 'true')],
      ...[press('shellies/shellybutton1-A4CF12/input_event/0', event(5))],
    ],
  },
  {
    name: 'is another device than the one that connects',
    source: GEN1,
    steps: [
      ...[nothing(EVENT, event(8)), nothing(`${B}5/online`, 'true'), nothing(`${B.slice(0, -1)}/online`, 'true')],
      ...[press(EVENT, event(9))],
    ],
  },
];
