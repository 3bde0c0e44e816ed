import fc from 'fast-check';
import should from 'should';
import { type Clock, type Range, systemClock, Takeover, type TakeoverMode } from '../../dist/panels/index.js';

/** In ms. Only tests change it. */
let now = 0;
const clock: Clock = { ...systemClock, now: () => now };

const fader = (mode: TakeoverMode, present?: number, range: Range = [0, 1]) => {
  const takeover = new Takeover(mode, range, clock);
  if (present !== undefined) takeover.present(present);
  return takeover;
};
const values = (takeover: Takeover, ...positions: number[]) => positions.map((each) => takeover.move(each).value);

describe('a fader that takes over', () => {
  it('sends nothing before it reaches the value, and reports the way to it', () => {
    const takeover = fader('pickUp', 0.5);
    should([0.125, 0.25].map((each) => takeover.move(each))).eql([
      { direction: 'up', distance: 0.375 },
      { direction: 'up', distance: 0.25 },
    ]);
    should(takeover.caught).be.false();
    should(values(takeover, 0.5, 0.6, 0.1)).eql([0.5, 0.6, 0.1]);
    should(takeover.caught).be.true();
  });

  it('takes over when it crosses the value at any speed, also from above', () => {
    should(values(fader('pickUp', 0.5), 0, 1)).eql([undefined, 1]);
    const takeover = fader('pickUp', 0.5);
    should(takeover.move(0.75)).eql({ direction: 'down', distance: 0.25 });
    should(values(takeover, 0.625, 0.375)).eql([undefined, 0.375]);
  });

  it('waits while the value is unknown, and takes over again after that', () => {
    for (const mode of ['pickUp', 'scaled'] as const) {
      const takeover = fader(mode, 0.5);
      values(takeover, 0.5, 0.6);
      takeover.present(undefined);
      should(takeover.caught).be.false();
      should([takeover.move(0.7), takeover.move(0.8)]).eql([{}, {}]);
      // It was set elsewhere meanwhile.
      takeover.present(0.2);
      const [first] = values(takeover, 0.9);
      if (mode === 'pickUp') should(first).be.undefined();
      else should(first).be.within(0.2, 0.7);
    }
    const takeover = fader('pickUp', 0.5);
    values(takeover, 0.5, 0.6);
    takeover.present(undefined);
    // It is still the value of the fader, rounded to 32 bits, so the fader continues in both directions.
    takeover.present(Math.fround(0.6));
    should(values(takeover, 0.55, 0.7)).eql([0.55, 0.7]);
  });

  it('must take over again if its first position after a rest is far away', () => {
    const takeover = fader('pickUp', 0.78);
    should(values(takeover, 0.7, 0.78)).eql([undefined, 0.78]);
    // The bank was changed, and the fader is at 0.12.
    now += 1000;
    should(takeover.move(0.12)).match({ direction: 'up' });
    should(takeover.caught).be.false();
    now += 10;
    should(values(takeover, 0.13, 0.4, 0.77)).eql([undefined, undefined, undefined]);
    should(values(takeover, 0.8, 0.9)).eql([0.8, 0.9]);
    // Close to the last position, a hand has moved it.
    now += 60_000;
    should(values(takeover, 0.7, 0.1)).eql([0.7, 0.1]);
  });

  it('does not take over by a first position that is far away after a rest, and crosses the value by that', () => {
    for (const mode of ['pickUp', 'scaled'] as const) {
      const takeover = fader(mode, 0.5);
      should(values(takeover, 0.2)).eql([undefined]);
      now += 4000;
      // The bank was changed.
      should(values(takeover, 0.906)).eql([undefined]);
      should(takeover.caught).be.false();
      now += 10;
      const [next, crossed] = values(takeover, 0.85, 0.45);
      if (mode === 'pickUp') should(next).be.undefined();
      else should(next).be.within(0.4, 0.5);
      should(crossed).be.below(0.5);
    }
  });

  it('knows no position after its surface was lost, also at once, and must take over again', () => {
    const takeover = fader('pickUp', 0.5);
    should(values(takeover, 0.5, 0.8)).eql([0.5, 0.8]);
    takeover.sourceLost();
    should(takeover.caught).be.false();
    now += 10;
    should(values(takeover, 0.1, 0.2, 0.6)).eql([undefined, undefined, undefined]);
    should(values(takeover, 0.85, 0.3)).eql([0.85, 0.3]);
    // It waits below the value, and returns above it.
    takeover.present(0.6);
    takeover.sourceLost();
    should(values(takeover, 0.9, 0.7)).eql([undefined, undefined]);
    should(values(takeover, 0.55)).eql([0.55]);
  });

  it('follows a throw whose source sends ten positions a second', () => {
    const takeover = fader('pickUp', 0);
    values(takeover, 0);
    now += 3000;
    const sent = [0.4, 0.7, 0.98, 1].map((each) => {
      now += 100;
      return takeover.move(each).value;
    });
    should(sent).eql([undefined, 0.7, 0.98, 1]);
    // The value was set elsewhere since the first position.
    now += 3000;
    should(values(takeover, 0.5)).eql([undefined]);
    takeover.present(0.3);
    should(values(takeover, 0.8)).eql([undefined]);
    should(values(takeover, 0.2)).eql([0.2]);
  });

  it('follows a throw, also after a short pause, and returns at the present value', () => {
    const takeover = fader('pickUp', 0.5);
    values(takeover, 0.5);
    now += 5000;
    // From rest, the first message of a fast throw is near.
    should(values(takeover, 0.58, 0.9, 0)).eql([0.58, 0.9, 0]);
    now += 999;
    should(values(takeover, 1)).eql([1]);
    now += 1000;
    should(values(takeover, 0.2)).eql([undefined]);
    should(values(takeover, 1, 0.3)).eql([1, 0.3]);
  });

  it('has its distance on the fader and not in its value', () => {
    // Three steps: each is half of the range.
    const takeover = fader('pickUp', 0);
    takeover.move(0, 0.2);
    now += 1000;
    should(takeover.move(0.5, 0.26).value).equal(0.5);
    now += 1000;
    should(takeover.move(1, 0.9).value).be.undefined();
  });

  it('has the last value of a source that sends the ends of movements, from the second far one on', () => {
    const takeover = fader('pickUp', 0.24);
    const sent = [0.24, 0.79, 0.74, 0.47, 0.63, 0.87, 0.16, 0.31].map((each) => {
      now += 3000;
      return takeover.move(each).value;
    });
    should(sent).eql([0.24, undefined, undefined, 0.47, 0.63, 0.87, 0.16, 0.31]);
    // The hand moves it without a pause, so a far position after a rest is a jump again.
    now += 10;
    should(values(takeover, 0.33)).eql([0.33]);
    now += 3000;
    should(values(takeover, 0.9)).eql([undefined]);
  });

  it('takes over a value outside its range at its end', () => {
    should(values(fader('pickUp', Math.fround(0.1) * 20), 0.5, 1)).eql([undefined, 1]);
  });

  it('sends at once in the mode jump, 0 … 1 without a range', () => {
    const takeover = new Takeover('jump');
    should(takeover.caught).be.true();
    should(values(takeover, 0.9, 0.1, 2)).eql([0.9, 0.1, 1]);
  });

  it('is at the value if both differ by a millionth of the range, also below 0', () => {
    should(values(fader('pickUp', 1e-6), 0)).eql([0]);
    should(values(fader('pickUp', Math.fround(0.3), [-1, 1]), 0.3)).eql([0.3]);
  });

  it('moves the value in proportion in the mode scaled, and both reach the end together', () => {
    should(values(fader('scaled', 0.5), 0.75, 0.875, 1, 0.5)).eql([undefined, 0.75, 1, 0.5]);
    should(values(fader('scaled', 0.5), 1, 0.75, 0)).eql([undefined, 0.375, 0]);
    // The proportion would give a number just below the end.
    should(values(fader('scaled', -0.407, [-1, -0.1]), -0.25, -0.1)).eql([undefined, -0.1]);
  });

  it('does not move the value in the mode scaled if it repeats its position, also at an end', () => {
    should(values(fader('scaled', 0.5), 0, 0, 0.25)).eql([undefined, 0.5, 0.625]);
    should(values(fader('scaled', 0.5), 1, 1, 0.75)).eql([undefined, 0.5, 0.375]);
  });

  /** A value this close to one of the fader may be its rounded value. */
  const ROUNDED = 0.01 + 1e-6;

  const position = fc.double({ min: 0, max: 1, noNaN: true });
  const moves = fc.array(
    fc.tuple(position, fc.option(fc.oneof(position, fc.constant('lost' as const)), { nil: undefined })),
    { minLength: 1 },
  );

  it('never jumps by more than its last movement in the mode pick up, except from its own value', () => {
    fc.assert(
      fc.property(position, moves, (start, all) => {
        const takeover = fader('pickUp', start);
        let [hub, last]: (number | undefined)[] = [start, undefined];
        let isOwn = false;
        for (const [to, elsewhere] of all) {
          // Long after the last movement, so no report is late.
          now += 2000;
          if (elsewhere === 'lost') takeover.present(undefined);
          if (typeof elsewhere === 'number') takeover.present(elsewhere);
          // A hub that reports the value of the fader, rounded or not, sets nothing elsewhere.
          isOwn &&= elsewhere === undefined || Math.abs(Number(elsewhere) - Number(hub)) <= ROUNDED;
          if (elsewhere !== undefined) hub = elsewhere === 'lost' ? undefined : elsewhere;
          const sent = takeover.move(to).value;
          if (hub === undefined) should(sent).be.undefined();
          if (sent !== undefined) {
            const step = Math.abs(to - (last ?? to));
            if (!isOwn) should(Math.abs(sent - (hub as number))).be.belowOrEqual(step + ROUNDED);
            hub = sent;
            isOwn = true;
          }
          last = to;
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('never leaves its range and always ends where the fader stops, in every mode', () => {
    fc.assert(
      fc.property(fc.constantFrom<TakeoverMode>('pickUp', 'jump', 'scaled'), position, moves, (mode, start, all) => {
        const takeover = fader(mode, start);
        for (const [to] of all) should(takeover.move(to).value ?? 0).be.within(0, 1);
        for (const end of [0, 1, 0]) takeover.move(end);
        should(takeover.move(0.5).value).equal(0.5);
      }),
    );
  });
});
