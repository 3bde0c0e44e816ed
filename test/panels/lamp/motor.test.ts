import fc from 'fast-check';
import should from 'should';
import { Motor } from '../../../dist/panels/lamp/motor.js';

describe('the motor of a fader', () => {
  it('goes to what the hub says, once', () => {
    const motor = new Motor('rest');
    should(motor.take(0)).be.undefined();
    motor.setValue(0.5);
    should(motor.take(0)).equal(0.5);
    should(motor.take(0)).be.undefined();
    motor.setValue(0.5);
    should(motor.take(1)).be.undefined();
    motor.setValue(0);
    should(motor.take(2)).equal(0);
    should(motor.nextMove(2)).be.undefined();
  });

  it('rests until half a second after the hand, then goes to the newest value', () => {
    const motor = new Motor('rest');
    motor.move(1000);
    motor.setValue(0.2);
    should(motor.take(1000)).be.undefined();
    should(motor.nextMove(1000)).equal(1500);
    motor.move(1400);
    motor.setValue(0.3);
    should(motor.take(1899)).be.undefined();
    should(motor.nextMove(1899)).equal(1900);
    should(motor.take(1900)).equal(0.3);
    should(motor.nextMove(1900)).be.undefined();
  });

  it('goes back where the hub is, though the hub says nothing new', () => {
    const motor = new Motor('rest');
    motor.setValue(0.5);
    should(motor.take(0)).equal(0.5);
    motor.move(1000);
    should(motor.nextMove(1000)).equal(1500);
    should(motor.take(1500)).equal(0.5);
  });

  it('tells a fader its place while it moves, where it needs that', () => {
    const motor = new Motor('echo');
    motor.move(1000);
    motor.setValue(0.2);
    should(motor.take(1000)).equal(0.2);
  });

  for (const mode of ['rest', 'echo'] as const)
    it(`never moves against a hand (${mode})`, () => {
      const motor = new Motor(mode);
      motor.touch(true, 0);
      motor.setValue(0.5);
      should(motor.take(60_000)).be.undefined();
      should(motor.nextMove(60_000)).be.undefined();
      motor.touch(false, 60_000);
      should(motor.take(60_500)).equal(0.5);
    });

  it('goes there again when the surface was away, also if it never said that the hand has left', () => {
    const motor = new Motor('rest');
    motor.setValue(0.5);
    motor.take(0);
    motor.touch(true, 1);
    motor.forget();
    should(motor.take(2)).equal(0.5);
  });

  it('goes there again when it is repeated, never against a hand, in either mode', () => {
    for (const mode of ['rest', 'echo'] as const) {
      const motor = new Motor(mode);
      motor.repeat(0);
      should(motor.take(0)).be.undefined();
      motor.setValue(0.5);
      motor.take(0);
      motor.repeat(1000);
      should(motor.take(1000)).equal(0.5);
      motor.touch(true, 2000);
      motor.repeat(9000);
      should(motor.take(9000)).be.undefined();
      motor.touch(false, 9000);
      should(motor.take(9500)).equal(0.5);
    }
  });

  it('is not repeated within half a second of a move, where the hub is told of it a moment later', () => {
    const motor = new Motor('echo');
    motor.setValue(0.5);
    motor.move(1000);
    should(motor.take(1000)).equal(0.5);
    motor.repeat(1499);
    should(motor.take(1499)).be.undefined();
    motor.repeat(1500);
    should(motor.take(1500)).equal(0.5);
  });

  it('stays where it is while nobody knows the value, whatever a hand does and however often it is repeated', () => {
    const motor = new Motor('rest');
    motor.setValue(0.5);
    motor.take(0);
    motor.setValue(undefined);
    motor.move(1000);
    motor.repeat(5000);
    should(motor.take(5000)).be.undefined();
    should(motor.nextMove(1000)).be.undefined();
    motor.setValue(0.5);
    should(motor.take(6000)).equal(0.5);
  });

  it('always ends where the hub is, and never fights', () => {
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
        let stands: number | undefined;
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
            stands = undefined;
          }
          const sent = motor.take(now);
          if (sent === undefined) continue;
          should(isTouched || now - handAt < 500).be.false();
          stands = sent;
        }
        if (isTouched) {
          motor.touch(false, now);
          stands = undefined;
        }
        stands = motor.take(motor.nextMove(now) ?? now) ?? stands;
        should(stands).equal(wanted);
      }),
    );
  });
});
