import { type Row, rowsOf, sent } from './row.js';

const ESPHOME = 'https://esphome.io/components/mqtt.html';
const ESPHOME_EVENT = 'esphome/esphome: esphome/components/mqtt/mqtt_event.cpp';
const KEYBOARD = 'https://developer.mozilla.org/docs/Web/API/KeyboardEvent';
const HA_BUTTON = 'https://www.home-assistant.io/integrations/button.mqtt/';
const HA_SENSOR = 'https://www.home-assistant.io/integrations/binary_sensor.mqtt/';
const OPENHAB = 'https://www.openhab.org/addons/bindings/mqtt.generic/';
const PUSHBUTTON = 'MichielVanwelsenaere/HomeAutomation.CoDeSys3: docs/FunctionBlocks/FB_INPUT_PUSHBUTTON_MQTT.md';

export const esphome: readonly Row[] = [
  ...rowsOf(ESPHOME, [
    ['node/status', 'online', 'nothing'],
    ['node/binary_sensor/take/state', 'OFF', 'nothing'],
    ['node/binary_sensor/take/state', 'ON', 'press'],
    ['node/binary_sensor/take/state', 'ON', 'nothing'],
    ['node/binary_sensor/take/state', 'OFF', 'release'],
    ['node/switch/light/state', 'OFF', 'nothing'],
    ['node/switch/light/state', 'ON', 'press'],
    ['node/debug', "[D][binary_sensor:036]: 'Take': Sending state ON", 'nothing'],
    ['node/status', 'offline', 'nothing'],
  ]),
  ...rowsOf(ESPHOME_EVENT, [
    ['node/event/knob/state', '{"event_type":"single"}', 'single'],
    ['node/event/knob/state', '{"event_type":"double"}', 'double'],
    ['node/event/knob/state', '{"event_type":"hold"}', 'hold'],
    ['node/event/knob/state', '{"event_type":"release"}', 'release'],
  ]),
];

/** Devices of one's own making, with the words of their documentation. */
export const words: readonly Row[] = [
  ...rowsOf(OPENHAB, [
    ['desk/a', 'PRESSED', 'press'],
    ['desk/a', 'RELEASED', 'release'],
    ['desk/a', '{"state":"PRESSED"}', 'press'],
    ['desk/a', '{"state":"RELEASED"}', 'release'],
    ['desk/door', 'OPEN', 'nothing'],
    ['desk/door', 'CLOSED', 'press'],
    ['desk/door', 'open', 'release'],
    ['desk/door', '{"state":"closed"}', 'press'],
  ]),
  ...rowsOf(KEYBOARD, [
    ['desk/key', 'keydown', 'press'],
    ['desk/key', 'keydown', 'nothing'],
    ['desk/key', 'keyup', 'release'],
    ['desk/key', 'down', 'press'],
    ['desk/key', 'up', 'release'],
    ['desk/key', '{"type":"keydown","key":"F1","repeat":false}', 'press'],
    ['desk/key', '{"type":"keyup","key":"F1"}', 'release'],
    ['desk/key', '{"type":"press"}', 'press'],
    ['desk/key', '{"type":"release"}', 'release'],
  ]),
  ...rowsOf(HA_BUTTON, [
    ['desk/momentary', 'PRESS', 'press'],
    ['desk/momentary', '0', 'release'],
  ]),
  ...rowsOf(HA_SENSOR, [
    ['desk/sensor', 'ON', 'press'],
    ['desk/sensor', 'OFF', 'release'],
    ['desk/sensor/availability', 'online', 'nothing'],
    ['desk/sensor/availability', 'offline', 'nothing'],
    ['desk/sensor', '{"battery":93,"rssi":-60}', 'nothing'],
    ['desk/sensor', '{"battery":12,"battery_low":true,"voltage":2710,"linkquality":44}', 'nothing'],
    ['desk/sensor', 'unavailable', 'nothing'],
    ['desk/sensor', 'unknown', 'nothing'],
  ]),
  ...rowsOf(PUSHBUTTON, [
    ['plc/pb/4', 'SINGLE', 'single'],
    ['plc/pb/4', 'DOUBLE', 'double'],
    ['plc/pb/4', 'LONG', 'hold'],
    ['plc/pb/4', 'release', 'release'],
  ]),
  // Any other connection than a broker.
  ...sent(KEYBOARD, [
    [{ topic: 'F1', payload: 'keydown' }, 'press'],
    [{ topic: 'F1', payload: 'keyup' }, 'release'],
    [{ topic: 'F2', payload: { type: 'press' } }, 'press'],
    [{ topic: 'F2', payload: { type: 'release' } }, 'release'],
  ]),
];
