import { type Row, rowsOf } from './row.js';

const GEN1 = 'https://shelly-api-docs.shelly.cloud/gen1/';
const INPUT = 'https://shelly-api-docs.shelly.cloud/gen2/ComponentsAndServices/Input';
const NOTIFY = 'https://shelly-api-docs.shelly.cloud/gen2/General/Notifications';
const BTHOME = 'https://shelly-api-docs.shelly.cloud/gen2/DynamicComponents/BTHome/BTHomeDevice';

export const shellyGen1: readonly Row[] = [
  ...rowsOf(`${GEN1}#shelly-button1-mqtt`, [
    [
      'shellies/shellybutton1-A4CF12F45301/announce',
      '{"id":"shellybutton1-A4CF12F45301","model":"SHBTN-1"}',
      'nothing',
    ],
    ['shellies/announce', '{"id":"shellybutton1-A4CF12F45301","mac":"A4CF12F45301","new_fw":false}', 'nothing'],
    ['shellies/shellybutton1-A4CF12F45301/online', 'true', 'nothing'],
    ['shellies/shellybutton1-A4CF12F45301/input_event/0', '{"event":"","event_cnt":0}', 'nothing'],
    ['shellies/shellybutton1-A4CF12F45301/input_event/0', '{"event":"S","event_cnt":1}', 'single'],
    ['shellies/shellybutton1-A4CF12F45301/input_event/0', '{"event":"S","event_cnt":1}', 'nothing'],
    ['shellies/shellybutton1-A4CF12F45301/sensor/battery', '87', 'nothing'],
    ['shellies/shellybutton1-A4CF12F45301/sensor/charger', 'false', 'nothing'],
    ['shellies/shellybutton1-A4CF12F45301/input_event/0', '{"event":"S","event_cnt":2}', 'single'],
    ['shellies/shellybutton1-A4CF12F45301/input_event/0', '{"event":"SS","event_cnt":3}', 'double'],
    ['shellies/shellybutton1-A4CF12F45301/input_event/0', '{"event":"SSS","event_cnt":4}', 'triple'],
    ['shellies/shellybutton1-A4CF12F45301/input_event/0', '{"event":"L","event_cnt":5}', 'held'],
    ['shellies/shellybutton1-A4CF12F45301/input_event/0', '{"event":"L","event_cnt":5}', 'nothing'],
  ]),
  // The device starts again: its counter does, too.
  ...rowsOf(`${GEN1}#shelly-i3-mqtt`, [
    ['shellies/shellyix3-98CDAC2ED2E6/input_event/1', '{"event":"S","event_cnt":1}', 'nothing'],
    ['shellies/shellyix3-98CDAC2ED2E6/input_event/1', '{"event":"S","event_cnt":2}', 'single'],
    ['shellies/shellyix3-98CDAC2ED2E6/input_event/1', '{"event":"","event_cnt":0}', 'nothing'],
    ['shellies/shellyix3-98CDAC2ED2E6/input_event/1', '{"event":"S","event_cnt":1}', 'single'],
    ['shellies/shellyix3-98CDAC2ED2E6/input_event/2', '{"event":"","event_cnt":0}', 'nothing'],
    ['shellies/shellyix3-98CDAC2ED2E6/input_event/2', '{"event":"S","event_cnt":1}', 'single'],
    ['shellies/shellyix3-98CDAC2ED2E6/input_event/2', '{"event":"SL","event_cnt":2}', 'triple'],
  ]),
  // One press, all topics. States are sent again each 30 s.
  ...rowsOf(`${GEN1}#shelly1-shelly1pm-mqtt`, [
    ['shellies/shelly1-B929CC/input/0', '0', 'nothing'],
    ['shellies/shelly1-B929CC/input/0', '1', 'press'],
    ['shellies/shelly1-B929CC/input/0', '1', 'nothing'],
    ['shellies/shelly1-B929CC/input/0', '0', 'release'],
    ['shellies/shelly1-B929CC/relay/0', 'on', 'nothing'],
    ['shellies/shelly1-B929CC/longpush/0', '0', 'nothing'],
    ['shellies/shelly1-B929CC/input_event/0', '{"event":"S","event_cnt":7}', 'nothing'],
    ['shellies/shelly1-B929CC/input_event/0', '{"event":"SS","event_cnt":8}', 'double'],
    ['shellies/shelly1-B929CC/input/0', '1', 'nothing'],
    ['shellies/shelly1-B929CC/input/0', '0', 'nothing'],
    ['shellies/shelly1-B929CC/input_event/0', '{"event":"S","event_cnt":9}', 'single'],
    ['shellies/shelly1-B929CC/temperature', '43.21', 'nothing'],
    ['shellies/shelly1-B929CC/overtemperature', '0', 'nothing'],
    ['shellies/shelly1-B929CC/info', '{"wifi_sta":{"connected":true},"uptime":18}', 'nothing'],
  ]),
  ...rowsOf(`${GEN1}#shelly-plug-plugs-mqtt`, [
    ['shellies/shellyplug-s-12345/relay/0', 'off', 'nothing'],
    ['shellies/shellyplug-s-12345/relay/0', 'on', 'press'],
    ['shellies/shellyplug-s-12345/relay/0', 'on', 'nothing'],
    ['shellies/shellyplug-s-12345/relay/0/power', '12.5', 'nothing'],
    ['shellies/shellyplug-s-12345/relay/0/energy', '2044', 'nothing'],
    ['shellies/shellyplug-s-12345/relay/0', 'off', 'release'],
  ]),
];

const event = (device: string, component: string, name: string, ts: number, more = '') =>
  `{"src":"${device}","dst":"${device}/events","method":"NotifyEvent","params":{"ts":${ts},"events":[{"component":"${component}","id":0,"event":"${name}",${more}"ts":${ts}}]}}`;

const status = (device: string, part: string) =>
  `{"src":"${device}","dst":"${device}/events","method":"NotifyStatus","params":{"ts":1700000000.1,${part}}}`;

const I4 = 'shellyplusi4-a8032ab1';
const PLUS1 = 'shellyplus1-b48a0a1c';

export const shellyGen2: readonly Row[] = [
  // One press sends three events.
  ...rowsOf(INPUT, [
    [`${I4}/online`, 'true', 'nothing'],
    [`${I4}/events/rpc`, event(I4, 'input:0', 'btn_down', 1700000001.11), 'nothing'],
    [`${I4}/events/rpc`, event(I4, 'input:0', 'btn_up', 1700000001.25), 'nothing'],
    [`${I4}/events/rpc`, event(I4, 'input:0', 'single_push', 1700000001.61), 'single'],
    [`${I4}/status/input:0`, '{"id":0,"state":null}', 'nothing'],
    [`${I4}/events/rpc`, event(I4, 'input:0', 'double_push', 1700000004.8), 'double'],
    [`${I4}/events/rpc`, event(I4, 'input:0', 'triple_push', 1700000006.9), 'triple'],
    [`${I4}/events/rpc`, event(I4, 'input:0', 'btn_down', 1700000009), 'nothing'],
    [`${I4}/events/rpc`, event(I4, 'input:0', 'long_push', 1700000010), 'held'],
    [`${I4}/events/rpc`, event(I4, 'input:0', 'btn_up', 1700000011), 'nothing'],
    [`${I4}/events/rpc`, event(I4, 'input:3', 'single_push', 1700000012), 'single'],
    [`${I4}/events/rpc`, event(I4, 'input:3', 'single_push', 1700000012), 'nothing'],
    [`${I4}/events/rpc`, event(I4, 'input:3', 'single_push', 1700000013), 'single'],
  ]),
  // A switch, not a button: its state comes by two topics.
  ...rowsOf(NOTIFY, [
    [`${PLUS1}/events/rpc`, status(PLUS1, '"input:0":{"id":0,"state":true}'), 'press'],
    [`${PLUS1}/status/input:0`, '{"id":0,"state":true}', 'nothing'],
    [`${PLUS1}/status/switch:0`, '{"id":0,"source":"switch","output":true,"temperature":{"tC":51.8}}', 'nothing'],
    [`${PLUS1}/events/rpc`, status(PLUS1, '"switch:0":{"id":0,"output":true,"source":"switch"}'), 'nothing'],
    [`${PLUS1}/status/input:0`, '{"id":0,"state":false}', 'release'],
    [`${PLUS1}/events/rpc`, status(PLUS1, '"input:0":{"id":0,"state":false}'), 'nothing'],
    [`${PLUS1}/status/input:0`, '{"id":0,"state":true}', 'press'],
    [`${PLUS1}/events/rpc`, status(PLUS1, '"wifi":{"rssi":-61}'), 'nothing'],
    [`${PLUS1}/status/sys`, '{"mac":"B48A0A1C","restart_required":false,"uptime":4711}', 'nothing'],
    [`${PLUS1}/status/wifi`, '{"sta_ip":"10.0.0.9","status":"got ip","rssi":-61}', 'nothing'],
    [`${PLUS1}/events/rpc`, event(PLUS1, 'sys', 'config_changed', 1700000020), 'nothing'],
    [`${PLUS1}/online`, 'false', 'nothing'],
  ]),
  ...rowsOf(BTHOME, [
    [
      'shellyblugw/events/rpc',
      event('shellyblugw', 'bthomedevice:200', 'single_push', 1700000030, '"idx":2,'),
      'single',
    ],
    [
      'shellyblugw/events/rpc',
      event('shellyblugw', 'bthomedevice:200', 'double_push', 1700000031, '"idx":2,'),
      'double',
    ],
    ['shellyblugw/events/rpc', event('shellyblugw', 'bthomedevice:200', 'long_push', 1700000033, '"idx":3,'), 'held'],
  ]),
];
