import should from 'should';
import type { Gesture, Origin } from '../../dist/panels/gesture/gesture.js';
import {
  button,
  DOUBLE,
  HELD,
  HOLD,
  onlineReport,
  RELEASE,
  read,
  reportOf,
  SINGLE,
  single,
  state,
  TRIPLE,
} from './devices/gestures.js';

describe('a button of a device has its name, its event and its origin', () => {
  it('zigbee2mqtt', () => {
    const topic = 'zigbee2mqtt/desk';
    const action = (word: string) => read(topic, { action: word });
    const origin = (name: string) => ({ button: `zigbee2mqtt ${topic} ${name}`, rank: 2 });
    const named = (name: string, word: string, event: Partial<Gesture>) =>
      button('zigbee2mqtt', topic, name, { ...event, word, origin: origin(name) });
    should(action('1_single')).eql([named('1', '1_single', SINGLE)]);
    should(action('Arrow_Left_Click')).eql([named('arrow_left', 'arrow_left_click', SINGLE)]);
    should(action('toggle')).eql([named('toggle', 'toggle', SINGLE)]);
    should(action('brightness_move_up')).eql([named('brightness_up', 'brightness_move_up', HOLD)]);
    for (const word of ['brightness_stop', 'brightness_move_stop'])
      should(action(word)).eql([named('brightness_up', word, RELEASE), named('brightness_down', word, RELEASE)]);
    should(action('single')).eql([single('zigbee2mqtt', topic, { ...SINGLE, word: 'single', origin: origin('') })]);
    should(read(`${topic}/action`, 'double')).eql([
      single('zigbee2mqtt', topic, { ...DOUBLE, word: 'double', origin: { ...origin(''), rank: 1 } }),
    ]);
    const turn = (name: string, delta: number, word: string) => ({
      ...{ source: 'mqtt', family: 'zigbee2mqtt', topic, control: `${topic} ${name}`, kind: 'encoder', delta, word },
    });
    should(action('rotate_right')).eql([turn('rotate', 1, 'rotate_right')]);
    should(action('dial_rotate_left_slow')).eql([turn('dial_rotate', -1, 'dial_rotate_left_slow')]);
    should(action('brightness_step_up')).eql([turn('brightness_step', 1, 'brightness_step_up')]);
    should(action('brightness_step_down')).eql([turn('brightness_step', -1, 'brightness_step_down')]);
    for (const [power, pressed] of [
      ['ON', true],
      ['OFF', false],
    ] as const)
      should(read(topic, { state: power, linkquality: 9 })).eql([
        single('zigbee2mqtt', topic, {
          ...{ pressed, origin: { ...state(`zigbee2mqtt ${topic} state`, 1), isPeriodic: true } },
        }),
      ]);
    // Another base topic is found by the quality of the link.
    should(read('z/desk', { action: 'single', linkquality: 9 })[0]?.family).equal('zigbee2mqtt');
    should(read('z/desk', { action: 'single' })[0]?.family).be.undefined();
    for (const word of ['', ' ', 'a b', `a${'b'.repeat(64)}`]) should(action(word)).eql([reportOf(topic)]);
    should(action(`a${'b'.repeat(63)}`)).have.length(1);
    for (const payload of [{ action: 5 }, { action: null }, { state: 'LOCK' }, {}])
      should(read(topic, payload)).eql([reportOf(topic)]);
    for (const leaf of ['bridge/devices', 'desk/availability', 'desk/battery_low', 'desk/update', 'desk/set'])
      should(read(`zigbee2mqtt/${leaf}`, 'true')).eql([reportOf(`zigbee2mqtt/${leaf}`)]);
    for (const payload of ['online', { state: 'online' }]) {
      should(read('zigbee2mqtt/bridge/state', payload)).eql([onlineReport('zigbee2mqtt/bridge/state', 'zigbee2mqtt')]);
      should(read('z/bridge/state', payload)).eql([onlineReport('z/bridge/state', 'z')]);
      should(read(`${topic}/availability`, payload)).eql([onlineReport(`${topic}/availability`, topic)]);
    }
    for (const leaf of ['bridge/state', 'desk/availability'])
      should(read(`zigbee2mqtt/${leaf}`, 'offline')).eql([reportOf(`zigbee2mqtt/${leaf}`)]);
  });

  it('Shelly Gen1', () => {
    const topic = 'shellies/b/input_event/2';
    const origin = { button: 'shelly b 2', rank: 3, isPeriodic: true as const, id: '7' };
    const event = (name: string) => read(topic, { event: name, event_cnt: 7 });
    for (const [name, act] of Object.entries({ S: SINGLE, SS: DOUBLE, SSS: TRIPLE, SL: TRIPLE, LS: TRIPLE, L: HELD }))
      should(event(name)).eql([single('shelly', topic, { ...act, word: name, origin })]);
    should(event('')).eql([{ ...reportOf(topic), origin: { button: 'shelly b 2', rank: 3, id: '7' } }]);
    should(read('shellies/b/online', 'true')).eql([onlineReport('shellies/b/online', 'shellies/b')]);
    for (const [device, online] of [
      ['shellybutton1-A4CF12', 'true'],
      ['b', 'false'],
    ])
      should(read(`shellies/${device}/online`, online)).eql([reportOf(`shellies/${device}/online`)]);
    should(read('shellies/b/input/2', '1')).eql([
      single('shelly', 'shellies/b/input/2', {
        pressed: true,
        origin: { ...state('shelly b 2', 2), isPeriodic: true },
      }),
    ]);
    should(read('shellies/b/relay/2', 'off')).eql([
      single('shelly', 'shellies/b/relay/2', {
        pressed: false,
        origin: { ...state('shelly b 2', 1), isPeriodic: true },
      }),
    ]);
    for (const [leaf, payload] of [
      ...[['input/2', '2'] as const, ['relay/2', 'overpower'] as const, ['input_event/2', 'S'] as const],
      ...[['announce', 'ON'] as const, ['online', 'x'] as const, ['relay/0/power', '1'] as const],
      ...[['emeter/0/total_returned', '1'] as const, ['sensor/motion', 'true'] as const, ['longpush/0', '1'] as const],
    ])
      should(read(`shellies/b/${leaf}`, payload)).eql([reportOf(`shellies/b/${leaf}`)]);
    should(read('shellies/announce', 'ON')).eql([reportOf('shellies/announce')]);
    for (const leaf of ['light/0', 'relay/12', 'xrelay/0', 'relay/0/x'])
      should(read(`shellies/b/${leaf}`, 'on').map(({ family }) => family)).eql([undefined]);
  });

  it('Shelly Gen2', () => {
    const event = (more: object) => ({ method: 'NotifyEvent', src: 'shelly-9', params: { events: [more] } });
    const named = (name: string, act: Partial<Gesture>, word: string, id?: string) =>
      button('shelly', 'plus', name, {
        ...{ ...act, word },
        origin: { button: `shelly plus ${name}`, rank: 2, ...(id && { id }) },
      });
    for (const [word, act] of Object.entries({
      ...{ single_push: SINGLE, double_push: DOUBLE, triple_push: TRIPLE, long_push: HELD },
    }))
      should(read('plus/events/rpc', event({ component: 'input:0', event: word, ts: 1.5 }))).eql([
        named('input:0', act, word, `${word} 1.5`),
      ]);
    should(read('plus/events/rpc', event({ component: 'bthomedevice:200', idx: 3, event: 'single_push' }))).eql([
      named('bthomedevice:200/3', SINGLE, 'single_push'),
    ]);
    should(read('plus/events/rpc', event({ event: 'single_push' }))).eql([named('input', SINGLE, 'single_push')]);
    // A message of another topic has the name of its sender.
    should(read('all', event({ component: 'input:0', event: 'single_push' }))[0]).match({
      ...{ control: 'shelly-9 input:0', topic: 'shelly-9' },
    });
    const origin = state('shelly plus input:1', 1);
    const changed = button('shelly', 'plus', 'input:1', { pressed: true, origin: { ...origin, isChange: true } });
    const present = { ...changed, origin };
    const notify = (method: string) =>
      read('plus/events/rpc', { method, params: { ts: 1, 'input:1': { state: true }, wifi: {} } });
    should(notify('NotifyStatus')).eql([changed]);
    should(notify('NotifyFullStatus')).eql([onlineReport('plus/events/rpc', 'plus'), present]);
    should(read('plus/status/input:1', { id: 1, state: true })).eql([present]);
    should(read('plus/online', 'true')).eql([onlineReport('plus/online', 'plus')]);
    should(read('plus/status/input:12', { state: true })[0]?.control).equal('plus input:12');
    for (const [topic, payload] of [
      ['plus/online', 'false'] as const,
      ...['sys', 'wifi', 'cloud', 'mqtt', 'ble', 'ws', 'eth', 'switch:0', 'input:0'].map(
        (part) => [`plus/status/${part}`, { state: 1, output: true }] as const,
      ),
      ...['btn_down', 'btn_up', 'config_changed'].map((word) => ['plus/events/rpc', event({ event: word })] as const),
      ['plus/events/rpc', { method: 'NotifyEvent', params: {} }] as const,
    ])
      should(read(topic, payload)).eql([reportOf(topic)]);
    const many = { method: 'NotifyEvent', params: { events: new Array(40).fill({ event: 'single_push' }) } };
    should(read('plus/events/rpc', many)).have.length(32);
    // Other devices have these topics and fields, too.
    for (const [topic, payload] of [
      ['desk/status/button', { state: 'ON' }],
      ['desk/online', 'ON'],
      ['desk/status/input:0/x', { state: 'ON' }],
      ['desk', { state: 'ON', method: 'NotifyEvent' }],
      ['desk', { state: 'ON', params: {} }],
    ] as const)
      should(read(topic, payload)).eql([{ source: 'mqtt', control: topic, kind: 'button', pressed: true }]);
  });

  it('Tasmota', () => {
    const topic = 'stat/desk/RESULT';
    const named = (name: string, more: Partial<Gesture>, kind: Partial<Origin> = {}) =>
      button('tasmota', topic, name, { ...more, origin: { button: `tasmota desk ${name}`, rank: 1, ...kind } });
    for (const [word, act] of Object.entries({
      ...{ SINGLE, DOUBLE, TRIPLE, QUAD: TRIPLE, PENTA: TRIPLE, HOLD, CLEAR: RELEASE, TOGGLE: SINGLE },
    }))
      should(read(topic, { Button1: { Action: word } })).eql([named('Button1', { ...act, word })]);
    should(read(topic, { Switch12: { Action: 'on' } })).eql([
      named('Switch12', { pressed: true }, { isState: true, isChange: true }),
    ]);
    should(read(topic, { POWER2: 'OFF', POWER: 'ON' })).eql([
      named('POWER2', { pressed: false }, { isState: true }),
      named('POWER', { pressed: true }, { isState: true }),
    ]);
    for (const name of ['stat/desk/POWER2', 'desk/stat/POWER2'])
      should(read(name, 'ON')).eql([
        single('tasmota', name, { pressed: true, origin: state('tasmota desk POWER2', 1) }),
      ]);
    should(read('cmnd/desk/POWER', 'HOLD')).eql([
      single('tasmota', 'cmnd/desk/POWER', { ...HOLD, word: 'HOLD', origin: { button: 'cmnd/desk/POWER', rank: 1 } }),
    ]);
    for (const [name, payload] of [
      ...[['tasmota/discovery/1/config', 'ON'] as const, ['tele/desk/LWT', 'ON'] as const],
      ...[['tele/desk/SENSOR', { POWER: 'ON' }] as const, ['stat/desk/STATUS11', { POWER: 'ON' }] as const],
      ...[['cmnd/desk/BACKLOG', { POWER: 'ON' }] as const, ['stat/desk/POWER', 'TOGGLE'] as const],
      ...[['stat/desk/POWER', 'x'] as const, [topic, { POWER: 'x', XPOWER: 'ON', POWERX: 'ON' }] as const],
      ...[[topic, { Button1: 'SINGLE' }] as const, [topic, { Button1: { Action: 'x' } }] as const],
      ...[[topic, { Button: { Action: 'SINGLE' }, XButton1: { Action: 'SINGLE' } }] as const],
    ])
      should(read(name, payload)).eql([reportOf(name)]);
    should(read('tele/desk/STATE', { Vcc: 3.4, POWER: 'ON' })).eql([
      button('tasmota', 'tele/desk/STATE', 'POWER', {
        ...{ pressed: true, isReport: true, origin: state('tasmota desk POWER', 1) },
      }),
    ]);
    should(read('tele/desk/LWT', 'Online')).eql([onlineReport('tele/desk/LWT', 'stat/desk')]);
    should(read('desk/tele/LWT', 'Online')).eql([onlineReport('desk/tele/LWT', 'desk/stat')]);
    should(read('tele/desk/LWT', 'Offline')).eql([reportOf('tele/desk/LWT')]);
    should(read('tele/desk/RESULT', { POWER: 'ON' })).have.length(1);
    for (const name of ['stat/desk/XPOWER', 'stat/desk/POWERX', 'stat/desk/power', 'x/stat/desk/POWER/x', 'stat/POWER'])
      should(read(name, 'ON')).eql([{ source: 'mqtt', control: name, kind: 'button', pressed: true }]);
  });

  it('ESPHome and the states of Home Assistant', () => {
    const topic = 'desk/binary_sensor/take/state';
    for (const [payload, family, pressed] of [
      ['ON', 'esphome', true],
      ['OFF', 'esphome', false],
      ['on', 'homeAssistant', true],
      ['off', 'homeAssistant', false],
    ] as const)
      should(read(topic, payload)).eql([single(family, topic, { pressed, origin: state(topic, 1) })]);
    for (const payload of ['unavailable', 'unknown', ''])
      should(read(topic, payload)).eql([single('homeAssistant', topic, { isReport: true, origin: state(topic, 1) })]);
    for (const domain of ['switch', 'input_boolean'])
      should(read(`desk/${domain}/take/state`, 'ON')[0]?.family).equal('esphome');
    should(read('desk/debug', 'ON')).eql([reportOf('desk/debug')]);
    for (const name of ['desk/debug/x', 'desk/sensor/take/state', 'desk/switch/take/state/x', 'desk/switch/state'])
      should(read(name, 'ON')).eql([{ source: 'mqtt', control: name, kind: 'button', pressed: true }]);
    should(read(topic, '1')[0]?.family).be.undefined();
  });
});
