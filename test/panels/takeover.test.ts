import fc from 'fast-check';
import should from 'should';
import { type Clock, type Range, realClock, Takeover, type TakeoverMode } from '../../dist/panels/index.js';

/** In ms; it stands still unless a test moves it. */
let now = 0;
const clock: Clock = { ...realClock, now: () => now };

const fader = (mode: TakeoverMode, present?: number, range: Range = [0, 1]) => {
  const takeover = new Takeover(mode, range, clock);
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
    // The hub has its last value: everything else is somebody else's.
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

  /** A value that looks like a rounded one of the fader's counts as its own, this close to it. */
  const ROUNDED = 0.01 + 1e-6;

  const position = fc.double({ min: 0, max: 1, noNaN: true });
  const moves = fc.array(
    fc.tuple(position, fc.option(fc.oneof(position, fc.constant('lost' as const)), { nil: undefined })),
    { minLength: 1 },
  );

  it('never jumps by more than its last movement when it picks up', () => {
    fc.assert(
      fc.property(position, moves, (start, all) => {
        const takeover = fader('pickUp', start);
        let [hub, last]: (number | undefined)[] = [start, undefined];
        for (const [to, elsewhere] of all) {
          // Long after the last movement, so that nothing is on its way.
          now += 2000;
          if (elsewhere === 'lost') takeover.present(undefined);
          if (typeof elsewhere === 'number') takeover.present(elsewhere);
          if (elsewhere !== undefined) hub = elsewhere === 'lost' ? undefined : elsewhere;
          const sent = takeover.take(to).value;
          if (hub === undefined) should(sent).be.undefined();
          if (sent !== undefined) {
            const step = Math.abs(to - (last ?? to));
            should(Math.abs(sent - (hub as number))).be.belowOrEqual(step + ROUNDED);
            hub = sent;
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

  describe('before a hub that changes what it is sent', () => {
    const hubs: Readonly<Record<string, (value: number) => number>> = {
      'whole numbers': Math.round,
      'one decimal': (value) => Math.round(value * 10) / 10,
      float32: Math.fround,
      'no more than 75': (value) => Math.min(75, value),
    };
    const percent = fc.double({ min: 0, max: 100, noNaN: true });
    const sweep = fc.record({ to: fc.array(percent, { minLength: 1, maxLength: 20 }), isReported: fc.boolean() });

    /** Sweeps quickly; the value that the hub has then. */
    function swept(
      takeover: Takeover,
      to: readonly number[],
      before: number,
      stored: (value: number) => number,
    ): number {
      let hub = before;
      for (const each of to) {
        now += 10;
        const { value } = takeover.take(each);
        if (value !== undefined) hub = stored(value);
      }
      return hub;
    }

    for (const [name, stored] of Object.entries(hubs))
      it(`is always taken away by another operator's value: ${name}`, () => {
        fc.assert(
          fc.property(percent, fc.array(fc.tuple(sweep, percent), { minLength: 1 }), (start, all) => {
            let hub = stored(start);
            const takeover = fader('pickUp', hub, [0, 100]);
            for (const [{ to, isReported }, other] of all) {
              hub = swept(takeover, to, hub, stored);
              const stands = to.at(-1) as number;
              if (isReported) {
                now += 1000;
                takeover.present(hub);
              }
              hub = stored(other);
              if (Math.abs(hub - stands) <= 2) continue;
              // The hub is read once a second.
              for (let reads = 0; reads < (isReported ? 1 : 2); reads += 1) {
                now += 1000;
                takeover.present(hub);
              }
              const nudge = Math.min(100, Math.max(0, stands + (hub > stands ? -0.6 : 0.6)));
              should(takeover.take(nudge).value).be.undefined();
            }
          }),
          { numRuns: 500 },
        );
      });

    for (const [name, stored] of Object.entries(hubs).slice(0, 3))
      it(`is not taken away by its own values: ${name}`, () => {
        fc.assert(
          fc.property(percent, fc.array(sweep, { minLength: 1 }), (start, all) => {
            let hub = stored(start);
            const takeover = fader('pickUp', hub, [0, 100]);
            swept(takeover, [0, 100], hub, stored);
            for (const { to } of all) {
              hub = swept(takeover, to, hub, stored);
              for (let reads = 0; reads < 3; reads += 1) {
                now += 1000;
                takeover.present(hub);
              }
              should(takeover.caught).be.true();
            }
          }),
          { numRuns: 500 },
        );
      });

    it('does not jump after a fast sweep, whether or not the hub has reported its end', () => {
      for (const reports of [[80, 30], [30]]) {
        const takeover = fader('pickUp', 0, [0, 100]);
        values(takeover, 0, 12.6, 37.8, 55.1, 80.4);
        for (const report of [...reports, 30]) {
          now += 1000;
          takeover.present(report);
        }
        should(takeover.take(81)).eql({ direction: 'down', distance: 51 });
      }
    });

    it('does not jump after a report that came while the fader moved, where a watch reports no second time', () => {
      const takeover = fader('pickUp', 0, [0, 100]);
      values(takeover, 0, 12.6, 37.8, 55.1, 80.4);
      takeover.present(30);
      now += 1600;
      should(takeover.take(81).value).be.undefined();
    });

    it('has its value taken by one that it sent itself a moment before', () => {
      const takeover = fader('pickUp', 30, [0, 100]);
      values(takeover, 30, 30.2, 31.7, 33.07);
      takeover.present(33);
      should(takeover.caught).be.true();
      takeover.present(31);
      should(takeover.caught).be.false();
    });

    it('goes on from where it stands once the hub reports its value after all', () => {
      const takeover = fader('pickUp', 0, [0, 100]);
      values(takeover, 0, 40.3, 80.4);
      now += 2000;
      takeover.present(40);
      takeover.present(80);
      should(values(takeover, 81)).eql([81]);
    });
  });
});
