import should from 'should';
import type { CommandRecord } from '../../../dist/hub/records/as-run.js';
import { tableOperation } from '../../../dist/hub/table/operations.js';
import { failing } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

const property = { engineId: 1, nodePath: 'N', propertyPath: 'P' };
const NEVER = Number.NEGATIVE_INFINITY;

describe('the ledger of a hub', () => {
  const stage = SteppedHub.forSuite({ maxInFlight: 1 });
  let ends: CommandRecord[];

  beforeEach(() => {
    ends = [];
    stage.hub.ended.watch((record) => ends.push(record));
  });

  const set = (more: object = {}, options = {}) =>
    stage.run('setProperty', { ...property, Value: 1, ...more }, options);
  const laneOf = (propertyPath = 'P'): string =>
    stage.hub.lanesOf(tableOperation('setProperty'), { ...property, propertyPath, Value: 0 })[0] ?? '';
  const of = (propertyPath?: string) => stage.hub.ledger.of(laneOf(propertyPath));

  it('has a command from its arrival to its end', async () => {
    const calls = [
      set(),
      set({ propertyPath: 'Q' }),
      stage.run('callFunction', { engineId: 1, nodePath: 'N', functionPath: 'F' }),
    ];
    should([of('P'), of('Q')].map(({ isPending, began }) => [isPending, began])).eql([
      [true, 0],
      [true, 0],
    ]);
    await stage.advance(50);
    should(stage.requests).have.length(1);
    for (let count = 0; count < 3; count++) await stage.answer('');
    await Promise.all(calls);
    should(new Set(ends.flatMap(({ lanes }) => lanes)).size).equal(3);
    for (const { lanes } of ends) should(stage.hub.ledger.of(lanes[0] ?? '')).match({ isPending: false, changed: 50 });
    should(of('P')).match({ value: 1, component: undefined, arrivesAt: 50 });
  });

  it('has only changes that may have happened', async () => {
    const expired = failing(set({}, { expiry: 40 }));
    const waiting = failing(set({ propertyPath: 'Q' }, { expiry: 40 }));
    await stage.advance(50);
    await stage.answer('PATCH', {}, 422);
    await Promise.all([expired, waiting]);
    should([of('P'), of('Q')].map(({ isPending, changed }) => [isPending, changed])).eql([
      [false, NEVER],
      [false, NEVER],
    ]);
    const unreachable = failing(set());
    await stage.advance(50);
    stage.open[0]?.fail('HUB_UNREACHABLE');
    await unreachable;
    should(of('P')).match({ isPending: false, changed: NEVER });
    const unknown = failing(set({ Interpolation: 'Linear', Duration: 3 }));
    await stage.advance(50);
    await stage.answer('PATCH', {}, 500);
    await unknown;
    should(of('P')).match({ isPending: false, changed: 150, value: undefined, arrivesAt: NEVER });
  });

  it('has a possible change at once if the owner of a command closes, although its batch continues', async () => {
    const owner = {};
    const closed = failing(set({}, { joinable: true, owner }));
    const other = failing(set({ propertyPath: 'Q' }, { joinable: true }));
    await stage.advance(50);
    stage.hub.abandon(owner);
    should(await closed).match({ code: 'CLOSED', outcome: 'unknown' });
    should([of('P'), of('Q')].map(({ isPending, changed }) => [isPending, changed])).eql([
      [false, 50],
      [true, NEVER],
    ]);
    await stage.answer('PUT /batch', {}, 500);
    await other;
    should(of('Q')).match({ isPending: false, changed: 50, value: undefined });
  });

  it('has the last value sent, until a command is refused', async () => {
    const sent = set();
    await stage.advance(50);
    await stage.answer('PATCH');
    await sent;
    should(stage.hub.ledger.lastSent(laneOf())).equal(1);
    const refused = failing(set({ Value: 2 }));
    await stage.advance(50);
    await stage.answer('PATCH', {}, 422);
    await refused;
    should(stage.hub.ledger.lastSent(laneOf())).be.undefined();
    should(of()).match({ value: 1, changed: 50 });
  });

  it('has no reads, wrong values, or commands in rehearsal', async () => {
    const read = stage.run('listEngines', {});
    await failing(set({ Value: undefined }));
    await stage.advance(50);
    await stage.answer('GET', []);
    await read;
    stage.hub.rehearsal.set(true);
    should(await set()).match({ outcome: 'rehearsal' });
    should(of('P')).match({ isPending: false, began: NEVER, changed: NEVER });
  });

  it('has the fade to a component until its end, also after another component', async () => {
    const component = (Component: string, Value: number, more: object = {}) =>
      set({ engineType: 'RE5', Component, Value, ...more });
    const x = component('x', 1, { Interpolation: 'Linear', Duration: 3 });
    await stage.advance(50);
    await stage.answer('PATCH');
    await x;
    should(of('P')).match({ value: 1, component: 'x', arrivesAt: 3050 });
    should(stage.hub.ledger.lastSent(laneOf())).be.undefined();
    const y = component('y', 2);
    await stage.advance(50);
    await stage.answer('PATCH');
    await y;
    should(of('P')).match({ value: 2, component: 'y', arrivesAt: 3050 });
    const lost = failing(component('z', 2));
    await stage.advance(50);
    await stage.answer('PATCH', {}, 500);
    await lost;
    should(of('P')).match({ value: undefined, changed: 150, arrivesAt: 3050 });
    const whole = set({ Value: { x: 0, y: 0 } });
    await stage.advance(50);
    await stage.answer('PATCH');
    await whole;
    should(of('P')).match({ value: { x: 0, y: 0 }, component: undefined, arrivesAt: 200 });
  });

  it('reports the commands that may change everything, after their ends', async () => {
    const resets: string[] = [];
    stage.hub.ledger.reset.watch((command) => resets.push(command));
    const run = async (name: string, params: object, status: number) => {
      const call = stage.run(name, { ...params }).catch(() => undefined);
      await stage.advance(50);
      should(resets).eql(expected);
      await stage.answer('', {}, status);
      await call;
    };
    const expected: string[] = [];
    await run('launch', { configID: 1 }, 422);
    await run('launch', { configID: 1 }, 200);
    expected.push('launch');
    await run('setProperty', { ...property, Value: 1 }, 200);
    await run('launch', { configID: 1 }, 500);
    should(resets).eql(['launch', 'launch']);
  });

  for (const [use, begin] of [
    [
      'the end of its request',
      () => stage.hub.ledger.sent(laneOf(), 'done', { value: 2, component: undefined, travelMs: 0 }),
    ],
    ['a value of a look that waits', () => stage.hub.ledger.hold(laneOf())],
    ['the start of a command', () => stage.hub.ledger.begin([laneOf()], {}, 0)],
  ] as const)
    it(`forgets the lane that was used longest ago, of 20,000: the last use is ${use}`, () => {
      const { ledger } = stage.hub;
      const end = (lane: string) => ledger.sent(lane, 'done', { value: 1, component: undefined, travelMs: 0 });
      end(laneOf());
      for (let lane = 1; lane < 20_000; lane += 1) end(`lane ${lane}`);
      begin();
      should(ledger.of('lane 1').change).be.above(0);
      end('new');
      should([laneOf(), 'lane 1', 'lane 2', 'new'].map((lane) => ledger.of(lane).change > 0)).eql([
        true,
        false,
        true,
        true,
      ]);
      end('lane 1');
      should(ledger.of('lane 2').change).equal(0);
    });
});
