import type { Fields } from '../../../base/values.js';
import type { ParsedGesture } from '../parse-values.js';
import { type DeviceReader, reportOf } from './device.js';
import { esphome } from './esphome.js';
import { homeAssistant } from './home-assistant.js';
import { shellyGen1 } from './shelly-gen1.js';
import { shellyGen2 } from './shelly-gen2.js';
import { tasmota } from './tasmota.js';
import { zigbee2mqtt } from './zigbee2mqtt.js';

/** The most specific topics first. */
const READERS: readonly DeviceReader[] = [zigbee2mqtt, shellyGen1, tasmota, shellyGen2, esphome, homeAssistant];

/** No device has a longer topic, in characters. */
const LONGEST_TOPIC = 500;

/** The gestures of a known device, or a report if nothing was done. Undefined: no family sends this message. */
export function fromDevice(topic: string, content: unknown, msg: Fields): readonly ParsedGesture[] | undefined {
  if (topic.length > LONGEST_TOPIC) return undefined;
  for (const read of READERS) {
    const gestures = read({ topic, content, msg });
    if (gestures) return gestures.length > 0 ? gestures : [reportOf(topic)];
  }
  return undefined;
}
