import should from 'should';
import type { Operation } from '../../../dist/hub/table/operation.js';
import { findOperation } from '../../../dist/hub/table/operations.js';
import { SteppedHub } from '../stepped-hub.js';

const getProperty = findOperation('getProperty') as Operation;

describe('polls that the hub refuses', () => {
  let stage: SteppedHub;

  beforeEach(() => {
    stage = new SteppedHub();
  });

  afterEach(async () => {
    stage.hub.close();
    await stage.settle();
    should(stage.clock.timers).equal(0);
  });

  /** Watches a property every second. */
  const watch = (propertyPath = 'P') => {
    const results: unknown[] = [];
    const unwatch = stage.hub.watching.watch(getProperty, { engineId: 1, nodePath: 'N', propertyPath }, 1000, {
      answer: ({ body }) => results.push(body),
      failure: (error) => results.push((error as { code: string }).code),
    });
    return { results, unwatch };
  };

  it('are each refused, and not asked again alone, if a batch of them is answered 401', async () => {
    const watchers = ['P', 'Q', 'R'].map((name) => watch(name));
    await stage.advance(0);
    await stage.answer('PUT /batch', null, 401);
    await stage.advance(0);
    should(stage.lines()).eql(['PUT /batch']);
    for (const { results } of watchers) should(results[0]).equal('HUB_AUTH');
  });

  it('begin again with the shortest pause after a success', async () => {
    const { results } = watch();
    const times: number[] = [];
    let status = 404;
    stage.onSend = (asked) => {
      times.push(stage.clock.now());
      asked.answer({}, status);
    };
    // Pauses of 1, 2 and 4 s, each up to a quarter longer.
    await stage.advance(8800);
    should(times).have.length(4);
    status = 200;
    await stage.advance(10_000);
    should(results.at(-1)).eql({});
    status = 404;
    await stage.advance(1000);
    should(results.at(-1)).equal('HUB_NOT_FOUND');
    const count = times.length;
    await stage.advance(1251);
    should(times.length).be.above(count);
  });

  it('of a watch that ended do not end those of a newer one', async () => {
    const first = watch();
    await stage.advance(0);
    first.unwatch();
    const second = watch();
    await stage.advance(0);
    first.unwatch();
    stage.onSend = (asked) => asked.answer({ Value: 1 });
    await stage.answer('GET', { Value: 0 });
    await stage.advance(3000);
    should(second.results.slice(0, 4)).eql([{ Value: 0 }, { Value: 1 }, { Value: 1 }, { Value: 1 }]);
  });
});
