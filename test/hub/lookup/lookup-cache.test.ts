import should from 'should';
import { LookUpCache } from '../../../dist/hub/lookup/lookup-cache.js';
import { FakeClock } from '../fake-clock.js';

const nothing = async () => undefined;

const items = ['listLinearItems', { engineId: 1, rundownId: 2 }] as const;

describe('a cached look-up', () => {
  it('is not the answer to an earlier read of a watch that was invalidated since', async () => {
    const clock = new FakeClock();
    const cache = new LookUpCache(nothing, clock);
    const requestedAt = clock.now();
    await clock.advance(10, nothing);
    cache.invalidateOne(...items);
    cache.store(...items, ['old'], requestedAt);
    should(cache.peek(...items)).be.undefined();
    await clock.advance(10, nothing);
    cache.store(...items, ['new'], clock.now());
    should(cache.peek(...items)).eql(['new']);
  });

  it('is not replaced by the answers to earlier requests that arrive later', async () => {
    const clock = new FakeClock();
    const cache = new LookUpCache(nothing, clock);
    await clock.advance(10, nothing);
    cache.store(...items, ['new'], 10);
    for (const requestedAt of [4, 5]) cache.store(...items, ['old'], requestedAt);
    should(cache.peek(...items)).eql(['new']);
  });
});
