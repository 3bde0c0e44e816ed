import should from 'should';
import { order, REST_MS, refuse, Stage, type Tracked } from './lanes-stage.js';

describe('lanes', () => {
  it('send one at a time and in order', async () => {
    const stage = new Stage();
    const jobs = [stage.submit({}), stage.submit({}), stage.submit({})];
    should(order(stage.sent)).eql([0]);
    for (const job of jobs) await stage.answer(job);
    should(order(stage.sent)).eql([0, 1, 2]);
    should(jobs.map(({ ends }) => ends)).eql([['answered'], ['answered'], ['answered']]);
  });

  it('continue after a failure', async () => {
    const stage = new Stage();
    const first = stage.submit({});
    stage.submit({});
    for (const request of stage.inFlight) request.fail(new Error('broken'));
    await stage.settle();
    should(first.ends).eql(['broken']);
    should(order(stage.sent)).eql([0, 1]);
  });

  it('keep only the newest of the waiting values with one merge key, and send it last', async () => {
    const stage = new Stage();
    for (let value = 0; value < 100; value++) stage.submit({ mergeKey: 'x' });
    await stage.answer(stage.jobs[0] as Tracked);
    await stage.advance(REST_MS);
    should(order(stage.sent)).eql([0, 99]);
  });

  it('never replace a value behind a command, or with another merge key', async () => {
    const stage = new Stage();
    const mergeKeys = ['x', 'x', undefined, 'x', 'y', 'x'];
    for (const mergeKey of mergeKeys) stage.submit({ mergeKey });
    for (let turn = 0; turn < 10; turn++) {
      await stage.advance(REST_MS);
      await stage.answer();
    }
    should(order(stage.sent)).eql([0, 1, 2, 3, 4, 5]);
  });

  it('send at most 50 values a second in one lane, the last one always', async () => {
    const stage = new Stage();
    for (let value = 0; value < 1000; value++) {
      stage.submit({ mergeKey: 'x' });
      await stage.advance(1);
      await stage.answer();
    }
    await stage.advance(REST_MS);
    should(stage.sent.length).be.within(49, 51);
    should(order(stage.sent).at(-1)).equal(999);
  });

  it('send the last value even if the pause ends between two readings of the clock', async () => {
    for (let drift = 0.1; drift < REST_MS; drift += 0.1) {
      const stage = new Stage();
      stage.clock.drift = drift;
      stage.submit({ mergeKey: 'x' });
      await stage.answer();
      stage.submit({ mergeKey: 'x' });
      await stage.advance(10 * REST_MS);
      should(order(stage.sent)).eql([0, 1], `drift ${drift} ms`);
    }
  });

  it('take turns, so that one busy fader does not block the others', async () => {
    const stage = new Stage();
    for (let round = 0; round < 4; round++)
      for (const lane of ['a', 'b', 'c', 'd', 'e']) stage.submit({ lanes: [lane] });
    for (let turn = 0; turn < 20; turn++) await stage.answer();
    const firstTen = stage.sent.slice(0, 10).map(({ job }) => job.lanes[0]);
    for (const lane of ['a', 'b', 'c', 'd', 'e']) should(firstTen.filter((each) => each === lane)).have.length(2);
  });

  it('let commands go before reads, and reads never take the last place', async () => {
    const stage = new Stage();
    for (let read = 0; read < 5; read++) stage.submit({ lanes: [] });
    should(order(stage.sent)).eql([0, 1]);
    const command = stage.submit({ lanes: ['a'] });
    should(command.sentAt).not.be.undefined();
    stage.submit({ lanes: ['b'] });
    await stage.answer(stage.jobs[0] as Tracked);
    should(order(stage.sent)).eql([0, 1, 5, 6]);
  });

  it('hold every lane of a job that takes several, in order with the others', async () => {
    const stage = new Stage();
    stage.submit({ lanes: ['a'] });
    stage.submit({ lanes: ['a', 'b'] });
    stage.submit({ lanes: ['b'] });
    should(order(stage.sent)).eql([0]);
    await stage.answer(stage.jobs[0] as Tracked);
    should(order(stage.sent)).eql([0, 1]);
    await stage.answer(stage.jobs[1] as Tracked);
    should(order(stage.sent)).eql([0, 1, 2]);
  });

  it('drop a job that waited too long, at its expiry and not later', async () => {
    const stage = new Stage();
    stage.submit({});
    const late = stage.submit({ expiry: 200 });
    await stage.advance(199);
    should(late.ends).eql([]);
    await stage.advance(1);
    should(late.ends).eql(['EXPIRED']);
    await stage.answer(stage.jobs[0] as Tracked);
    should(order(stage.sent)).eql([0]);
  });

  it('drop each waiting job at its own time, in any order of arrival', async () => {
    const stage = new Stage();
    stage.submit({ lanes: ['a', 'b'] });
    const middle = stage.submit({ expiry: 200 });
    const last = stage.submit({ lanes: ['b'], expiry: 300 });
    const first = stage.submit({ lanes: ['b'], expiry: 100 });
    const ended = () => [first, middle, last].filter(({ ends }) => ends[0] === 'EXPIRED');
    for (const count of [0, 1, 2]) {
      await stage.advance(99);
      should(ended()).have.length(count);
      await stage.advance(1);
      should(ended()).have.length(count + 1);
    }
    should(stage.clock.timers).equal(0);
  });

  it('drop a job that a busy machine would send too late', async () => {
    const stage = new Stage();
    const first = stage.submit({});
    const late = stage.submit({ expiry: 200 });
    stage.clock.jump(300);
    await stage.answer(first);
    should(late.ends).eql(['EXPIRED']);
    should(order(stage.sent)).eql([0]);
  });

  it('count the wait from the arrival of the message', async () => {
    const stage = new Stage();
    await stage.advance(500);
    should(stage.submit({ since: 100, expiry: 300 }).sentAt).be.undefined();
    await stage.settle();
    should(stage.jobs[0]?.ends).eql(['EXPIRED']);
  });

  it('close for one owner, or for all, and then refuse jobs', async () => {
    const stage = new Stage();
    const mine = {};
    stage.submit({});
    const dropped = stage.submit({ owner: mine });
    const kept = stage.submit({});
    stage.turns.close(mine);
    await stage.settle();
    should(dropped.ends).eql(['CLOSED']);
    should(kept.ends).eql([]);
    stage.turns.close();
    const refused = stage.submit({});
    await stage.settle();
    should(kept.ends).eql(['CLOSED']);
    should(refused.ends).eql(['CLOSED']);
    should(stage.clock.timers).equal(0);
  });

  it('send the waiting values of several parts together, the whole first', async () => {
    const stage = new Stage();
    const slots = ['', 'x', 'y', 'x', '', 'y'];
    const jobs = slots.map((slot) => stage.submit({ mergeKey: 'k', slot }));
    await stage.answer();
    await stage.advance(REST_MS);
    should([...stage.inFlight].map((request) => order(request.jobs))).eql([[4, 5]]);
    await stage.answer();
    should(jobs.map(({ ends }) => ends[0])).eql([
      'answered',
      'superseded',
      'superseded',
      'superseded',
      'answered',
      'answered',
    ]);
  });

  it('join jobs of one moment, unless the hub takes no batch', async () => {
    const stage = new Stage(true);
    const comeTogether = () =>
      ['a', 'b', 'c'].map((lane) => stage.submit({ lanes: [lane], mergeKey: 'k', joinable: true }));
    comeTogether();
    await stage.advance(0);
    should([...stage.inFlight].map((request) => [request.joined, order(request.jobs)])).eql([
      [true, [0, 1]],
      [false, [2]],
    ]);
    for (const request of stage.inFlight) refuse(request);
    await stage.settle();
    should([...stage.inFlight].map((request) => order(request.jobs))).eql([[2]]);
    await stage.advance(REST_MS);
    should([...stage.inFlight].map((request) => [request.joined, order(request.jobs)])).eql([
      [false, [2]],
      [false, [0]],
      [false, [1]],
    ]);
  });

  it('put the jobs of a refused batch before later ones', async () => {
    const stage = new Stage(true);
    for (const lane of ['a', 'b']) stage.submit({ lanes: [lane], mergeKey: 'k', joinable: true });
    await stage.advance(0);
    stage.submit({ lanes: ['a'] });
    refuse([...stage.inFlight][0]);
    await stage.settle();
    await stage.advance(REST_MS);
    await stage.answer();
    await stage.answer();
    should(order(stage.sent)).eql([0, 1, 0, 1, 2]);
  });
});
