import fc from 'fast-check';
import should from 'should';
import { refusalOf } from '../../dist/remote/refusal.js';
import { Seen } from '../../dist/remote/seen.js';

describe('the commands that have come already', () => {
  it('are carried out once each, and never after their time, whatever comes again and when', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ id: fc.nat(20), at: fc.nat(3000), life: fc.integer({ min: 1, max: 900 }), wait: fc.nat(400) }),
          { maxLength: 200 },
        ),
        (arrivals) => {
          const seen = new Seen(15);
          const done = new Map<number, number>();
          let now = 0;
          for (const { id, at, life, wait } of arrivals) {
            now += wait;
            const command = { id: `id-${id}-0000`, from: 'panel-run', to: 'host-run', at, life, msg: {} };
            if (refusalOf(command, { run: 'host-run', now, retained: false, seen })) continue;
            should(now - at).be.below(life);
            should(at - now).not.be.above(500);
            // The same id may be used again once it has expired: nobody can tell it from a new one then.
            should(done.get(id) ?? -1).not.be.above(now);
            done.set(id, at + life);
          }
        },
      ),
    ));

  it('are remembered as long as they live, also where there are too many of them', () => {
    const seen = new Seen(3);
    const come = (id: string, now: number) => seen.refusal(id, now + 100, now);
    should(['a', 'b', 'c', 'd'].map((id) => come(id, 0))).eql([undefined, undefined, undefined, 'tooMany']);
    should(come('a', 50)).equal('seen');
    should(come('d', 101)).be.undefined();
  });
});
