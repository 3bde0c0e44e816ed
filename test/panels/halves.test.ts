import should from 'should';
import { type Half, Halves, type JoinedValue } from '../../dist/panels/mapping/halves.js';
import { FakeClock } from '../hub/fake-clock.js';

describe('the halves of a value', () => {
  let clock: FakeClock;
  let halves: Halves;
  let late: JoinedValue[];

  beforeEach(() => {
    clock = new FakeClock();
    halves = new Halves(clock);
    late = [];
  });

  const take = (half: Half, bits: number, name = 'a') => halves.join(name, half, bits, (value) => late.push(value));
  const wait = (ms: number) => clock.advance(ms, async () => {});
  const joined = (raw: number) => ({ raw, value: raw / 16383 });

  it('wait 40 ms for each other once', async () => {
    should([take('upper', 1), take('upper', 2)]).eql([undefined, undefined]);
    await wait(39);
    should(late).be.empty();
    await wait(1);
    should(late).eql([{ raw: 2, value: 2 / 127, only: 'upper' }]);
  });

  it('are single values if the other one never arrives', async () => {
    for (const half of ['upper', 'lower'] as const) {
      take(half, 64, half);
      await wait(40);
      const single = { value: 64 / 127, raw: 64, only: half };
      should(late.splice(0)).eql([single]);
      should(take(half, 64, half)).eql(single);
    }
  });

  it('wait again as soon as the other one arrives', async () => {
    take('upper', 1);
    await wait(40);
    should(take('lower', 5)).be.undefined();
    await wait(40);
    should(late[1]).eql(joined(133));
    should(take('upper', 2)).be.undefined();
    should(take('lower', 6)).eql(joined(262));
  });

  it('do not wait if the last half of a pair changes alone', () => {
    take('upper', 1);
    should(take('lower', 2)).eql(joined(130));
    should(take('lower', 3)).eql(joined(131));
    should(clock.timers).equal(0);
  });

  it('are stored for 256 values: the oldest without a wait is dropped first', async () => {
    for (let name = 0; name < 256; name += 1) take('upper', 1, `${name}`);
    await wait(40);
    should(take('lower', 5, '0')).be.undefined();
    should(take('upper', 1, '256')).be.undefined();
    should(take('upper', 1, '0')).eql(joined(133));
    should(take('upper', 1, '2')).eql({ raw: 1, value: 1 / 127, only: 'upper' });
    // The device is new again.
    should(take('upper', 1, '1')).be.undefined();
    halves.close();
    should(clock.timers).equal(0);
  });

  it('drop the oldest of 256 values if all wait', async () => {
    for (let name = 0; name <= 256; name += 1) take('upper', name % 128, `${name}`);
    should(clock.timers).equal(256);
    await wait(40);
    should([late.length, late[0]?.raw]).eql([256, 1]);
  });
});
