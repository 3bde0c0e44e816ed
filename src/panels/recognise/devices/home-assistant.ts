import { type Fields, isObject } from '../../../base/values.js';
import { NONE, nameOf, type ParsedGesture } from '../parse-values.js';
import { type DeviceReader, eventGesture, stateGesture, unknownState } from './device.js';
import { type Act, parseEvent } from './event-words.js';

/** Attributes and timestamps of an entity: none of them is an act. */
const ATTRIBUTES = [
  ...['last_changed', 'last_updated', 'friendly_name', 'device_class', 'event_types', 'icon', 'attribution'],
  ...['supported_features', 'entity_picture', 'assumed_state', 'restored', 'editable', 'id', 'config'],
];

/** Commands of Zigbee remotes that are presses, https://www.home-assistant.io/integrations/zha/ */
const ZHA_PRESSES = ['on', 'off', 'toggle', 'recall'];

/** https://www.home-assistant.io/integrations/shelly/#events */
const SHELLY_CLICKS: ReadonlyMap<unknown, Act> = new Map([
  ['single', 'single'],
  ['double', 'double'],
  ['triple', 'triple'],
  ['long', 'held'],
]);

const ENTITY =
  /^(?:.*\/)?(event|button|input_button|scene|binary_sensor|switch|input_boolean|light)\/([^/]+)\/([a-z_]+)$/;

/**
 * Home Assistant: *MQTT Statestream*, and the nodes of `node-red-contrib-home-assistant-websocket`.
 * https://www.home-assistant.io/integrations/mqtt_statestream/
 *
 * | message | act |
 * |---|---|
 * | `BASE/event/ID/state`, `BASE/button/ID/state`: the time of the last event | a press, once for each time |
 * | `BASE/event/ID/event_type`: `"double_press"` | the event. From then on, the time of it is none |
 * | `BASE/binary_sensor/ID/state`: `on`, `off`, `unavailable` | a change, see `esphome.ts` |
 * | `BASE/…/last_changed` and other attributes, `homeassistant/…/config` | none |
 * | *events: state*: `data` with `old_state` and `new_state` | a change of the state |
 * | *events: all*: `payload` with `event_type` and `event` | the event of `zha_event`, `hue_event`, `shelly.click` |
 * | *device*: `payload` with `platform: "device"`, `type` and `subtype` | the event that `type` names |
 */
export const homeAssistant: DeviceReader = ({ topic, content, msg }) => {
  const { data, qos } = msg;
  if (qos !== undefined) return fromStatestream(topic, content);
  if (msg.event_type === 'home_assistant_client') return NONE;
  if (isObject(data) && isObject(data.new_state))
    return fromChange(nameOf(data.entity_id, topic), data.old_state, data.new_state);
  if (!isObject(content)) return undefined;
  const { event_type: type, event, platform, device_id: device } = content;
  if (platform === 'device' && typeof device === 'string') return fromTrigger(device, content);
  return isObject(event) && typeof type === 'string' && 'time_fired' in content ? fromEvent(type, event) : undefined;
};

function fromStatestream(topic: string, content: unknown): readonly ParsedGesture[] | undefined {
  const [, domain = '', id = '', leaf = ''] = ENTITY.exec(topic) ?? [];
  if (topic.startsWith('homeassistant/') && topic.endsWith('/config')) return NONE;
  if (ATTRIBUTES.includes(leaf)) return NONE;
  const from = { family: 'homeAssistant' as const, topic, origin: `${domain} ${id}` };
  if (leaf === 'event_type') {
    const event = parseEvent(content);
    return event ? eventGesture({ ...from, rank: 2 }, event.act, event.word) : NONE;
  }
  if (leaf !== 'state' || !['event', 'button', 'input_button', 'scene'].includes(domain) || isObject(content))
    return undefined;
  return fromTime(from, String(content), 'single', '');
}

/** The state of an event is its time. */
function fromTime(
  from: Parameters<typeof eventGesture>[0],
  time: string,
  act: Act,
  word: string,
): readonly ParsedGesture[] {
  const at = Date.parse(time);
  if (Number.isNaN(at)) return unknownState(from);
  return eventGesture(from, act, word, time).map((gesture) => ({ ...gesture, at }));
}

const isUnknown = (state: unknown): boolean =>
  typeof state !== 'string' || ['unavailable', 'unknown', ''].includes(state);

function fromChange(entity: string, before: unknown, after: Fields): readonly ParsedGesture[] | undefined {
  const from = { family: 'homeAssistant' as const, topic: entity };
  const old = isObject(before) ? (before.original_state ?? before.state) : undefined;
  const state = after.original_state ?? after.state;
  const domain = entity.slice(0, entity.indexOf('.'));
  if (['event', 'button', 'input_button', 'scene'].includes(domain)) {
    const event = parseEvent(isObject(after.attributes) ? after.attributes.event_type : undefined);
    return fromTime(from, String(state), event?.act ?? 'single', event?.word ?? '');
  }
  if (state !== 'on' && state !== 'off') return isUnknown(state) ? unknownState(from) : undefined;
  const gestures = stateGesture({ ...from, isChange: true }, state === 'on');
  // The state was unknown before, or only an attribute has changed.
  return isUnknown(old) || old === state ? gestures.map((each) => ({ ...each, isReport: true })) : gestures;
}

function fromEvent(type: string, event: Fields): readonly ParsedGesture[] {
  const from = (device: unknown, button: unknown) => ({
    family: 'homeAssistant' as const,
    topic: nameOf(device, type),
    button: nameOf(button, ''),
  });
  switch (type) {
    case 'zha_event': {
      const { device_ieee: device, endpoint_id: button, command } = event;
      const named = parseEvent(command);
      if (named) return eventGesture(from(device, button), named.act, named.word);
      const isPress = ZHA_PRESSES.includes(String(command));
      return isPress ? eventGesture(from(device, `${button} ${command}`), 'single', String(command)) : NONE;
    }
    case 'hue_event': {
      const named = parseEvent(event.type);
      return named ? eventGesture(from(event.id, event.subtype), named.act, named.word) : NONE;
    }
    case 'shelly.click': {
      const act = SHELLY_CLICKS.get(event.click_type);
      return act ? eventGesture(from(event.device, event.channel), act, String(event.click_type)) : NONE;
    }
    default:
      return NONE;
  }
}

function fromTrigger(device: string, { type, subtype }: Fields): readonly ParsedGesture[] {
  const event = parseEvent(type);
  const from = { family: 'homeAssistant' as const, topic: device, button: nameOf(subtype, '') };
  return event ? eventGesture(from, event.act, event.word) : NONE;
}
