import { nothing, press, retained, type Sequence, type Step } from './step.js';

const STREAM = 'home-assistant/core: homeassistant/components/mqtt_statestream/__init__.py';
const HA_BIRTH = 'https://www.home-assistant.io/integrations/mqtt/#birth-and-last-will-messages';
const HA_NODES = 'zachowj/node-red-contrib-home-assistant-websocket: src/nodes/events-state/EventsStateController.ts';

/** A time in seconds from now, as Home Assistant writes it. */
const time = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString().replace('Z', '+00:00');
const HA = 'homeassistant/event/desk';
const CONTACT = 'homeassistant/binary_sensor/contact/state';
const entity = (before: string | null, after: string): Step => ({
  msg: {
    topic: 'binary_sensor.take',
    payload: after,
    data: {
      entity_id: 'binary_sensor.take',
      old_state: before === null ? null : { state: before, attributes: {} },
      new_state: { state: after, attributes: {} },
    },
  },
  presses: before === 'off' && after === 'on' ? 1 : 0,
});

export const homeAssistant: readonly Sequence[] = [
  {
    name: 'publishes the last event of an hour ago, first',
    source: STREAM,
    steps: [
      nothing(`${HA}/state`, time(-3600)),
      nothing(`${HA}/event_type`, '"single"'),
      9000,
      nothing(`${HA}/state`, time(60)),
      press(`${HA}/event_type`, '"single"'),
    ],
  },
  {
    name: 'starts, and publishes the last event again',
    source: STREAM,
    steps: [
      ...[
        press(`${HA}/state`, time(60)),
        nothing('homeassistant/status', 'online'),
        nothing(`${HA}/state`, 'unavailable'),
      ],
      ...[nothing(`${HA}/state`, time(-60)), press(`${HA}/state`, time(90))],
    ],
  },
  {
    name: 'starts, and publishes a contact that is on',
    source: HA_BIRTH,
    steps: [
      ...[
        nothing(CONTACT, 'off'),
        nothing('homeassistant/status', 'offline'),
        nothing('homeassistant/status', 'online'),
      ],
      ...[nothing(CONTACT, 'on'), nothing(CONTACT, 'off'), press(CONTACT, 'on')],
    ],
  },
  {
    name: 'publishes a contact that is on, first',
    source: STREAM,
    steps: [nothing(CONTACT, 'on'), nothing(CONTACT, 'off'), press(CONTACT, 'on')],
  },
  {
    name: 'publishes a contact that is on, after it was unavailable',
    source: STREAM,
    steps: [
      nothing(CONTACT, 'off'),
      nothing(CONTACT, 'unavailable'),
      nothing(CONTACT, 'on'),
      nothing(CONTACT, 'off'),
      press(CONTACT, 'on'),
    ],
  },
  {
    name: 'retains the state of a contact, which is closed then',
    source: STREAM,
    steps: [retained(CONTACT, 'off'), press(CONTACT, 'on'), nothing(CONTACT, 'on')],
  },
  {
    name: 'publishes its birth message while a contact is off',
    source: HA_BIRTH,
    steps: [nothing(CONTACT, 'off'), nothing('homeassistant/status', 'online'), 10_000, press(CONTACT, 'on')],
  },
  {
    name: 'sends the first state of an entity to its nodes',
    source: HA_NODES,
    steps: [entity(null, 'on'), entity('on', 'off'), entity('off', 'on')],
  },
  {
    name: 'sends the first change of an entity to its nodes',
    source: HA_NODES,
    steps: [entity('off', 'on'), entity('on', 'off'), entity('off', 'unavailable'), entity('unavailable', 'on')],
  },
];
