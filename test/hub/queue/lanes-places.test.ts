import should from 'should';
import { HubError } from '../../../dist/hub/wire/errors.js';
import { order, refuse, Stage, type Tracked } from './lanes-stage.js';

const nothing = () => {};

describe('a place in flight', () => {
  let stage: Stage;

  beforeEach(() => {
    stage = new Stage();
  });

  afterEach(async () => {
    stage.turns.close();
    await stage.settle();
    should(stage.clock.timers).equal(0);
  });

  it('is free for others as soon as a job begins its look-up', async () => {
    const held = ['a', 'b'].map((lane) => stage.submit({ lanes: [lane] }));
    stage.submit({
      lanes: ['c'],
      isReady: false,
      compose: async (_run, turn) => {
        await undefined;
        await turn.wait(() => new Promise(nothing));
        return {};
      },
    });
    const waiting = stage.submit({ lanes: ['d'] });
    should(waiting.sentAt).be.undefined();
    await stage.settle();
    should(order(stage.sent)).eql([...order(held), waiting.index]);
  });

  it('is left by look-ups, also after many commands', async () => {
    for (let command = 0; command < 3; command++) {
      stage.submit({});
      await stage.answer();
    }
    for (let lookUp = 0; lookUp < 3; lookUp++) stage.submit({ lanes: [], isUrgent: true });
    should(stage.inFlight.size).equal(2);
  });

  it('is taken in order by a value that is being composed and by another part behind it', async () => {
    const part = (name: string) => ({ claims: [{ lane: 'a', parts: () => [name] }] });
    stage.submit({ ...part('x'), isReady: false, compose: async (run) => ({ run }) });
    stage.submit({ ...part('y') });
    await stage.settle();
    should(order(stage.sent)).eql([0, 1]);
  });
});

describe('a job that waits', () => {
  /** Fills all places, and 1,000 triggers of other lanes wait for them. */
  function crowd(): { stage: Stage; waiting: Tracked[] } {
    const stage = new Stage();
    for (const lane of ['a', 'b', 'c']) stage.submit({ lanes: [lane] });
    return {
      stage,
      waiting: Array.from({ length: 1000 }, (_, index) => stage.submit({ lanes: [`w${index}`], isTrigger: true })),
    };
  }
  const countEnded = (jobs: readonly Tracked[]) => jobs.filter(({ ends }) => ends.length > 0).length;

  it('expires in parts if a thousand are late at once', async () => {
    const { stage, waiting } = crowd();
    const counts: number[] = [0];
    await stage.clock.advance(1000, async () => {
      await stage.settle();
      counts.push(countEnded(waiting));
    });
    should(counts.at(-1)).equal(1000);
    for (const [index, count] of counts.entries()) should(count - (counts[index - 1] ?? 0)).be.belowOrEqual(100);
    stage.turns.close();
  });

  it('expires in parts if an answer leaves a place on a busy machine', async () => {
    const { stage, waiting } = crowd();
    stage.clock.jump(1500);
    await stage.answer();
    should(countEnded(waiting)).be.within(1, 200);
    await stage.clock.advance(0, stage.settle);
    should(countEnded(waiting)).equal(1000);
    should(stage.sent).have.length(3);
    stage.turns.close();
  });

  it('expires in time, also after another one has left', async () => {
    const stage = new Stage();
    const owner = {};
    for (const lane of ['a', 'b']) stage.submit({ lanes: [lane] });
    const first = stage.submit({ lanes: ['a'], expiry: 200 });
    stage.submit({ lanes: ['b'], owner });
    stage.turns.close(owner);
    await stage.advance(200);
    should(first.ends).eql(['EXPIRED']);
    stage.turns.close();
  });

  it('does not fail with the look-up of one that has left', async () => {
    const stage = new Stage();
    const fails: ((error: Error) => void)[] = [];
    const submit = (owner: object) =>
      stage.submit({
        mergeKey: 'k',
        slot: String(fails.length),
        owner,
        isReady: false,
        compose: async (_run, { wait }) => {
          await wait(() => new Promise((_settle, fail) => fails.push(fail)));
          return {};
        },
      });
    const owner = {};
    submit(owner);
    const other = submit(stage);
    await stage.settle();
    stage.turns.close(owner);
    await stage.settle();
    should(fails).have.length(2);
    fails[0]?.(new HubError('HUB_FAULT').before('getEngine'));
    await stage.settle();
    should(other.ends).eql([]);
    fails[1]?.(new HubError('HUB_FAULT').before('getEngine'));
    await stage.settle();
    should(other.ends).eql(['HUB_FAULT']);
    stage.turns.close();
  });
});

describe('a value of a batch that the hub does not accept', () => {
  /** The end of a value of part x, after newer ones have come while its batch was in flight. */
  async function endAfter(newer: (submit: (slot: string, mergeKey?: string) => Tracked) => void): Promise<string[]> {
    const stage = new Stage(true);
    const submit = (slot: string, mergeKey = 'k', lane = 'a') =>
      stage.submit({
        claims: [{ lane, parts: () => (slot ? [slot] : undefined) }],
        slot,
        mergeKey,
        joinable: true,
      });
    const value = submit('x');
    submit('', 'k', 'b');
    await stage.advance(0);
    newer(submit);
    refuse([...stage.inFlight][0]);
    await stage.settle();
    const ends = [...value.ends];
    stage.turns.close();
    await stage.settle();
    return ends;
  }

  it('is replaced by a newer one of its part, also if other parts have changed', async () => {
    should(await endAfter((submit) => submit('x'))).eql(['superseded']);
    should(await endAfter((submit) => submit(''))).eql(['superseded']);
    should(
      await endAfter((submit) => {
        submit('y', 'm');
        submit('x');
      }),
    ).eql(['superseded']);
  });

  it('is not replaced by a smaller part, another part, or a value of another kind', async () => {
    should(await endAfter((submit) => submit('x.z'))).eql([]);
    should(await endAfter((submit) => submit('y'))).eql([]);
    should(await endAfter((submit) => submit('x', 'm'))).eql([]);
  });
});
