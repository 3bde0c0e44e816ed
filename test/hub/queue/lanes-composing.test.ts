import should from 'should';
import type { Job, Turn } from '../../../dist/hub/queue/job.js';
import { HubError } from '../../../dist/hub/wire/errors.js';
import { order, Stage } from './lanes-stage.js';

/** More steps than a request takes until it is composed. */
const MOST_STEPS = 12;

describe('a job whose request is being composed', () => {
  let stage: Stage;

  beforeEach(() => {
    stage = new Stage();
  });

  /** A value of one part of lane a. `compose` runs before it is sent with the others. */
  const submit = (slot: string, compose: (turn: Turn) => Promise<unknown>, more: Parameters<Stage['submit']>[0] = {}) =>
    stage.submit({
      slot,
      mergeKey: 'k',
      isReady: false,
      compose: async (run, turn) => {
        await compose(turn);
        return { run: run };
      },
      ...more,
    });
  const nothing = async () => {};

  /** One look-up for all, and how to end it. */
  function lookUp() {
    let settle = () => {};
    let fail: (error: Error) => void = () => {};
    const answer = new Promise<void>((resolve, reject) => {
      settle = resolve;
      fail = reject;
    });
    let count = 0;
    let isAnswered = false;
    return {
      count: () => count,
      get: async ({ wait }: Turn) => {
        if (isAnswered) return;
        count += 1;
        await wait(() => answer);
      },
      settle: () => {
        isAnswered = true;
        settle();
      },
      fail: (error: Error) => fail(error),
    };
  }

  it('is sent together with the values that arrive during its look-up', async () => {
    const look = lookUp();
    submit('x', look.get);
    submit('y', look.get);
    await stage.settle();
    should(stage.sent).be.empty();
    look.settle();
    await stage.settle();
    should([...stage.inFlight].map(({ jobs }) => order(jobs))).eql([[0, 1]]);
    should(look.count()).equal(1);
  });

  it('fails together with the values that arrive during its look-up, if that fails', async () => {
    const look = lookUp();
    submit('x', look.get);
    submit('y', look.get);
    await stage.settle();
    look.fail(new HubError('HUB_FAULT').before('getEngine'));
    await stage.settle();
    should(stage.jobs.map(({ ends }) => ends)).eql([['HUB_FAULT'], ['HUB_FAULT']]);
    should(look.count()).equal(1);
    should(stage.sent).be.empty();
  });

  it('leaves its place to others during a look-up, and keeps it if it is composed at once', async () => {
    const look = lookUp();
    const ready = {
      mergeKey: undefined,
      isReady: true,
      compose: (run: readonly Job[]) => ({ run: run }),
    };
    const waiting = submit('x', look.get);
    const others = ['b', 'c', 'd'].map((lane) => stage.submit({ ...ready, lanes: [lane] }));
    await stage.settle();
    should(order(stage.sent)).eql([1, 2, 3]);
    look.settle();
    await stage.settle();
    should(stage.sent).have.length(3);
    const quick = stage.submit({ lanes: ['e'], isReady: false, compose: async (run) => ({ run: run }) });
    const late = stage.submit({ ...ready, lanes: ['f'] });
    await stage.answer(others[0]);
    should(waiting.sentAt).not.be.undefined();
    await stage.answer(others[1]);
    should([quick.sentAt !== undefined, late.sentAt]).eql([true, undefined]);
  });

  it('waits for a place if its look-up failed and it is sent without the answer', async () => {
    const look = lookUp();
    const waiting = submit('x', (turn) => look.get(turn).catch(() => undefined));
    await stage.settle();
    const others = ['b', 'c', 'd'].map((lane) =>
      stage.submit({ lanes: [lane], compose: (run: readonly Job[]) => ({ run }) }),
    );
    look.fail(new HubError('HUB_FAULT').before('getEngine'));
    await stage.settle();
    should(order(stage.sent)).eql([1, 2, 3]);
    await stage.answer(others[0]);
    should(waiting.sentAt).not.be.undefined();
    should(stage.inFlight.size).equal(3);
  });

  it('ends without a second look-up if it was closed during the first one', async () => {
    const owner = {};
    let lookUps = 0;
    let ended = 0;
    const never = () => {
      lookUps += 1;
      return new Promise<void>(() => {});
    };
    const closed = submit(
      'x',
      async ({ wait }) => {
        await wait(never).catch(() => undefined);
        await wait(never).finally(() => {
          ended += 1;
        });
      },
      { owner },
    );
    await stage.settle();
    stage.turns.close(owner);
    await stage.settle();
    should([closed.ends, closed.sentAt, lookUps, ended]).eql([['CLOSED'], undefined, 1, 1]);
  });

  it('is not sent with a value whose owner closes at that moment', async () => {
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      stage = new Stage();
      const owner = {};
      const first = submit('x', nothing);
      await stage.settle();
      submit('x', nothing);
      const closed = submit('y', nothing, { owner });
      await stage.answer(first);
      await stage.clock.advance(19, () => stage.settle());
      void stage.clock.advance(1, () => Promise.resolve());
      for (let step = 0; step < steps; step++) await Promise.resolve();
      if (closed.sentAt === undefined) {
        stage.turns.close(owner);
        await stage.advance(20);
        should([steps, closed.ends, closed.sentAt]).eql([steps, ['CLOSED'], undefined]);
      }
      stage.turns.close();
    }
  });

  it('waits again if it overlaps with a job in flight', async () => {
    let areParts = true;
    const claim = (part: string) => ({ lane: 'a', parts: () => (areParts ? [part] : undefined) });
    const first = submit('x', nothing, { claims: [claim('x')] });
    await stage.settle();
    submit('y', nothing, { claims: [claim('y')] });
    areParts = false;
    await stage.advance(50);
    should(order(stage.sent)).eql([0]);
    await stage.answer(first);
    await stage.advance(50);
    should(order(stage.sent)).eql([0, 1]);
  });
});
