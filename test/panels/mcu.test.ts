import should from 'should';
import { recognise } from '../../dist/panels/index.js';
import { midi } from './messages.js';

/** Expectations: github.com/NicoG60/TouchMCU, doc/mackie_control_protocol.md. */
const read = (type: string, status: number, channel: number, data: readonly number[]) =>
  recognise(midi(type, status, channel, data), 'mcu');
const note = (number: number, channel = 1) => read('noteon', 0x90, channel, [number, 127]);
const turn = (number: number, value: number, channel = 1) => read('controlchange', 0xb0, channel, [number, value]);

describe('a Mackie Control', () => {
  it('has the names on its buttons and touch sensors', () => {
    const names = { 0: 'rec 1', 7: 'rec 8', 16: 'mute 1', 40: 'track', 94: 'play', 103: 'user b' };
    const touch = { 104: 'touch 1', 111: 'touch 8', 112: 'touch master' };
    for (const [number, control] of Object.entries({ ...names, ...touch }))
      should(note(Number(number))).eql({ source: 'mcu', control, kind: 'button', pressed: true, raw: 127 });
    should([note(113), note(127), note(0, 2)]).eql([undefined, undefined, undefined]);
    should(read('noteoff', 0x80, 1, [94, 0])).match({ control: 'play', pressed: false });
  });

  it('has nine faders, one for each channel', () => {
    const fader = (channel: number) => read('pitchbend', 0xe0, channel, [127, 127])?.control;
    should([1, 8, 9, 10].map(fader)).eql(['fader 1', 'fader 8', 'fader master', undefined]);
    should(read('pitchbend', 0xe0, 1, [0, 64])).eql({
      ...{ source: 'mcu', control: 'fader 1', kind: 'fader', value: 8192 / 16383, raw: 8192 },
    });
  });

  it('turns to the right by 1, 2 … and to the left by 65, 66 …', () => {
    should(turn(60, 65)).eql({ source: 'mcu', control: 'jog', kind: 'encoder', delta: -1, raw: 65 });
    should([1, 63, 66, 127].map((value) => turn(16, value)?.delta)).eql([1, 63, -2, -63]);
    should([15, 16, 23, 24, 7].map((number) => turn(number, 1)?.control)).eql([
      ...[undefined, 'vpot 1', 'vpot 8', undefined, undefined],
    ]);
    should(turn(60, 1, 2)).be.undefined();
    should(read('programchange', 0xc0, 1, [5])).be.undefined();
    should(read('polyat', 0xa0, 1, [0, 5])).be.undefined();
  });
});
