import should from 'should';
import { LookStage, row } from './look-stage.js';
import { MemoryEngine } from './memory-engine.js';

/** The properties of the node Big. */
const titles = (count: number) => Array.from({ length: count }, (_, index) => `Arena/Big/P${index}`);

describe('the polls of many properties of one node', () => {
  const stage = LookStage.forEach();
  const arena = () => stage.memory.engine('Arena');

  async function open(polled: number, listed: number, looks: Record<string, Record<string, unknown>> = {}) {
    const big = titles(listed).map((title) => [title.slice('Arena/'.length), 1]);
    await stage.close();
    stage.open({}, [new MemoryEngine(1, 'Arena', Object.fromEntries([...big, ['Small/Other', 2]]))]);
    stage.store(looks);
    stage.memory.takesBatches = false;
    return stage.desk([...titles(polled), 'Arena/Small/Other'].map((title) => row(title)));
  }

  /** The requests of one second, which has five intervals. */
  async function requests(): Promise<Record<string, number>> {
    const before = stage.memory.lines.length;
    await stage.advance(1000);
    const counts: Record<string, number> = {};
    for (const line of stage.memory.lines.slice(before)) counts[line] = (counts[line] ?? 0) + 1;
    return counts;
  }

  for (const [polled, listed] of [
    [50, 200],
    [60, 240],
  ] as const)
    it(`are one read of the node: ${polled} of ${listed}`, async () => {
      await open(polled, listed);
      should(await requests()).eql({
        'GET /engines': 5,
        'GET /engines/1/nodes/Big//0/properties': 5,
        'GET /engines/1/nodes/Small//0/properties/Other//0': 5,
      });
    });

  for (const [polled, listed, reason] of [
    [49, 49, 'they are few'],
    [60, 241, 'the node has many more'],
  ] as const)
    it(`are single reads if ${reason}`, async () => {
      await open(polled, listed);
      const lines = Object.entries(await requests());
      should(lines).have.length(1 + polled + 1);
      should(lines.some(([line]) => line.endsWith('/properties'))).be.false();
    });

  it('know the values of a new look from the last answer, and nothing of a property that was not polled meanwhile', async () => {
    const desk = await open(0, 60);
    stage.closeDesk(desk);
    const state = () => stage.desks[0]?.states.get('Übergabe')?.state;
    await stage.desk([], { interval: 30_000 });
    const show = async (count: number) => {
      const look = Object.fromEntries(titles(count).map((title) => [title, 1]));
      stage.store(count > 0 ? { Übergabe: look } : {});
      stage.file.changed.emit(await stage.file.read());
    };
    await show(59);
    await stage.advance(40_000);
    should(state()).equal('on');
    await show(60);
    await stage.advance(1000);
    should(state()).equal('on');
    await show(0);
    await stage.advance(1000);
    stage.setByOthers('Arena/Big/P0', 0.5);
    await show(60);
    should(state()).equal('unknown');
    await stage.advance(40_000);
    should(state()).equal('changed');
  });

  it('show each change, and a property that is missing', async () => {
    const all = Object.fromEntries(titles(60).map((title) => [title, 1]));
    const { 'Arena/Big/P59': _, ...most } = all;
    const desk = await open(60, 60, { All: all, Most: most });
    const states = () => [...desk.states.values()];
    should(states()).eql([
      { state: 'on', differences: 0 },
      { state: 'on', differences: 0 },
    ]);
    stage.setByOthers('Arena/Big/P3', 0.5);
    stage.setByOthers('Arena/Big/P59', 0.5);
    await stage.quiet();
    should(states()).eql([
      { state: 'changed', differences: 2 },
      { state: 'changed', differences: 1 },
    ]);
    arena().properties = arena().properties.filter(({ name }) => name !== 'P59');
    await stage.quiet();
    should(states()).eql([
      { state: 'unknown', differences: 0 },
      { state: 'changed', differences: 1 },
    ]);
    stage.memory.isOnline = false;
    await stage.quiet();
    should(states().map(({ state }) => state)).eql(['unknown', 'unknown']);
  });

  it('follow the looks: they start, go on, and end', async () => {
    const desk = await open(0, 60);
    stage.closeDesk(desk);
    await stage.desk([]);
    const list = 'GET /engines/1/nodes/Big//0/properties';
    const show = async (count: number) => {
      const look = Object.fromEntries(titles(count).map((title) => [title, 1]));
      stage.store(count > 0 ? { All: look } : {});
      stage.file.changed.emit(await stage.file.read());
      await stage.quiet();
      return { state: stage.desks[0]?.states.get('All')?.state, lines: await requests() };
    };
    for (const count of [50, 60, 51])
      should(await show(count)).eql({ state: 'on', lines: { 'GET /engines': 5, [list]: 5 } });
    const single = await show(2);
    should(single).eql({
      state: 'on',
      lines: { 'GET /engines': 5, [`${list}/P0//0`]: 5, [`${list}/P1//0`]: 5 },
    });
    should(await show(0)).match({ state: undefined, lines: { 'GET /engines': 5 } });
    should(Object.keys((await show(0)).lines)).have.length(1);
  });

  for (const count of [2, 60])
    it(`find a property at once that has another path now, one of ${count}`, async () => {
      const all = Object.fromEntries(titles(count).map((title) => [title, 1]));
      const desk = await open(count, 60, { All: all });
      const state = () => desk.states.get('All')?.state;
      Object.assign(arena().properties[1] ?? {}, { path: 'New//0' });
      await stage.quiet();
      should(state()).equal('on');
      stage.memory.faultOf = ({ path }) => (/properties(\/P0|$)/.test(decodeURIComponent(path)) ? 'fault' : undefined);
      const before = stage.memory.lines.length;
      await stage.quiet();
      should(state()).equal('unknown');
      // A failed read of a property does not search it again.
      should(stage.memory.lines.slice(before).filter((line) => line.endsWith('/nodes'))).be.empty();
    });

  it('restore an engine that started again', async () => {
    const desk = await open(60, 60);
    stage.closeDesk(desk);
    await stage.desk(
      titles(60).map((title) => row(title)),
      { modeOf: () => 'automatic' },
    );
    for (const title of ['Arena/Big/P3', 'Arena/Big/P58']) stage.setByOthers(title, 0.5);
    await stage.quiet();
    arena().launch();
    await stage.quiet();
    should(stage.memory.writes.map(({ body }) => body)).eql([{ Value: 0.5 }, { Value: 0.5 }]);
    should(stage.value('Arena/Big/P58')).equal(0.5);
  });
});
