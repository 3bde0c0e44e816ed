import should from 'should';
import { Lockout } from '../../dist/panels/mapping/guard.js';

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
