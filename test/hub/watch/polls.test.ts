import should from 'should';
import type { Operation } from '../../../dist/hub/table/operation.js';
import { findOperation } from '../../../dist/hub/table/operations.js';
import type { HubSettings } from '../../../dist/hub/wire/settings.js';
import { type Reply, ScriptedHub } from '../scripted-hub.js';

type Entry = { id: number; url: string; verb: string; body?: unknown };

const getProperty = findOperation('getProperty') as Operation;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('the polls of a hub', () => {
  let stage: ScriptedHub;
  let batch: (entries: Entry[]) => Reply;

  async function open(settings: Partial<HubSettings> = {}): Promise<void> {
    stage = await ScriptedHub.open({ joining: true, ...settings });
    batch = (entries) => ({
      body: entries.map(({ id, url, body }) => ({ id, responseCode: 200, responseBody: body ?? { Value: url } })),
      delay: 10,
    });
    stage.script['PUT /batch'] = (entries) => batch(entries as Entry[]);
    for (let index = 0; index < 120; index++) {
      const property = `/engines/1/nodes/N/properties/P${index}`;
      stage.script[`GET ${property}`] = { body: { Value: property } };
      stage.script[`PATCH ${property}`] = (body) => ({ body });
    }
  }

  afterEach(() => stage.close());

  const target = (index: number) => ({ engineId: 1, nodePath: 'N', propertyPath: `P${index}` });
  // Polls are due at multiples of their interval since the process began: an hour is never over in a test.
  const watch = (index: number, interval = 3_600_000) => {
    const told: unknown[] = [];
    const unwatch = stage.hub.watching.watch(getProperty, target(index), interval, {
      answer: ({ body }) => told.push((body as { Value: unknown }).Value),
      failure: (error) => told.push((error as { code: string }).code),
    });
    return { told, unwatch };
  };
  const many = (count: number, interval?: number) =>
    Array.from({ length: count }, (_, index) => watch(index, interval));
  const until = async (holds: () => boolean) => {
    while (!holds()) await pause(2);
  };
  const allTold = (watchers: { told: unknown[] }[]) => until(() => watchers.every(({ told }) => told.length > 0));
  const batches = () =>
    stage
      .sent()
      .filter(([request]) => request === 'PUT /batch')
      .map(([, entries]) => entries as Entry[]);

  it('go out joined in one call of their own, and each tells its own answer', async () => {
    await open();
    const watchers = many(8);
    await allTold(watchers);
    should(stage.sent().map(([request]) => request)).eql(['PUT /batch']);
    should(batches()[0]?.[3]).eql({ id: 3, url: '/engines/1/nodes/N/properties/P3', verb: 'GET' });
    should(watchers.map(({ told }) => told)).eql(
      watchers.map((_, index) => [`/engines/1/nodes/N/properties/P${index}`]),
    );
  });

  it('stay together, and are at most fifty a call', async () => {
    await open();
    // Not just before they are due again: then the answer to the first would still be in time for that, and the other's not.
    await pause(400 - (performance.now() % 400));
    many(60, 400);
    await until(() => batches().length >= 8);
    should(
      batches()
        .slice(0, 8)
        .map((entries) => entries.length),
    ).eql([50, 10, 50, 10, 50, 10, 50, 10]);
    should(stage.sent('GET')).be.empty();
  });

  it('never go with commands, nor with what a node reads', async () => {
    await open();
    const watchers = many(4);
    const set = (index: number) => stage.run('setProperty', { ...target(index), Value: 1 });
    await Promise.all([set(0), set(1), stage.run('getProperty', target(9)), allTold(watchers)]);
    should(batches().map((entries) => entries.map(({ verb }) => verb))).eql([
      ['PATCH', 'PATCH'],
      ['GET', 'GET', 'GET', 'GET'],
    ]);
    should(stage.sent('GET')).have.length(1);
  });

  it('go out in rehearsal, and what is commanded does not', async () => {
    await open({ rehearsal: true });
    const watchers = many(3);
    should(await stage.run('setProperty', { ...target(0), Value: 1 })).equal('rehearsal');
    await allTold(watchers);
    should(batches().map((entries) => entries.map(({ verb }) => verb))).eql([['GET', 'GET', 'GET']]);
  });

  it('go alone where nobody else is due', async () => {
    await open();
    await allTold([watch(0)]);
    should(stage.sent('PUT')).be.empty();
    should(stage.sent('GET')).have.length(1);
  });

  it('go together also where values are not joined', async () => {
    await open({ joining: false });
    await allTold(many(20));
    should(stage.sent('PUT')).have.length(1);
    should(stage.sent('GET')).be.empty();
  });

  for (const status of [400, 403, 404, 405, 501])
    it(`go alone once the hub has answered a batch with ${status}`, async () => {
      await open({ joining: false });
      batch = () => ({ status });
      await allTold(many(20));
      should(stage.sent('PUT')).have.length(1);
      should(stage.sent('GET')).have.length(20);
    });

  it('fail apart', async () => {
    await open();
    batch = (entries) => ({
      body: entries.map(({ id }) => ({ id, responseCode: id === 1 ? 404 : 200, responseBody: { Value: 'ok' } })),
    });
    const watchers = many(3);
    await allTold(watchers);
    should(watchers.map(({ told }) => told)).eql([['ok'], ['HUB_NOT_FOUND'], ['ok']]);
  });

  it('fail together where the call fails, and come back', async () => {
    await open();
    const working = batch;
    batch = () => ({ status: 500 });
    const watchers = many(3, 100);
    await allTold(watchers);
    should(watchers.map(({ told }) => told)).eql([['HUB_FAULT'], ['HUB_FAULT'], ['HUB_FAULT']]);
    batch = working;
    await until(() => watchers.every(({ told }) => String(told.at(-1)).startsWith('/engines')));
  });

  for (const status of [404, 405, 501])
    it(`go alone, always, after a whole call that ended in ${status}`, async () => {
      await open();
      batch = () => ({ status });
      const watchers = many(20, 100);
      await until(() => watchers.every(({ told }) => told.length > 2));
      should(stage.sent('PUT')).have.length(1);
      should(new Set(watchers.flatMap(({ told }) => told)).size).equal(20);
    });

  it('tell nothing to who has left, and leave nothing when the hub closes', async () => {
    await open();
    batch = () => ({ body: [], delay: 300 });
    const watchers = many(3, 100);
    await until(() => batches().length === 1);
    watchers[0]?.unwatch();
    stage.hub.close();
    await pause(400);
    should(watchers.map(({ told }) => told)).eql([[], [], []]);
    should(batches()).have.length(1);
  });

  it('that failed are asked again as soon as anything shows that the hub is back', async () => {
    await open({ joining: false, timeout: 100 });
    stage.script['GET /engines'] = { body: [] };
    stage.script['GET /engines/1/nodes/N/properties/P0'] = { delay: 300 };
    const { told } = watch(0, 100);
    await until(() => told.length === 2);
    stage.script['GET /engines/1/nodes/N/properties/P0'] = { body: { Value: 'back' } };
    const started = performance.now();
    await stage.run('listEngines', {});
    await until(() => told.length === 3);
    should(performance.now() - started).be.below(1500);
    should(told).eql(['HUB_TIMEOUT', 'HUB_TIMEOUT', 'back']);
  });
});
