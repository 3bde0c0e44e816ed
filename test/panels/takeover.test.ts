import fc from 'fast-check';
import should from 'should';
import { type Clock, type Range, realClock, Takeover, type TakeoverMode } from '../../dist/panels/index.js';

/** In ms. Only tests change it. */
let now = 0;
const clock: Clock = { ...realClock, now: () => now };

const fader = (mode: TakeoverMode, present?: number, range: Range = [0, 1]) => {
  const takeover = new Takeover(mode, range, clock);
  if (present !== undefined) takeover.present(present);
  return takeover;
};
const values = (takeover: Takeover, ...positions: number[]) => positions.map((each) => takeover.take(each).value);

describe('a fader that takes over', () => {
  it('sends nothing before it reaches the value, and reports the way to it', () => {
    const takeover = fader('pickUp', 0.5);
    should([0.125, 0.25].map((each) => takeover.take(each))).eql([
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
    should(takeover.take(0.75)).eql({ direction: 'down', distance: 0.25 });
    should(values(takeover, 0.625, 0.375)).eql([undefined, 0.375]);
  });

  it('must take over again when the value is set elsewhere', () => {
    const takeover = fader('pickUp', 0.5);
    values(takeover, 0.5, 0.6);
    takeover.present(0.2);
    should(values(takeover, 0.7, 0.5, 0.1)).eql([undefined, undefined, 0.1]);
  });

  it('ignores its own values when they come back late, rounded to 32 bits, or between two of them', () => {
    const takeover = fader('pickUp', 0.1);
    values(takeover, 0.1, 0.3, 0.6);
    for (const back of [0.1, Math.fround(0.3), 0.45, Math.fround(0.6), Math.fround(0.6)]) takeover.present(back);
    should(takeover.caught).be.true();
    // The hub has reported the last value, so every other value was set elsewhere.
    takeover.present(0.45);
    should(takeover.caught).be.false();
  });

  it('waits while the value is unknown, and takes over again after that', () => {
    for (const mode of ['pickUp', 'scaled'] as const) {
      const takeover = fader(mode, 0.5);
      values(takeover, 0.5, 0.6);
      takeover.present(undefined);
      should(takeover.caught).be.false();
      should(values(takeover, 0.7, 0.8)).eql([undefined, undefined]);
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

  it('takes over a value outside its range at its end', () => {
    should(values(fader('pickUp', Math.fround(0.1) * 20), 0.5, 1)).eql([undefined, 1]);
  });

  it('waits while the value is unknown from the start', () => should(fader('pickUp').take(0.5)).eql({}));

  it('sends at once in the mode jump', () => should(values(fader('jump'), 0.9, 0.1)).eql([0.9, 0.1]));

  it('moves the value in proportion in the mode scaled, and both reach the end together', () => {
    should(values(fader('scaled', 0.5), 0.75, 0.875, 1, 0.5)).eql([undefined, 0.75, 1, 0.5]);
    should(values(fader('scaled', 0.5), 1, 0.75, 0)).eql([undefined, 0.375, 0]);
  });

  /** A value this close to one of the fader may be its rounded value. */
  const ROUNDED = 0.01 + 1e-6;

  const position = fc.double({ min: 0, max: 1, noNaN: true });
  const moves = fc.array(
    fc.tuple(position, fc.option(fc.oneof(position, fc.constant('lost' as const)), { nil: undefined })),
    { minLength: 1 },
  );

  it('never jumps by more than its last movement in the mode pick up', () => {
    fc.assert(
      fc.property(position, moves, (start, all) => {
        const takeover = fader('pickUp', start);
        let [hub, last]: (number | undefined)[] = [start, undefined];
        for (const [to, elsewhere] of all) {
          // Long after the last movement, so no report is late.
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

  it('never leaves its range and always ends where the fader stops, in every mode', () => {
    fc.assert(
      fc.property(fc.constantFrom<TakeoverMode>('pickUp', 'jump', 'scaled'), position, moves, (mode, start, all) => {
        const takeover = fader(mode, start);
        for (const [to] of all) should(takeover.take(to).value ?? 0).be.within(0, 1);
        for (const end of [0, 1, 0]) takeover.take(end);
        should(takeover.take(0.5).value).equal(0.5);
      }),
    );
  });

  describe('with a hub that changes the values it receives', () => {
    const hubs: Readonly<Record<string, (value: number) => number>> = {
      'whole numbers': Math.round,
      'one decimal': (value) => Math.round(value * 10) / 10,
      float32: Math.fround,
      'no more than 75': (value) => Math.min(75, value),
    };
    const percent = fc.double({ min: 0, max: 100, noNaN: true });
    const sweep = fc.record({ to: fc.array(percent, { minLength: 1, maxLength: 20 }), isReported: fc.boolean() });

    /** Moves the fader quickly. Returns the last value of the hub. */
    function moveFader(
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
      it(`always loses the value to another operator: ${name}`, () => {
        fc.assert(
          fc.property(percent, fc.array(fc.tuple(sweep, percent), { minLength: 1 }), (start, all) => {
            let hub = stored(start);
            const takeover = fader('pickUp', hub, [0, 100]);
            for (const [{ to, isReported }, other] of all) {
              hub = moveFader(takeover, to, hub, stored);
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
      it(`does not lose the value to its own reports: ${name}`, () => {
        fc.assert(
          fc.property(percent, fc.array(sweep, { minLength: 1 }), (start, all) => {
            let hub = stored(start);
            const takeover = fader('pickUp', hub, [0, 100]);
            moveFader(takeover, [0, 100], hub, stored);
            for (const { to } of all) {
              hub = moveFader(takeover, to, hub, stored);
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

    it('does not jump after a report during the movement, if the watch does not repeat it', () => {
      const takeover = fader('pickUp', 0, [0, 100]);
      values(takeover, 0, 12.6, 37.8, 55.1, 80.4);
      takeover.present(30);
      now += 1600;
      should(takeover.take(81).value).be.undefined();
    });

    it('loses the value to a report of one that it sent before the last report', () => {
      const takeover = fader('pickUp', 30, [0, 100]);
      values(takeover, 30, 30.2, 31.7, 33.07);
      takeover.present(33);
      should(takeover.caught).be.true();
      takeover.present(31);
      should(takeover.caught).be.false();
    });

    it('continues when the hub reports its value late', () => {
      const takeover = fader('pickUp', 0, [0, 100]);
      values(takeover, 0, 40.3, 80.4);
      now += 2000;
      takeover.present(40);
      takeover.present(80);
      should(values(takeover, 81)).eql([81]);
    });
  });
});
