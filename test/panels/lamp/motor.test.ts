import fc from 'fast-check';
import should from 'should';
import { Motor } from '../../../dist/panels/lamp/motor.js';

describe('the motor of a fader', () => {
  it('waits for half a second after the operator, then moves to the newest value', () => {
    const motor = new Motor('rest');
    motor.move(1000);
    motor.setValue(0.2);
    should(motor.follow(1000)).be.undefined();
    should(motor.nextMove(1000)).equal(1500);
    motor.move(1400);
    motor.setValue(0.3);
    should(motor.follow(1899)).be.undefined();
    should([1899, 1900, 1901].map((now) => motor.nextMove(now))).eql([1900, undefined, undefined]);
    should(motor.follow(1900)).equal(0.3);
    should(motor.nextMove(1900)).be.undefined();
  });

  it('sends the position during a movement in the mode echo', () => {
    const motor = new Motor('echo');
    motor.move(1000);
    motor.setValue(0.2);
    should(motor.follow(1000)).equal(0.2);
  });

  for (const mode of ['rest', 'echo'] as const)
    it(`never moves against an operator (${mode})`, () => {
      const motor = new Motor(mode);
      motor.touch(true, 0);
      motor.setValue(0.5);
      should(motor.follow(60_000)).be.undefined();
      should(motor.nextMove(60_000)).be.undefined();
      motor.touch(false, 60_000);
      should(motor.follow(60_500)).equal(0.5);
    });

  it('moves again after a restart of the surface, also without a release', () => {
    const motor = new Motor('rest');
    motor.setValue(0.5);
    motor.follow(0);
    motor.touch(true, 1);
    motor.forget();
    should(motor.follow(2)).equal(0.5);
  });

  it('moves again on repeat, but never against an operator, in both modes', () => {
    for (const mode of ['rest', 'echo'] as const) {
      const motor = new Motor(mode);
      motor.repeat(0);
      should(motor.follow(0)).be.undefined();
      motor.setValue(0.5);
      motor.follow(0);
      motor.repeat(1000);
      should(motor.follow(1000)).equal(0.5);
      motor.touch(true, 2000);
      motor.repeat(9000);
      should(motor.follow(9000)).be.undefined();
      motor.touch(false, 9000);
      should(motor.follow(9500)).equal(0.5);
    }
  });

  it('does not repeat within half a second of a movement', () => {
    const motor = new Motor('echo');
    motor.setValue(0.5);
    motor.move(1000);
    should(motor.follow(1000)).equal(0.5);
    motor.repeat(1499);
    should(motor.follow(1499)).be.undefined();
    motor.repeat(1500);
    should(motor.follow(1500)).equal(0.5);
  });

  it('does not move while the value is unknown, also after movements and repeats', () => {
    const motor = new Motor('rest');
    motor.setValue(0.5);
    motor.follow(0);
    motor.setValue(undefined);
    motor.move(1000);
    motor.repeat(5000);
    should(motor.follow(5000)).be.undefined();
    should(motor.nextMove(1000)).be.undefined();
    motor.setValue(0.5);
    should(motor.follow(6000)).equal(0.5);
  });

  it('always ends at the value of the hub, and never moves against an operator', () => {
    const events = fc.array(
      fc.record({
        kind: fc.constantFrom('hear', 'move', 'on', 'off'),
        value: fc.double({ min: 0, max: 1, noNaN: true }),
        after: fc.integer({ min: 0, max: 700 }),
      }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(events, (list) => {
        const motor = new Motor('rest');
        let now = 0;
        let isTouched = false;
        let handAt = -1000;
        let wanted: number | undefined;
        let position: number | undefined;
        for (const { kind, value, after } of list) {
          now += after;
          if (kind === 'hear') {
            motor.setValue(value);
            wanted = value;
          } else if (kind === 'move') motor.move(now);
          else {
            motor.touch(kind === 'on', now);
            isTouched = kind === 'on';
          }
          if (kind === 'move' || kind === 'off') {
            handAt = now;
            position = undefined;
          }
          const sent = motor.follow(now);
          if (sent === undefined) continue;
          should(isTouched || now - handAt < 500).be.false();
          position = sent;
        }
        if (isTouched) {
          motor.touch(false, now);
          position = undefined;
        }
        position = motor.follow(motor.nextMove(now) ?? now) ?? position;
        should(position).equal(wanted);
      }),
    );
  });
});
