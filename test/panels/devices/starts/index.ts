import { esphome } from './esphome.js';
import { homeAssistant } from './home-assistant.js';
import { others } from './others.js';
import { shellyGen1 } from './shelly-gen1.js';
import { shellyGen2 } from './shelly-gen2.js';
import type { Sequence } from './step.js';
import { tasmota } from './tasmota.js';
import { zigbee2mqtt } from './zigbee2mqtt.js';

/** How devices behave after a start or a connection, by family. */
export const starts: Readonly<Record<string, readonly Sequence[]>> = {
  'Shelly Gen1': shellyGen1,
  'Shelly Gen2': shellyGen2,
  Tasmota: tasmota,
  zigbee2mqtt,
  'Home Assistant': homeAssistant,
  ESPHome: esphome,
  'another device': others,
};
