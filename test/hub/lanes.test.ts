import fc from 'fast-check';
import should from 'should';
import { HubError } from '../../dist/hub/errors.js';
import { Lanes } from '../../dist/hub/lanes.js';
import type { Job, Sent } from '../../dist/hub/waiting.js';
import { FakeClock } from './fake-clock.js';

const LIMITS = { maxInFlight: 3, rate: 50 };
const REST_MS = 1000 / LIMITS.rate;

/** One job of a test, and everything that happened to it. */
interface Tracked {
  readonly index: number;
  readonly job: Job<number>;
  readonly since: number;
  sentAt?: number;
  answer?: () => void;
  fail?: (error: Error) => void;
  readonly ends: string[];
}

/** Lanes under a fake clock, with a record of every job. */
class Stage {
  readonly clock = new FakeClock();
  readonly lanes = new Lanes(LIMITS, undefined, this.clock);
  readonly jobs: Tracked[] = [];
  readonly sent: Tracked[] = [];
  readonly inFlight = new Set<Tracked>();

  submit(job: Partial<Job<number>>): Tracked {
    const tracked: Tracked = {
      index: this.jobs.length,
      since: this.clock.now(),
      ends: [],
      job: { lanes: ['a'], expiry: 1000, owner: this, ...job, send: () => this.#send(tracked) },
    };
    this.jobs.push(tracked);
    this.lanes.submit(tracked.job).then(
      (sent: Sent<number>) => tracked.ends.push(sent ? 'answered' : 'superseded'),
      (error) => tracked.ends.push(error instanceof HubError ? error.code : String(error.message)),
    );
    return tracked;
  }

  #send(tracked: Tracked): Promise<number> {
    tracked.sentAt = this.clock.now();
    this.sent.push(tracked);
    this.inFlight.add(tracked);
    return new Promise((resolve, reject) => {
      tracked.answer = () => resolve(tracked.index);
      tracked.fail = reject;
    }).finally(() => this.inFlight.delete(tracked)) as Promise<number>;
  }

  /** Lets everything that is due happen. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 8; turn++) await Promise.resolve();
  }

  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms, () => this.settle());
  }

  async answer(tracked: Tracked): Promise<void> {
    tracked.answer?.();
    await this.settle();
  }
}

const order = (jobs: Tracked[]) => jobs.map(({ index }) => index);

describe('lanes', () => {
  it('send one at a time and in order', async () => {
    const stage = new Stage();
    const jobs = [stage.submit({}), stage.submit({}), stage.submit({})];
    should(order(stage.sent)).eql([0]);
    for (const job of jobs) await stage.answer(job);
    should(order(stage.sent)).eql([0, 1, 2]);
    should(jobs.map(({ ends }) => ends)).eql([['answered'], ['answered'], ['answered']]);
  });

  it('go on after a failure', async () => {
    const stage = new Stage();
    const first = stage.submit({});
    stage.submit({});
    first.fail?.(new Error('broken'));
    await stage.settle();
    should(first.ends).eql(['broken']);
    should(order(stage.sent)).eql([0, 1]);
  });

  it('keep only the newest of waiting values of one kind, and send it last', async () => {
    const stage = new Stage();
    for (let value = 0; value < 100; value++) stage.submit({ kind: 'x' });
    await stage.answer(stage.jobs[0] as Tracked);
    await stage.advance(REST_MS);
    should(order(stage.sent)).eql([0, 99]);
  });

  it('never let a value replace one behind a command or of another kind', async () => {
    const stage = new Stage();
    const kinds = ['x', 'x', undefined, 'x', 'y', 'x'];
    for (const kind of kinds) stage.submit({ kind });
    for (let turn = 0; turn < 10; turn++) {
      await stage.advance(REST_MS);
      for (const job of stage.inFlight) await stage.answer(job);
    }
    should(order(stage.sent)).eql([0, 1, 2, 3, 4, 5]);
  });

  it('send at most 50 values a second in one lane, the last one always', async () => {
    const stage = new Stage();
    for (let value = 0; value < 1000; value++) {
      stage.submit({ kind: 'x' });
      await stage.advance(1);
      for (const job of stage.inFlight) await stage.answer(job);
    }
    await stage.advance(REST_MS);
    should(stage.sent.length).be.within(49, 51);
    should(order(stage.sent).at(-1)).equal(999);
  });

  it('take turns, so that one busy fader starves nobody', async () => {
    const stage = new Stage();
    for (let round = 0; round < 4; round++)
      for (const lane of ['a', 'b', 'c', 'd', 'e']) stage.submit({ lanes: [lane] });
    for (let turn = 0; turn < 20; turn++) await stage.answer([...stage.inFlight][0] as Tracked);
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

  it('drop what waited too long, at the time and not later', async () => {
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

  it('drop what a busy machine would send too late', async () => {
    const stage = new Stage();
    const first = stage.submit({});
    const late = stage.submit({ expiry: 200 });
    stage.clock.jump(300);
    await stage.answer(first);
    should(late.ends).eql(['EXPIRED']);
  });

  it('count the wait from when the message came', async () => {
    const stage = new Stage();
    await stage.advance(500);
    should(stage.submit({ since: 100, expiry: 300 }).sentAt).be.undefined();
    await stage.settle();
    should(stage.jobs[0]?.ends).eql(['EXPIRED']);
  });

  it('close for one owner, or for all, and then refuse', async () => {
    const stage = new Stage();
    const mine = {};
    stage.submit({});
    const dropped = stage.submit({ owner: mine });
    const kept = stage.submit({});
    stage.lanes.close(mine);
    await stage.settle();
    should(dropped.ends).eql(['CLOSED']);
    should(kept.ends).eql([]);
    stage.lanes.close();
    const refused = stage.submit({});
    await stage.settle();
    should(kept.ends).eql(['CLOSED']);
    should(refused.ends).eql(['CLOSED']);
    should(stage.clock.timers).equal(0);
  });

  const event = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        lanes: fc.subarray(['a', 'b', 'c']),
        kind: fc.constantFrom(undefined, 'x', 'y'),
        expiry: fc.integer({ min: 1, max: 300 }),
        owner: fc.integer({ min: 0, max: 2 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ advance: fc.integer({ min: 0, max: 150 }) }) },
    { weight: 3, arbitrary: fc.record({ answer: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ fail: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ abandon: fc.integer({ min: 0, max: 2 }) }) },
    { weight: 1, arbitrary: fc.record({ jump: fc.integer({ min: 0, max: 400 }) }) },
  );

  it('keep order, send nothing twice or late, settle everything once, whatever comes', async () => {
    const owners = [{}, {}, {}];
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
        const stage = new Stage();
        const pick = (number: number) => [...stage.inFlight][number % Math.max(1, stage.inFlight.size)];
        for (const step of events) {
          if ('lanes' in step) {
            const kind = step.lanes.length === 1 ? step.kind : undefined;
            stage.submit({ ...step, kind, owner: owners[step.owner] as object });
          } else if ('advance' in step) await stage.advance(step.advance);
          else if ('answer' in step) pick(step.answer)?.answer?.();
          else if ('fail' in step) pick(step.fail)?.fail?.(new Error('failed'));
          else if ('abandon' in step) stage.lanes.close(owners[step.abandon] as object);
          else stage.clock.jump(step.jump);
          await stage.settle();
          checkInFlight(stage);
        }
        while (stage.inFlight.size > 0) await stage.answer(pick(0) as Tracked);
        await stage.advance(400);
        while (stage.inFlight.size > 0) await stage.answer(pick(0) as Tracked);
        await stage.advance(REST_MS);
        checkHistory(stage);
      }),
      { numRuns: 500 },
    );
  });
});

function checkInFlight({ inFlight }: Stage): void {
  should(inFlight.size).be.belowOrEqual(LIMITS.maxInFlight);
  const held = [...inFlight].flatMap(({ job }) => job.lanes);
  should(new Set(held).size).equal(held.length);
  const reads = [...inFlight].filter(({ job }) => job.lanes.length === 0);
  should(reads.length).be.below(LIMITS.maxInFlight);
}

function checkHistory({ jobs, sent, clock }: Stage): void {
  should(clock.timers).equal(0);
  should(new Set(sent).size).equal(sent.length);
  for (const { ends } of jobs) should(ends).have.length(1);
  for (const { sentAt, since, job } of sent) should((sentAt as number) - since).be.belowOrEqual(job.expiry + 0.5);
  for (const lane of ['a', 'b', 'c']) {
    const inLane = jobs.filter(({ job }) => job.lanes.includes(lane));
    const went = sent.filter(({ job }) => job.lanes.includes(lane));
    should(order(went)).eql(order(went).sort((left, right) => left - right));
    for (const [place, { job, ends }] of inLane.entries()) {
      if (ends[0] !== 'superseded') continue;
      // Whatever took its place is the next one of this lane that did not itself give way, and of the same kind.
      const successor = inLane.slice(place + 1).find((each) => each.job.kind === job.kind);
      should(successor).not.be.undefined();
    }
    should(inLane.at(-1)?.ends[0]).not.equal('superseded');
    const values = went.filter(({ job }) => job.kind !== undefined);
    for (const [place, value] of values.entries()) {
      const before = values[place - 1];
      if (before) should((value.sentAt as number) - (before.sentAt as number)).be.aboveOrEqual(REST_MS - 0.001);
    }
  }
}
