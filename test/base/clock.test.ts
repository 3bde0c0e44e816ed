import { mock } from 'node:test';
import should from 'should';
import { systemClock } from '../../dist/base/clock.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('a timer of the clock', () => {
  let calls: number;
  const call = () => {
    calls += 1;
  };

  beforeEach(() => {
    calls = 0;
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());

  /** An hour at a time, since a mocked timer that is started in a tick begins at the end of the tick. */
  const pass = (hours: number) => {
    for (let hour = 0; hour < hours; hour += 1) mock.timers.tick(HOUR_MS);
  };

  for (const days of [1, 24, 25, 60]) {
    it(`calls back once after ${days} days, and not before`, () => {
      systemClock.setTimeout(call, days * DAY_MS);
      pass(days * 24 - 1);
      should(calls).equal(0);
      pass(4);
      should(calls).equal(1);
      pass(60 * 24);
      should(calls).equal(1);
    });

    it(`of ${days} days never calls back after it was cleared, at once or later`, () => {
      for (const before of [0, days * 24 - 1]) {
        const timer = systemClock.setTimeout(call, days * DAY_MS);
        pass(before);
        systemClock.clearTimeout(timer);
        pass(days * 24 + 4);
      }
      should(calls).equal(0);
    });
  }

  it('may be cleared after its end, or if there is none', () => {
    const timer = systemClock.setTimeout(call, 10);
    mock.timers.tick(10);
    systemClock.clearTimeout(timer);
    systemClock.clearTimeout(undefined);
    should(calls).equal(1);
  });
});
