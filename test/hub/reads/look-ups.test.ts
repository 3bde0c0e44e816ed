import should from 'should';
import { Reads } from '../../../dist/hub/reads/reads.js';
import { FakeClock } from '../fake-clock.js';

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
});
