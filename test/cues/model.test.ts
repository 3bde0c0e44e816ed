import fc from 'fast-check';
import should from 'should';
import { CueModel } from './cue-model.js';
import { NO_COUNTS } from './expected-progress.js';

/** An import would have a copy. */
const os = require('node:os') as typeof import('node:os');

const drawn = fc.record({
  steps: fc.array(
    fc.record({ isMessage: fc.constantFrom(false, false, true), delay: fc.constantFrom(0, 0, 0, 0.4, 2) }),
    { maxLength: 3 },
  ),
  next: fc.constantFrom('go' as const, 'go' as const, 'followOn' as const, 'timeOut' as const),
  after: fc.constantFrom(0, 0.5, 1, 3),
  from: fc.constantFrom('start' as const, 'confirmed' as const),
});
const cues = fc.array(drawn, { minLength: 3, maxLength: 6 });
const number = fc.constantFrom('10', '20', '30', '40', '50');
const fault = fc.constantFrom('lost' as const, 'refused' as const, 'fault' as const, 'reset' as const);
const PRESSES = ['go', 'go', 'go', 'go', 'go', 'go', 'goto', 'standby', 'back', 'next', 'again', 'stop'] as const;

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ pause: fc.oneof(fc.nat(30), fc.nat(700), fc.integer({ min: 900, max: 6000 })) }),
  },
  { weight: 9, arbitrary: fc.record({ press: fc.constantFrom(...PRESSES), cue: number }) },
  { weight: 4, arbitrary: fc.record({ fault }) },
  { weight: 2, arbitrary: fc.record({ slow: fc.constantFrom(200, 900, 1400) }) },
  { weight: 1, arbitrary: fc.record({ edit: cues }) },
  { weight: 1, arbitrary: fc.record({ loseHub: fc.integer({ min: 1, max: 3000 }) }) },
  { weight: 1, arbitrary: fc.record({ restart: fc.constant(true) }) },
  { weight: 1, arbitrary: fc.record({ twoInFlight: fc.constantFrom('restart', 'deploy') }) },
  { weight: 1, arbitrary: fc.record({ rehearse: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ sleep: fc.constantFrom(1500, 3_600_000) }) },
  { weight: 1, arbitrary: fc.record({ setClock: fc.constantFrom(18_000, 3_600_000, -3_600_000) }) },
  { weight: 1, arbitrary: fc.record({ deploy: fc.constantFrom('list', 'list and hub') }) },
  { weight: 1, arbitrary: fc.record({ block: fc.constantFrom(50, 900, 2500) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Two cues whose answers are slow, at a kill or a deploy. */
async function endInFlight(model: CueModel, kind: string): Promise<void> {
  for (const cue of ['10', '20']) {
    model.slow(1400);
    model.press('goto', cue);
    await model.pause(301);
  }
  if (kind === 'restart') await model.restart();
  else await model.deploy(true);
}

async function happen(model: CueModel, each: Step): Promise<void> {
  if ('pause' in each) return model.pause(each.pause);
  if ('press' in each) model.press(each.press, each.cue);
  else if ('fault' in each) model.fail(each.fault);
  else if ('slow' in each) model.slow(each.slow);
  else if ('edit' in each) model.edit(each.edit);
  else if ('loseHub' in each) await model.loseHub(each.loseHub);
  else if ('restart' in each) await model.restart();
  else if ('twoInFlight' in each) await endInFlight(model, each.twoInFlight);
  else if ('rehearse' in each) model.rehearse(each.rehearse);
  else if ('sleep' in each) model.sleep(each.sleep);
  else if ('setClock' in each) model.setClock(each.setClock);
  else if ('deploy' in each) await model.deploy(each.deploy === 'list and hub');
  else model.block(each.block);
  // No two steps have the same time.
  await model.pause(1);
  model.verify();
}

/** The rarest fault that was tried and found appears after about 1,500 runs. */
const RUNS = Number(process.env.CUE_RUNS ?? 2500);

describe('a cue list on a hub', function () {
  this.timeout(3_600_000);

  const original = { now: Date.now, uptime: os.uptime };
  let model: CueModel;
  before(() => {
    Date.now = () => model.date;
    os.uptime = () => model.uptime / 1000;
  });
  after(() => {
    Date.now = original.now;
    os.uptime = original.uptime;
  });

  it(`keeps its rules in ${RUNS} random stories`, async () => {
    const sums = { ...NO_COUNTS };
    const story = fc.record({
      cues,
      onGo: fc.constantFrom('next' as const, 'next' as const, 'refuse' as const),
      steps: fc.array(step, { minLength: 10, maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(story, async ({ cues: list, onGo, steps }) => {
        model = new CueModel(list, onGo);
        await model.open();
        for (const each of steps) await happen(model, each);
        await model.end();
        for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += model.counts[key];
      }),
      { numRuns: RUNS, seed: Number(process.env.CUE_SEED ?? 43) },
    );
    // The stories are rich enough.
    should(sums.starts).be.above(RUNS);
    should(Math.min(sums.followOns, sums.holds, sums.asks, sums.restarts, sums.deploys)).be.above(RUNS / 20);
    should(sums.twoUnknown).be.above(RUNS / 50);
  });
});
