import fc from 'fast-check';
import should from 'should';
import { type Arrival, HandledIds, refusalOf } from '../../dist/remote/refusal.js';

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

const COMMAND = { id: 'command-1', from: 'panel-run', to: 'host-run', steady: 0, life: 500, msg: {} };

const refusal = (arrival: Partial<Arrival>, life = 500) =>
  refusalOf(
    { ...COMMAND, life },
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
