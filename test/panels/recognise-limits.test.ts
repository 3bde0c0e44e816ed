import should from 'should';
import { readGestures, recognise, recogniseAll } from '../../dist/panels/recognise/index.js';
import { is07, LATER, mqtt, taiOf, xkeys } from './messages.js';

const PRESS = { pressed: true, event: 'press', anew: true } as const;
const reportOf = (control: string) => ({ source: 'mqtt', control, kind: 'button', isReport: true });

describe('a format of a panel ends where another one begins', () => {
  it('MIDI', () => {
    const read = (payload: unknown, more: object = {}) => recognise({ payload, ...more }, 'midi')?.control;
    should(read([60, 127])).equal('note 60');
    should(read(Buffer.from([60, 127]))).equal('note 60');
    should(read([60, 127], { topic: 'a' })).equal('note 60');
    for (const more of [{ topic: '/1/push1' }, { qos: 0 }, { _client: { socketId: 'A' } }])
      should(read([60, 127], more)).be.undefined();
    for (const payload of [[60], [], [60, 127, 1], [60, 128], [-1, 5], [60.5, 1], '60', { 0: 60, 1: 127, length: 2 }])
      should(read(payload)).be.undefined();
    const typed = (type: unknown, more: object = {}) => read([60, 127], { midi: { type, channel: 1, ...more } });
    should(['Note On', 'note_off', 'CONTROLCHANGE', 'polyat', 'pitchbend'].map((type) => typed(type))).eql([
      ...['note 1/60', 'note 1/60', 'cc 1/60', 'pressure 1/60', 'bend 1'],
    ]);
    for (const type of ['sysex', '', undefined, 5]) should(typed(type)).be.undefined();
    // The status byte counts more than the type.
    should([0xb0, 0xf0].map((status) => typed('noteon', { raw: [status, 60, 127] }))).eql(['cc 1/60', undefined]);
    should([Buffer.from([0x90]), [256], 'x'].map((raw) => typed('controlchange', { raw }))).eql([
      ...['note 1/60', 'cc 1/60', 'cc 1/60'],
    ]);
    should([16, 17, 'A'].map((channel) => typed('noteon', { channel }))).eql(['note 16/60', 'note 60', 'note 60']);
    const short = (type: string) => recognise({ payload: [60], midi: { type } }, 'midi')?.control;
    should(['programchange', 'channelat', 'channelpressure', 'noteon', 'controlchange'].map(short)).eql([
      ...['program 60', 'pressure', 'pressure', undefined, undefined],
    ]);
  });

  it('X-keys', () => {
    const read = (more: object, value: unknown, topic?: unknown) =>
      recognise({ ...xkeys(more, value), topic }, 'xkeys');
    for (const [value, pressed] of [
      ...[[1, true] as const, [0, false] as const, [true, true] as const],
      ...[[false, false] as const, ['1', true] as const, ['0', false] as const],
    ])
      should(read({ button_id: '7' }, value)).eql({ source: 'xkeys', control: 'button 3/7', kind: 'button', pressed });
    // An inverted key would fire by a release.
    for (const value of [2, -1, 'x', undefined, {}, '', ' 1', null, [], [1]])
      should(read({ button_id: '7' }, value)).be.undefined();
    const control = (...args: Parameters<typeof read>) => read(...args)?.control;
    should(control({ button_id: '', unit_id: '' }, 1)).equal('button 0/?');
    should(control({ control_id: 5 }, 1, '/xkeys/server/button_event/1/3/5')).equal('button 3/5');
    should(control({ control_id: '' }, 1, 'button')).equal('button 3/?');
    should(control({ control_id: 'Rotary' }, 1, 'shuttle')).equal('rotary 3/Rotary');
    should(control({ unit_id: null }, 1)).equal('jog 0/0');
    should(read({ control_id: 1 }, 5, 'joystick')).match({ control: 'joystick 3/1', kind: 'encoder', delta: 5 });
    should(read({ control_id: 1 }, { x: 1, y: -2, z: 9 }, 'joystick')).match({ kind: 'pad', values: [1, -2] });
    for (const value of [{ x: 1 }, 0.5, '5', Number.NaN, null]) should(read({ control_id: 1 }, value)).be.undefined();
    for (const name of ['tbar', 't-bar', 'rotary']) {
      should(read({ control_id: name }, 51)).match({ kind: 'fader', value: 0.2, raw: 51 });
      for (const value of [-1, 256]) should(read({ control_id: name }, value)).be.undefined();
    }
    should([-8, -7, 7, 8].map((value) => read({ control_id: 'shuttle' }, value)?.value)).eql([
      undefined,
      0,
      1,
      undefined,
    ]);
    for (const missing of ['product_id', 'unit_id'])
      should(read({ control_id: 1, [missing]: undefined }, 1)).be.undefined();
    should(recognise({ payload: 1 }, 'xkeys')).be.undefined();
  });

  it('GPIO', () => {
    const read = (topic: unknown, payload: unknown) => recognise({ topic, payload }, 'gpio');
    const pin = (pressed: boolean) => ({ source: 'gpio', control: 'pin 4', kind: 'button', pressed });
    should(['gpio/4', 'pi/4'].map((topic) => read(topic, 1))).eql([pin(true), pin(true)]);
    should([0, '0', '1'].map((level) => read('gpio/4', level))).eql([pin(false), pin(false), pin(true)]);
    for (const topic of ['xgpio/4', 'gpio/4x', 'gpio/', 'gpio/1234', 4, undefined])
      should(read(topic, 1)).be.undefined();
    should(read('gpio/123', 1)?.control).equal('pin 123');
    should([true, false].map((level) => read('gpio/4', level)?.pressed)).eql([true, false]);
    // An inverted contact would fire by a release.
    for (const level of [2, 'on', '', ' ', null, undefined, [], [1], Number.NaN])
      should(read('gpio/4', level)).be.undefined();
  });

  it('Stream Deck', () => {
    const read = (topic: unknown, payload: unknown) => recognise({ topic, payload }, 'streamdeck')?.control;
    should([read(255, 0), read(256, 0), read('1', 0), read(-1, 0), read(0, 2), read(0, true)]).eql([
      ...['key 255', undefined, undefined, undefined, undefined, undefined],
    ]);
    const dial = (more: object) => read('dial', { type: 'encoder', index: 255, event: 'rotate', amount: 1, ...more });
    should([{}, { amount: -128 }, { amount: 128 }, { event: 'up' }].map(dial)).eql([
      ...['dial 255', 'dial 255', 'dial 255', 'dial press 255'],
    ]);
    for (const more of [
      { type: 'lcd' },
      { index: 256 },
      { event: 'x' },
      { amount: 0.5 },
      { amount: 129 },
      { amount: -129 },
    ])
      should(dial(more)).be.undefined();
  });

  it('Ember+', () => {
    const read = (payload: unknown, topic?: string) => recognise({ payload, topic }, 'ember');
    const json = '\n {"contents":{"identifier":"Take","value":true}}';
    should(read(json)).eql({ source: 'ember', control: 'Take', kind: 'button', pressed: true });
    should(read({ full: { contents: { identifier: 'Take', value: true } } })?.control).equal('Take');
    should(read({ full: { path: '0.1', value: true } })?.control).equal('0.1');
    should([read({ contents: { value: 1 } }, 'a')?.control, read({ contents: { value: 1 } })?.control]).eql([
      ...['a', 'parameter'],
    ]);
    for (const payload of [`x${json}`, '{', true, { value: true }, { full: 1 }, `${json}${' '.repeat(10_000)}`])
      should(read(payload)).be.undefined();
    const gain = (more: object) =>
      read({ contents: { identifier: 'Gain', value: 5, minimum: 0, maximum: 10, ...more } });
    should(gain({})?.value).equal(0.5);
    for (const more of [{ value: '5' }, { minimum: '0' }, { maximum: '10' }]) should(gain(more)?.value).be.undefined();
  });

  it('IS-07', () => {
    const read = (payload: unknown) => recognise({ payload }, 'is07');
    const { payload } = is07(true);
    const state = { source: 'is07', control: '6a3f', kind: 'button', pressed: true };
    should(read(JSON.stringify(payload))).eql({ ...state, at: LATER });
    should(read({ ...payload, timing: undefined })).eql(state);
    should(read({ ...payload, identity: undefined })?.control).equal('event');
    for (const stamp of [`x${taiOf(LATER)}`, `${taiOf(LATER)}x`, '1:1234567890', '1234567890123:0', 5, '1', ''])
      should(read({ ...payload, timing: { creation_timestamp: stamp } })).eql(state);
    for (const more of [{ message_type: 'health' }, { payload: true }, { payload: { value: {} } }])
      should(read({ ...payload, ...more })).be.undefined();
    should(read(JSON.stringify(payload) + ' '.repeat(10_000))).be.undefined();
    const rational = (value: unknown, scale: unknown) => read({ ...payload, payload: { value, scale } });
    should([rational('5', 10)?.raw, rational(5, '10')?.raw, rational(true, 10)?.pressed]).eql([5, 5, true]);
  });

  it('OSC', () => {
    const read = (topic: unknown, payload: unknown, more: object = {}) =>
      recogniseAll({ topic, payload, ...more }, 'osc');
    should(read('/take', [])).eql([
      { source: 'osc', control: '/take', kind: 'button', pressed: true, momentary: true },
    ]);
    should([read('/take', [], { qos: 0 }), read('/take', [1], { qos: 0 })].map(({ length }) => length)).eql([0, 1]);
    for (const topic of ['take', '', 5, undefined]) should(read(topic, 1)).be.empty();
    const packet = { address: '/a', args: [1] };
    const bundle = (depth: number): object => (depth === 0 ? packet : { packets: [bundle(depth - 1)] });
    for (const topic of ['bundle', '#bundle']) should(read(topic, [packet])).have.length(1);
    should([7, 8].map((depth) => read('bundle', [bundle(depth)]).length)).eql([1, 0]);
    should([256, 257].map((count) => read('bundle', new Array(count).fill(packet)).length)).eql([256, 0]);
    const two = { packets: [packet, packet] };
    should(read('bundle', new Array(200).fill(two))).have.length(256);
    for (const payload of [packet, ['x', null], 'x', [{ args: [1] }]]) should(read('bundle', payload)).be.empty();
    // Only metadata has a type.
    should(read('/a', { value: 1 })).be.empty();
    should(read('/a', [{ type: 5, value: 1 }])).be.empty();
    should([16, 17].map((count) => read('/xy', new Array(count).fill(1)).length)).eql([1, 0]);
    should(read('/xy', [1, 'x'])).be.empty();
  });

  it('Dashboard', () => {
    const read = (msg: object) => recognise(msg, 'dashboard');
    should(read({ topic: 'xy', payload: [0.1, 0.2], _client: {} })).match({ kind: 'pad', values: [0.1, 0.2] });
    should(read({ payload: 5, _client: {} })?.control).equal('slider');
    const down = { payload: '', _event: { type: 'pointerdown' } };
    should(read({ ...down, _client: { socketId: 'A' } })?.client).equal('A');
    for (const _client of [{ socketId: 5 }, 'A', {}]) should(read({ ...down, _client })).not.have.property('client');
    for (const msg of [
      { payload: 5 },
      { payload: 5, _client: 'A' },
      { payload: 5, _event: { type: 'x' }, _client: {} },
    ])
      should(read(msg)).be.undefined();
  });

  it('MQTT', () => {
    const read = (payload: unknown, more: object = {}) => readGestures(mqtt(payload, more));
    const one = (pressed: boolean) => [{ source: 'mqtt', control: 'studio/take', kind: 'button', pressed }];
    should(['1', 1, null].map((qos) => read('ON', { qos })[0]?.source)).eql(['mqtt', 'mqtt', 'plain']);
    should(read('ON', { topic: undefined })[0]?.control).equal('topic');
    const long = (length: number) => `{"value":"ON"${' '.repeat(length - 14)}}`;
    should([10_000, 10_001].map((length) => read(long(length)).length)).eql([1, 0]);
    should([10_000, 10_001].map((length) => read(Buffer.from(long(length))).length)).eql([1, 0]);
    // Longer text is not a report of a device either.
    for (const topic of ['stat/desk/POWER', 'homeassistant/event/a/state', 'shellies/a/input/0'])
      for (const payload of ['x'.repeat(10_001), Buffer.alloc(10_001, 'x')])
        should(read(payload, { topic })).be.empty();
    should([read('"ON"'), read(' {"state":"ON"}'), read('"{\\"state\\":\\"ON\\"}"')]).eql([one(true), one(true), []]);
    should([read('[0.5,1]')[0]?.values, read('{'), read('x["ON"]')]).eql([[0.5, 1], [], []]);
    // The first field with a value counts, and an event before a value.
    should(read({ value: 'OFF', state: 'ON', pressed: 'x' })).eql(one(false));
    should(read({ state: 'OFF', action: 'press' })[0]).match({ pressed: true, anew: true });
    for (const [word, pressed] of [
      ...[[' Closed', true] as const, ['open', false] as const, ['YES', true] as const, ['no', false] as const],
    ])
      should(read(word)).eql(one(pressed));
    for (const word of ['offline', 'not_available', 'disconnected', 'None', { battery: 5, RSSI: 1 }, { batteryLow: 1 }])
      should(read(word)).eql([reportOf('studio/take')]);
    const online = (topic: string, word: unknown) => read(word, { topic })[0]?.restarts;
    for (const word of [' Online ', 'available', 'Connected', { state: 'online' }])
      should([online('desk', word), online('a/desk', word)]).eql(['desk', 'a/desk']);
    for (const leaf of ['availability', 'available', 'connected', 'connection', 'LWT', 'online', 'state', 'status'])
      should([online(`a/desk/${leaf}`, 'online'), online(`a/desk/x${leaf}`, 'online')]).eql([
        'a/desk',
        `a/desk/x${leaf}`,
      ]);
    for (const payload of [{}, { battery: 5, x: 1 }, { xbattery: 5 }, { ipx: 1 }, 'online now', null])
      should(read(payload)).be.empty();
    should([1000, 1001].map((length) => readGestures({ ...mqtt('ON'), topic: 'a'.repeat(length) }).length)).eql([1, 0]);
    const zigbee = (length: number) => `zigbee2mqtt/${'a'.repeat(length - 12)}`;
    should([500, 501].map((length) => read({ action: 'toggle' }, { topic: zigbee(length) }).length)).eql([1, 0]);
  });

  it('words of events', () => {
    const event = (word: unknown) => readGestures(mqtt({ action: word }))[0];
    const origin = (name: string) => ({ button: `studio/take ${name}`, rank: 1 });
    const named = (name: string) => ({
      ...{ source: 'mqtt', kind: 'button', control: `studio/take ${name}`, topic: 'studio/take', origin: origin(name) },
    });
    should(event('1_double')).eql({
      ...{ ...named('1'), pressed: true, event: 'double', momentary: true, word: '1_double' },
    });
    should(event(' Left - LONG  press ')).match({
      control: 'studio/take left',
      event: 'hold',
      word: 'left_long_press',
    });
    should(event('arrow_left_quad')).match({ control: 'studio/take arrow_left', event: 'triple' });
    for (const word of ['button_press', 'btn_press', 'remote_button_press', 'switch_press', 'press'])
      should(event(word)).eql({
        ...{ source: 'mqtt', control: 'studio/take', kind: 'button', pressed: true, anew: true, origin: origin('') },
      });
    for (const prefix of ['btn', 'button', 'pointer', 'mouse'])
      for (const mark of ['', '_']) {
        should(event(`${prefix}${mark}down`)).match({ control: 'studio/take', pressed: true, anew: true });
        should(event(`${prefix}${mark}up`)).match({ control: 'studio/take', pressed: false });
      }
    should([event('_down'), event('brightness_down'), event('x'), event('single_x')]).eql([
      ...[undefined, undefined, undefined, undefined],
    ]);
    should(event('keydown')).match({ pressed: true, origin: { isState: true } });
    should([event(`${'a'.repeat(58)}_click`)?.pressed, event(`${'a'.repeat(59)}_click`)]).eql([true, undefined]);
    // The first field with text counts.
    const fields = (payload: object) => readGestures(mqtt(payload))[0]?.pressed;
    should(fields({ click: 'release', type: 'press', action: 5 })).be.true();
    should(fields({ click: 'release' })).be.false();
    should(fields({ event_type: 'release', type: 'press' })).be.false();
    should(fields({ event: 'press', event_type: 'release' })).be.true();
    // A value of a flow is a key at most.
    const plain = (payload: unknown) => readGestures({ topic: 'F1', payload })[0];
    should([
      plain('KeyDown')?.pressed,
      plain('keyup')?.pressed,
      plain('single'),
      plain('xkeydown'),
      plain('keyupx'),
    ]).eql([...[true, false, undefined, undefined, undefined]]);
    should(plain({ action: 'single' })).match({ event: PRESS.event, momentary: true });
  });
});
