import fc from 'fast-check';
import should from 'should';
import type { Colour, State } from '../../../dist/panels/lamp/state.js';
import {
  FADERS,
  hasControl,
  isSteady,
  LAMPS,
  type LampSurface,
  render,
  SURFACES,
  sendsBlinks,
} from '../../../dist/panels/render/index.js';

const RED: Colour = [255, 0, 0];
const DIM: Colour = [64, 0, 0];
const DARK: Colour = [0, 0, 0];

const lamp = (state: State, colour: Colour, more: { blink?: boolean; value?: string | number } = {}) => ({
  state,
  colour,
  blink: false,
  at: 1_531_680_464_280,
  ...more,
});

describe('a lamp on a surface', () => {
  it('Stream Deck: the colour of a key', () => {
    const message = { topic: 0, payload: { command: 'fillColor', value: [255, 0, 0] } };
    should(render('streamdeck', lamp('program', RED), '0')).eql(message);
    should(render('streamdeck', lamp('program', RED), 'key 0')).eql(message);
    should(render('streamdeck', lamp('off', DARK), 'key 14')).eql({
      topic: 14,
      payload: { command: 'fillColor', value: [0, 0, 0] },
    });
    should(render('streamdeck', lamp('program', RED, { value: 'ON AIR' }), 'key 0').payload).eql({
      ...{ command: 'fillColor', value: [255, 0, 0], text: 'ON AIR' },
    });
  });

  it('MIDI: only raw bytes', () => {
    should(render('midi', lamp('program', RED), 'note 1/60')).eql({ payload: [0x90, 60, 127] });
    should(render('midi', lamp('off', DARK), 'note 1/60')).eql({ payload: [0x90, 60, 0] });
    should(render('midi', lamp('available', DIM), 'cc 16/7')).eql({ payload: [0xbf, 7, 32] });
    should(render('midi', lamp('preview', RED, { value: 5 }), 'note 10/0')).eql({ payload: [0x99, 0, 5] });
    should(render('midi', lamp('preview', RED, { value: 1000 }), 'note 1/127')).eql({ payload: [0x90, 127, 127] });
    for (const value of ['green', '', undefined])
      should(render('midi', lamp('preview', RED, { value }), 'note 1/1')).eql({ payload: [0x90, 1, 127] });
    should(render('midi', lamp('preview', RED, { value: '0' }), 'note 1/1')).eql({ payload: [0x90, 1, 0] });
  });

  it('OSC: an address and one argument', () => {
    should(render('osc', lamp('program', RED), '/1/push1')).eql({ topic: '/1/push1', payload: 1 });
    should(render('osc', lamp('available', DIM), '/1/push1')).eql({ topic: '/1/push1', payload: 0.251 });
    should(render('osc', lamp('program', RED, { value: 'red' }), '/a')).eql({ topic: '/a', payload: 'red' });
  });

  it('X-keys: a light that blinks by itself', () => {
    const payload = (state: State, colour: Colour, blink = false) =>
      render('xkeys', lamp(state, colour, { blink }), 'led 7').payload;
    should(payload('program', RED)).eql({ action: 'start', ledid: 7, flashing: false, color: 'red' });
    should(payload('armed', RED, true)).eql({ action: 'start', ledid: 7, flashing: true, color: 'blue' });
    should(payload('available', DIM)).eql({ action: 'stop', ledid: 7, flashing: false });
    should(render('xkeys', lamp('program', RED), 'led 2/7').payload).eql({
      ...{ action: 'start', unit_id: 2, ledid: 7, flashing: false, color: 'red' },
    });
  });

  it('GPIO: lit or dark', () => {
    should(render('gpio', lamp('program', RED), '')).eql({ payload: 1 });
    should(render('gpio', lamp('available', DIM), '')).eql({ payload: 0 });
    should(render('gpio', lamp('preview', [0, 0x80, 0]), '')).eql({ payload: 1 });
    should(render('gpio', lamp('preview', [0, 0x7f, 0]), '')).eql({ payload: 0 });
  });

  it('MQTT: a message that is not retained', () => {
    should(render('mqtt', lamp('program', RED), 'panel/1')).eql({ topic: 'panel/1', payload: 'program' });
    should(render('mqtt', lamp('program', RED, { value: 0 }), '')).eql({ payload: 0 });
  });

  it('Dashboard: the colour of a button', () => {
    should(render('dashboard', lamp('program', [255, 8, 0]), '')).eql({
      payload: 'program',
      ui_update: { buttonColor: '#ff0800' },
    });
  });

  it('NMOS IS-07: a state, its time in TAI', () => {
    // The example of the published specification, "Message types", with milliseconds.
    should(render('is07', lamp('program', RED), '6cbd0441-7882-44cd-9557-842243a0d618 ff455cf3')).eql({
      topic: 'x-nmos/events/v1.0/sources/6cbd0441-7882-44cd-9557-842243a0d618',
      payload: {
        identity: { source_id: '6cbd0441-7882-44cd-9557-842243a0d618', flow_id: 'ff455cf3' },
        event_type: 'boolean',
        timing: { creation_timestamp: '1531680501:280000000' },
        payload: { value: true },
        message_type: 'state',
      },
      retain: true,
    });
    should(render('is07', lamp('available', DIM), 'id').payload).match({
      identity: { source_id: 'id' },
      payload: { value: false },
    });
  });

  it('a template: a placeholder alone keeps its type', () => {
    const whole =
      '{"topic":"led/{{state}}","payload":{"on":"{{lit}}","rgb":"{{rgb}}","hex":["{{colour}}","{{nobody}}"],"n":5,"v":"{{value}}"}}';
    should(render('template', lamp('program', RED, { value: 9 }), whole)).eql({
      topic: 'led/program',
      payload: { on: true, rgb: [255, 0, 0], hex: ['#ff0000', '{{nobody}}'], n: 5, v: 9 },
    });
    should(render('template', lamp('off', DARK), '{"payload":"{{level}} {{value}}"}')).eql({ payload: '0 off' });
    should(render('template', lamp('off', DARK), '{"payload":null}')).eql({ payload: null });
  });

  it('accepts only possible controls', () => {
    const controls: [string, string[], string[]][] = [
      ['streamdeck', ['0', 'key 31'], ['', 'key', '-1', '1.5', 'key 1/2', '1key 2']],
      [
        'midi',
        ['note 1/60', 'cc 16/127'],
        ['', 'note 0/60', 'note 17/1', 'note 1/128', 'note 1', 'bend 1', 'cc 1/7 ', 'acc 1/7'],
      ],
      ['mcu', ['play', 'mute 1', 'push 8', 'f1', 'user b'], ['', 'mute 9', 'Play', 'touch 1', 'note 1/94']],
      ['osc', ['/1', '/1/push1'], ['', '1/push1', '/', '/1 2', '/a/*', '/a//b']],
      ['xkeys', ['7', 'led 7', 'led 0/7', '255/7'], ['', 'led', '256', '1led 7', 'led 256/7', 'led /7', 'led 1/2/3']],
      ['gpio', ['', 'anything'], []],
      ['mqtt', ['', 'a/b c'], ['a/+', '#']],
      ['dashboard', ['', 'x'], []],
      ['is07', ['id', 'id flow'], ['', 'a b c', 'a/#']],
      ['tsl31', ['0', '126', '5 CAM 1'], ['', '127', '1/5', 'CAM', '5CAM']],
      ['tsl50', ['0', '1/5', '65534/65534 CAM'], ['', '65535', '65535/1', '/1', 'CAM']],
      ['tsl50tcp', ['0', '1/5', '65534/65534 CAM'], ['', '65535', '65535/1', '/1', 'CAM']],
      ['template', ['{}', '{"payload":1}'], ['', '[]', '"x"', '{', 'null']],
      ['midiFader', ['cc 1/7', 'bend 16'], ['', 'note 1/60', 'bend 1/2', 'bend 17', 'cc 1']],
      ['midiPair', ['cc 1/0', 'cc 16/31'], ['', 'cc 1/32', 'bend 1', 'note 1/7', 'cc 17/7']],
      ['mcuFader', ['fader 1', 'fader 8', 'fader master'], ['', 'fader', 'fader 9', 'fader 0', 'bend 1']],
      ['oscFader', ['/1/fader1'], ['', 'fader']],
      [
        'mcuRing',
        ['ring 1', 'ring 8 dot', 'ring 2 centre', 'ring 3 spread'],
        ['', 'ring', 'ring 9', 'ring 1 toString'],
      ],
      [
        'mcuStrip',
        ['strip 1 upper', 'strip 8 lower', 'strip 1 upper CAM 1', 'extender strip 2 lower'],
        ['', 'strip 1', 'strip 9 upper', 'strip 1 middle', 'main strip 1 upper'],
      ],
      ['streamdeckDial', ['dial 0', 'dial 3 CAM 1'], ['', 'dial', '0', 'key 0', 'dial 0CAM']],
      ['nothing', [], ['', '0']],
    ];
    should(controls.map(([surface]) => surface)).eql([...SURFACES, 'nothing']);
    for (const [surface, right, wrong] of controls) {
      for (const control of right) should(hasControl(surface, control)).be.true(`${surface}: ${control}`);
      for (const control of wrong) should(hasControl(surface, control)).be.false(`${surface}: ${control}`);
    }
    should(() => render('streamdeck', lamp('off', DARK), 'x')).throw(RangeError, {
      message: 'streamdeck has no control "x"',
    });
  });

  it('blinks by messages only on lights without a state of their own', () => {
    const blinks = (appearance: { blink: boolean; value?: number }) =>
      (Object.keys(LAMPS) as LampSurface[]).filter((surface) => sendsBlinks(surface, { colour: RED, ...appearance }));
    should(blinks({ blink: true })).eql(['streamdeck', 'midi', 'osc']);
    // An OSC argument from the settings is read as a state.
    should(blinks({ blink: true, value: 5 })).eql(['streamdeck', 'midi']);
    should(blinks({ blink: false })).be.empty();
    should([...SURFACES, 'nothing'].filter(isSteady)).eql([
      ...['gpio', 'mqtt', 'dashboard', 'is07', 'tsl31', 'tsl50', 'tsl50tcp', 'template'],
    ]);
  });
});

describe('a fader with a motor', () => {
  it('MIDI controller: seven bits, both ends', () => {
    const { draw, names } = FADERS.midiFader('cc 2/7')!;
    should(draw(0)).eql([{ payload: [0xb1, 7, 0] }]);
    should(draw(0.5)).eql([{ payload: [0xb1, 7, 64] }]);
    should(draw(1)).eql([{ payload: [0xb1, 7, 127] }]);
    should(names).eql(['cc 2/7']);
  });

  it('pitch bend: fourteen bits, the lower seven first, both ends', () => {
    should(FADERS.midiFader('bend 1')!.draw(1)).eql([{ payload: [0xe0, 127, 127] }]);
    const { draw } = FADERS.midiFader('bend 8')!;
    should(draw(0)).eql([{ payload: [0xe7, 0, 0] }]);
    should(draw(0.5)).eql([{ payload: [0xe7, 0, 64] }]);
    should(draw(1)).eql([{ payload: [0xe7, 127, 127] }]);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (value) => {
        const [, low = -1, high = -1] = draw(value)[0]!.payload as number[];
        should(low).be.within(0, 127);
        should(high).be.within(0, 127);
        should(Math.abs(high * 128 + low - value * 16383)).be.belowOrEqual(0.5);
      }),
    );
  });

  it('a pair of controllers: the upper seven bits by the first, then the lower by the other', () => {
    const { draw, names } = FADERS.midiPair('cc 2/7')!;
    const pair = (high: number, low: number) => [{ payload: [0xb1, 7, high] }, { payload: [0xb1, 39, low] }];
    should(draw(0)).eql(pair(0, 0));
    should(draw(1)).eql(pair(127, 127));
    should(draw(8193 / 16383)).eql(pair(64, 1));
    // Both controllers report a movement by the operator.
    should(names).eql(['cc 2/7', 'cc 2/39']);
    should(FADERS.midiPair('cc 2/17')!.names).eql(['cc 2/17', 'cc 2/49']);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 16383 }), (position) => {
        const [high, low] = draw(position / 16383).map(({ payload }) => (payload as number[])[2]!);
        should(high! * 128 + low!).equal(position);
      }),
    );
  });

  it('OSC: a float', () => {
    const { draw, names } = FADERS.oscFader('/1/fader1')!;
    should(draw(0.25)).eql([{ topic: '/1/fader1', payload: 0.25 }]);
    should(names).eql(['/1/fader1']);
  });
});
