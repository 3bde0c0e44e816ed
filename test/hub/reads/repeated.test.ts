import should from 'should';
import type { Read } from '../../../dist/hub/reads/read.js';
import { Reads } from '../../../dist/hub/reads/reads.js';
import { findOperation, type Operation } from '../../../dist/hub/table/operations.js';
import { HubError } from '../../../dist/hub/wire/errors.js';
import type { Params } from '../../../dist/hub/wire/request.js';
import { FakeClock } from '../fake-clock.js';

const operation = (name: string) => findOperation(name) as Operation;

const refusal = () => new HubError('HUB_NOT_FOUND');

/** A read in flight. */
interface PendingRead {
  readonly params: Params;
  readonly read: Read;
  readonly at: number;
  /** Answers a property with this value. */
  answer(value: unknown): void;
  reply(body: unknown): void;
  fail(error?: Error): void;
}

/** The reads of a hub that answers on demand, with a fake clock. */
class Stage {
  readonly clock = new FakeClock();
  readonly asked: PendingRead[] = [];
  readonly underWay = new Set<PendingRead>();
  readonly reads = new Reads({ ask: (read) => this.#ask(read), abandon: () => {} }, this.clock);

  #ask(read: Read): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const end = () => this.underWay.delete(asked);
      const asked: PendingRead = {
        read,
        params: read.params,
        at: this.clock.now(),
        answer: (Value) => end() && resolve({ Value }),
        reply: (body) => end() && resolve(body),
        fail: (error = new Error('lost')) => end() && reject(error),
      };
      this.asked.push(asked);
      this.underWay.add(asked);
    });
  }

  /** Watches a property, or another read. Returns the notifications, and a function that ends it. */
  watch(interval = 1000, params: Params = {}, name = 'getProperty') {
    const results: unknown[] = [];
    const all = { engineId: 1, nodePath: 'N', propertyPath: 'P', ...params };
    const unwatch = this.reads.watch(operation(name), all, interval, {
      answer: ({ body }) => results.push((body as { Value: unknown }).Value),
      failure: (error) => results.push((error as Error).message),
    });
    return { results, unwatch };
  }

  async settle(): Promise<void> {
    for (let turn = 0; turn < 8; turn++) await Promise.resolve();
  }

  async advance(ms: number, reply?: (asked: PendingRead) => void): Promise<void> {
    const between = async () => {
      await this.settle();
      if (reply) for (const each of this.underWay) reply(each);
      await this.settle();
    };
    await between();
    await this.clock.advance(ms, between);
  }

  times = () => this.asked.map(({ at }) => at);
}

describe('a read that is repeated', () => {
  let stage: Stage;

  beforeEach(() => {
    stage = new Stage();
  });

  it('asks at once, then every interval, and reports each answer', async () => {
    const { results } = stage.watch();
    await stage.advance(3500, ({ at, answer }) => answer(at));
    should(stage.times()).eql([0, 1000, 2000, 3000]);
    should(results).eql([0, 1000, 2000, 3000]);
  });

  it('asks once for all watchers of the same values in any form', async () => {
    const watchers = Array.from({ length: 200 }, (_, index) => stage.watch(1000, { engineId: index % 2 ? '1' : 1 }));
    await stage.advance(1500, ({ answer }) => answer('x'));
    should(stage.asked).have.length(2);
    for (const { results } of watchers) should(results).eql(['x', 'x']);
  });

  it('asks once for two intervals, at the shorter one, and the end of either changes nothing for the other', async () => {
    for (const ended of ['short', 'long']) {
      stage = new Stage();
      const watchers = { short: stage.watch(250), long: stage.watch(1000) };
      await stage.advance(1999, ({ at, answer }) => answer(at));
      const times = [0, 250, 500, 750, 1000, 1250, 1500, 1750];
      should(stage.times()).eql(times);
      should([watchers.short.results, watchers.long.results]).eql([times, times]);
      watchers[ended === 'short' ? 'short' : 'long'].unwatch();
      await stage.advance(3000, ({ at, answer }) => answer(at));
      const left = ended === 'short' ? watchers.long : watchers.short;
      should(left.results).eql(stage.times());
      const pauses = stage.times().map((at, index, all) => at - (all[index - 1] ?? 0));
      should(new Set(pauses.slice(10))).eql(new Set([ended === 'short' ? 1000 : 250]));
    }
  });

  it('is not given to a watcher whose interval is shorter than the age of the answer, but read for it at once', async () => {
    stage.watch(10_000);
    await stage.advance(5000, ({ at, answer }) => answer(at));
    const { results } = stage.watch(1000);
    should(results).eql([]);
    await stage.advance(0, ({ at, answer }) => answer(at));
    should(results).eql([5000]);
    should(stage.watch(10_000).results).eql([5000]);
  });

  it('is given at once to a watcher whose interval is longer than the age of the answer, and sent at its next interval', async () => {
    stage.watch(10_000);
    await stage.advance(500, ({ at, answer }) => answer(at));
    const { results } = stage.watch(1000);
    should(results).eql([0]);
    await stage.advance(1000, ({ at, answer }) => answer(at));
    should(results).eql([0, 1000]);
    should(stage.watch(10_000).results).eql([1000]);
    should(stage.times()).eql([0, 1000]);
  });

  it('is not sent sooner than half a second after its refusal, also for a watcher with a shorter interval', async () => {
    stage.watch(10_000);
    await stage.advance(100, ({ fail }) => fail(refusal()));
    stage.watch(100);
    await stage.advance(399, ({ answer }) => answer('back'));
    should(stage.times()).eql([0]);
    await stage.advance(1, ({ answer }) => answer('back'));
    should(stage.times()).eql([0, 500]);
  });

  it('is sent at once for a watcher with a shorter interval, also in the pause after a refusal', async () => {
    stage.watch(10_000);
    await stage.advance(1000, ({ fail }) => fail(refusal()));
    const { results } = stage.watch(1000);
    await stage.advance(0, ({ answer }) => answer('back'));
    should(results.slice(1)).eql(['back']);
    should(stage.times()).eql([0, 1000]);
  });

  it('gives a new watcher the last answer at once, if it has one', async () => {
    const first = stage.watch();
    should(stage.watch().results).eql([]);
    await stage.advance(0, ({ answer }) => answer(1));
    should(first.results).eql([1]);
    should(stage.watch().results).eql([1]);
    await stage.advance(1000, ({ fail }) => fail());
    // The answer before the failure is no longer valid.
    should(stage.watch().results).eql(['lost']);
    should(stage.asked).have.length(2);
  });

  it('never asks again before it has an answer, and skips missed intervals', async () => {
    stage.watch(100);
    await stage.advance(1050);
    should(stage.asked).have.length(1);
    stage.asked[0]?.answer(1);
    await stage.advance(300, ({ answer }) => answer(2));
    should(stage.times()).eql([0, 1100, 1200, 1300]);
  });

  it('asks together all polls that are due, with any start of the watching', async () => {
    stage.watch(1000);
    await stage.advance(300, ({ answer }) => answer(1));
    stage.watch(1000, { propertyPath: 'Q' });
    stage.watch(500, { propertyPath: 'R' });
    await stage.advance(1000, ({ answer }) => answer(1));
    should(stage.times()).eql([0, 300, 300, 500, 1000, 1000, 1000]);
  });

  it('does not return with all polls at once', async () => {
    for (let target = 0; target < 20; target++) stage.watch(1000, { propertyPath: `P${target}` });
    await stage.advance(3000, ({ fail }) => fail(refusal()));
    should(new Set(stage.times().slice(20, 40)).size).be.above(10);
  });

  it('is sent in its turn, also if another one fails just before the late timer', async () => {
    for (const propertyPath of ['Übergabe', '日本語']) stage.watch(1000, { propertyPath });
    stage.asked[0]?.fail();
    await stage.settle();
    // The machine was busy.
    stage.clock.jump(1500);
    stage.asked[1]?.fail();
    await stage.advance(0);
    should(stage.asked.map(({ params, at }) => [at, params.propertyPath]).slice(2)).eql([[1500, 'Übergabe']]);
  });

  it('is sent 100 ms after a command for a watcher that follows commands, and this one knows the items', async () => {
    const expected: unknown[] = [];
    const rundown = { engineId: 1, rundownId: 2 };
    const watcher = { answer: () => undefined, failure: () => undefined };
    const status = { program: 'Available', preview: 'Available' };
    const playItem = {
      operation: operation('playItem'),
      params: { engineId: 1, itemId: 7, preview: 0 },
      isUnknown: false,
    };
    const list = ({ reply }: PendingRead) => reply([{ id: 7, name: 'Übergabe', status }]);
    const watch = (interval: number, rundownId: number, more = {}) =>
      stage.reads.watch(operation('listLinearItems'), { ...rundown, rundownId }, interval, { ...watcher, ...more });
    watch(5000, 2);
    await stage.advance(50, list);
    stage.reads.onCommand(playItem);
    await stage.advance(450, list);
    should(stage.times()).eql([0]);
    watch(5000, 2, { expect: (items: ReadonlySet<string>) => expected.push(...items) });
    // Another rundown has not the item.
    watch(5000, 3, { expect: (items: ReadonlySet<string>) => expected.push(...items) });
    await stage.advance(0, ({ params, reply, ...other }) =>
      params.rundownId === 3 ? reply([{ id: 8 }]) : list({ params, reply, ...other }),
    );
    stage.asked.length = 0;
    stage.reads.onCommand(playItem);
    should(expected).eql(['7']);
    await stage.advance(499, list);
    should(stage.asked.map(({ params, at }) => [at, params.rundownId])).eql([
      [600, 2],
      [850, 2],
    ]);
  });

  it('notifies no watcher after it was closed, and leaves no timer', async () => {
    const { results } = stage.watch();
    stage.watch(500);
    await stage.advance(0);
    stage.reads.close();
    for (const { fail } of stage.underWay) fail();
    await stage.settle();
    should(results).eql([]);
    should(stage.clock.timers).equal(0);
    await stage.advance(5000);
    should(stage.asked).have.length(1);
  });

  it('refuses invalid parameters', () => {
    for (const params of [{ engineId: 'CAM' }, { nodePath: undefined }, { propertyPath: '..' }])
      should(() => stage.watch(1000, params)).throw({ code: 'BAD_INPUT' });
    should(stage.asked).be.empty();
    should(stage.clock.timers).equal(0);
  });

  it('takes an interval of any length', async () => {
    stage.watch(1e10);
    await stage.advance(0, ({ answer }) => answer(1));
    await stage.advance(3e9);
    should(stage.asked).have.length(1);
  });
});

describe('the last change of a read', () => {
  it('is known for 2 s, of each target', () => {
    const { reads, clock } = new Stage();
    const change = (engineId: number) => reads.invalidate([{ operation: 'listLinearItems', target: { engineId } }]);
    const changedAt = (engineId: number) => reads.changedAt('listLinearItems', { engineId, rundownId: 2 });
    should(changedAt(1)).equal(Number.NEGATIVE_INFINITY);
    clock.jump(10);
    change(1);
    clock.jump(1999);
    change(2);
    should([changedAt(1), changedAt(2), reads.changedAt('listEngines', {})]).eql([10, 2009, Number.NEGATIVE_INFINITY]);
    clock.jump(1);
    change(2);
    should([changedAt(1), changedAt(2)]).eql([Number.NEGATIVE_INFINITY, 2010]);
    reads.invalidate('all');
    should(reads.changedAt('listEngines', {})).equal(2010);
  });
});

const rawAnswer = (text: string, contentType = 'application/json') => ({
  statusCode: 200,
  contentType,
  location: undefined,
  text,
});

describe('the answer to a repeated read', () => {
  const read = new Stage().reads.of('listEngines', {});

  it('is the same object while its text is the same', () => {
    const first = read.bodyOf(rawAnswer('{"Value":1}'));
    should(first).eql({ Value: 1 });
    should(read.bodyOf(rawAnswer('{"Value":1}')) === first).be.true();
    should(read.bodyOf(rawAnswer('{"Value":2}'))).eql({ Value: 2 });
    should(read.bodyOf(rawAnswer('{"Value":1}'))).eql({ Value: 1 });
  });

  it('is read again if only its type has changed', () => {
    should(read.bodyOf(rawAnswer('12', 'text/plain'))).equal('12');
    should(read.bodyOf(rawAnswer('12'))).equal(12);
  });

  it('fails each time while it cannot be read', () => {
    read.bodyOf(rawAnswer('{"Value":1}'));
    for (let time = 0; time < 2; time += 1)
      should(() => read.bodyOf(rawAnswer('{"Value":'))).throw({ code: 'HUB_BAD_ANSWER' });
    should(read.bodyOf(rawAnswer('{"Value":1}'))).eql({ Value: 1 });
  });
});
