import should from 'should';
import { Guard, Lockout } from '../../dist/panels/mapping/guard.js';

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

describe('a lockout', () => {
  it('locks only its target, until its time is over', () => {
    const lockout = new Lockout(200);
    should(lockout.locks('take', 1000)).be.false();
    lockout.start('take', 1000);
    should([lockout.locks('take', 1199), lockout.locks('clear', 1199)]).eql([true, false]);
    should(lockout.locks('take', 1200)).be.false();
  });

  it('ends early if the press sent nothing, unless a later press started another', () => {
    const lockout = new Lockout(200);
    const endFirst = lockout.start('take', 0);
    endFirst();
    should(lockout.locks('take', 0)).be.false();
    lockout.start('take', 100);
    endFirst();
    should(lockout.locks('take', 100)).be.true();
  });
});
