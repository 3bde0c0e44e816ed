import should from 'should';
import { tableOperation } from '../../dist/hub/table/operations.js';
import type { LookEntry } from '../../dist/looks/entries.js';
import { LookStage } from './look-stage.js';
import { MemoryEngine } from './memory-engine.js';

const COUNT = 3000;
const TITLES = Array.from({ length: COUNT }, (_, index) => `Arena/Big/P${index}`);
const lookOf = (value: number) => Object.fromEntries(TITLES.map((title) => [title, value]));

/** In ms: the timeout of the hub, 1 s, and 1 ms for each value above 1,000. */
const EXPIRY = 500 + 1000 + (COUNT - 1000);

/** The values of one batch. Most values of looks that are in the lanes, since the hub takes one request at a time. */
const BATCH = 50;

describe('a recall of 3,000 values', function () {
  this.timeout(60_000);
  const stage = LookStage.forEach();

  /** A hub that takes one request at a time, or more. */
  async function open(latency: number, maxInFlight = 1) {
    await stage.close();
    const engine = new MemoryEngine(1, 'Arena', Object.fromEntries(TITLES.map((title) => [title.slice(6), 0])));
    stage.open({ maxInFlight }, [engine]);
    stage.store({ One: lookOf(1), Two: lookOf(2) });
    const desk = await stage.desk([], { interval: 0 });
    stage.memory.latency = latency;
    return desk;
  }
  const count = (entries: readonly LookEntry[]) => {
    const counts: Record<string, number> = {};
    for (const { outcome, code } of entries) {
      const name = code ? `${outcome} ${code}` : outcome;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  };
  const values = () => stage.memory.engine('Arena').properties.map(({ value }) => value);
  const sent = (value: number) => stage.memory.writes.filter(({ body }) => body.Value === value).length;

  for (const remaining of [undefined, 1500])
    it(`sets all of them on a hub that needs 3 s for them (rest of the wait: ${remaining ?? 'all'})`, async () => {
      const desk = await open(50);
      should(count(await stage.result(desk.recall('One', undefined, undefined, remaining)))).eql({ done: COUNT });
      should(values().every((value) => value === 1)).be.true();
      should(sent(1)).equal(COUNT);
    });

  it('sets both components of each property, also while they wait', async () => {
    await stage.close();
    const names = TITLES.slice(0, 100).map((title) => title.slice(6));
    const engine = new MemoryEngine(1, 'Arena', Object.fromEntries(names.map((name) => [name, { x: 0, y: 0 }])));
    stage.open({ maxInFlight: 1 }, [engine]);
    stage.store({
      One: Object.fromEntries(['x', 'y'].flatMap((part, at) => names.map((name) => [`Arena/${name}/${part}`, at + 1]))),
    });
    const desk = await stage.desk([], { interval: 0 });
    should(count(await stage.result(desk.recall('One', undefined)))).eql({ done: 200 });
    should(new Set(values().map((value) => JSON.stringify(value)))).eql(new Set(['{"x":1,"y":2}']));
  });

  it('sends nothing after its expiry, and reports the rest', async () => {
    const desk = await open(100);
    const start = stage.clock.now();
    const { done = 0, 'not-sent EXPIRED': expired = 0 } = count(await stage.result(desk.recall('One', undefined)));
    should(done + expired).equal(COUNT);
    should(done).be.within(1500, 1750);
    should(sent(1)).equal(done);
    const last = stage.memory.writes.at(-1)?.at ?? 0;
    should(last - start).be.belowOrEqual(EXPIRY + 100);
    await stage.quiet();
    should(sent(1)).equal(done);
  });

  it('ends in the values of a newer one, and sends at most the values in the lanes before it', async () => {
    const desk = await open(50);
    const first = desk.recall('One', undefined);
    await stage.advance(500);
    const before = sent(1);
    should(before).be.above(0);
    const second = desk.recall('Two', undefined);
    const [one, two] = await stage.result(Promise.all([first, second]));
    should(count(two as LookEntry[])).eql({ done: COUNT });
    const { done = 0, superseded = 0 } = count(one as LookEntry[]);
    should(done + superseded).equal(COUNT);
    // The second one reads the engines, the nodes and the properties. The first one may go on between these reads.
    should(sent(1)).be.belowOrEqual(before + 5 * BATCH);
    should(values().every((value) => value === 2)).be.true();
  });

  it('lets a press pass after the values in the lanes', async () => {
    const desk = await open(50);
    const recall = desk.recall('One', undefined);
    await stage.advance(500);
    const before = stage.memory.writes.length;
    const press = stage.hub.run(tableOperation('playNext'), { engineId: 101, preview: 'program' });
    should(await stage.result(press)).match({ outcome: 'done' });
    should(stage.memory.writes.length - before).be.belowOrEqual(2 * BATCH);
    should(count(await stage.result(recall))).eql({ done: COUNT });
  });

  for (const [name, params] of [
    ['playNext', { engineId: 101, preview: 'program' }],
    ['listEngines', {}],
  ] as const)
    it(`leaves a request free for ${name}, which need not wait for a batch`, async () => {
      const desk = await open(400, 4);
      const recall = desk.recall('One', undefined);
      // Three reads, and the first batches.
      await stage.advance(3 * 400 + 100);
      should(stage.memory.underWay).equal(2);
      const call = stage.hub.run(tableOperation(name), params);
      await stage.advance(0);
      should(stage.memory.underWay).equal(3);
      await stage.result(Promise.all([call, recall]));
    });

  it('is superseded by a newer one whose reads are faster', async () => {
    const desk = await open(400, 4);
    const first = desk.recall('One', undefined);
    await stage.advance(1);
    stage.memory.latency = 4;
    const second = desk.recall('Two', undefined);
    await stage.advance(3 * 4);
    // The values of the newer one wait when those of the older one arrive.
    stage.memory.latency = 50;
    const [one, two] = await stage.result(Promise.all([first, second]));
    should(count(two as LookEntry[])).eql({ done: COUNT });
    should(count(one as LookEntry[])).eql({ superseded: COUNT });
    should(sent(1)).equal(0);
  });

  it('is superseded by a later one of the same moment', async () => {
    const desk = await open(10);
    const recalls = [desk.recall('One', undefined), desk.recall('Two', undefined)];
    await stage.result(Promise.all(recalls));
    should(new Set(values())).eql(new Set([2]));
  });

  it('leaves a value alone that a hand has set while it waited', async () => {
    const desk = await open(50);
    const recall = desk.recall('One', undefined);
    await stage.advance(500);
    await stage.result(stage.hand(`Arena/Big/P${COUNT - 1}`, 0.5));
    should(count(await stage.result(recall))).eql({ done: COUNT - 1, superseded: 1 });
    should(values().at(-1)).equal(0.5);
  });

  it('ends when its desk closes, and sends nothing more', async () => {
    const desk = await open(50);
    const recall = desk.recall('One', undefined);
    await stage.advance(500);
    stage.closeDesk(desk);
    // One batch was in flight.
    const { done = 0, ...closed } = count(await stage.result(recall));
    should(closed).eql({ 'unknown CLOSED': BATCH, 'not-sent CLOSED': COUNT - BATCH - done });
    await stage.advance(2000);
    should(sent(1)).equal(done + BATCH);
  });
});
