import fc from 'fast-check';
import should from 'should';
import { HubError } from '../../../dist/hub/wire/errors.js';
import { LIMITS, Stage, type Tracked } from './lanes-stage.js';

const LANES = ['a', 'b'];

/** A look-up that a job waits for. After it, the parts of its lane are known. */
interface LookUp {
  readonly lane: string;
  end(failed: boolean): void;
}

/**
 * Lanes whose jobs have parts that become known while they wait. Their jobs also look up or fail when they are
 * composed.
 */
class PartsStage extends Stage {
  /** Lanes with known parts, so that each part has its own claim. */
  readonly knownLanes = new Set<string>();
  readonly lookUps = new Set<LookUp>();
  readonly #lookUps = new Map<string, Promise<void>>();
  readonly #given = new Map<object, Given>();
  /** The claim of each job when it was sent. */
  readonly claims = new Map<Tracked, Room>();

  take(given: Given, owner: object): void {
    const { lane, part, looksUp, faulty, ...job } = given;
    const { knownLanes } = this;
    const tracked = this.submit({
      ...job,
      owner,
      lanes: [lane],
      slot: part ?? '',
      claims: [
        {
          lane,
          parts: () => (knownLanes.has(lane) && part ? [part] : undefined),
        },
      ],
      isReady: !looksUp,
      compose: (run, { wait }) => {
        const all = run.map((each) => this.#given.get(each) ?? given);
        if (all.some((each) => each.faulty)) throw new Error('faulty');
        const lookUp = async () => {
          while (!knownLanes.has(lane)) await wait(() => this.#lookUp(lane));
          return { run };
        };
        return all.some((each) => each.looksUp) ? lookUp() : { run };
      },
    });
    this.#given.set(tracked.job, given);
  }

  of = (job: object): Given => this.#given.get(job) as Given;

  #lookUp(lane: string): Promise<void> {
    const lookUps = this.#lookUps.get(lane);
    if (lookUps) return lookUps;
    const started = new Promise<void>((settle, fail) => {
      const lookUp: LookUp = {
        lane,
        end: (failed) => {
          this.lookUps.delete(lookUp);
          this.#lookUps.delete(lane);
          if (!failed) this.knownLanes.add(lane);
          if (failed) fail(new HubError('HUB_NOT_FOUND').before('getProperty'));
          else settle();
        },
      };
      this.lookUps.add(lookUp);
    });
    this.#lookUps.set(lane, started);
    return started;
  }

  /** The claim of a job, by the present answers. */
  roomOf({ job }: Tracked): Room {
    const { lane, part } = this.of(job);
    return { lane, part: this.knownLanes.has(lane) ? part : undefined };
  }
}

interface Room {
  readonly lane: string;
  readonly part: string | undefined;
}

interface Given extends Room {
  readonly mergeKey: string | undefined;
  readonly expiry: number;
  readonly looksUp: boolean;
  readonly faulty: boolean;
}

const given = fc.record({
  lane: fc.constantFrom(...LANES),
  part: fc.constantFrom(undefined, 'x', 'y', 'rotation', 'rotation.z'),
  mergeKey: fc.constantFrom(undefined, 'k', 'k', 'l'),
  expiry: fc.integer({ min: 1, max: 300 }),
  looksUp: fc.boolean(),
  faulty: fc.constantFrom(false, false, false, true),
});

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ given, owner: fc.integer({ min: 0, max: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ advance: fc.integer({ min: 0, max: 100 }) }) },
  { weight: 4, arbitrary: fc.record({ answer: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ lookUp: fc.nat(3), failed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ forget: fc.constantFrom(...LANES) }) },
  { weight: 1, arbitrary: fc.record({ abandon: fc.integer({ min: 0, max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ jump: fc.integer({ min: 0, max: 400 }) }) },
);

describe('lanes with parts', () => {
  it('keep the order of overlapping jobs, and settle each job once, with any look-ups and failures meanwhile', async () => {
    const runs = fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const owners = [{}, {}, {}];
      const stage = new PartsStage();
      const pick = <T>(set: Set<T>, number: number): T | undefined => [...set][number % Math.max(1, set.size)];
      let sentCount = 0;
      for (const each of steps) {
        if ('given' in each) stage.take(each.given, owners[each.owner] as object);
        else if ('advance' in each) await stage.advance(each.advance);
        else if ('answer' in each) pick(stage.inFlight, each.answer)?.answer();
        else if ('lookUp' in each) pick(stage.lookUps, each.lookUp)?.end(each.failed);
        else if ('forget' in each) stage.knownLanes.delete(each.forget);
        else if ('abandon' in each) stage.turns.close(owners[each.abandon] as object);
        else stage.clock.jump(each.jump);
        await stage.settle();
        const newlySent = stage.sent.slice(sentCount);
        sentCount += newlySent.length;
        for (const sent of newlySent) stage.claims.set(sent, stage.roomOf(sent));
        for (const sent of newlySent) checkOrder(stage, sent);
        checkRoom(stage);
        should(stage.inFlight.size).be.belowOrEqual(LIMITS.maxInFlight);
      }
      for (let turn = 0; turn < 6; turn++) {
        for (const lookUp of stage.lookUps) lookUp.end(false);
        while (stage.inFlight.size > 0) await stage.answer();
        await stage.advance(100);
      }
      checkEnds(stage);
    });
    await fc.assert(runs, { numRuns: 1500 });
  });

  it('send nothing beside a whole value in flight, also if its part becomes known', async () => {
    const stage = new PartsStage();
    const take = (part: string) =>
      stage.take({ lane: 'a', part, mergeKey: undefined, expiry: 1000, looksUp: false, faulty: false }, stage);
    take('x');
    stage.knownLanes.add('a');
    take('y');
    await stage.settle();
    should(stage.sent).have.length(1);
    await stage.answer();
    should(stage.sent).have.length(2);
    take('x');
    await stage.settle();
    should(stage.sent).have.length(3);
  });

  it('never fail a job with the error of its neighbour', async () => {
    const stage = new PartsStage();
    const take = (part: string, faulty: boolean) =>
      stage.take({ lane: 'a', part, mergeKey: 'k', expiry: 1000, looksUp: false, faulty }, stage);
    take('x', false);
    take('y', true);
    take('x', false);
    await stage.answer();
    await stage.advance(100);
    await stage.answer();
    should(stage.jobs.map(({ ends }) => ends)).eql([['answered'], ['faulty'], ['answered']]);
  });
});

const touches = (one: Room, other: Room): boolean => one.lane === other.lane && isInside(one.part, other.part);

/** One of them is inside the other, or is the whole value. */
const isInside = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`);

/** No earlier overlapping job still waits. */
function checkOrder(stage: PartsStage, sent: Tracked): void {
  for (const other of stage.jobs.slice(0, sent.index)) {
    const isGone = other.ends.length > 0 || other.sentAt !== undefined;
    if (!isGone) should(touches(stage.roomOf(sent), stage.roomOf(other))).be.false();
  }
}

/** Two requests in flight never overlap, by the claims when they were sent. */
function checkRoom({ inFlight, claims }: PartsStage): void {
  const requests = [...inFlight].map(({ jobs }) => jobs.map((job) => claims.get(job) as Room));
  for (const [place, rooms] of requests.entries())
    for (const others of requests.slice(place + 1))
      should(rooms.some((room) => others.some((other) => touches(room, other)))).be.false();
}

function checkEnds(stage: PartsStage): void {
  const { jobs, sent, clock } = stage;
  should(clock.timers).equal(0);
  should(new Set(sent).size).equal(sent.length);
  for (const { ends, sentAt, since, job } of jobs) {
    should(ends).have.length(1);
    if (sentAt !== undefined) should(sentAt - since).be.belowOrEqual(job.expiry);
    if (ends[0] === 'answered') should(sentAt).not.be.undefined();
    else if (ends[0] !== 'CLOSED') should(sentAt).be.undefined();
    if (ends[0] === 'faulty') should(stage.of(job).faulty).be.true();
  }
}
