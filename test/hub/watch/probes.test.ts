import should from 'should';
import { SteppedHub } from '../stepped-hub.js';

describe('the connection of a hub', () => {
  let stage: SteppedHub;
  let states: string[];

  beforeEach(() => {
    stage = new SteppedHub({ timeout: 500 });
    states = [];
    stage.hub.connection.watch((state) => states.push(state));
  });

  afterEach(async () => {
    stage.hub.close();
    await stage.settle();
    should(stage.clock.timers).equal(0);
  });

  it('is lost if a probe gets no answer in time', async () => {
    await stage.advance(0);
    await stage.answer('GET /engines', []);
    await stage.advance(2499);
    should(states).eql(['connecting', 'connected']);
    await stage.advance(1);
    should(states).eql(['connecting', 'connected', 'unreachable']);
  });

  it('never begins with a probe that gets no answer', async () => {
    await stage.advance(600);
    should(states).eql(['connecting', 'unreachable']);
  });

  it('is not lost if the hub answers another request while a probe gets no answer', async () => {
    await stage.advance(0);
    const read = stage.run('listRundowns', {});
    await stage.answer('GET /playout/rundowns', []);
    await read;
    await stage.advance(600);
    should(states).eql(['connecting', 'connected']);
  });
});
