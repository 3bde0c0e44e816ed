import should from 'should';
import { SteppedHub } from '../stepped-hub.js';

const STUDIO = { engineId: 1, nodePath: 'Mixer_0', propertyPath: 'Opacity' };

describe('a rehearsal after the start', () => {
  const stage = new SteppedHub();
  const set = (Value: number) => stage.run('setProperty', { ...STUDIO, Value });

  beforeEach(() => stage.restart({ armAfter: 5000 }));
  afterEach(async () => {
    stage.hub.close();
    await stage.settle();
    should(stage.clock.timers).equal(0);
  });

  it('ends by itself after its time', async () => {
    await stage.advance(4999);
    should(await set(1)).match({ outcome: 'rehearsal' });
    await stage.advance(1);
    const call = set(2);
    await stage.settle();
    await stage.answer('PATCH');
    await call;
    should(stage.lines('PATCH')).have.length(1);
  });

  it('leaves no timer behind if its hub closes before its time', async () => {
    await stage.advance(1000);
    should(stage.clock.timers).equal(1);
    stage.hub.close();
    should(stage.clock.timers).equal(0);
  });

  it('goes on after this time if a user has switched rehearsal on meanwhile', async () => {
    const changes: boolean[] = [];
    stage.hub.rehearsal.changed.watch((on) => changes.push(on));
    stage.hub.rehearsal.set(true);
    await stage.advance(60_000);
    should(await set(1)).match({ outcome: 'rehearsal' });
    should(stage.lines('PATCH')).be.empty();
    should(changes).be.empty();
  });

  it('does not begin again after this time if a user has switched it off and on', async () => {
    stage.hub.rehearsal.set(false);
    await stage.advance(1000);
    stage.hub.rehearsal.set(true);
    await stage.advance(60_000);
    should(stage.hub.rehearsal.on).be.true();
  });
});
