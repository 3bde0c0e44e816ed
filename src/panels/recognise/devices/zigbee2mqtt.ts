import { isObject } from '../../../base/values.js';
import { NONE, type ParsedGesture } from '../parse-values.js';
import { type DeviceReader, eventGesture, onlineReport, parentOf, stateGesture } from './device.js';
import { parseEvent } from './event-words.js';

/** https://www.zigbee2mqtt.io/guide/usage/mqtt_topics_and_messages.html */
const BASE = 'zigbee2mqtt/';

/** The end of the topic of zigbee2mqtt itself, also with another base topic. */
const BRIDGE = '/bridge/state';

/** The name of an action. */
const ACTION = /^[a-z0-9][\w-]{0,63}$/i;

/** Topics below a device that report something else than an act, with the option *output: attribute* too. */
const REPORTS = [
  ...['availability', 'set', 'get', 'battery', 'battery_low', 'linkquality', 'voltage', 'last_seen', 'update'],
  ...['device_temperature', 'power_outage_count', 'click_mode', 'operation_mode'],
];

/**
 * zigbee2mqtt 1.x and 2.x.
 *
 * | topic | payload | act |
 * |---|---|---|
 * | `zigbee2mqtt/NAME` | `{"action": "single", "battery": 100, "linkquality": 120}` | the action |
 * | | `{"action": "", …}` (1.x, after each action), `{"battery": 87, …}` | none |
 * | | `{"state": "ON", …}`, with each other value again, and when zigbee2mqtt starts | a change |
 * | `zigbee2mqtt/NAME/action` | `single` (device triggers and *output: attribute*) | the action, once with the JSON |
 * | `zigbee2mqtt/NAME/availability`, `zigbee2mqtt/bridge/state` | `online`, `{"state": "online"}` | none. The next state is none, too |
 * | `zigbee2mqtt/bridge/…` | | none |
 *
 * The actions are on the page of each device, https://www.zigbee2mqtt.io/supported-devices/. A hold of the Hue dimmer is
 * sent again each 0.8 s.
 */
export const zigbee2mqtt: DeviceReader = ({ topic, content }) => {
  const isBelow = topic.startsWith(BASE);
  if (topic.endsWith(BRIDGE) && isOnline(content)) return [onlineReport(topic, topic.slice(0, -BRIDGE.length))];
  if (!isBelow && !(isObject(content) && 'linkquality' in content)) return undefined;
  if (topic.startsWith(`${BASE}bridge/`)) return NONE;
  const leaf = topic.slice(topic.lastIndexOf('/') + 1);
  if (isBelow && leaf === 'availability' && isOnline(content)) return [onlineReport(topic, parentOf(topic))];
  if (isBelow && REPORTS.includes(leaf)) return NONE;
  if (isBelow && leaf === 'action') return fromAction(topic.slice(0, -'/action'.length), content, 1);
  if (!isObject(content)) return undefined;
  if ('action' in content) return fromAction(topic, content.action, 2);
  if (content.state !== 'ON' && content.state !== 'OFF') return NONE;
  const from = {
    family: 'zigbee2mqtt' as const,
    topic,
    origin: `zigbee2mqtt ${topic} state`,
    isPeriodic: true as const,
  };
  return stateGesture(from, content.state === 'ON');
};

/** A text in version 1.x, JSON in version 2.x. */
const isOnline = (content: unknown): boolean => (isObject(content) ? content.state : content) === 'online';

function fromAction(topic: string, action: unknown, rank: number): readonly ParsedGesture[] {
  const word = typeof action === 'string' && ACTION.test(action) ? action.toLowerCase() : '';
  if (word === '') return NONE;
  const from = (button: string) => ({ family: 'zigbee2mqtt' as const, topic, button, rank });
  const [, turned, way] = /^(.*rotate|.+_step)_(left|right|up|down)/.exec(word) ?? [];
  if (turned) return turnOf(topic, turned, way === 'right' || way === 'up' ? 1 : -1, word);
  // A hold, under another name. Its release does not say which one ends.
  const [, moved, direction] = /^(.+)_move_(up|down|left|right)$/.exec(word) ?? [];
  if (moved) return eventGesture(from(`${moved}_${direction}`), 'hold', word);
  const stopped = /^(.+?)(?:_move)?_stop$/.exec(word)?.[1];
  if (stopped) return ['up', 'down'].flatMap((each) => eventGesture(from(`${stopped}_${each}`), 'release', word));
  const event = parseEvent(word);
  return event ? eventGesture(from(event.button), event.act, word) : eventGesture(from(word), 'single', word);
}

const turnOf = (topic: string, name: string, delta: number, word: string): readonly ParsedGesture[] => [
  { family: 'zigbee2mqtt', control: `${topic} ${name}`, topic, kind: 'encoder', delta, word },
];
