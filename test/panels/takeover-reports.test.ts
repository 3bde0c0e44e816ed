import fc from 'fast-check';
import should from 'should';
import { type Range, Takeover } from '../../dist/panels/index.js';
import { FakeClock } from '../hub/fake-clock.js';

const clock = new FakeClock();

const fader = (present: number, range: Range = [0, 1]) => {
  const takeover = new Takeover('pickUp', range, clock);
  takeover.present(present);
  return takeover;
};
const values = (takeover: Takeover, ...positions: number[]) => positions.map((each) => takeover.move(each).value);

describe('a fader whose hub reports its values', () => {
  it('ignores its own values when they come back late, rounded to 32 bits, or between two of them', () => {
    const takeover = fader(0.1);
    values(takeover, 0.1, 0.3, 0.6);
    for (const back of [0.1, Math.fround(0.3), 0.45, Math.fround(0.6), Math.fround(0.6)]) takeover.present(back);
    should(takeover.caught).be.true();
    // The hub has reported the last value, so every other value was set elsewhere.
    takeover.present(0.45);
    should(takeover.caught).be.false();
  });

  it('takes reports of its older values in their order, and of no earlier ones', () => {
    const takeover = fader(0.1);
    values(takeover, 0.1, 0.8, 0.4);
    for (const older of [0.6, 0.1, 0.8, 0.6]) takeover.present(older);
    should(takeover.caught).be.true();
    takeover.present(0.1);
    should(takeover.caught).be.false();
  });

  it('follows each value that is set elsewhere before it takes over again', () => {
    const takeover = fader(0.5);
    values(takeover, 0.5, 0.625);
    takeover.present(0.25);
    values(takeover, 0.75);
    // It is between the last value of the fader and the first one that was set elsewhere.
    takeover.present(0.375);
    should(takeover.move(0.6875)).eql({ direction: 'down', distance: 0.3125 });
  });

  it('loses the value to a report of one that it sent before another operator', () => {
    const takeover = fader(0.5);
    values(takeover, 0.5, 0.6);
    takeover.present(0.2);
    should(values(takeover, 0.7, 0.1)).eql([undefined, 0.1]);
    takeover.present(0.6);
    should(takeover.caught).be.false();
  });

  it('takes reports of its last 100 values, for 1.5 s after a movement', () => {
    for (const [later, pause, isOwn] of [
      [100, 1499, true],
      [101, 0, false],
      [100, 1500, false],
    ] as const) {
      const takeover = fader(0, [0, 100]);
      values(takeover, 0, 90, ...Array.from({ length: later }, (_, index) => 40 + (index % 20)));
      clock.jump(pause);
      takeover.present(90);
      should(takeover.caught).equal(isOwn);
    }
  });

  it('takes a report of its value with all decimals, or rounded by 1 % of the range, for any time', () => {
    for (const [value, reported, isOwn] of [
      [0.123456, 0.123456, true],
      [0.01, 0, true],
      [0.4, 0, false],
    ] as const) {
      const takeover = fader(value);
      values(takeover, value);
      clock.jump(60_000);
      takeover.present(reported);
      should(takeover.caught).equal(isOwn);
    }
  });

  it('loses the value to another rounding of it, because a hub always rounds in the same way', () => {
    const takeover = fader(33.07, [0, 100]);
    values(takeover, 33.07);
    takeover.present(33);
    should(takeover.caught).be.true();
    takeover.present(33.1);
    should(takeover.caught).be.false();
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
        clock.jump(10);
        const { value } = takeover.move(each);
        if (value !== undefined) hub = stored(value);
      }
      return hub;
    }

    for (const [name, stored] of Object.entries(hubs))
      it(`always loses the value to another operator: ${name}`, () => {
        fc.assert(
          fc.property(percent, fc.array(fc.tuple(sweep, percent), { minLength: 1 }), (start, all) => {
            let hub = stored(start);
            const takeover = fader(hub, [0, 100]);
            for (const [{ to, isReported }, other] of all) {
              hub = moveFader(takeover, to, hub, stored);
              const stands = to.at(-1) as number;
              if (isReported) {
                clock.jump(1000);
                takeover.present(hub);
              }
              hub = stored(other);
              if (Math.abs(hub - stands) <= 2) continue;
              // The hub is read once a second.
              for (let reads = 0; reads < (isReported ? 1 : 2); reads += 1) {
                clock.jump(1000);
                takeover.present(hub);
              }
              const nudge = Math.min(100, Math.max(0, stands + (hub > stands ? -0.6 : 0.6)));
              should(takeover.move(nudge).value).be.undefined();
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
            const takeover = fader(hub, [0, 100]);
            moveFader(takeover, [0, 100], hub, stored);
            let stands = 100;
            for (const { to } of all) {
              // A hand moves the fader from its last position.
              const way = (to[0] as number) - stands;
              const start = [0.2, 0.4, 0.6, 0.8].map((part) => stands + part * way);
              hub = moveFader(takeover, [...start, ...to], hub, stored);
              stands = to.at(-1) as number;
              for (let reads = 0; reads < 3; reads += 1) {
                clock.jump(1000);
                takeover.present(hub);
              }
              should(takeover.caught).be.true();
            }
          }),
          { numRuns: 500 },
        );
      });

    it('does not jump after a report during the movement, if the watch does not repeat it', () => {
      const takeover = fader(0, [0, 100]);
      values(takeover, 0, 12.6, 37.8, 55.1, 80.4);
      takeover.present(30);
      clock.jump(1600);
      should(takeover.move(81).value).be.undefined();
    });
  });
});
