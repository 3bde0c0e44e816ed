import should from 'should';
import { digestsOf, readGroups } from '../../dist/remote/digests.js';
import { StateLimits } from '../../dist/remote/state-limits.js';

describe('the limits for states', () => {
  it('are 64 kB for one and 5 MiB for all, with their names', () => {
    const limits = new StateLimits();
    const reserve = (name: string, bytes: number) => limits.reserve(name, 'x'.repeat(bytes - name.length));
    should([reserve('large', 65_537), reserve('large', 65_536)]).eql([false, true]);
    limits.free('large');
    // 80 times 64 kB are 5 MiB.
    for (let index = 0; index < 80; index += 1) should(reserve(`n${index}`, 65_536)).be.true();
    should(reserve('one more', 8)).be.false();
    should([reserve('n0', 65_528), reserve('one more', 8)]).eql([true, true]);
  });
});

describe('the digests of states', () => {
  it('are the same in any order of the states', () => {
    const states = Array.from({ length: 200 }, (_, serial) => [`name ${serial}`, serial] as const);
    should(digestsOf(states.toReversed())).eql(digestsOf(states));
  });

  it('are asked for by valid groups only', () => {
    should(readGroups([31, 0, 5, 32, -1, '3', 5])).eql([0, 5, 31]);
    should([readGroups([]), readGroups('5'), readGroups(undefined)]).eql([[], [], []]);
  });
});
