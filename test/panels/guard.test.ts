import should from 'should';
import { Guard } from '../../dist/panels/mapping/guard.js';

describe('a guard', () => {
  it('confirms a second press after 0.5 s and within 3 s', () => {
    for (const [pause, confirmed] of [
      [499, false],
      [500, true],
      [3000, true],
      [3001, false],
    ] as const) {
      const guard = new Guard();
      should([guard.confirms('stop', 100), guard.confirms('stop', 100 + pause)]).eql([false, confirmed]);
    }
  });

  it('counts from the first press, also if the contact bounces, and again after a late press', () => {
    const guard = new Guard();
    should([0, 400, 600].map((at) => guard.confirms('stop', at))).eql([false, false, true]);
    should([700, 4000, 4600].map((at) => guard.confirms('stop', at))).eql([false, false, true]);
  });

  it('does not confirm a press of another target', () => {
    const guard = new Guard();
    should(['stop', 'clear', 'stop'].map((target, second) => guard.confirms(target, second * 1000))).eql([
      false,
      false,
      false,
    ]);
    should(guard.confirms('stop', 3000)).be.true();
  });
});
