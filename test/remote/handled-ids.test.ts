import fc from 'fast-check';
import should from 'should';
import { HandledIds, refusalOf } from '../../dist/remote/refusal.js';

const LIFE = 500;

/** Commands with the same id are duplicates. They differ only in their time and in `retained`. */
const arrival = fc.record({
  id: fc.nat(20),
  delay: fc.integer({ min: -100, max: 600 }),
  wait: fc.nat(150),
  retained: fc.boolean(),
});

describe('handled commands', () => {
  for (const most of [2, 15, 1000])
    it(`run once each, in time and never after a refusal, if ${most} are stored`, () =>
      fc.assert(
        fc.property(fc.array(arrival, { maxLength: 200, size: 'max' }), (arrivals) => {
          const handled = new HandledIds(most);
          const sentAt = new Map<number, number>();
          const done = new Set<number>();
          const refused = new Set<number>();
          let now = 0;
          for (const { id, delay, wait, retained } of arrivals) {
            now += wait;
            const sent = sentAt.get(id) ?? now - delay;
            sentAt.set(id, sent);
            const command = {
              id: `id-${id}-0000`,
              from: 'panel-run',
              to: 'host-run',
              steady: sent,
              life: LIFE,
              msg: {},
            };
            const refusal = refusalOf(command, { run: 'host-run', now, age: now - sent, retained, handled });
            if (!refusal) {
              should(now - sent).be.within(-50, LIFE - 1);
              should(done.has(id) || refused.has(id)).be.false();
              done.add(id);
            } else if (refusal !== 'duplicate') {
              // The sender is informed that nothing was sent. This may be wrong only for ids that were not stored.
              if (most > 20) should(done.has(id)).be.false();
              refused.add(id);
            }
          }
        }),
      ));

  it('leave their place when they expire', () => {
    const handled = new HandledIds(1);
    should([handled.add('a', 50, 0), handled.add('b', 100, 50)]).eql([undefined, undefined]);
  });

  it('are stored until they expire, also if there are too many', () => {
    const handled = new HandledIds(2);
    should(handled.add('a', 50, 0)).be.undefined();
    should(handled.add('b', 100, 0)).be.undefined();
    should(handled.add('c', 200, 0)).equal('tooMany');
    should(handled.add('b', 100, 60)).equal('duplicate');
    // There is a place again, but the sender was informed that nothing was sent. Other commands may be such a duplicate.
    should(handled.add('c', 200, 60)).equal('tooMany');
    should(handled.add('d', 150, 70)).equal('tooMany');
    should(handled.add('e', 300, 200)).be.undefined();
    should(handled.add('b', 100, 200)).equal('duplicate');
  });
});
