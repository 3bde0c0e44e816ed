import { NONE } from '../parse-values.js';
import { type DeviceReader, stateGesture, unknownState } from './device.js';

/**
 * ESPHome, and other devices with its topics. https://esphome.io/components/mqtt.html
 *
 * | topic | payload | act |
 * |---|---|---|
 * | `NAME/binary_sensor/ID/state`, `NAME/switch/ID/state` | `ON`, `OFF` | a change |
 * | `NAME/event/ID/state` | `{"event_type": "single"}` | the event, see `words.ts` |
 * | `NAME/status` | `online`, `offline` | none, see `mqtt.ts`. The next state after `online` is none, too |
 * | `NAME/debug` | a line of the log | none |
 *
 * Home Assistant's *statestream* has the same topics, with `on`, `off`, `unavailable` and `unknown`.
 */
export const esphome: DeviceReader = ({ topic, content }) => {
  if (topic.endsWith('/debug') && typeof content === 'string') return NONE;
  if (!/\/(?:binary_sensor|switch|input_boolean)\/[^/]+\/state$/.test(topic)) return undefined;
  const family = content === 'ON' || content === 'OFF' ? ('esphome' as const) : ('homeAssistant' as const);
  const from = { family, topic, origin: topic };
  switch (String(content).toLowerCase()) {
    case 'on':
      return stateGesture(from, true);
    case 'off':
      return stateGesture(from, false);
    case 'unavailable':
    case 'unknown':
    case '':
      return unknownState(from);
    default:
      return undefined;
  }
};
