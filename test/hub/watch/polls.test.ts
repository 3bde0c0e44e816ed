import should from 'should';
import { type CompositeOperation, findOperation, type Operation } from '../../../dist/hub/table/operations.js';
import type { HubSettings } from '../../../dist/hub/wire/settings.js';
import { SteppedHub, type SteppedRequest } from '../stepped-hub.js';

type Entry = { id: number; url: string; verb: string; body?: unknown };

const getProperty = findOperation('getProperty') as Operation;
const HOUR_MS = 3_600_000;

describe('the polls of a hub', () => {
  const stage = SteppedHub.forSuite();
  const open = (settings: Partial<HubSettings> = {}) => stage.restart({ joining: true, ...settings });
  const target = (index: number) => ({ engineId: 1, nodePath: 'N', propertyPath: `P${index}` });
  const pathOf = (index: number) => `/engines/1/nodes/N/properties/P${index}`;
  const watch = (index: number, interval = HOUR_MS) => {
    const results: unknown[] = [];
    const unwatch = stage.hub.reads.watch(getProperty, target(index), interval, {
      answer: ({ body }) => results.push((body as { Value: unknown }).Value),
      failure: (error) => results.push((error as { code: string }).code),
    });
    return { results, unwatch };
  };
  /** This many watchers, whose first requests are in flight. */
  const many = async (count: number, interval?: number) => {
    const watchers = Array.from({ length: count }, (_, index) => watch(index, interval));
    await stage.advance(0);
    return watchers;
  };
  const resultsOf = (watchers: { results: unknown[] }[]) => watchers.map(({ results }) => results);
  const entriesOf = ({ body }: SteppedRequest) => body as Entry[];
  const batches = () => stage.requests.filter(({ line }) => line === 'PUT /batch').map(entriesOf);
  /** The value of each property is its own path. */
  const answersTo = (asked: SteppedRequest) =>
    entriesOf(asked).map(({ id, url }) => ({ id, responseCode: 200, responseBody: { Value: url } }));
  const working = (asked: SteppedRequest) =>
    asked.answer(asked.line === 'PUT /batch' ? answersTo(asked) : { Value: asked.line.replace('GET ', '') });
  const answerAll = async () => {
    for (const asked of stage.open) working(asked);
    await stage.settle();
  };

  it('are joined in one call of their own, and each watcher gets its own answer', async () => {
    open();
    const watchers = await many(8);
    await answerAll();
    should(stage.lines()).eql(['PUT /batch']);
    should(batches()[0]?.[3]).eql({ id: 3, url: pathOf(3), verb: 'GET' });
    should(resultsOf(watchers)).eql(watchers.map((_, index) => [pathOf(index)]));
  });

  it('stay together with answers at any time, at most fifty in one call', async () => {
    open();
    await many(60, 400);
    for (let round = 1; round <= 4; round++) {
      should(batches().map(({ length }) => length)).eql(Array.from({ length: round }, () => [50, 10]).flat());
      for (const late of [50, 200]) {
        await stage.advance(late);
        working(stage.open[0] as SteppedRequest);
      }
      await stage.advance(149);
      should(batches()).have.length(2 * round);
      await stage.advance(1);
    }
    should(stage.lines('GET')).be.empty();
  });

  it('are never joined with commands, nor with the reads of a node', async () => {
    open();
    for (let index = 0; index < 4; index++) watch(index);
    const set = (index: number) => stage.run('setProperty', { ...target(index), Value: 1 });
    const calls = [set(0), set(1), stage.run('getProperty', target(9))];
    await stage.advance(0);
    await answerAll();
    await Promise.all(calls);
    should(batches().map((entries) => entries.map(({ verb }) => verb))).eql([
      ['PATCH', 'PATCH'],
      ['GET', 'GET', 'GET', 'GET'],
    ]);
    should(stage.lines('GET')).eql([`GET ${pathOf(9)}`]);
  });

  it('are sent in rehearsal, and commands are not', async () => {
    open({ rehearsal: true });
    const watching = many(3);
    should(await stage.run('setProperty', { ...target(0), Value: 1 })).match({ outcome: 'rehearsal' });
    await watching;
    should(batches().map((entries) => entries.map(({ verb }) => verb))).eql([['GET', 'GET', 'GET']]);
  });

  it('are joined even if values are not joined', async () => {
    open({ joining: false });
    await many(20);
    should(stage.lines()).eql(['PUT /batch']);
  });

  for (const status of [400, 403, 404, 405, 501])
    it(`are always sent alone after the hub answered a batch with ${status}`, async () => {
      open({ joining: false });
      const watchers = await many(20, 100);
      stage.onSend = working;
      await stage.answer('PUT /batch', null, status);
      await stage.advance(200);
      should(resultsOf(watchers)).eql(watchers.map((_, index) => Array(3).fill(pathOf(index))));
      should(stage.lines('PUT')).have.length(1);
      should(stage.lines('GET')).have.length(60);
    });

  it('are sent alone after the answer to a batch was nested too deep, so only the deep one fails', async () => {
    open();
    const watchers = await many(3);
    const deep: unknown = JSON.parse('['.repeat(100) + ']'.repeat(100));
    const answers = answersTo(stage.open[0] as SteppedRequest);
    await stage.answer(
      'PUT /batch',
      answers.map((answer) => (answer.id === 1 ? { ...answer, responseBody: { Value: deep } } : answer)),
    );
    should(stage.open.map(({ line }) => line)).eql([0, 1, 2].map((index) => `GET ${pathOf(index)}`));
    for (const index of [0, 1, 2]) await stage.answer(`GET ${pathOf(index)}`, { Value: index === 1 ? deep : index });
    should(resultsOf(watchers)).eql([[0], ['HUB_BAD_ANSWER'], [2]]);
  });

  it('fail independently', async () => {
    open();
    const watchers = await many(3);
    const answers = answersTo(stage.open[0] as SteppedRequest);
    await stage.answer(
      'PUT /batch',
      answers.map((answer) => ({ ...answer, responseCode: answer.id === 1 ? 404 : 200 })),
    );
    should(resultsOf(watchers)).eql([[pathOf(0)], ['HUB_NOT_FOUND'], [pathOf(2)]]);
  });

  it('notify no watcher and send nothing after the hub was closed', async () => {
    open();
    const watchers = await many(3, 100);
    stage.hub.close();
    await stage.advance(400);
    should(resultsOf(watchers)).eql([[], [], []]);
    should(stage.requests).have.length(1);
  });

  it('of a lost hub fail once each, are not sent from their lanes, and are asked when it is back', async () => {
    open({ maxInFlight: 3 });
    // A read leaves one place free, so two of these three batches are in flight.
    const watchers = await many(150);
    const failed = watchers.map(() => ['HUB_UNREACHABLE']);
    for (const request of stage.open) request.fail('HUB_UNREACHABLE');
    await stage.advance(900);
    should(batches()).have.length(2);
    should(resultsOf(watchers)).eql(failed);
    stage.onSend = working;
    await stage.advance(100);
    // The probe has reached it.
    should(stage.lines('GET')).eql(['GET /engines']);
    should(batches().map(({ length }) => length)).eql([50, 50, 50, 50, 50]);
    should(resultsOf(watchers)).eql(watchers.map((_, index) => ['HUB_UNREACHABLE', pathOf(index)]));
  });

  it('that wait are not sent to a hub that refuses the key', async () => {
    open({ maxInFlight: 2 });
    const watchers = await many(150);
    await stage.answer('PUT', null, 401);
    await stage.advance(900);
    should(batches()).have.length(1);
    should(resultsOf(watchers)).eql(watchers.map(() => ['HUB_AUTH']));
  });

  it('do not take a command with them when the hub is lost', async () => {
    open({ maxInFlight: 2, joining: false });
    await many(150);
    const sent = stage.run('setProperty', { ...target(0), Value: 1 }, { delivery: 'inOrder' });
    const waiting = stage.run('setProperty', { ...target(0), Value: 2 }, { delivery: 'inOrder' });
    await stage.advance(0);
    stage.open[0]?.fail('HUB_UNREACHABLE');
    await stage.advance(0);
    await stage.answer('PATCH');
    await stage.answer('PATCH');
    should(await Promise.all([sent, waiting])).have.length(2);
    should(batches()).have.length(1);
  });

  it('are each refused, and not asked again alone, if a batch of them is answered 401', async () => {
    open();
    const watchers = await many(3, 1000);
    await stage.answer('PUT /batch', null, 401);
    await stage.advance(0);
    should(stage.lines()).eql(['PUT /batch']);
    should(resultsOf(watchers)).eql([['HUB_AUTH'], ['HUB_AUTH'], ['HUB_AUTH']]);
    // A refusing hub can be reached, so it is asked again.
    await stage.advance(2501);
    should(stage.requests.length).be.above(1);
  });

  it('of one property with two intervals are sent once, at the shorter one, and go on at the other one', async () => {
    open();
    stage.onSend = working;
    const [long, short, other] = [watch(0, 1000), watch(0, 250), watch(1, 1000)];
    await stage.advance(2999);
    const asked = (index: number) =>
      stage.requests
        .flatMap((request) =>
          request.line === 'PUT /batch' ? entriesOf(request).map(({ url }) => url) : [request.line.replace('GET ', '')],
        )
        .filter((path) => path === pathOf(index)).length;
    should([asked(0), asked(1)]).eql([12, 3]);
    should([long, short, other].map(({ results }) => results.length)).eql([12, 12, 3]);
    short.unwatch();
    await stage.advance(3000);
    should([asked(0), asked(1)]).eql([15, 6]);
    should(long.results).have.length(15);
    should(short.results).have.length(12);
  });

  it('include a show that does not exist', async () => {
    open();
    const getShow = findOperation('getShow') as CompositeOperation;
    stage.onSend = (asked) => asked.answer([]);
    stage.hub.reads.watch(getShow, { engineId: 9 }, 1000, { answer: () => {}, failure: () => {} });
    await stage.advance(6900);
    should(stage.requests).have.length(3);
  });

  it('fail for a watcher that cannot take the answer, and go on for the others', async () => {
    open();
    const failures: unknown[] = [];
    stage.hub.reads.watch(getProperty, target(0), 1000, {
      answer: () => {
        throw new Error('too deep');
      },
      failure: (error) => failures.push((error as Error).message),
    });
    const { results } = watch(0, 1000);
    stage.onSend = working;
    await stage.advance(3500);
    should(new Set(failures)).eql(new Set(['too deep']));
    should(results.filter((result) => result === pathOf(0)).length).be.above(1);
  });
});
