import fc from 'fast-check';
import should from 'should';
import { LIMITS, order, refuse, Stage } from './lanes-stage.js';

describe('lanes', () => {
  const event = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        lanes: fc.subarray(['a', 'b', 'c']),
        mergeKey: fc.constantFrom(undefined, 'x', 'y'),
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
    it(`keep the order, send nothing twice or late, and settle each job once${joining ? ', also joined' : ''}`, async () => {
      const owners = [{}, {}, {}];
      await fc.assert(
        fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
          const stage = new Stage(joining);
          const pick = (number: number) => [...stage.inFlight][number % Math.max(1, stage.inFlight.size)];
          for (const step of events) {
            if ('lanes' in step) {
              const alone = step.lanes.length !== 1;
              const { mergeKey, slot } = alone ? { mergeKey: undefined, slot: undefined } : step;
              stage.submit({
                ...step,
                mergeKey,
                slot,
                joinable: !alone && step.joinable,
                owner: owners[step.owner] as object,
              });
            } else if ('advance' in step) await stage.advance(step.advance);
            else if ('answer' in step) pick(step.answer)?.answer();
            else if ('fail' in step) pick(step.fail)?.fail(new Error('failed'));
            else if ('refuse' in step) refuse(pick(step.refuse));
            else if ('abandon' in step) stage.turns.close(owners[step.abandon] as object);
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

function checkInFlight({ inFlight }: Stage): void {
  should(inFlight.size).be.belowOrEqual(LIMITS.maxInFlight);
  const claims = [...inFlight].flatMap(({ jobs }) => [...new Set(jobs.flatMap(({ job }) => job.lanes))]);
  should(new Set(claims).size).equal(claims.length);
  const reads = [...inFlight].filter(({ jobs }) => jobs.every(({ job }) => job.lanes.length === 0));
  should(reads.length).be.below(LIMITS.maxInFlight);
}

function checkHistory({ jobs, sent, clock }: Stage): void {
  should(clock.timers).equal(0);
  // Only the jobs of a refused batch are sent again.
  for (const job of jobs) should(sent.filter((each) => each === job).length).be.belowOrEqual(1 + job.refused);
  const last = sent.filter((each, place) => !sent.slice(place + 1).includes(each));
  for (const { ends } of jobs) should(ends).have.length(1);
  for (const { sentAt, since, job } of last) should((sentAt as number) - since).be.belowOrEqual(job.expiry + 0.5);
  for (const lane of ['a', 'b', 'c']) {
    const inLane = jobs.filter(({ job }) => job.lanes.includes(lane));
    const went = last.filter(({ job }) => job.lanes.includes(lane));
    should(order(went)).eql(order(went).sort((one, other) => one - other));
    for (const [place, { job, ends }] of inLane.entries()) {
      if (ends[0] !== 'superseded') continue;
      const newer = inLane.slice(place + 1).filter((each) => each.job.merging?.key === job.merging?.key);
      should(
        newer.some((each) => each.job.merging?.slot === '' || each.job.merging?.slot === job.merging?.slot),
      ).be.true();
    }
    should(inLane.at(-1)?.ends[0]).not.equal('superseded');
  }
}
