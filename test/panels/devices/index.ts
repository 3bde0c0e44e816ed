import { homeAssistant } from './home-assistant.js';
import { panels } from './panels.js';
import type { Row } from './row.js';
import { shellyGen1, shellyGen2 } from './shelly.js';
import { tasmota } from './tasmota.js';
import { esphome, words } from './words.js';
import { zigbee2mqtt } from './zigbee2mqtt.js';

/** Messages as devices send them, in the order of their arrival, by family. */
export const families: Readonly<Record<string, readonly Row[]>> = {
  zigbee2mqtt,
  'Shelly Gen1': shellyGen1,
  'Shelly Gen2 and Gen3': shellyGen2,
  Tasmota: tasmota,
  'Home Assistant': homeAssistant,
  ESPHome: esphome,
  'words of JSON and text': words,
  'panels with their own package': panels,
};
