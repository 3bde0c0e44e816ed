import should from 'should';
import {
  button,
  DOUBLE,
  HELD,
  HOLD,
  PRESS,
  plain,
  read,
  readPlain,
  reportOf,
  SINGLE,
  single,
  state,
  TRIPLE,
} from './devices/gestures.js';

describe('a button of Home Assistant has its name, its event and its origin', () => {
  it('in its topics', () => {
    const base = 'homeassistant/event/desk';
    const time = '2031-05-01T12:00:00.000+00:00';
    for (const domain of ['event', 'button', 'input_button', 'scene'])
      should(read(`homeassistant/${domain}/desk/state`, time)).eql([
        single('homeAssistant', `homeassistant/${domain}/desk/state`, {
          ...{ ...SINGLE, word: '', at: Date.parse(time) },
          origin: { button: `${domain} desk`, rank: 1, id: time },
        }),
      ]);
    should(read(`${base}/event_type`, '"double_press"')).eql([
      single('homeAssistant', `${base}/event_type`, {
        ...{ ...DOUBLE, word: 'double_press', origin: { button: 'event desk', rank: 2 } },
      }),
    ]);
    should(read(`${base}/state`, 'unknown')).eql([
      single('homeAssistant', `${base}/state`, { isReport: true, origin: state('event desk', 1) }),
    ]);
    for (const leaf of ['last_changed', 'friendly_name', 'icon', 'supported_features', 'restored', 'id', 'config'])
      should(read(`${base}/${leaf}`, 'ON')).eql([reportOf(`${base}/${leaf}`)]);
    should(read('homeassistant/x/config', 'ON')).eql([reportOf('homeassistant/x/config')]);
    for (const name of ['homeassistant/x/y', 'x/config', 'homeassistant/sensor/desk/state'])
      should(read(name, 'ON')[0]).match({ control: name, pressed: true });
  });

  it('in the messages of its nodes', () => {
    const change = (entity: string, before: unknown, after: object) =>
      readPlain(entity, 'x', { data: { entity_id: entity, old_state: before, new_state: after } });
    const origin = state('homeAssistant switch.a ', 1);
    const lamp = plain(single('homeAssistant', 'switch.a', { pressed: true, origin: { ...origin, isChange: true } }));
    should(change('switch.a', { state: 'off' }, { state: 'on' })).eql([lamp]);
    should(change('switch.a', { original_state: 'off', state: 'on' }, { original_state: 'on', state: 'off' })).eql([
      lamp,
    ]);
    should(change('switch.a', { state: 'on' }, { state: 'off' })).eql([{ ...lamp, pressed: false }]);
    for (const before of [
      null,
      { state: 'on' },
      { state: 'unknown' },
      { state: 'unavailable' },
      { state: '' },
      { state: 1 },
    ])
      should(change('switch.a', before, { state: 'on' })).eql([{ ...lamp, isReport: true }]);
    const unknown = plain(single('homeAssistant', 'switch.a', { isReport: true, origin }));
    should(change('switch.a', { state: 'on' }, { state: 'unavailable' })).eql([unknown]);
    should(change('switch.a', { state: 'on' }, { state: 'open' })).be.empty();
    const time = '2031-05-01T12:00:00.000Z';
    const event = (entity: string, more: object) =>
      plain(
        single('homeAssistant', entity, {
          ...{ at: Date.parse(time), origin: { button: `homeAssistant ${entity} `, rank: 1, id: time } },
          ...more,
        }),
      );
    should(change('event.a', null, { state: time, attributes: { event_type: 'double' } })).eql([
      event('event.a', { ...DOUBLE, word: 'double' }),
    ]);
    for (const entity of ['event.a', 'button.a', 'input_button.a', 'scene.a'])
      should(change(entity, null, { state: time })).eql([event(entity, { ...SINGLE, word: '' })]);

    const fired = (event_type: string, payload: object) =>
      readPlain('all', { event_type, event: payload, time_fired: time });
    const named = (device: string, name: string, act: object, word: string) =>
      plain(
        button('homeAssistant', device, name, {
          ...act,
          word,
          origin: { button: `homeAssistant ${device} ${name}`, rank: 1 },
        }),
      );
    const zha = (command: string) => fired('zha_event', { device_ieee: '84:71', endpoint_id: 1, command });
    for (const command of ['on', 'off', 'toggle', 'recall'])
      should(zha(command)).eql([named('84:71', `1 ${command}`, SINGLE, command)]);
    should(zha('button_double')).eql([named('84:71', '1', DOUBLE, 'button_double')]);
    should(fired('hue_event', { id: 'dimmer', subtype: 2, type: 'initial_press' })).eql([
      named('dimmer', '2', PRESS, 'initial_press'),
    ]);
    for (const [word, act] of Object.entries({ single: SINGLE, double: DOUBLE, triple: TRIPLE, long: HELD }))
      should(fired('shelly.click', { device: 'i4', channel: 1, click_type: word })).eql([named('i4', '1', act, word)]);
    should(readPlain('t', { platform: 'device', device_id: 'd1', type: 'long_press', subtype: 'b2' })).eql([
      named('d1', 'b2', HOLD, 'long_press'),
    ]);
    should(readPlain('t', { platform: 'device', device_id: 'd1', type: 'long_press' })).eql([
      plain(
        single('homeAssistant', 'd1', {
          ...HOLD,
          word: 'long_press',
          origin: { button: 'homeAssistant d1 ', rank: 1 },
        }),
      ),
    ]);
    const reports = [
      ...[zha('move'), fired('hue_event', { type: 'x' }), fired('shelly.click', { click_type: 'x' }), fired('x', {})],
    ];
    for (const report of reports) should(report).eql([plain(reportOf('all'))]);
    should(readPlain('t', 'ON', { event_type: 'home_assistant_client' })).eql([plain(reportOf('t'))]);
    // Messages of a flow with some of these fields.
    for (const payload of [
      ...[
        { type: 'click', platform: 'device' },
        { type: 'click', device_id: 'd1', platform: 'x' },
      ],
      ...[
        { event_type: 'click', event: {} },
        { type: 'click', event: {}, time_fired: time },
      ],
    ])
      should(readPlain('t', payload)[0]).match({ control: 't', pressed: true, source: 'plain' });
  });
});
