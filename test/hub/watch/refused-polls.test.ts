import should from 'should';
import { type CompositeOperation, findOperation, type Operation } from '../../../dist/hub/table/operations.js';
import { SteppedHub } from '../stepped-hub.js';

const getProperty = findOperation('getProperty') as Operation;

describe('polls that the hub refuses', () => {
  const stage = SteppedHub.forSuite();

  /** Watches a property every second. */
  const watch = (propertyPath = 'P') => {
    const results: unknown[] = [];
    const unwatch = stage.hub.reads.watch(getProperty, { engineId: 1, nodePath: 'N', propertyPath }, 1000, {
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
    // A refusing hub can be reached, so it is asked again.
    await stage.advance(2501);
    should(stage.requests.length).be.above(1);
  });

  it('begin again with the shortest pause after a success', async () => {
    const { results } = watch();
    const times: number[] = [];
    let status = 404;
    stage.onSend = (request) => {
      // The hub carries out other requests.
      if (request.line === 'GET /engines') return request.answer([]);
      times.push(stage.clock.now());
      request.answer({ Value: 1 }, status);
    };
    // Pauses of 1, 2 and 4 s, each up to a quarter longer.
    await stage.advance(8800);
    should(times).have.length(4);
    status = 200;
    await stage.advance(10_000);
    should(results.at(-1)).eql({ Value: 1 });
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
    stage.onSend = (request) => request.answer({ Value: 1 });
    await stage.answer('GET', { Value: 0 });
    await stage.advance(3000);
    should(second.results.slice(0, 4)).eql([{ Value: 0 }, { Value: 1 }, { Value: 1 }, { Value: 1 }]);
  });

  it('are not asked sooner because another one succeeds', async () => {
    const [refused, read] = [watch('P'), watch('Q')];
    stage.onSend = (asked) => {
      if (asked.line === 'PUT /batch')
        asked.answer(
          (asked.body as { id: number; url: string }[]).map(({ id, url }) => ({
            id,
            responseCode: url.endsWith('P') ? 404 : 200,
          })),
        );
      else asked.answer({}, asked.line.endsWith('P') ? 404 : 200);
    };
    // Pauses of 1, 2, 4 and 8 s, each up to a quarter longer: 0, 1, 3, 7 and 15 s at the earliest.
    await stage.advance(14_000);
    should(refused.results).have.length(4);
    should(read.results).have.length(15);
  });

  it('include a show that does not exist', async () => {
    const getShow = findOperation('getShow') as CompositeOperation;
    stage.onSend = (asked) => asked.answer([]);
    stage.hub.reads.watch(getShow, { engineId: 9 }, 1000, { answer: () => {}, failure: () => {} });
    await stage.advance(6900);
    should(stage.requests).have.length(3);
  });
});

describe('polls that the hub cannot answer', () => {
  const stage = SteppedHub.forSuite();

  const watch = (name: string, interval: number, answer = () => {}, failure = () => {}) =>
    stage.hub.reads.watch(findOperation(name) as Operation, {}, interval, { answer, failure });
  const NAMES = ['listEngines', 'listRundowns', 'listGraphs'];

  it('are asked one a second, also if each answer takes longer', async () => {
    for (const name of NAMES) watch(name, 1000);
    await stage.advance(0);
    await stage.answer('PUT /batch', null, 500);
    const times: number[] = [];
    stage.onSend = () => times.push(stage.clock.now());
    for (let second = 0; second < 5; second++) {
      await stage.advance(300);
      stage.open[0]?.answer(null, 500);
      await stage.advance(700);
    }
    should(times).eql([1000, 2000, 3000, 4000, 5000]);
  });

  it('do not let one with a long interval be asked sooner when they are back', async () => {
    let isBroken = true;
    stage.onSend = (asked) => {
      if (asked.line === 'PUT /batch')
        asked.answer([
          { id: 0, responseCode: 200, responseBody: [] },
          { id: 1, responseCode: 500 },
        ]);
      else asked.answer([], isBroken ? 500 : 200);
    };
    watch('listEngines', 60_000);
    watch('listRundowns', 60_000);
    await stage.advance(1500);
    isBroken = false;
    await stage.advance(10_000);
    should(stage.lines('GET')).eql(['GET /playout/rundowns', 'GET /playout/rundowns']);
  });

  it('are not asked twice at once, however long an answer takes', async () => {
    const slow = new SteppedHub({ timeout: 60_000 });
    slow.hub.reads.watch(findOperation('listEngines') as Operation, {}, 1000, {
      answer: () => {},
      failure: () => {},
    });
    await slow.advance(0);
    await slow.answer('GET', null, 500);
    await slow.advance(1000);
    const unwatch = slow.hub.reads.watch(findOperation('listGraphs') as Operation, {}, 1000, {
      answer: () => {},
      failure: () => {},
    });
    await slow.advance(10_000);
    should(slow.lines('GET /engines')).have.length(2);
    unwatch();
    slow.hub.close();
  });

  it('count a watcher that cannot take the answer as its own failure', async () => {
    const failures: unknown[] = [];
    stage.hub.reads.watch(findOperation('listEngines') as Operation, {}, 60_000, {
      answer: () => {
        throw new Error('too deep');
      },
      failure: (error) => failures.push((error as Error).message),
    });
    await stage.advance(0);
    await stage.answer('GET', []);
    should(failures).eql(['too deep']);
  });

  it('do not begin after the hub has closed', async () => {
    stage.hub.close();
    watch('listEngines', 1000);
    await stage.advance(2000);
    should(stage.requests).be.empty();
  });
});
