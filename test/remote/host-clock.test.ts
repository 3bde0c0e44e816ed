import fc from 'fast-check';
import should from 'should';
import { HostClock } from '../../dist/remote/host-clock.js';

const beat = (at: number, run = 'the-first-run') => ({ run, at, serial: 0 });

describe('the clock of a host', () => {
  it('differs by the least of the last five beats, whatever each took on its way', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: -100_000, max: 100_000 }),
        fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 20 }),
        (difference, ways) => {
          const clock = new HostClock();
          ways.forEach((way, index) => {
            const at = 1e12 + index * 1000;
            clock.hear(beat(at), { wall: at + difference + way, steady: index * 1000 + way });
          });
          should(clock.difference).equal(difference + Math.min(...ways.slice(-5)));
        },
      ),
    ));

  it('is believed in for 3 s after it lived for certain, not after it was heard', () => {
    const clock = new HostClock();
    for (let second = 0; second < 4; second += 1)
      clock.hear(beat(second * 1000), { wall: second * 1000, steady: second * 1000 });
    should(clock.run(5999)).equal('the-first-run');
    // Four seconds on its way: it lived at 4 s.
    clock.hear(beat(4000), { wall: 8000, steady: 8000 });
    should(clock.run(6999)).equal('the-first-run');
    should(clock.run(8000)).be.undefined();
  });

  it('is not there before the first beat, nor once it is gone, and is again with the next', () => {
    const clock = new HostClock();
    should(clock.run(0)).be.undefined();
    clock.hear(beat(0), { wall: 0, steady: 0 });
    clock.gone();
    should(clock.run(0)).be.undefined();
    clock.hear(beat(1000), { wall: 1000, steady: 1000 });
    should(clock.run(1000)).equal('the-first-run');
  });

  it('follows a new run at once, and the old one only once the new one is silent', () => {
    const clock = new HostClock();
    clock.hear(beat(0), { wall: 0, steady: 0 });
    clock.hear(beat(7000, 'the-second-run'), { wall: 100, steady: 100 });
    should(clock.run(100)).equal('the-second-run');
    // Of another host the clock is another.
    should(clock.difference).equal(-6900);
    clock.hear(beat(1000), { wall: 1000, steady: 1000 });
    should(clock.run(1000)).equal('the-second-run');
    clock.hear(beat(4000), { wall: 4000, steady: 4000 });
    should(clock.run(4000)).equal('the-first-run');
    should(clock.difference).equal(0);
  });
});
