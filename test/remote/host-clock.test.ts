import fc from 'fast-check';
import should from 'should';
import { HostClock } from '../../dist/remote/host-clock.js';

const heartbeat = (at: number, run = 'the-first-run') => ({ run, at, steady: at, digests: [] });

describe('the clock of a host', () => {
  it('differs by the minimum of the last five heartbeats, with any delay of each', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: -100_000, max: 100_000 }),
        fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 20 }),
        (difference, delays) => {
          const clock = new HostClock();
          delays.forEach((delay, index) => {
            const at = 1e12 + index * 1000;
            clock.receive(heartbeat(at), { wall: at + difference + delay, steady: index * 1000 + delay });
          });
          should(clock.difference).equal(difference + Math.min(...delays.slice(-5)));
        },
      ),
    ));

  it('counts as running for 3 s after a heartbeat was sent, not after it arrived', () => {
    const clock = new HostClock();
    for (let second = 0; second < 4; second += 1)
      clock.receive(heartbeat(second * 1000), { wall: second * 1000, steady: second * 1000 });
    should([clock.run(5999), clock.run(6000)]).eql(['the-first-run', undefined]);
    // Sent at 4 s, with a delay of 4 s.
    clock.receive(heartbeat(4000), { wall: 8000, steady: 8000 });
    should(clock.run(6999)).equal('the-first-run');
    should(clock.run(8000)).be.undefined();
  });

  it('has no run before the first heartbeat and after the will, until the next heartbeat', () => {
    const clock = new HostClock();
    should([clock.run(0), clock.difference]).eql([undefined, 0]);
    clock.receive(heartbeat(0), { wall: 0, steady: 0 });
    clock.markGone();
    should(clock.run(0)).be.undefined();
    clock.receive(heartbeat(1000), { wall: 1000, steady: 1000 });
    should(clock.run(1000)).equal('the-first-run');
  });

  it('follows a new run at once, and the old one only after the new one is offline', () => {
    const clock = new HostClock();
    clock.receive(heartbeat(0), { wall: 0, steady: 0 });
    clock.receive(heartbeat(7000, 'the-second-run'), { wall: 100, steady: 100 });
    should(clock.run(100)).equal('the-second-run');
    // Another host has another clock.
    should(clock.difference).equal(-6900);
    // The old run counts neither for the clock nor as a sign of life.
    clock.receive(heartbeat(9000), { wall: 1000, steady: 1000 });
    should([clock.run(1000), clock.difference]).eql(['the-second-run', -6900]);
    should([clock.run(3099), clock.run(3100)]).eql(['the-second-run', undefined]);
    clock.receive(heartbeat(4000), { wall: 4000, steady: 4000 });
    should(clock.run(4000)).equal('the-first-run');
    should(clock.difference).equal(0);
  });

  describe('has the time of the host', () => {
    const digests: readonly string[] = [];

    it('from the fastest of the last five heartbeats', () => {
      const clock = new HostClock();
      const receive = (index: number, delay: number) => {
        const sent = 1000 * index;
        const times = { wall: sent + 7000 + delay, steady: sent + 200 + delay };
        clock.receive({ run: 'the-first-run', at: 5000 + sent, steady: sent, digests }, times);
      };
      [0, 90, 30, 50, 70].forEach((delay, index) => {
        receive(index, delay);
      });
      should([clock.difference, clock.hostSteady(9000)]).eql([2000, 8800]);
      receive(5, 60);
      // The difference is 30 ms more now, without the first heartbeat.
      should([clock.difference, clock.hostSteady(9000)]).eql([2030, 8770]);
    });

    it('from the clock of the new run only, in either direction', () => {
      for (const [later, earlier] of [
        [
          { at: 1e6, steady: 1e6 },
          { at: 10, steady: 10 },
        ],
        [
          { at: 10, steady: 10 },
          { at: 1e6, steady: 1e6 },
        ],
      ] as const) {
        const clock = new HostClock();
        clock.receive({ run: 'the-first-run', ...earlier, digests }, { wall: 100, steady: 100 });
        clock.receive({ run: 'the-second-run', ...later, digests }, { wall: 200, steady: 200 });
        should([clock.difference, clock.hostSteady(250)]).eql([200 - later.at, later.steady + 50]);
        should([clock.run(3199), clock.run(3200)]).eql(['the-second-run', undefined]);
        clock.receive({ run: 'the-third-run', at: 77, steady: 77, digests }, { wall: 300, steady: 300 });
        should([clock.difference, clock.hostSteady(310)]).eql([223, 87]);
      }
    });
  });
});
