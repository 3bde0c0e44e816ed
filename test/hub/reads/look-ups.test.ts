import should from 'should';
import { Reads } from '../../../dist/hub/reads/reads.js';
import { FakeClock } from '../fake-clock.js';
import { SteppedHub } from '../stepped-hub.js';

describe('an answer that look-ups use', () => {
  const clock = new FakeClock();
  const port = { ask: async () => undefined, abandon: () => {} };
  const newRead = () => new Reads(port, clock).of('listLinearItems', { engineId: 1, rundownId: 2 });

  it('is not the answer to a request before the last change', () => {
    const read = newRead();
    const before = { at: clock.now(), turn: 1.5 };
    read.invalidate();
    read.know(['old'], before);
    should(read.known()).be.undefined();
    read.know(['new'], { at: clock.now(), turn: 3 });
    should(read.known()?.body).eql(['new']);
  });

  it('is not replaced by the answers to earlier requests that arrive later', () => {
    const read = newRead();
    read.know(['new'], { at: clock.now(), turn: 10 });
    for (const turn of [4, 5]) read.know(['old'], { at: clock.now(), turn });
    should(read.known()?.body).eql(['new']);
  });

  it('is used at once, without a promise and without a timer', () => {
    const read = newRead();
    read.know([{ id: 1, name: 'Übergabe' }], { at: clock.now(), turn: 20 });
    const wait = () => Promise.reject(new Error('It waits'));
    const body = read.lookUp({ since: clock.now(), until: clock.now() + 1000, wait });
    should(body).eql([{ id: 1, name: 'Übergabe' }]);
    should(clock.timers).equal(0);
  });
});

describe('a fader whose engine is known', () => {
  const stage = SteppedHub.forSuite({ rate: Number.POSITIVE_INFINITY });

  it('sends a component in the turn of its message', async () => {
    const set = (Value: number) =>
      stage.run('setProperty', { engineId: 1, nodePath: 'N', propertyPath: 'P', Component: 'x', Value });
    const first = set(1);
    await stage.settle();
    await stage.answer('GET /engines/1', { instances: [{ status: 'Loaded', engineType: 'RE5' }] });
    await stage.answer('PATCH');
    await first;
    const second = set(2);
    should(stage.lines('PATCH')).have.length(2);
    await stage.answer('PATCH');
    await second;
  });
});
