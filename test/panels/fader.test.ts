import fc from 'fast-check';
import should from 'should';
import { CURVE_NAMES, faderMapping, type Range, recognise } from '../../dist/panels/index.js';
import { midi } from './messages.js';

const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const range = fc.tuple(number, number).filter(([first, last]) => Math.abs(first - last) > 1e-3);
const options = fc.record(
  {
    from: range,
    to: range,
    curve: fc.constantFrom(...CURVE_NAMES),
    invert: fc.boolean(),
    step: fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
  },
  { requiredKeys: ['from', 'to'] },
);

describe('a fader', () => {
  it('of 7 bits reaches both ends exactly', () => {
    const opacity = faderMapping({ to: [0, 100] });
    const partOf = (raw: number) => recognise(midi('controlchange', 0xb0, 1, [7, raw]))?.value;
    should([0, 127].map((raw) => partOf(raw))).eql([0, 1]);
    should([0, 127].map((raw) => opacity(partOf(raw)!))).eql([0, 100]);
    should(faderMapping({})(0.25)).equal(0.25);
  });

  it('follows its curve', () => {
    const at = (curve: (typeof CURVE_NAMES)[number], value: number) =>
      Number((faderMapping({ curve, to: [0, 100] })(value) as number).toFixed(2));
    should(at('linear', 0.5)).equal(50);
    should(at('logarithmic', 0.5)).equal(74.04);
    should(at('exponential', 0.5)).equal(24.03);
    should([at('s', 0.25), at('s', 0.5), at('s', 0.75)]).eql([15.63, 50, 84.38]);
  });

  it('stays between its learned ends, and can be inverted', () => {
    const short = faderMapping({ from: [3, 124], to: [-20, 20], invert: true });
    should([0, 3, 63.5, 124, 127].map(short)).eql([20, 20, 0, -20, -20]);
  });

  it('has the decimals of its step and its ends', () => {
    const steps = faderMapping({ to: [-1, 1], step: 0.1 });
    should([0, 0.15, 0.349, 0.35, 0.5, 0.65, 1].map(steps)).eql([-1, -0.7, -0.3, -0.3, 0, 0.3, 1]);
    const quarters = faderMapping({ to: [-1.1, 1.15], step: 0.25 });
    should([0.3, 0.5].map(quarters)).eql([-0.35, 0.15]);
    should(faderMapping({ to: [-1000000.1, 0], step: 0.2 })(0.9999999)).equal(-0.1);
    should(faderMapping({ to: [0, 1e-6], step: 1e-7 })(0.3)).equal(3e-7);
    // The rounding error is below zero here.
    should(Object.is(faderMapping({ to: [0.3, -0.3], step: 0.1 })(0.5), 0)).be.true();
  });

  it('moves in decimal steps from the first end, and still reaches the other end', () => {
    const steps = faderMapping({ to: [0, 1], step: 0.3 });
    should([0, 0.1, 0.2, 0.3, 0.5, 0.6, 0.9, 0.99, 1].map(steps)).eql([0, 0, 0.3, 0.3, 0.6, 0.6, 0.9, 0.9, 1]);
  });

  it('chooses from a list with equal parts', () => {
    const pick = faderMapping({ choices: ['red', 'green', 'blue'] });
    should([-1, 0, 0.33, 0.34, 0.66, 0.67, 1, 2].map(pick)).eql([
      'red',
      'red',
      'red',
      'green',
      'green',
      'blue',
      'blue',
      'blue',
    ]);
  });

  it('rejects a range, a step or a list without length', () => {
    should(() => faderMapping({ from: [1, 1] })).throw(RangeError, { message: 'from: two different numbers' });
    should(() => faderMapping({ step: 0 })).throw(RangeError, { message: 'step: above 0' });
    should(() => faderMapping({ choices: [] })).throw(RangeError, { message: 'choices: one at least' });
  });

  it('stays in its range and never changes direction, with all options', () => {
    const isWithin = (value: number, [first, last]: Range) =>
      value >= Math.min(first, last) && value <= Math.max(first, last);
    fc.assert(
      fc.property(options, fc.array(number, { minLength: 2 }), (how, positions) => {
        const map = faderMapping(how) as (value: number) => number;
        const sorted = positions.sort((a, b) => a - b).map(map);
        const up = Math.sign((how.from[1] - how.from[0]) * (how.to[1] - how.to[0])) * (how.invert ? -1 : 1);
        const slip = Math.abs(how.to[1] - how.to[0]) * 1e-11;
        for (const [index, value] of sorted.entries()) {
          should(isWithin(value, how.to)).be.true();
          if (index > 0) should((value - sorted[index - 1]!) * up).be.aboveOrEqual(-slip);
        }
        const ends = how.invert ? [how.to[1], how.to[0]] : how.to;
        should(how.from.map(map)).eql([...ends]);
      }),
      { numRuns: 1000 },
    );
  });
});
