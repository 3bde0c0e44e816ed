import should from 'should';
import { LaneRecord } from '../../dist/hub/lookup/ledger.js';
import { EngineReturns } from '../../dist/looks/engine-returns.js';
import { WantedValues } from '../../dist/looks/wanted-values.js';
import { FakeClock } from '../hub/fake-clock.js';

describe('an engine that was away', () => {
  const READY = { name: 'A', id: 1, presence: 'ready', run: '1', project: '1' } as const;
  const NODES = new Map([['A', '[["Mixer_0","Mixer"]]']]);
  const settle = async () => undefined;

  const open = () => {
    const clock = new FakeClock();
    const wanted = new WantedValues({ of: () => new LaneRecord() }, clock);
    const returns = new EngineReturns(wanted, () => 'automatic', 60_000, clock);
    const update = (state: object = {}, nodes: ReadonlyMap<string, string> = NODES) =>
      returns.update(['A'], [{ ...READY, ...state }], nodes);
    return { clock, returns, update };
  };

  it('is searched often for 60 s after its start, while it lists no nodes', async () => {
    const { clock, returns, update } = open();
    update();
    update({ presence: 'away', run: '2' });
    should(returns.isWaiting).be.false();
    should(update({ run: '2' }, new Map([['A', '[]']]))).eql([]);
    should(returns.isWaiting).be.true();
    await clock.advance(59_000, settle);
    should(returns.isWaiting).be.true();
    await clock.advance(1001, settle);
    should(returns.isWaiting).be.false();
  });

  it('is asked about with the values of its last start', () => {
    const { returns, update } = open();
    update();
    update({ presence: 'away' });
    const [back] = update({ run: '2' });
    should(back).match({ engine: 'A', asked: undefined, mayBeSameRun: false });
    returns.ask('A', { ...READY, run: '2' }, NODES.get('A'), new Map([['key', 1]]));
    should(update({ run: '2' })).match([{ asks: true, asked: new Map([['key', 1]]) }]);
    should(update({ run: '3' })).match([{ asks: true, asked: undefined }]);
  });

  it('is asked about after more than 60 s, with another project or with other nodes, and else not', async () => {
    const asks = async (ms: number, state: object, nodes?: ReadonlyMap<string, string>) => {
      const { clock, update } = open();
      update();
      update({ presence: 'away' });
      await clock.advance(ms, settle);
      return update({ run: '2', ...state }, nodes).map((back) => back.asks);
    };
    should(await asks(60_000, {})).eql([false]);
    should(await asks(60_001, {})).eql([true]);
    for (const state of [{ project: '2' }, { id: 2 }]) should(await asks(0, state)).eql([true]);
    should(await asks(0, {}, new Map([['A', '[["Other_0","Other"]]']]))).eql([true]);
    for (const nodes of [new Map<string, string>(), new Map([['A', '[]']])]) should(await asks(0, {}, nodes)).eql([]);
  });

  it('counts as away if it has another project, id or process, although no list showed its absence', () => {
    for (const state of [{ project: '2' }, { id: 2 }, { run: '2' }]) {
      const { update } = open();
      update();
      should(update()).eql([]);
      should(update(state)).match([{ mayBeSameRun: false, asks: !('run' in state) }]);
    }
  });

  it('is back without a question if no list has shown it before', () => {
    const { update } = open();
    update({ presence: 'away' });
    should(update()).match([{ asks: false, mayBeSameRun: true, asked: undefined }]);
  });

  it('runs as before after a lost connection, also with the nodes from before if it has not listed them yet', () => {
    const { returns, update } = open();
    update();
    returns.leaveAll();
    should(update({}, new Map())).eql([]);
    update({ presence: 'away' });
    should(update({ run: '2' })).match([{ asks: false }]);
  });

  it('surely started again although a command may have started it later, and else possibly', () => {
    for (const isAway of [false, true]) {
      const { returns, update } = open();
      update();
      if (isAway) update({ presence: 'away', run: '2' });
      returns.leaveAll('possibly');
      returns.leaveAll();
      should(update(isAway ? { run: '2' } : {})).match([{ mayBeSameRun: !isAway, asks: false }]);
    }
  });

  it('is asked about with the same values after a lost connection, but not after a command that starts engines', () => {
    const { returns, update } = open();
    const asked = new Map([['key', 1]]);
    update();
    returns.leaveAll('possibly');
    returns.ask('A', READY, NODES.get('A'), asked);
    returns.leaveAll();
    should(update()).match([{ asks: true, asked }]);
    should(returns.asking).eql(['A']);
    returns.leaveAll('possibly');
    should(update()).match([{ asks: true, asked: undefined }]);
    returns.done('A', READY, NODES.get('A'));
    should([returns.asking, update()]).eql([[], []]);
  });
});
