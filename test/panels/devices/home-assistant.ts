import { type Row, rowsOf, sent } from './row.js';

const STREAM = 'home-assistant/core: homeassistant/components/mqtt_statestream/__init__.py';
const EVENT = 'https://www.home-assistant.io/integrations/event.mqtt/';
const TRIGGERS = 'https://www.home-assistant.io/integrations/device_trigger.mqtt/';
const NODES = 'zachowj/node-red-contrib-home-assistant-websocket: src/nodes/events-state/EventsStateController.ts';
const ALL = 'zachowj/node-red-contrib-home-assistant-websocket: src/nodes/events-all/EventsAllController.ts';
const DEVICE = 'zachowj/node-red-contrib-home-assistant-websocket: src/nodes/device/DeviceTriggerController.ts';

/** The time of an event, a number of seconds before the tests start, as Home Assistant writes it. */
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString().replace('Z', '+00:00');

/** The clock of Home Assistant is ahead, so that these times are new, however late the tests use them. */
const [OLD, FIRST, SECOND, THIRD] = [ago(3600), ago(-3600), ago(-3601), ago(-3602)];

/** A message of the node *events: state*: the state is the payload, the change is in `data`. */
const changed = (entity: string, before: string | null, after: string, attributes: object = {}) => ({
  topic: entity,
  payload: after,
  data: {
    entity_id: entity,
    old_state: before === null ? null : { entity_id: entity, state: before, attributes },
    new_state: { entity_id: entity, state: after, attributes },
  },
});

/** A message of the node *events: all*. */
const fired = (event_type: string, event: object) => ({
  topic: event_type,
  payload: { event_type, event, origin: 'LOCAL', time_fired: ago(1), context: { id: '01J' } },
});

const zha = (command: string) =>
  fired('zha_event', { device_ieee: '84:71:27:ff:fe:40:78:7b', endpoint_id: 1, cluster_id: 6, command, args: [] });

const trigger = (type: string, subtype: string) => ({
  topic: 'a1b2c3',
  payload: { id: '0', platform: 'device', domain: 'hue', device_id: 'a1b2c3', type, subtype, description: type },
});

export const homeAssistant: readonly Row[] = [
  ...rowsOf(STREAM, [
    ['homeassistant/status', 'online', 'nothing'],
    ['homeassistant/event/desk_button/state', 'unknown', 'nothing'],
    ['homeassistant/event/desk_button/state', OLD, 'nothing'],
    ['homeassistant/event/desk_button/state', FIRST, 'single'],
    ['homeassistant/event/desk_button/state', FIRST, 'nothing'],
    ['homeassistant/event/desk_button/last_updated', FIRST, 'nothing'],
    ['homeassistant/event/desk_button/last_changed', FIRST, 'nothing'],
    ['homeassistant/event/desk_button/state', 'unavailable', 'nothing'],
    ['homeassistant/event/desk_button/state', FIRST, 'nothing'],
    ['homeassistant/event/desk_button/state', SECOND, 'single'],
    // With publish_attributes, the kind of the event comes behind its time.
    ['homeassistant/event/full/event_types', '["press", "double_press", "hold"]', 'nothing'],
    ['homeassistant/event/full/event_type', '"press"', 'press'],
    ['homeassistant/event/full/device_class', '"button"', 'nothing'],
    ['homeassistant/event/full/friendly_name', '"Desk button"', 'nothing'],
    ['homeassistant/event/full/state', THIRD, 'nothing'],
    ['homeassistant/event/full/event_type', '"double_press"', 'double'],
    ['homeassistant/event/full/event_type', 'null', 'nothing'],
    // The first press after a start counts by its time, which arrives first.
    ['homeassistant/event/fresh/state', FIRST, 'single'],
    ['homeassistant/event/fresh/event_type', '"press"', 'nothing'],
    ['homeassistant/event/fresh/state', SECOND, 'nothing'],
    ['homeassistant/event/fresh/event_type', '"hold"', 'hold'],
    // Home Assistant starts again, and publishes the last event again.
    ['homeassistant/event/fresh/state', SECOND, 'nothing'],
    ['homeassistant/event/fresh/event_type', '"press"', 'nothing'],
    ['homeassistant/binary_sensor/contact/state', 'off', 'nothing'],
    ['homeassistant/binary_sensor/contact/state', 'on', 'press'],
    ['homeassistant/binary_sensor/contact/state', 'on', 'nothing'],
    ['homeassistant/binary_sensor/contact/state', 'unavailable', 'nothing'],
    ['homeassistant/binary_sensor/contact/state', 'off', 'release'],
    ['homeassistant/binary_sensor/contact/last_changed', SECOND, 'nothing'],
    ['homeassistant/binary_sensor/contact/friendly_name', '"Contact"', 'nothing'],
    ['homeassistant/input_button/take/state', SECOND, 'single'],
    ['homeassistant/input_boolean/live/state', 'off', 'nothing'],
    ['homeassistant/input_boolean/live/state', 'on', 'press'],
    ['homeassistant/binary_sensor/contact/config', '{"name":"Contact","state_topic":"x/state"}', 'nothing'],
  ]),
  ...rowsOf(EVENT, [
    ['home/desk/event', '{"event_type":"press"}', 'press'],
    ['home/desk/event', '{"event_type":"hold"}', 'longer'],
    ['home/desk/event', '{"event_type":"release"}', 'release'],
    ['home/desk/event', '{"event_type":"double_press"}', 'double'],
  ]),
  ...rowsOf(TRIGGERS, [
    ['home/remote/trigger', '{"action":"button_short_press"}', 'press'],
    ['home/remote/trigger', '{"action":"button_short_release"}', 'release'],
    ['home/remote/trigger', '{"action":"button_double_press"}', 'double'],
    ['home/remote/trigger', '{"action":"button_long_press"}', 'hold'],
    ['home/remote/trigger', '{"action":"button_long_release"}', 'release'],
  ]),
  ...sent(NODES, [
    [changed('binary_sensor.button', 'off', 'on'), 'press'],
    [changed('binary_sensor.button', 'on', 'on', { battery: 80 }), 'nothing'],
    [changed('binary_sensor.button', 'on', 'off'), 'release'],
    [changed('binary_sensor.button', 'off', 'unavailable'), 'nothing'],
    [changed('binary_sensor.button', 'unavailable', 'on'), 'nothing'],
    [changed('binary_sensor.button', null, 'on'), 'nothing'],
    [changed('event.remote', FIRST, SECOND, { event_type: 'single' }), 'single'],
    [changed('event.remote', SECOND, THIRD, { event_type: 'double' }), 'double'],
    [changed('event.remote', THIRD, 'unavailable'), 'nothing'],
    [changed('event.remote', 'unavailable', OLD, { event_type: 'single' }), 'nothing'],
  ]),
  ...sent(ALL, [
    [zha('on'), 'single'],
    [zha('remote_button_double_press'), 'double'],
    [zha('attribute_updated'), 'nothing'],
    [fired('hue_event', { id: 'dimmer_button_1', type: 'initial_press', subtype: 1 }), 'press'],
    [fired('hue_event', { id: 'dimmer_button_1', type: 'short_release', subtype: 1 }), 'release'],
    [fired('shelly.click', { device: 'shellyplusi4', channel: 1, click_type: 'single' }), 'single'],
    [fired('shelly.click', { device: 'shellyplusi4', channel: 1, click_type: 'double' }), 'double'],
    [fired('shelly.click', { device: 'shellyplusi4', channel: 1, click_type: 'long' }), 'held'],
    [fired('call_service', { domain: 'light', service: 'turn_on' }), 'nothing'],
    [
      { event_type: 'home_assistant_client', topic: 'home_assistant_client:connected', payload: 'connected' },
      'nothing',
    ],
  ]),
  ...sent(DEVICE, [
    [trigger('initial_press', 'button_1'), 'press'],
    [trigger('short_release', 'button_1'), 'release'],
    [trigger('remote_button_double_press', 'turn_on'), 'double'],
    [trigger('long_press', 'button_2'), 'hold'],
    [trigger('long_release', 'button_2'), 'release'],
    [trigger('battery_level', ''), 'nothing'],
  ]),
];
