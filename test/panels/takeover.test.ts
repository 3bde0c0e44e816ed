import fc from 'fast-check';
import should from 'should';
import { Takeover, type TakeoverMode } from '../../dist/panels/index.js';

const fader = (mode: TakeoverMode, present?: number) => {
  const takeover = new Takeover(mode);
  if (present !== undefined) takeover.present(present);
  return takeover;
};
const values = (takeover: Takeover, ...positions: number[]) => positions.map((each) => takeover.take(each).value);

describe('a fader that takes over', () => {
  it('sends nothing before it reaches the value, and says where to', () => {
    const takeover = fader('pickUp', 0.5);
    should([0.125, 0.25].map((each) => takeover.take(each))).eql([
      { direction: 'up', distance: 0.375 },
      { direction: 'up', distance: 0.25 },
    ]);
    should(takeover.caught).be.false();
    should(values(takeover, 0.5, 0.6, 0.1)).eql([0.5, 0.6, 0.1]);
    should(takeover.caught).be.true();
  });

  it('catches it on its way across, however quick, and from above', () => {
    should(values(fader('pickUp', 0.5), 0, 1)).eql([undefined, 1]);
    const takeover = fader('pickUp', 0.5);
    should(takeover.take(0.75)).eql({ direction: 'down', distance: 0.25 });
    should(values(takeover, 0.625, 0.375)).eql([undefined, 0.375]);
  });

  it('has to take over anew when the value is set from elsewhere', () => {
    const takeover = fader('pickUp', 0.5);
    values(takeover, 0.5, 0.6);
    takeover.present(0.2);
    should(values(takeover, 0.7, 0.5, 0.1)).eql([undefined, undefined, 0.1]);
  });

  it('is not disturbed by what comes back of its own, late, rounded to 32 bits, or on the way', () => {
    const takeover = fader('pickUp', 0.1);
    values(takeover, 0.1, 0.3, 0.6);
    for (const back of [0.1, Math.fround(0.3), 0.45, Math.fround(0.6), Math.fround(0.6)]) takeover.present(back);
    should(takeover.caught).be.true();
    // At rest everything else is somebody else's.
    takeover.present(0.45);
    should(takeover.caught).be.false();
  });

  it('waits once nobody knows the value any more, and takes over anew when it is known again', () => {
    for (const mode of ['pickUp', 'scaled'] as const) {
      const takeover = fader(mode, 0.5);
      values(takeover, 0.5, 0.6);
      takeover.present(undefined);
      should(takeover.caught).be.false();
      should(values(takeover, 0.7, 0.8)).eql([undefined, undefined]);
      // Somebody else has set it meanwhile.
      takeover.present(0.2);
      const [first] = values(takeover, 0.9);
      if (mode === 'pickUp') should(first).be.undefined();
      else should(first).be.within(0.2, 0.7);
    }
    const takeover = fader('pickUp', 0.5);
    values(takeover, 0.5, 0.6);
    takeover.present(undefined);
    // Nobody has: the fader stands on it, by 32 bits more or less, and goes on either way.
    takeover.present(Math.fround(0.6));
    should(values(takeover, 0.55, 0.7)).eql([0.55, 0.7]);
  });

  it('reaches a value that lies past its end, as far as it goes', () => {
    should(values(fader('pickUp', Math.fround(0.1) * 20), 0.5, 1)).eql([undefined, 1]);
  });

  it('waits while nobody knows the value', () => should(fader('pickUp').take(0.5)).eql({}));

  it('sends at once where it may jump', () => should(values(fader('jump'), 0.9, 0.1)).eql([0.9, 0.1]));

  it('moves the value by its part of what is left, where it is scaled, and both arrive at the end', () => {
    should(values(fader('scaled', 0.5), 0.75, 0.875, 1, 0.5)).eql([undefined, 0.75, 1, 0.5]);
    should(values(fader('scaled', 0.5), 1, 0.75, 0)).eql([undefined, 0.375, 0]);
  });

  const position = fc.double({ min: 0, max: 1, noNaN: true });
  const moves = fc.array(
    fc.tuple(position, fc.option(fc.oneof(position, fc.constant('lost' as const)), { nil: undefined })),
    { minLength: 1 },
  );

  it('never jumps by more than its last movement when it picks up', () => {
    fc.assert(
      fc.property(position, moves, (start, all) => {
        const takeover = fader('pickUp', start);
        let [value, last] = [start, undefined as number | undefined];
        for (const [to, elsewhere] of all) {
          if (elsewhere === 'lost') takeover.present(undefined);
          else if (elsewhere !== undefined) {
            takeover.present(elsewhere);
            if (!takeover.caught) value = elsewhere;
          }
          const sent = takeover.take(to).value;
          if (sent !== undefined) {
            // A value from elsewhere among its own on their way counts as one of these.
            if (last === undefined) should(Math.abs(sent - value)).be.belowOrEqual(1e-6);
            else should(Math.abs(sent - value)).be.belowOrEqual(Math.abs(to - last) + 1e-6);
            value = sent;
          }
          last = to;
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('never leaves its range and always arrives where the fader stops, in every mode', () => {
    fc.assert(
      fc.property(fc.constantFrom<TakeoverMode>('pickUp', 'jump', 'scaled'), position, moves, (mode, start, all) => {
        const takeover = fader(mode, start);
        for (const [to] of all) should(takeover.take(to).value ?? 0).be.within(0, 1);
        for (const end of [0, 1, 0]) takeover.take(end);
        should(takeover.take(0.5).value).equal(0.5);
      }),
    );
  });
});
