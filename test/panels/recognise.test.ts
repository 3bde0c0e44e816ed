import should from 'should';
import { recognise, recogniseAll } from '../../dist/panels/index.js';
import { is07, midi, mqtt, taiOf } from './messages.js';
import { RECORDED_MESSAGES } from './recorded-messages.js';

describe('a message of a panel', () => {
  for (const [name, [msg, source, control, more]] of Object.entries(RECORDED_MESSAGES)) {
    it(`is recognised: ${name}`, () => should(recognise(msg)).eql({ source, control, ...more }));
  }

  it('returns all gestures of an OSC bundle, also from nested bundles', () => {
    const inner = {
      timeTag: {},
      packets: [
        { address: '/b', args: [0] },
        { address: '/c', args: [] },
      ],
    };
    const all = recogniseAll({ topic: 'bundle', payload: [{ address: '/a', args: 1 }, inner] });
    should(all.map(({ source, control, raw, pressed }) => [source, control, raw, pressed])).eql([
      ['osc', '/a', 1, true],
      ['osc', '/b', 0, false],
      ['osc', '/c', undefined, true],
    ]);
  });

  it('is retained if its IS-07 time is more than 5 s ago', () => {
    const ago = (ms: number) => recognise(is07(true, taiOf(Date.now() - ms)))?.retained;
    should([0, 4000, 5100].map(ago)).eql([undefined, undefined, true]);
  });

  it('of IS-07 is a number divided by its scale, if it has one', () => {
    const numbers = [{ value: 250, scale: 1000 }, { value: 0.5 }, { value: 5, scale: 10 }, { value: 3, scale: 1 }].map(
      (payload) => recognise({ payload: { ...is07(true).payload, payload } }),
    );
    should(numbers.map((gesture) => [gesture?.raw, gesture?.value, gesture?.pressed])).eql([
      [0.25, 0.25, true],
      [0.5, 0.5, true],
      [0.5, 0.5, true],
      [3, undefined, true],
    ]);
    // A scale of 0 gives no number.
    should(recogniseAll({ payload: { ...is07(true).payload, payload: { value: 1, scale: 0 } } }, 'is07')).be.empty();
  });

  it('of Ember+ is at an end of its range if its value is outside, and has no position without a range', () => {
    const gain = (value: number, minimum?: number, maximum?: number) => {
      const gesture = recognise({ payload: { contents: { identifier: 'Gain', value, minimum, maximum } } });
      return [gesture?.raw, gesture?.value];
    };
    should([gain(-90, -80, 0), gain(-80, -80, 0), gain(0, -80, 0), gain(6, -80, 0)]).eql([
      [-90, 0],
      [-80, 0],
      [0, 1],
      [6, 1],
    ]);
    should([gain(-40, -80), gain(-40, undefined, 0), gain(5, 5, 5), gain(5, 9, 0)]).eql([
      [-40, undefined],
      [-40, undefined],
      [5, undefined],
      [5, undefined],
    ]);
  });

  it('can be read as one given source', () => {
    should(recognise({ topic: 3, payload: 1 }, 'plain')).eql({
      source: 'plain',
      control: '3',
      kind: 'fader',
      pressed: true,
      value: 1,
      raw: 1,
    });
    should(recognise({ topic: 3, payload: 1 }, 'midi')).be.undefined();
    should(recognise(mqtt('ON'), 'streamdeck')).be.undefined();
  });

  it('is read by its payload alone if a flow has replaced the payload', () => {
    const pressed = { source: 'plain', control: 'nanoKONTROL2', kind: 'button', pressed: true };
    should(recognise({ ...midi('noteoff', 0x80, 1, [60, 0]), payload: true })).eql(pressed);
    const gesture = { source: 'dashboard', control: 'take', kind: 'button', pressed: false };
    const made = { topic: 'nanoKONTROL2', payload: true, _event: { type: 'pointerup' }, gesture };
    should(recognise(made)).eql(pressed);
    // Another device may have a field of this name.
    should(recognise({ ...made, gesture: 'swipe' })).have.properties({ source: 'dashboard', pressed: false });
  });

  for (const [name, msg] of Object.entries({
    'not a number': { payload: Number.NaN },
    'a topic like an OSC address, without an argument': { topic: '/go', payload: [], qos: 0 },
    'OSC with no number': { topic: '/1/fader1', payload: { type: 'f', value: Number.NaN } },
    'a word': { payload: 'go' },
    'empty text': { payload: '' },
    'an object': { payload: { title: 'A', value: [1] } },
    'a row of numbers': { payload: [1, 2, 3] },
    'numbers that are no bytes': { payload: [60.5, 128] },
    nothing: {},
    'no message': undefined,
    'a promise': { payload: Promise.resolve(1) },
    'very much': { topic: '/xy', payload: new Array(1_000_000).fill(1) },
  })) {
    it(`is not a gesture: ${name}`, () => should(recognise(msg)).be.undefined());
  }
});
