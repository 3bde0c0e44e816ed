import fc from 'fast-check';
import should from 'should';
import {
  type ENCODER_FORMATS,
  Encoder,
  type EncoderFormat,
  isEncoderNumber,
  stepsOf,
} from '../../dist/panels/index.js';

describe('an endless encoder', () => {
  it('has five formats for its turns', () => {
    const steps = (format: (typeof ENCODER_FORMATS)[number]) =>
      [0, 1, 2, 63, 64, 65, 66, 126, 127].map((raw) => stepsOf(raw, format));
    // Ableton Live, reference manual, "Mapping to Relative MIDI Controllers": increments 65 to 127, decrements 1 to 64.
    should(steps('signedBit2')).eql([0, -1, -2, -63, 0, 1, 2, 62, 63]);
    should([0, 1].map((raw) => stepsOf(raw, 'oneZero'))).eql([-1, 1]);
    should([-1, -3].map((raw) => stepsOf(raw, 'twosComplement'))).eql([-1, -3]);
    should(steps('twosComplement')).eql([0, 1, 2, 63, -64, -63, -62, -2, -1]);
    should(steps('binaryOffset')).eql([-64, -63, -62, -1, 0, 1, 2, 62, 63]);
    should(steps('signMagnitude')).eql([0, 1, 2, 63, 0, -1, -2, -62, -63]);
    for (const [raw, format] of [
      [64, 'signMagnitude'],
      [0, 'signedBit2'],
    ] as const)
      should(Object.is(stepsOf(raw, format), 0)).be.true();
  });

  it("sends 7 bits, and with two's complement also negative steps", () => {
    const accepted = (format: EncoderFormat) =>
      [-65, -64, -1, 0, 127, 128, 0.5].filter((raw) => isEncoderNumber(raw, format));
    should(accepted('twosComplement')).eql([-64, -1, 0, 127]);
    should(accepted('binaryOffset')).eql([0, 127]);
  });

  it('starts from the present value and stays at the ends', () => {
    const encoder = new Encoder({ range: [0, 1], step: 0.1 });
    should(encoder.value).be.undefined();
    encoder.set(0.2);
    should([1, 1, -9, -1, 20].map((steps, index) => encoder.turn(steps, index * 1000))).eql([0.3, 0.4, 0, 0, 1]);
    encoder.set(0.5);
    should(encoder.turn(-1, 9000)).equal(0.4);
    should(encoder.value).equal(0.4);
    // 0.85 as an engine stores it, and a value of a hub with more digits.
    const after = (present: number) => {
      encoder.set(present);
      return encoder.turn(1, 20_000);
    };
    should([0.8500000238418579, 0.850000023842, 0.123456789].map(after)).eql([0.95, 0.95, 0.223456789]);
    const frames = new Encoder({ range: [0, 1e9], step: 1 });
    frames.set(100_000_001);
    should(frames.turn(1, 0)).equal(100_000_002);
  });

  it('reaches its ends and 0 exactly', () => {
    const third = new Encoder({ range: [1 / 3, 2 / 3], step: 1 });
    should([1, -1].map((steps) => third.turn(steps, 0))).eql([2 / 3, 1 / 3]);
    for (const size of [1e-9, 1, 1e9]) {
      const encoder = new Encoder({ range: [-10 * size, 10 * size], step: size / 10 });
      encoder.set(-4.6 * size);
      should(encoder.turn(46, 0)).equal(0);
    }
  });

  it('continues from the other end if it wraps', () => {
    const encoder = new Encoder({ range: [0, 360], step: 10, wrap: true });
    encoder.set(350);
    should([1, 1, -2].map((steps, index) => encoder.turn(steps, index * 1000))).eql([360, 10, 350]);
    const pan = new Encoder({ range: [-90, 270], step: 10, wrap: true });
    pan.set(265);
    should([1, -1].map((steps, index) => pan.turn(steps, index * 1000))).eql([-85, 265]);
    should(new Encoder({ range: [5, 5], step: 1, wrap: true }).turn(1, 0)).equal(5);
  });

  it('moves farther when it is turned faster', () => {
    const encoder = new Encoder({ range: [0, 1000], step: 1, acceleration: 5 });
    encoder.set(0);
    // The first turn, then turns after 50 ms, 0 ms and 100 ms.
    should([0, 50, 50, 150].map((now) => encoder.turn(1, now))).eql([1, 4, 9, 10]);
  });

  it('never leaves its range', () => {
    const settings = fc.record({
      range: fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: -1000, max: 1000 })),
      step: fc.double({ min: 0.001, max: 1000, noNaN: true }),
      acceleration: fc.integer({ min: 1, max: 20 }),
      wrap: fc.boolean(),
    });
    const turns = fc.array(fc.tuple(fc.integer({ min: -64, max: 63 }), fc.nat(300)));
    fc.assert(
      fc.property(settings, turns, (options, moves) => {
        const encoder = new Encoder(options);
        let now = 0;
        for (const [steps, after] of moves) {
          now += after;
          should(encoder.turn(steps, now)).be.within(Math.min(...options.range), Math.max(...options.range));
        }
      }),
    );
  });
});
