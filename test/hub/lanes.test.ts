import fc from 'fast-check';
import should from 'should';
import { HubError } from '../../dist/hub/errors.js';
import { type Joiner, Lanes } from '../../dist/hub/lanes.js';
import type { Job, Sent } from '../../dist/hub/waiting.js';
import { FakeClock } from './fake-clock.js';

const LIMITS = { maxInFlight: 3, rate: 50 };
const REST_MS = 1000 / LIMITS.rate;

/** One job of a test, and everything that happened to it. */
interface Tracked {
  readonly index: number;
  readonly job: Job<unknown>;
  readonly since: number;
  sentAt?: number;
  /** How often it was in a batch that the hub did not take. */
  refused: number;
  readonly ends: string[];
}

/** One request under way, with all the jobs that it carries. */
interface Request {
  readonly jobs: Tracked[];
  readonly joined: boolean;
  answer(): void;
  fail(error: Error): void;
  /** The hub takes no batch. */
  refuse(): void;
}

/** Lanes under a fake clock, with a record of every job. */
class Stage {
  readonly clock = new FakeClock();
  readonly lanes: Lanes;
  readonly jobs: Tracked[] = [];
  readonly sent: Tracked[] = [];
  readonly inFlight = new Set<Request>();

  constructor(joining = false) {
    const joiner: Joiner = { most: 2, send: (jobs) => this.#join(jobs) };
    this.lanes = new Lanes(LIMITS, joining ? joiner : undefined, this.clock);
  }

  submit(job: Partial<Job<unknown>>): Tracked {
    const tracked: Tracked = {
      index: this.jobs.length,
      since: this.clock.now(),
      refused: 0,
      ends: [],
      job: { lanes: ['a'], expiry: 1000, owner: this, ...job, send: (together) => this.#send(together) },
    };
    this.jobs.push(tracked);
    this.lanes.submit(tracked.job).then(
      (sent: Sent<unknown>) => tracked.ends.push(sent ? 'answered' : 'superseded'),
      (error) => tracked.ends.push(error instanceof HubError ? error.code : String(error.message)),
    );
    return tracked;
  }

  #send(together: readonly Job<unknown>[]): Promise<unknown> {
    return this.#request(together, false);
  }

  async #join(jobs: readonly Job<unknown>[]): Promise<PromiseSettledResult<unknown>[] | undefined> {
    const answered = await this.#request(jobs, true);
    return answered ? jobs.map(() => ({ status: 'fulfilled', value: 'joined' })) : undefined;
  }

  #request(jobs: readonly Job<unknown>[], joined: boolean): Promise<boolean> {
    const tracked = jobs.map((job) => this.jobs.find((each) => each.job === job) as Tracked);
    for (const each of tracked) each.sentAt = this.clock.now();
    return new Promise<boolean>((resolve, reject) => {
      const request: Request = {
        jobs: tracked,
        joined,
        answer: () => this.#end(request, () => resolve(true)),
        fail: (error) => this.#end(request, () => reject(error)),
        refuse: () => {
          for (const each of tracked) each.refused += 1;
          this.#end(request, () => resolve(false));
        },
      };
      this.inFlight.add(request);
      this.sent.push(...tracked);
    });
  }

  #end(request: Request, settle: () => void): void {
    this.inFlight.delete(request);
    settle();
  }

  /** Lets everything that is due happen. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 12; turn++) await Promise.resolve();
  }

  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms, () => this.settle());
  }

  /** Answers the request that carries a job, or the oldest. */
  async answer(tracked?: Tracked): Promise<void> {
    const requests = [...this.inFlight];
    const request = tracked ? requests.find(({ jobs }) => jobs.includes(tracked)) : requests[0];
    request?.answer();
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
    for (const request of stage.inFlight) request.fail(new Error('broken'));
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
      await stage.answer();
    }
    should(order(stage.sent)).eql([0, 1, 2, 3, 4, 5]);
  });

  it('send at most 50 values a second in one lane, the last one always', async () => {
    const stage = new Stage();
    for (let value = 0; value < 1000; value++) {
      stage.submit({ kind: 'x' });
      await stage.advance(1);
      await stage.answer();
    }
    await stage.advance(REST_MS);
    should(stage.sent.length).be.within(49, 51);
    should(order(stage.sent).at(-1)).equal(999);
  });

  it('send the last value also when the time to rest ends between two looks at the clock', async () => {
    for (let drift = 0.1; drift < REST_MS; drift += 0.1) {
      const stage = new Stage();
      stage.clock.drift = drift;
      stage.submit({ kind: 'x' });
      await stage.answer();
      stage.submit({ kind: 'x' });
      await stage.advance(10 * REST_MS);
      should(order(stage.sent)).eql([0, 1], `drift ${drift} ms`);
    }
  });

  it('take turns, so that one busy fader starves nobody', async () => {
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

  it('send what waits for several parts of a value together, the whole first', async () => {
    const stage = new Stage();
    const slots = ['', 'x', 'y', 'x', '', 'y'];
    const jobs = slots.map((slot) => stage.submit({ kind: 'k', slot }));
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

  it('join what comes at one moment, unless the hub takes no batch', async () => {
    const stage = new Stage(true);
    const comeTogether = () =>
      ['a', 'b', 'c'].map((lane) => stage.submit({ lanes: [lane], kind: 'k', joinable: true }));
    comeTogether();
    await stage.advance(0);
    should([...stage.inFlight].map((request) => [request.joined, order(request.jobs)])).eql([
      [true, [0, 1]],
      [false, [2]],
    ]);
    for (const request of stage.inFlight) if (request.joined) request.refuse();
    await stage.settle();
    should([...stage.inFlight].map((request) => order(request.jobs))).eql([[2]]);
    await stage.advance(REST_MS);
    should([...stage.inFlight].map((request) => [request.joined, order(request.jobs)])).eql([
      [false, [2]],
      [false, [0]],
      [false, [1]],
    ]);
  });

  it('put what was in a refused batch before what came since', async () => {
    const stage = new Stage(true);
    for (const lane of ['a', 'b']) stage.submit({ lanes: [lane], kind: 'k', joinable: true });
    await stage.advance(0);
    stage.submit({ lanes: ['a'] });
    refuse([...stage.inFlight][0]);
    await stage.settle();
    await stage.advance(REST_MS);
    await stage.answer();
    await stage.answer();
    should(order(stage.sent)).eql([0, 1, 0, 1, 2]);
  });

  const event = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        lanes: fc.subarray(['a', 'b', 'c']),
        kind: fc.constantFrom(undefined, 'x', 'y'),
        slot: fc.constantFrom('', '', 'p', 'q'),
        joinable: fc.boolean(),
        expiry: fc.integer({ min: 1, max: 300 }),
        owner: fc.integer({ min: 0, max: 2 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ advance: fc.integer({ min: 0, max: 150 }) }) },
    { weight: 3, arbitrary: fc.record({ answer: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ fail: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ refuse: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ abandon: fc.integer({ min: 0, max: 2 }) }) },
    { weight: 1, arbitrary: fc.record({ jump: fc.integer({ min: 0, max: 400 }) }) },
  );

  for (const joining of [false, true])
    it(`keep order, send nothing twice or late, settle everything once, whatever comes${joining ? ', also joined' : ''}`, async () => {
      const owners = [{}, {}, {}];
      await fc.assert(
        fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
          const stage = new Stage(joining);
          const pick = (number: number) => [...stage.inFlight][number % Math.max(1, stage.inFlight.size)];
          for (const step of events) {
            if ('lanes' in step) {
              const alone = step.lanes.length !== 1;
              const { kind, slot } = alone ? { kind: undefined, slot: undefined } : step;
              stage.submit({
                ...step,
                kind,
                slot,
                joinable: !alone && step.joinable,
                owner: owners[step.owner] as object,
              });
            } else if ('advance' in step) await stage.advance(step.advance);
            else if ('answer' in step) pick(step.answer)?.answer();
            else if ('fail' in step) pick(step.fail)?.fail(new Error('failed'));
            else if ('refuse' in step) refuse(pick(step.refuse));
            else if ('abandon' in step) stage.lanes.close(owners[step.abandon] as object);
            else stage.clock.jump(step.jump);
            await stage.settle();
            checkInFlight(stage);
          }
          for (let turn = 0; turn < 3; turn++) {
            while (stage.inFlight.size > 0) await stage.answer();
            await stage.advance(400);
          }
          checkHistory(stage);
        }),
        { numRuns: 500 },
      );
    });
});

/** Only a batch can be refused as such. */
const refuse = (request: Request | undefined): void => {
  if (request?.joined) request.refuse();
};

function checkInFlight({ inFlight }: Stage): void {
  should(inFlight.size).be.belowOrEqual(LIMITS.maxInFlight);
  const held = [...inFlight].flatMap(({ jobs }) => [...new Set(jobs.flatMap(({ job }) => job.lanes))]);
  should(new Set(held).size).equal(held.length);
  const reads = [...inFlight].filter(({ jobs }) => jobs.every(({ job }) => job.lanes.length === 0));
  should(reads.length).be.below(LIMITS.maxInFlight);
}

function checkHistory({ jobs, sent, clock }: Stage): void {
  should(clock.timers).equal(0);
  // Only what was in a batch that the hub did not take goes out again.
  for (const job of jobs) should(sent.filter((each) => each === job).length).be.belowOrEqual(1 + job.refused);
  const last = sent.filter((each, place) => !sent.slice(place + 1).includes(each));
  for (const { ends } of jobs) should(ends).have.length(1);
  for (const { sentAt, since, job } of last) should((sentAt as number) - since).be.belowOrEqual(job.expiry + 0.5);
  for (const lane of ['a', 'b', 'c']) {
    const inLane = jobs.filter(({ job }) => job.lanes.includes(lane));
    const went = last.filter(({ job }) => job.lanes.includes(lane));
    should(order(went)).eql(order(went).sort((left, right) => left - right));
    for (const [place, { job, ends }] of inLane.entries()) {
      if (ends[0] !== 'superseded') continue;
      const newer = inLane.slice(place + 1).filter((each) => each.job.kind === job.kind);
      should(newer.some((each) => each.job.slot === '' || each.job.slot === job.slot)).be.true();
    }
    should(inLane.at(-1)?.ends[0]).not.equal('superseded');
  }
}
