import { NONE } from '../parse-values.js';
import { type DeviceReader, stateGesture, unknownState } from './device.js';

/**
 * ESPHome, and other devices with its topics. https://esphome.io/components/mqtt.html
 *
 * | topic | payload | act |
 * |---|---|---|
 * | `NAME/binary_sensor/ID/state`, `NAME/switch/ID/state` | `ON`, `OFF` | a change |
 * | `NAME/event/ID/state` | `{"event_type": "single"}` | the event, see `words.ts` |
 * | `NAME/debug` | a line of the log | none |
 *
 * Home Assistant's *statestream* has the same topics, with `on`, `off`, `unavailable` and `unknown`.
 */
export const esphome: DeviceReader = ({ topic, content }) => {
  if (topic.endsWith('/debug') && typeof content === 'string') return NONE;
  if (!/\/(?:binary_sensor|switch|input_boolean)\/[^/]+\/state$/.test(topic)) return undefined;
  const family = content === 'ON' || content === 'OFF' ? 'esphome' : 'homeAssistant';
  switch (String(content).toLowerCase()) {
    case 'on':
      return stateGesture({ family, topic }, true);
    case 'off':
      return stateGesture({ family, topic }, false);
    case 'unavailable':
    case 'unknown':
    case '':
      return unknownState({ family, topic });
    default:
      return undefined;
  }
};
