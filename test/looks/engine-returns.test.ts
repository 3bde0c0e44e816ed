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
});
