import { nothing, press, retained, type Sequence } from './step.js';

const NOTIFY = 'https://shelly-api-docs.shelly.cloud/gen2/General/Notifications';
const GEN2_MQTT = 'https://shelly-api-docs.shelly.cloud/gen2/ComponentsAndServices/Mqtt';
const INPUT = 'https://shelly-api-docs.shelly.cloud/gen2/ComponentsAndServices/Input';
const QOS = 'https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/os/mqtt-v3.1.1-os.html, 4.3.2';

const P = 'shellyplus1-b48a0a1c';
const notify = (method: string, params: object) => ({
  src: P,
  dst: `${P}/events`,
  method,
  params: { ts: 1.1, ...params },
});
const changed = (state: boolean) => notify('NotifyStatus', { 'input:0': { id: 0, state } });
const full = (state: boolean) =>
  notify('NotifyFullStatus', {
    'input:0': { id: 0, state },
    'switch:0': { id: 0, output: true },
    mqtt: { connected: true },
  });
const pushed = (name: string, ts: number) =>
  notify('NotifyEvent', { ts, events: [{ component: 'input:0', id: 0, event: name, ts }] });
const RPC = `${P}/events/rpc`;
const STATUS = `${P}/status/input:0`;
const on = { id: 0, state: true };
const off = { id: 0, state: false };

export const shellyGen2: readonly Sequence[] = [
  {
    name: 'sends its first full status with the input on',
    source: NOTIFY,
    steps: [nothing(RPC, full(true)), nothing(RPC, changed(false)), press(RPC, changed(true))],
  },
  {
    name: 'sends its first full status with the input on, after online',
    source: NOTIFY,
    steps: [
      nothing(`${P}/online`, 'true'),
      nothing(RPC, full(true)),
      nothing(STATUS, on),
      nothing(RPC, changed(false)),
    ],
  },
  {
    name: 'publishes the status of the input first, which is on',
    source: GEN2_MQTT,
    steps: [nothing(STATUS, on), nothing(STATUS, off), press(STATUS, on)],
  },
  {
    name: 'publishes the status of the input after online, which is on',
    source: GEN2_MQTT,
    steps: [nothing(`${P}/online`, 'true'), nothing(STATUS, on), nothing(STATUS, off), press(STATUS, on)],
  },
  {
    name: 'connects again with the input on, which was off before',
    source: GEN2_MQTT,
    steps: [
      ...[
        nothing(STATUS, off),
        nothing(`${P}/online`, 'false'),
        20_000,
        nothing(`${P}/online`, 'true'),
        nothing(STATUS, on),
      ],
      ...[nothing(STATUS, off), press(STATUS, on)],
    ],
  },
  {
    name: 'boots with the input on, which was off before, and is heard only by its notifications',
    source: NOTIFY,
    steps: [
      ...[press(RPC, changed(true)), nothing(RPC, changed(false)), 60_000, nothing(RPC, full(true))],
      ...[nothing(RPC, changed(false)), press(RPC, changed(true))],
    ],
  },
  {
    name: 'notifies a change first: only a press does that',
    source: NOTIFY,
    steps: [
      retained(`${P}/online`, 'true'),
      press(RPC, changed(true)),
      nothing(STATUS, on),
      nothing(RPC, changed(false)),
    ],
  },
  {
    name: 'notifies a change a minute after it has connected',
    source: NOTIFY,
    steps: [nothing(`${P}/online`, 'true'), 60_000, press(RPC, changed(true))],
  },
  {
    name: 'sends the first event of a push button',
    source: INPUT,
    steps: [press(RPC, pushed('single_push', 1700000001.1)), nothing(RPC, pushed('single_push', 1700000001.1))],
  },
  {
    name: 'sends an event at once after it has connected',
    source: INPUT,
    steps: [nothing(`${P}/online`, 'true'), nothing(RPC, full(false)), press(RPC, pushed('double_push', 1700000002))],
  },
  {
    name: 'sends an event that was sent before a deploy once more',
    source: QOS,
    steps: [
      press(RPC, pushed('single_push', 7)),
      'deploy',
      nothing(RPC, pushed('single_push', 7)),
      press(RPC, pushed('single_push', 9)),
    ],
  },
  {
    name: 'has a push button, whose state is always null',
    source: INPUT,
    steps: [
      nothing(`${P}/online`, 'true'),
      nothing(STATUS, { id: 0, state: null }),
      press(RPC, pushed('single_push', 3)),
    ],
  },
  {
    name: 'changes during a deploy: its next change is a press',
    source: GEN2_MQTT,
    steps: [nothing(STATUS, off), 'deploy', press(STATUS, on), nothing(STATUS, off)],
  },
];
