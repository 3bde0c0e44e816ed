import should from 'should';
import { type Arrival, HandledIds, refusalOf } from '../../dist/remote/refusal.js';

const command = { id: 'command-1', from: 'panel-run', to: 'host-run', steady: 0, life: 500, msg: {} };

const refusal = (arrival: Partial<Arrival>, life = 500) =>
  refusalOf(
    { ...command, life },
    { run: 'host-run', now: 1000, age: 0, retained: false, handled: new HandledIds(10), ...arrival },
  );

describe('a command that arrives at a host', () => {
  it('is accepted within its life, and up to 50 ms before it was sent', () => {
    should([0, 499, -50].map((age) => refusal({ age }))).eql([undefined, undefined, undefined]);
    should([500, 501, -51].map((age) => refusal({ age }))).eql(['expired', 'expired', 'future']);
  });

  it('is refused if a broker retained it, or if it is for another host or an earlier run', () => {
    should(refusal({ retained: true })).equal('retained');
    should(refusal({ run: 'other-run' })).equal('otherRun');
  });

  it('is refused if it arrives again, also if it was refused before, but not for the sake of another host', () => {
    const handled = new HandledIds(10);
    should(refusal({ handled, run: 'other-run' })).equal('otherRun');
    should(refusal({ handled, retained: true })).equal('retained');
    should(refusal({ handled })).equal('duplicate');
  });

  it('keeps its place for the rest of its life, and for one minute at most', () => {
    for (const [age, life, end] of [
      [100, 500, 1400],
      [-1e9, 60_000, 61_000],
    ] as const) {
      const handled = new HandledIds(1);
      refusal({ handled, age }, life);
      should([handled.add('other', 1e9, end - 1), handled.add('another', 1e9, end)]).eql(['tooMany', 'tooMany']);
      const free = new HandledIds(1);
      refusal({ handled: free, age }, life);
      should(free.add('other', 1e9, end)).be.undefined();
    }
  });
});
