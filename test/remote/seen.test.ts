import fc from 'fast-check';
import should from 'should';
import { refusalOf } from '../../dist/remote/refusal.js';
import { Seen } from '../../dist/remote/seen.js';

const LIFE = 500;

/** A command and its duplicates: they differ in nothing but when they come, and whether a broker kept them. */
const arrival = fc.record({
  id: fc.nat(20),
  delay: fc.integer({ min: -100, max: 600 }),
  wait: fc.nat(150),
  retained: fc.boolean(),
});

describe('the commands that have come already', () => {
  for (const most of [2, 15, 1000])
    it(`are carried out once each, in time and never after a refusal, where ${most} are remembered`, () =>
      fc.assert(
        fc.property(fc.array(arrival, { maxLength: 200, size: 'max' }), (arrivals) => {
          const seen = new Seen(most);
          const sentAt = new Map<number, number>();
          const done = new Set<number>();
          const refused = new Set<number>();
          let now = 0;
          for (const { id, delay, wait, retained } of arrivals) {
            now += wait;
            const sent = sentAt.get(id) ?? now - delay;
            sentAt.set(id, sent);
            const command = { id: `id-${id}-0000`, from: 'panel-run', to: 'host-run', at: sent, life: LIFE, msg: {} };
            const refusal = refusalOf(command, { run: 'host-run', now, age: now - sent, retained, seen });
            if (!refusal) {
              should(now - sent).be.within(-50, LIFE - 1);
              should(done.has(id) || refused.has(id)).be.false();
              done.add(id);
            } else if (refusal !== 'seen') {
              // Its sender is told that nothing was sent. Of what was forgotten that can be wrong.
              if (most > 20) should(done.has(id)).be.false();
              refused.add(id);
            }
          }
        }),
      ));

  it('are remembered as long as they live, also where there are too many of them', () => {
    const seen = new Seen(2);
    should(seen.refusal('a', 50, 0)).be.undefined();
    should(seen.refusal('b', 100, 0)).be.undefined();
    should(seen.refusal('c', 200, 0)).equal('tooMany');
    should(seen.refusal('b', 100, 60)).equal('seen');
    // There is room again, but its sender knows that nothing was sent. Others may be such a duplicate, too.
    should(seen.refusal('c', 200, 60)).equal('tooMany');
    should(seen.refusal('d', 150, 70)).equal('tooMany');
    should(seen.refusal('e', 300, 200)).be.undefined();
    should(seen.refusal('b', 100, 200)).equal('seen');
  });
});
