import should from 'should';
import { isRehearsedFailure, Rehearsal } from '../../../dist/hub/records/rehearsal.js';
import { HubError } from '../../../dist/hub/wire/errors.js';
import { FakeClock } from '../fake-clock.js';
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

  it('goes on after this time if a user has switched rehearsal on meanwhile', async () => {
    const changes: boolean[] = [];
    stage.hub.rehearsal.changed.watch((on) => changes.push(on));
    stage.hub.rehearsal.set(true);
    await stage.advance(60_000);
    should(await set(1)).match({ outcome: 'rehearsal' });
    should(stage.lines('PATCH')).be.empty();
    should(changes).be.empty();
  });
});

describe('the rehearsal switch', () => {
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  it('has its state from the start, with a timer only for the time after the start', async () => {
    const clock = new FakeClock();
    should([new Rehearsal(false, 0, clock).on, new Rehearsal(true, 0, clock).on, clock.timers]).eql([false, true, 0]);
    const rehearsal = new Rehearsal(true, 100, clock);
    should(clock.timers).equal(0);
    const started = new Rehearsal(false, 100, clock);
    await clock.advance(100, settle);
    should([rehearsal.on, started.on]).eql([true, false]);
  });

  it('covers all commands while it is on, and afterwards those from before its end', async () => {
    const clock = new FakeClock();
    const rehearsal = new Rehearsal(false, 0, clock);
    const covered = () => [-1, 0, 99, 100, 150, 199, 200].filter((since) => rehearsal.covers(since));
    await clock.advance(100, settle);
    should(covered()).be.empty();
    rehearsal.set(true);
    should(covered()).have.length(7);
    await clock.advance(100, settle);
    rehearsal.set(false);
    should(covered()).eql([-1, 0, 99, 100, 150, 199]);
    await clock.advance(100, settle);
    rehearsal.set(true);
    rehearsal.set(false);
    should(rehearsal.covers(299)).be.true();
  });

  it('has the failures of the hub and of values, but not the end of a closed node', () => {
    const errors = [new HubError('HUB_NOT_FOUND'), new HubError('CLOSED'), new Error('CLOSED'), undefined];
    should(errors.map(isRehearsedFailure)).eql([true, false, false, false]);
  });
});
