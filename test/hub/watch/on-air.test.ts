import should from 'should';
import { Reads } from '../../../dist/hub/reads/reads.js';
import { findOperation, type Operation } from '../../../dist/hub/table/operations.js';
import { OnAir, type OnAirReport } from '../../../dist/hub/watch/on-air.js';
import { secretPatterns } from '../../../dist/hub/wire/secrets.js';
import { FakeClock } from '../fake-clock.js';

const operation = (name: string) => findOperation(name) as Operation;

/** A row of a rundown with its state on program. */
const row = (id: number, program: string | undefined, name = `Item ${id}`) => ({
  id,
  name,
  ...(program && { status: { program, preview: 'Available' } }),
});

describe('the graphics on air', () => {
  const clock = new FakeClock();
  let answer: (body: unknown) => void;
  let fail: () => void;
  let reads: Reads;
  let onAir: OnAir;
  let reports: OnAirReport[];
  let unwatch: () => void;
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const read = async (...rows: readonly unknown[]) => {
    answer(rows);
    await settle();
    await clock.advance(1000, settle);
  };
  const items = () => reports.map((report) => report.items?.map(({ id, name }) => `${id} ${name}`));

  beforeEach(async () => {
    reports = [];
    reads = new Reads(
      {
        ask: () =>
          new Promise((resolve, reject) => {
            answer = resolve;
            fail = () => reject(new Error('lost'));
          }),
        abandon: () => {},
      },
      clock,
    );
    onAir = new OnAir(secretPatterns({ headers: { 'X-API-Key': 'rh_long_secret_key' } }));
    reads.settled.watch((read) => onAir.onRead(read));
    onAir.watch((report) => reports.push(report));
    unwatch = reads.watch(operation('listLinearItems'), { engineId: 101, rundownId: 201 }, 1000, {
      answer() {},
      failure() {},
      expect() {},
    });
    await clock.advance(0, settle);
  });
  afterEach(() => reads.close());

  it('are reported when they change, from the first read until nobody reads them', async () => {
    await read(row(1, 'Available'), row(2, 'Available'));
    await read(row(1, 'Playing'), row(2, 'Available'));
    await read(row(1, 'Playing'), row(2, 'Available'));
    await read(row(1, 'Playing'), row(2, 'Playing'));
    should(items()).eql([[], ['1 Item 1'], ['1 Item 1', '2 Item 2']]);
    should(reports[0]).match({ engineId: '101', rundownId: '201', isFirst: true });
    should(reports[1]).match({ isFirst: false });
    should(onAir.present).match([{ isFirst: true, items: [{ id: '1' }, { id: '2' }] }]);
    unwatch();
    should(items().at(-1)).be.undefined();
    should(onAir.present).be.empty();
    should(reports).have.length(4);
  });

  it('go on while another poll of the rundown has an answer, until the last one ends', async () => {
    await read(row(1, 'Playing', 'Übergabe'));
    const answerFirst = answer;
    const endOther = reads.watch(operation('listLinearItems'), { engineId: 101, rundownId: 201 }, 5000, {
      answer() {},
      failure() {},
    });
    await clock.advance(0, settle);
    answer([row(1, 'Playing', 'Übergabe')]);
    await settle();
    answerFirst([row(1, 'Playing', 'Übergabe')]);
    await settle();
    unwatch();
    await settle();
    should(items()).eql([['1 Übergabe']]);
    should(onAir.present).match([{ items: [{ id: '1' }] }]);
    endOther();
    should(items()).eql([['1 Übergabe'], undefined]);
    should(onAir.present).be.empty();
  });

  it('end with a failed read, and with the loss of the hub', async () => {
    await read(row(1, 'Playing'));
    fail();
    await settle();
    should(items()).eql([['1 Item 1'], undefined]);
    reads.onReturn(false);
    await clock.advance(1000, settle);
    await read(row(1, 'Playing'));
    should(reports.at(-1)).match({ isFirst: true, items: [{ id: '1' }] });
    reads.onLost('unreachable', new Error('away'));
    should(items().at(-1)).be.undefined();
  });

  it('are unknown while the rundown is listed as empty, as during a restart of its show', async () => {
    await read(row(1, 'Playing'));
    await read();
    await read(row(1, 'Playing'));
    should(items()).eql([['1 Item 1'], undefined, ['1 Item 1']]);
  });

  it('have a short time on air that the states show late', async () => {
    await read(row(1, 'Available'));
    for (const name of ['playItem', 'takeItemOut']) {
      const params = { engineId: 101, itemId: 1, preview: 0 };
      reads.onCommand({ operation: operation(name), params, isUnknown: false });
    }
    await clock.advance(100, settle);
    await read(row(1, 'Playing'));
    await read(row(1, 'Available'));
    should(items()).eql([[], ['1 Item 1'], []]);
  });

  it('are not reported of a hub without states, and have no secret in their names', async () => {
    await read(row(1, undefined));
    should(reports).be.empty();
    await read(row(1, 'Playing', 'rh_long_secret_key'), row(2, 'Odd word', 'x'.repeat(1000)));
    should(reports[0]?.items).eql([
      { id: '1', name: '•••' },
      { id: '2', name: `${'x'.repeat(159)}…`, isUnknown: true },
    ]);
  });
});
