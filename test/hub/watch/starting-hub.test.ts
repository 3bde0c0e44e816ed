import should from 'should';
import { findOperation, type Operation } from '../../../dist/hub/table/operations.js';
import { SteppedHub, type SteppedRequest } from '../stepped-hub.js';

const getProperty = findOperation('getProperty') as Operation;

/** A hub that starts refuses everything for this time. */
const START_MS = 45_000;

/** A lamp is right again after this time. */
const RIGHT_MS = 2000;

interface Entry {
  readonly id: number;
  readonly url: string;
}

describe('a hub that refuses everything while it starts', () => {
  const stage = SteppedHub.forSuite({ timeout: 5000 });
  /** The status of each read, by its path. */
  let statusOf: (path: string) => number;

  beforeEach(() => {
    results.clear();
    statusOf = () => 200;
    stage.onSend = reply;
  });

  function reply(request: SteppedRequest): void {
    const path = request.line.replace(/^\w+ /, '');
    const status = statusOf(path);
    if (status !== 200) request.answer({ error: 'starting' }, status);
    else if (path !== '/batch') request.answer({ Value: stage.clock.now() });
    else
      request.answer(
        (request.body as Entry[]).map(({ id, url }) => ({
          id,
          responseCode: statusOf(decodeURIComponent(url)),
          responseBody: { Value: stage.clock.now() },
        })),
      );
  }

  /** The last result of each watch. */
  const results = new Map<string, unknown>();

  const watch = (propertyPath: string, interval = 1000) =>
    stage.hub.reads.watch(getProperty, { engineId: 1, nodePath: 'Übergabe', propertyPath }, interval, {
      answer: ({ body }) => results.set(propertyPath, body),
      failure: (error) => results.set(propertyPath, (error as { code: string }).code),
    });
  const rightSince = (at: number) =>
    [...results.values()].filter(
      (result) =>
        (result as { Value?: number }).Value !== undefined && Number((result as { Value: number }).Value) >= at,
    ).length;
  const sentSince = (count: number) => stage.requests.length - count;

  for (const [status, count] of [
    [401, 50],
    [403, 1],
    [404, 500],
  ] as const)
    it(`with ${status} has all ${count} lamps right within 2 s, and few requests until then`, async () => {
      statusOf = () => status;
      for (let index = 0; index < count; index++) watch(`日本語 ${index}`);
      await stage.advance(10_000);
      const before = stage.requests.length;
      await stage.advance(START_MS - 10_000);
      const sentMeanwhile = sentSince(before);
      should([...results.values()].every((result) => typeof result === 'string')).be.true();
      statusOf = () => 200;
      const returnedAt = stage.clock.now();
      const atReturn = stage.requests.length;
      await stage.advance(RIGHT_MS);
      should(rightSince(returnedAt)).equal(count);
      // One poll and one probe a second.
      should(sentMeanwhile).be.within(35, 75);
      // In batches of 50, twice at most: at the return, and at the next interval.
      should(sentSince(atReturn)).be.belowOrEqual(5 + 2 * Math.ceil(count / 50) + 2);
    });

  it('has a lamp with an interval of a minute right within 2 s too', async () => {
    watch('Gründe', 60_000);
    await stage.advance(100);
    statusOf = () => 404;
    await stage.advance(60_000 + START_MS);
    should(results.get('Gründe')).equal('HUB_NOT_FOUND');
    statusOf = () => 200;
    const returnedAt = stage.clock.now();
    await stage.advance(RIGHT_MS);
    should(rightSince(returnedAt)).equal(1);
  });

  it('has all lamps right within 2 s too, if its key never allows the probe and one watch', async () => {
    const refusedFor = (path: string) => (path === '/engines' || path.includes('Fehlt') ? 403 : 200);
    statusOf = refusedFor;
    for (let index = 0; index < 50; index++) watch(`日本語 ${index}`);
    watch('Fehlt');
    await stage.advance(30_000);
    statusOf = () => 404;
    await stage.advance(START_MS);
    statusOf = refusedFor;
    const returnedAt = stage.clock.now();
    await stage.advance(RIGHT_MS);
    should(rightSince(returnedAt)).equal(50);
  });

  /** The times of the requests for one property. */
  function timesOf(name: string): number[] {
    const times: number[] = [];
    const { onSend } = stage;
    stage.onSend = (request) => {
      if (`${request.line} ${decodeURIComponent(JSON.stringify(request.body ?? ''))}`.includes(name))
        times.push(stage.clock.now());
      onSend(request);
    };
    return times;
  }

  /** Pauses of 1, 2, 4, 8, 16 and 30 s, each up to a quarter longer. */
  function shouldGrow(times: readonly number[]): void {
    should(times.length).be.within(5, 8);
    const pauses = times.slice(1).map((at, index) => at - Number(times[index]));
    for (const [index, pause] of pauses.entries())
      should(pause).be.within(Math.min(30_000, 1000 * 2 ** index), 1.25 * Math.min(30_000, 1000 * 2 ** index) + 100);
  }

  const others: [string, number | undefined][] = [
    ['another one that is answered every second', 1000],
    ['another one that is answered every 10 s', 10_000],
    ['no other one', undefined],
  ];
  for (const [name, interval] of others)
    it(`is not meant by the 404 of one watch beside ${name}: its pauses grow`, async () => {
      const times = timesOf('Fehlt');
      statusOf = (path) => (path.includes('Fehlt') ? 404 : 200);
      watch('Fehlt');
      if (interval) watch('Da', interval);
      await stage.advance(60_000);
      shouldGrow(times);
    });

  it('is not meant by the 404 of a watch and of the probes, if the key is for another module', async () => {
    const times = timesOf('Fehlt');
    statusOf = (path) => (path.includes('Fehlt') || path === '/engines' ? 403 : 200);
    watch('Da', 5000);
    await stage.advance(6000);
    watch('Fehlt');
    await stage.advance(10_000);
    const count = times.length;
    await stage.advance(60_000);
    should(times.length - count).be.within(2, 6);
    should(rightSince(stage.clock.now() - 6000)).equal(1);
  });
});
