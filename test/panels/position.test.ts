import should from 'should';
import { type Gesture, recognise } from '../../dist/panels/index.js';
import { positionOf } from '../../dist/panels/mapping/fader.js';
import { midi } from './messages.js';

const fader = recognise(midi('controlchange', 0xb0, 1, [7, 127]))!;
const level = (payload: number): Gesture => recognise({ topic: 'pot', payload })!;
const pad = (...values: number[]): Gesture => ({ source: 'osc', control: '/xy', kind: 'pad', values });

describe('the position of a control', () => {
  it('is the part of the fader, or the number of the source if its ends are set', () => {
    should([positionOf(fader, 0, undefined), positionOf(fader, 0, [0, 127])]).eql([1, 127]);
    should(positionOf({ ...fader, value: 0, raw: 0 }, 0, [0, 127])).equal(0);
    // A source may send the part alone.
    should(positionOf({ ...fader, value: 0.5, raw: undefined }, 0, [0, 1])).equal(0.5);
    should(positionOf(level(512), 0, [0, 1023])).equal(512);
  });

  it('is missing if the ends of its numbers are not set', () => {
    should([512, -0.5].map((payload) => positionOf(level(payload), 0, undefined))).eql(['noEnds', 'noEnds']);
  });

  it('of a pad is one of its numbers', () => {
    should([0, 1].map((component) => positionOf(pad(0, 1), component, undefined))).eql([0, 1]);
    should([0, 1].map((component) => positionOf(pad(-0.1, 1.1), component, undefined))).eql(['noEnds', 'noEnds']);
    should(positionOf(pad(-90, 90), 0, [-180, 180])).equal(-90);
    should(positionOf(pad(0, 1), 2, undefined)).equal('noFader');
  });

  it('of a button is one of the ends, but an encoder has no position', () => {
    const button = (pressed?: boolean): Gesture => ({ source: 'gpio', control: 'pin 17', kind: 'button', pressed });
    should([true, false, undefined].map((pressed) => positionOf(button(pressed), 0, undefined))).eql([1, 0, 'noFader']);
  });

  it('is missing for an event, and for OSC without arguments', () => {
    const event = recognise({ topic: 'desk', payload: { action: 'double' }, qos: 0 })!;
    const press = recognise({ topic: '/take', payload: [] })!;
    should([event, press].map((gesture) => positionOf(gesture, 0, undefined))).eql(['noFader', 'noFader']);
  });
});
