import fc from 'fast-check';
import should from 'should';
import { CURVE_NAMES, faderMapping, type Gesture, Pairs, type Range, recognise } from '../../dist/panels/index.js';

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

const controller = (number: number, value: number, channel = 1): Gesture => {
  const data = [number, value];
  return recognise({ payload: data, midi: { raw: [175 + channel, ...data], channel, type: 'controlchange', data } })!;
};

describe('a fader', () => {
  it('of 7 bits reaches both ends exactly', () => {
    const opacity = faderMapping({ to: [0, 100] });
    should([0, 127].map((raw) => controller(7, raw).value)).eql([0, 1]);
    should([0, 127].map((raw) => opacity(controller(7, raw).value!))).eql([0, 100]);
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

describe('a fader of 14 bits', () => {
  /** The control, the number and the state of each result. */
  const joined = (pairs: Pairs, ...messages: readonly Gesture[]) =>
    messages.map((message) => {
      const { control, raw, pressed } = pairs.take(message) ?? {};
      return control && [control, raw, pressed];
    });

  it('joins two controllers after the first message of the second', () => {
    const pairs = new Pairs();
    should(
      joined(
        pairs,
        ...[controller(7, 127), controller(7, 126)],
        ...[controller(39, 127), controller(7, 64), controller(7, 63)],
        ...[controller(39, 1), controller(7, 0), controller(39, 0)],
      ),
    ).eql([
      ['cc 1/7', 127, true],
      ['cc 1/7', 126, true],
      ['cc 1/7', 16255, true],
      undefined,
      undefined,
      ['cc 1/7', 8065, true],
      undefined,
      ['cc 1/7', 0, false],
    ]);
    should([pairs.take(controller(39, 1))?.value, pairs.take(controller(39, 0))?.value]).eql([1 / 16383, 0]);
  });

  it('joins the first and the last pair, on any channel or without one', () => {
    for (const [first, second] of [
      [controller(0, 1), controller(32, 2)],
      [controller(31, 1, 16), controller(63, 2, 16)],
      [
        { ...controller(7, 1), control: 'cc 7' },
        { ...controller(39, 2), control: 'cc 39' },
      ],
    ] as const)
      should(joined(new Pairs(), first, second)).eql([
        [first.control, 1, true],
        [first.control, 130, true],
      ]);
  });

  it('is not a sustain pedal (CC 64), although bank select is CC 0', () => {
    const pairs = new Pairs();
    const pedal = controller(64, 127);
    should([pairs.take(controller(0, 1))?.control, pairs.take(pedal)]).eql(['cc 1/0', pedal]);
  });

  it('leaves other gestures alone: another channel, a lower half without its upper half, other sources', () => {
    const pairs = new Pairs();
    pairs.take(controller(7, 1));
    const lower = controller(39, 1);
    for (const gesture of [
      controller(39, 1, 2),
      controller(71, 1),
      recognise({ topic: lower.control, payload: 0.5 })!,
      { ...lower, raw: undefined },
      ...['note 1/39', 'acc 1/39', 'cc 1/39 up'].map((control) => ({ ...lower, control })),
    ])
      should(pairs.take(gesture)).equal(gesture);
  });
});
