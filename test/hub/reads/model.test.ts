import fc from 'fast-check';
import should from 'should';
import { ReadsModel } from './reads-model.js';

const target = fc.nat(2);
const interval = fc.constantFrom(100, 250, 1000, 10_000, Number.POSITIVE_INFINITY);
const code = fc.constantFrom(
  'HUB_NOT_FOUND' as const,
  'HUB_FAULT' as const,
  'HUB_TIMEOUT' as const,
  'EXPIRED' as const,
);
const state = fc.constantFrom('unreachable' as const, 'refused' as const);
const plan = fc.record({
  maxAge: fc.constantFrom(0, 1000, Number.POSITIVE_INFINITY),
  expiry: fc.nat(8000),
  older: fc.option(fc.record({ after: fc.nat(1500), mayUse: fc.boolean() }), { nil: undefined }),
});

const join = fc.record({ join: target, interval, follows: fc.boolean() });
const leave = fc.record({ leave: fc.nat(5) });
const lookUp = fc.record({ lookUp: target, plan });
const command = fc.record({ command: target, isForAll: fc.constantFrom(false, false, true) });
const feed = fc.record({ feed: target, ms: fc.nat(300) });
const change = fc.record({ change: target });
const fail = fc.record({ fail: target, code, ms: fc.nat(10_000) });
const lose = fc.record({ lose: state, ms: fc.oneof(fc.nat(3000), fc.nat(130_000)) });
const comeBack = fc.record({ wasLost: fc.boolean() });

const pause = fc.oneof(fc.nat(30), fc.nat(900), fc.nat(5000));
const anyAct = fc.oneof(join, join, leave, lookUp, lookUp, lookUp, command, feed, change, fail, lose, comeBack);
const anyStory = fc.array(fc.record({ act: anyAct, pause }), { minLength: 2, maxLength: 30, size: 'max' });
type Story = typeof anyStory extends fc.Arbitrary<infer T> ? T : never;

/** The times of the answers in ms. */
const delays = fc.array(fc.oneof(fc.nat(3000), fc.constantFrom(0, 20, 100)), { minLength: 1, maxLength: 20 });

/** A step of a story. */
async function happen(model: ReadsModel, act: Story[number]['act']): Promise<void> {
  if ('join' in act) model.join(act.join, act.interval, act.follows);
  else if ('leave' in act) model.watching[act.leave]?.leave();
  else if ('lookUp' in act) model.lookUp(act.lookUp, act.plan);
  else if ('command' in act) model.command(act.command, act.isForAll);
  else if ('feed' in act) model.feed(act.feed, act.ms);
  else if ('change' in act) model.change(act.change);
  else if ('fail' in act) model.break(act.fail, act.code, act.ms);
  else if ('wasLost' in act) model.return(act.wasLost);
  else {
    model.lose(act.lose);
    await model.pause(act.ms);
  }
}

/** Plays a story to its good end. No rule may be broken. */
async function play(story: Story, delays: readonly number[]): Promise<ReadsModel> {
  // The random part of pauses is the same in two runs of one story.
  Math.random = () => (delays[0] ?? 0) / 3001;
  const model = new ReadsModel(delays);
  for (const { act, pause } of story) {
    await happen(model, act);
    await model.pause(pause);
  }
  await model.end();
  should(model.problems).eql([]);
  return model;
}

const plain = { maxAge: 0, expiry: 0, older: undefined };
const patient = { maxAge: 0, expiry: 8000, older: { after: 0, mayUse: false } };
const observed = { interval: 1000, follows: false };
const broken = { code: 'HUB_TIMEOUT' as const, ms: 9000 };

/** Stories that once broke a rule, with the times of their answers. */
const examples: [Story, number[]][] = [
  [
    // A look-up from before a loss is answered after it, and the first observer has joined meanwhile.
    [
      { act: { lookUp: 0, plan: plain }, pause: 1 },
      { act: { lose: 'unreachable', ms: 1 }, pause: 1 },
      { act: { wasLost: false }, pause: 1 },
      { act: { join: 0, ...observed }, pause: 200 },
    ],
    [0, 100],
  ],
  [
    // The same for an observed read. A command has ended meanwhile, so a second look-up is in flight.
    [
      { act: { join: 0, ...observed }, pause: 1 },
      { act: { lookUp: 0, plan: plain }, pause: 1 },
      { act: { command: 0, isForAll: false }, pause: 1 },
      { act: { lookUp: 0, plan: plain }, pause: 1 },
      { act: { lose: 'unreachable', ms: 1 }, pause: 400 },
    ],
    [500, 0, 500, 100],
  ],
  [
    // The look-up of a failed read fails just before the next read is due that tries the hub.
    [
      { act: { fail: 0, ...broken }, pause: 0 },
      { act: { fail: 1, ...broken }, pause: 0 },
      { act: { join: 0, ...observed }, pause: 0 },
      { act: { lookUp: 0, plan: plain }, pause: 0 },
      { act: { join: 1, ...observed }, pause: 3000 },
    ],
    [1001, 1],
  ],
  [
    // A look-up reads after a command, while an earlier look-up is in flight. Its own read takes too long.
    [
      { act: { fail: 0, ...broken }, pause: 0 },
      { act: { lookUp: 0, plan: plain }, pause: 1 },
      { act: { command: 0, isForAll: false }, pause: 1 },
      { act: { lookUp: 0, plan: patient }, pause: 5000 },
    ],
    [100],
  ],
];

/** A story without failures. A command for one read can be left out, to see that the others do not notice it. */
const calmStory = fc.array(fc.record({ act: fc.oneof(join, join, leave, lookUp, lookUp, command, change), pause }), {
  minLength: 2,
  maxLength: 30,
  size: 'max',
});

const RUNS = Number(process.env.READS_RUNS ?? 300);
/** A longer search: `READS_RUNS=20000 READS_SEED=$RANDOM`. */
const options = { numRuns: RUNS, seed: Number(process.env.READS_SEED ?? 1) };

const pollsOf = ({ targets }: ReadsModel) =>
  targets.flatMap(({ trace }) => trace.filter((each) => each.endsWith('poll')));

describe('the reads of a hub', () => {
  const { random } = Math;

  afterEach(() => {
    Math.random = random;
  });

  it(`keep all rules in ${RUNS} random stories`, () =>
    fc.assert(
      fc.asyncProperty(anyStory, delays, async (story, delays) => {
        await play(story, delays);
      }),
      { ...options, examples },
    ));

  it('are independent: a command for one of them changes nothing for the others', () =>
    fc.assert(
      fc.asyncProperty(calmStory, delays, target, async (story, delays, changed) => {
        const isOfChanged = (act: Story[number]['act']) => 'command' in act && act.command === changed && !act.isForAll;
        const without = story.map((step) => (isOfChanged(step.act) ? { ...step, act: { change: changed } } : step));
        const [all, fewer] = [await play(story, delays), await play(without, delays)];
        for (const [index, { trace }] of all.targets.entries())
          if (index !== changed) should(trace).eql(fewer.targets[index]?.trace);
      }),
      options,
    ));

  it('are sent at the shortest interval of their observers, and go on without it', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom(100, 250, 1000, 10_000), { minLength: 2, maxLength: 2 }),
        fc.nat(20_000),
        fc.nat(20_000),
        delays,
        async (intervals, joinAfter, leaveAfter, delays) => {
          const [short, long] = intervals.toSorted((one, other) => one - other) as [number, number];
          const polls = async (joined: readonly number[]) => {
            const model = new ReadsModel(delays);
            model.join(0, short, false);
            await model.pause(joinAfter);
            for (const each of joined) model.join(0, each, false);
            await model.pause(leaveAfter);
            return { model, trace: pollsOf(model) };
          };
          const alone = await polls([]);
          const { model, trace } = await polls([long]);
          should(trace).eql(alone.trace);
          model.watching[0]?.leave();
          await model.pause(5 * long);
          // The first one may be due at the shorter interval still.
          should(pollsOf(model).length - trace.length).be.belowOrEqual(1 + 6);
          await model.end();
          should(model.problems).eql([]);
        },
      ),
      options,
    ));
});
