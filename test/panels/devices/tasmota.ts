import { type Row, rowsOf } from './row.js';

const BUTTONS = 'https://tasmota.github.io/docs/Buttons-and-Switches/';
const MQTT = 'https://tasmota.github.io/docs/MQTT/';

export const tasmota: readonly Row[] = [
  // SetOption73 1
  ...rowsOf(BUTTONS, [
    ['tele/desk/LWT', 'Online', 'nothing'],
    ['stat/desk/RESULT', '{"Button1":{"Action":"SINGLE"}}', 'single'],
    ['stat/desk/RESULT', '{"Button1":{"Action":"SINGLE"}}', 'single'],
    ['stat/desk/RESULT', '{"Button1":{"Action":"DOUBLE"}}', 'double'],
    ['stat/desk/RESULT', '{"Button1":{"Action":"TRIPLE"}}', 'triple'],
    ['stat/desk/RESULT', '{"Button1":{"Action":"QUAD"}}', 'triple'],
    ['stat/desk/RESULT', '{"Button1":{"Action":"HOLD"}}', 'hold'],
    ['stat/desk/RESULT', '{"Button1":{"Action":"CLEAR"}}', 'release'],
    ['stat/desk/RESULT', '{"Button2":{"Action":"SINGLE"}}', 'single'],
    // SetOption4 1
    ['stat/desk/BUTTON3', '{"Button3":{"Action":"SINGLE"}}', 'single'],
    // FullTopic %topic%/%prefix%/
    ['tasmota_49A3BC/stat/RESULT', '{"Button1":{"Action":"DOUBLE"}}', 'double'],
    // SetOption114 1
    ['stat/wall/RESULT', '{"Switch1":{"Action":"ON"}}', 'press'],
    ['stat/wall/RESULT', '{"Switch1":{"Action":"OFF"}}', 'release'],
    ['stat/wall/RESULT', '{"Switch2":{"Action":"TOGGLE"}}', 'single'],
    ['stat/wall/RESULT', '{"Switch2":{"Action":"HOLD"}}', 'hold'],
    // ButtonTopic
    ['cmnd/buttons/POWER', 'TOGGLE', 'single'],
    ['cmnd/buttons/POWER', 'HOLD', 'hold'],
  ]),
  // The button switches the relay, which is reported twice.
  ...rowsOf(MQTT, [
    ['stat/lamp/RESULT', '{"POWER":"OFF"}', 'nothing'],
    ['stat/lamp/RESULT', '{"POWER":"ON"}', 'press'],
    ['stat/lamp/POWER', 'ON', 'nothing'],
    [
      'tele/lamp/STATE',
      '{"Time":"2024-05-01T12:00:00","Uptime":"0T01:00:09","Vcc":3.4,"POWER":"ON","Wifi":{"RSSI":88}}',
      'nothing',
    ],
    ['stat/lamp/RESULT', '{"POWER":"OFF"}', 'release'],
    ['stat/lamp/POWER', 'OFF', 'nothing'],
    ['stat/lamp/POWER', 'ON', 'press'],
    ['stat/pair/POWER2', 'OFF', 'nothing'],
    ['stat/pair/POWER2', 'ON', 'press'],
    ['stat/pair/RESULT', '{"POWER2":"ON"}', 'nothing'],
    ['stat/pair/POWER2', 'OFF', 'release'],
    ['tele/lamp/SENSOR', '{"Time":"2024-05-01T12:00:00","Switch1":"OFF","ANALOG":{"A0":12}}', 'nothing'],
    ['tele/lamp/SENSOR', '{"Time":"2024-05-01T12:05:00","ENERGY":{"Total":3.1,"Power":14}}', 'nothing'],
    ['tele/lamp/INFO1', '{"Info1":{"Module":"Sonoff Basic","Version":"14.2.0(tasmota)"}}', 'nothing'],
    ['tele/lamp/INFO3', '{"Info3":{"RestartReason":"Software/System restart","BootCount":12}}', 'nothing'],
    ['stat/lamp/STATUS', '{"Status":{"Module":1,"FriendlyName":["lamp"],"Power":"1"}}', 'nothing'],
    ['stat/lamp/STATUS11', '{"StatusSTS":{"POWER":"ON","Wifi":{"RSSI":88}}}', 'nothing'],
    ['stat/lamp/RESULT', '{"Command":"Unknown"}', 'nothing'],
    ['tele/lamp/LWT', 'Offline', 'nothing'],
    ['tasmota/discovery/49A3BC/config', '{"ip":"10.0.0.4","dn":"lamp","fn":["lamp"]}', 'nothing'],
  ]),
];
