import { type Row, rowsOf } from './row.js';

const Z = 'https://www.zigbee2mqtt.io/devices';
const TOPICS = 'https://www.zigbee2mqtt.io/guide/usage/mqtt_topics_and_messages.html';

export const zigbee2mqtt: readonly Row[] = [
  // Version 1.x clears the action with a second message. Version 2.x does not.
  ...rowsOf(`${Z}/WXKG11LM.html`, [
    ['zigbee2mqtt/desk', '{"action":"single","battery":100,"linkquality":120,"voltage":3042}', 'single'],
    ['zigbee2mqtt/desk', '{"action":"","battery":100,"linkquality":120,"voltage":3042}', 'nothing'],
    ['zigbee2mqtt/desk', '{"action":"double","battery":100,"linkquality":120,"voltage":3042}', 'double'],
    ['zigbee2mqtt/desk', '{"action":"triple","battery":100,"linkquality":117}', 'triple'],
    ['zigbee2mqtt/desk', '{"action":"hold","battery":100,"linkquality":117}', 'hold'],
    ['zigbee2mqtt/desk', '{"action":"release","battery":100,"duration":1200,"linkquality":117}', 'release'],
    ['zigbee2mqtt/desk', '{"battery":87,"linkquality":98,"voltage":2985}', 'nothing'],
    ['zigbee2mqtt/desk', '{"action":null,"battery":87,"linkquality":98}', 'nothing'],
    ['zigbee2mqtt/desk', '{"action":"single","battery":87,"device_temperature":26,"linkquality":98}', 'single'],
    ['zigbee2mqtt/desk', '{"action":"single","battery":87,"device_temperature":26,"linkquality":98}', 'single'],
  ]),
  ...rowsOf(`${Z}/E1743.html`, [
    ['zigbee2mqtt/ikea', '{"action":"on","battery":74,"linkquality":65,"update":{"state":"idle"}}', 'single'],
    ['zigbee2mqtt/ikea', '{"action":"off","battery":74,"linkquality":65,"update":{"state":"idle"}}', 'single'],
    ['zigbee2mqtt/ikea', '{"action":"brightness_move_up","action_rate":83,"battery":74,"linkquality":65}', 'hold'],
    ['zigbee2mqtt/ikea', '{"action":"brightness_stop","battery":74,"linkquality":65}', 'release'],
    ['zigbee2mqtt/ikea', '{"action":"brightness_move_down","action_rate":83,"battery":74}', 'hold'],
    ['zigbee2mqtt/ikea', '{"action":"brightness_stop","battery":74,"linkquality":65}', 'release'],
    ['zigbee2mqtt/ikea', '{"battery":74,"linkquality":65,"update":{"state":"available"}}', 'nothing'],
  ]),
  ...rowsOf(`${Z}/E1524_E1810.html`, [
    ['zigbee2mqtt/remote', '{"action":"toggle","linkquality":52}', 'single'],
    ['zigbee2mqtt/remote', '{"action":"arrow_left_click","linkquality":52}', 'single'],
    ['zigbee2mqtt/remote', '{"action":"arrow_left_hold","linkquality":52}', 'hold'],
    ['zigbee2mqtt/remote', '{"action":"arrow_left_release","action_duration":1.4,"linkquality":52}', 'release'],
    ['zigbee2mqtt/remote', '{"action":"brightness_up_click","linkquality":52}', 'single'],
    ['zigbee2mqtt/remote', '{"action":"brightness_up_hold","linkquality":52}', 'hold'],
    ['zigbee2mqtt/remote', '{"action":"brightness_up_release","linkquality":52}', 'release'],
  ]),
  ...rowsOf(`${Z}/TS0044.html`, [
    ['zigbee2mqtt/tuya', '{"action":"1_single","battery":100,"linkquality":83}', 'single'],
    ['zigbee2mqtt/tuya', '{"action":"2_double","battery":100,"linkquality":83}', 'double'],
    ['zigbee2mqtt/tuya', '{"action":"3_hold","battery":100,"linkquality":83}', 'hold'],
    ['zigbee2mqtt/tuya', '{"action":"4_single","battery":100,"linkquality":83}', 'single'],
  ]),
  // A hold is sent again each 0.8 s.
  ...rowsOf(`${Z}/324131092621.html`, [
    ['zigbee2mqtt/hue', '{"action":"on_press","action_duration":0,"battery":100,"counter":1}', 'press'],
    ['zigbee2mqtt/hue', '{"action":"on_press_release","action_duration":0.1,"battery":100}', 'release'],
    ['zigbee2mqtt/hue', '{"action":"off_press","action_duration":0,"battery":100}', 'press'],
    ['zigbee2mqtt/hue', '{"action":"off_hold","action_duration":0.8,"battery":100}', 'longer'],
    ['zigbee2mqtt/hue', '{"action":"off_hold","action_duration":1.6,"battery":100}', 'nothing'],
    ['zigbee2mqtt/hue', '{"action":"off_hold_release","action_duration":2,"battery":100}', 'release'],
  ]),
  ...rowsOf(`${Z}/E2213.html`, [
    ['zigbee2mqtt/somrig', '{"action":"1_initial_press","battery":100,"linkquality":90}', 'press'],
    ['zigbee2mqtt/somrig', '{"action":"1_short_release","battery":100,"linkquality":90}', 'release'],
    ['zigbee2mqtt/somrig', '{"action":"2_double_press","battery":100,"linkquality":90}', 'double'],
    ['zigbee2mqtt/somrig', '{"action":"2_initial_press","battery":100,"linkquality":90}', 'press'],
    ['zigbee2mqtt/somrig', '{"action":"2_long_press","battery":100,"linkquality":90}', 'longer'],
    ['zigbee2mqtt/somrig', '{"action":"2_long_release","battery":100,"linkquality":90}', 'release'],
  ]),
  ...rowsOf(`${Z}/E1812.html`, [
    ['zigbee2mqtt/scenes', '{"action":"recall_1","linkquality":60}', 'single'],
    ['zigbee2mqtt/scenes', '{"action":"rotate_left","linkquality":60}', 'turn'],
    ['zigbee2mqtt/scenes', '{"action":"rotate_right","linkquality":60}', 'turn'],
  ]),
  // Version 1.x, or device triggers of Home Assistant: the word alone, behind the JSON of the same press.
  ...rowsOf('https://www.zigbee2mqtt.io/guide/usage/integrations/home_assistant.html', [
    ['zigbee2mqtt/legacy/action', 'single', 'single'],
    ['zigbee2mqtt/legacy/action', '', 'nothing'],
    ['zigbee2mqtt/legacy/action', 'double', 'double'],
    ['zigbee2mqtt/desk', '{"action":"single","battery":86,"linkquality":98}', 'single'],
    ['zigbee2mqtt/desk/action', 'single', 'nothing'],
  ]),
  ...rowsOf(TOPICS, [
    ['zigbee2mqtt/desk/availability', 'online', 'nothing'],
    ['zigbee2mqtt/desk/availability', '{"state":"online"}', 'nothing'],
    ['zigbee2mqtt/desk/availability', '{"state":"offline"}', 'nothing'],
    ['zigbee2mqtt/bridge/state', '{"state":"online"}', 'nothing'],
    ['zigbee2mqtt/bridge/state', 'online', 'nothing'],
    ['zigbee2mqtt/bridge/logging', '{"level":"info","message":"Zigbee: allowing new devices to join."}', 'nothing'],
    [
      'zigbee2mqtt/bridge/event',
      '{"type":"device_announce","data":{"friendly_name":"desk","ieee_address":"0x90fd9ffffe6494fc"}}',
      'nothing',
    ],
    ['zigbee2mqtt/bridge/info', '{"version":"2.1.0","permit_join":false,"log_level":"info"}', 'nothing'],
    ['zigbee2mqtt/desk/battery', '87', 'nothing'],
    ['zigbee2mqtt/desk/linkquality', '98', 'nothing'],
  ]),
];
