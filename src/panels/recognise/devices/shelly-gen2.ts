import { type Fields, isObject } from '../../../base/values.js';
import { firstEntries, NONE, nameOf, type ParsedGesture } from '../parse-values.js';
import { type DeviceReader, eventGesture, onlineReport, parentOf, stateGesture } from './device.js';
import type { Act } from './event-words.js';

/** The events of an input. `btn_down` and `btn_up` belong to the same press: each press ends with one of these. */
const EVENTS: ReadonlyMap<unknown, Act> = new Map([
  ['single_push', 'single'],
  ['double_push', 'double'],
  ['triple_push', 'triple'],
  ['long_push', 'held'],
]);

/** No device sends more at once. */
const MOST_EVENTS = 32;

/**
 * Shelly Gen2 and later. https://shelly-api-docs.shelly.cloud/gen2/General/Notifications
 *
 * | topic | payload | act |
 * |---|---|---|
 * | `NAME/events/rpc` | `{"method": "NotifyEvent", "params": {"events": [{"component": "input:0", "event": "single_push"}]}}` | the event |
 * | | the same with `btn_down`, `btn_up`, `config_changed` | none |
 * | | `{"method": "NotifyStatus", "params": {"input:0": {"id": 0, "state": true}}}` | a change of the state |
 * | | `{"method": "NotifyFullStatus", …}`, when it connects | none |
 * | `NAME/status/input:0` | `{"id": 0, "state": true}`, for a button `"state": null`. Also when it connects | a change of the state |
 * | `NAME/online` | `true` | none. The next states are none, too |
 * | `NAME/status/switch:0` … | | none |
 */
export const shellyGen2: DeviceReader = ({ topic, content }) => {
  if (topic.endsWith('/online') && String(content) === 'true') return [onlineReport(topic, parentOf(topic))];
  if (topic.endsWith('/online') && String(content) === 'false') return NONE;
  if (!isObject(content)) return undefined;
  const { method, params, src } = content;
  const [, device = '', component] = /^(.+)\/status\/([a-z]\w*(?::\d+)?)$/.exec(topic) ?? [];
  if (component) {
    // Other devices have a topic with this form, too.
    if (!component.includes(':') && !['sys', 'wifi', 'cloud', 'mqtt', 'ble', 'ws', 'eth'].includes(component))
      return undefined;
    return fromState(device, component, content);
  }
  if (!isObject(params)) return undefined;
  const name = topic.endsWith('/events/rpc') ? topic.slice(0, -'/events/rpc'.length) : nameOf(src, topic);
  switch (method) {
    case 'NotifyEvent':
      return fromEvents(name, params.events);
    case 'NotifyStatus':
      return fromStates(name, params, true);
    case 'NotifyFullStatus':
      return [onlineReport(topic, name), ...fromStates(name, params)];
    default:
      return undefined;
  }
};

const fromStates = (device: string, components: Fields, isChange?: true): readonly ParsedGesture[] =>
  firstEntries(components).flatMap(([each, status]) =>
    isObject(status) ? fromState(device, each, status, isChange) : NONE,
  );

const fromState = (device: string, component: string, { state }: Fields, isChange?: true): readonly ParsedGesture[] =>
  component.startsWith('input:') && typeof state === 'boolean'
    ? stateGesture({ family: 'shelly', topic: device, button: component, isChange }, state)
    : NONE;

function fromEvents(device: string, events: unknown): readonly ParsedGesture[] {
  if (!Array.isArray(events)) return NONE;
  return events.slice(0, MOST_EVENTS).flatMap((each: unknown) => {
    const { component, event, idx, ts } = isObject(each) ? each : {};
    const act = EVENTS.get(event);
    if (!act) return NONE;
    const button = `${nameOf(component, 'input')}${idx === undefined ? '' : `/${String(idx)}`}`;
    const id = typeof ts === 'number' ? `${event} ${ts}` : undefined;
    return eventGesture({ family: 'shelly', topic: device, button, rank: 2 }, act, String(event), id);
  });
}
