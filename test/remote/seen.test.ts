import fc from 'fast-check';
import should from 'should';
import { refusalOf } from '../../dist/remote/refusal.js';
import { Seen } from '../../dist/remote/seen.js';

const LIFE = 500;

/** A command and its duplicates: they differ in nothing but when they come, and whether a broker kept them. */
const arrival = fc.record({
  id: fc.nat(20),
  sent: fc.nat(3000),
  wait: fc.nat(400),
  retained: fc.boolean(),
});

describe('the commands that have come already', () => {
  for (const most of [2, 15, 1000])
    it(`are carried out once each, in time and never after a refusal, where ${most} are remembered`, () =>
      fc.assert(
        fc.property(fc.array(arrival, { maxLength: 200 }), (arrivals) => {
          const seen = new Seen(most);
          const sentAt = new Map<number, number>();
          const done = new Set<number>();
          const refused = new Set<number>();
          let now = 0;
          for (const { id, wait, retained, ...first } of arrivals) {
            now += wait;
            const sent = sentAt.get(id) ?? first.sent;
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
    const seen = new Seen(3);
    const come = (id: string, now: number) => seen.refusal(id, now + 100, now);
    should(['a', 'b', 'c', 'd'].map((id) => come(id, 0))).eql([undefined, undefined, undefined, 'tooMany']);
    should(come('a', 50)).equal('seen');
    // This one might be a duplicate of the one that did not fit, whose sender knows that nothing was sent.
    should(come('e', 99)).equal('tooMany');
    should(come('f', 200)).be.undefined();
    should(come('c', 200)).equal('seen');
  });
});
