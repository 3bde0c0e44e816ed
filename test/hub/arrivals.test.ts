import should from 'should';
import type { Arrival } from '../../dist/hub/hub.js';
import { asRunOf, type CommandRecord } from '../../dist/hub/records/as-run.js';
import { findOperation, type Operation } from '../../dist/hub/table/operations.js';
import { failing } from './scripted-hub.js';
import { SteppedHub } from './stepped-hub.js';

const property = { engineId: 1, nodePath: 'N', propertyPath: 'P' };

describe('the arrivals of a hub', () => {
  const stage = SteppedHub.forSuite({ maxInFlight: 1 });
  let arrivals: Arrival[];
  let ends: CommandRecord[];

  beforeEach(() => {
    arrivals = [];
    ends = [];
    stage.hub.arrived.watch((arrival) => arrivals.push(arrival));
    stage.hub.ended.watch((record) => ends.push(record));
  });

  const set = (more: object = {}, options = {}) =>
    stage.run('setProperty', { ...property, Value: 1, ...more }, options);

  it('are reported when a command enters its lane, before it is sent', async () => {
    const calls = [
      set(),
      set({ propertyPath: 'Q' }),
      stage.run('callFunction', { engineId: 1, nodePath: 'N', functionPath: 'F' }),
    ];
    should(arrivals.map(({ lanes }) => lanes.length)).eql([1, 1, 1]);
    should(new Set(arrivals.flatMap(({ lanes }) => lanes)).size).equal(3);
    await stage.advance(50);
    should(stage.requests).have.length(1);
    for (let count = 0; count < 3; count++) await stage.answer('');
    await Promise.all(calls);
    should(ends.map(({ lanes }) => lanes)).eql(arrivals.map(({ lanes }) => lanes));
  });

  it('have the same values as their ends', async () => {
    const refused = failing(set());
    await stage.advance(50);
    await stage.answer('PATCH', {}, 422);
    await refused;
    should(ends[0]?.params === arrivals[0]?.params).equal(true);
  });

  it('have the look that sends them, which the as-run record names', async () => {
    const look = { name: 'Evening', since: 0 };
    const sent = set({}, { look });
    await stage.advance(50);
    await stage.answer('PATCH');
    await sent;
    should(arrivals[0]?.look === look).equal(true);
    should(asRunOf(ends[0] as CommandRecord)).match({ look: 'Evening', operation: 'setProperty', value: 1 });
    const other = set();
    await stage.advance(50);
    await stage.answer('PATCH');
    await other;
    should(asRunOf(ends[1] as CommandRecord)).not.have.property('look');
  });

  it('are not reported for reads, wrong values, or in rehearsal', async () => {
    const read = stage.run('listEngines', {});
    await failing(set({ Value: undefined }));
    await stage.advance(50);
    await stage.answer('GET', []);
    await read;
    stage.hub.rehearsal.set(true);
    should(await set()).equal('rehearsal');
    should(arrivals).eql([]);
  });

  it('use the lanes of `lanesOf`, which sends nothing', async () => {
    const operation = findOperation('setProperty') as Operation;
    const lanes = stage.hub.lanesOf(operation, { ...property, Value: 2 });
    should(stage.hub.lanesOf(operation, { ...property, Value: 2, Component: 'x' })).eql(lanes);
    should(stage.hub.lanesOf(operation, { ...property, propertyPath: 'Q', Value: 2 })).not.eql(lanes);
    should(() => stage.hub.lanesOf(operation, { engineId: 1 })).throw({ code: 'BAD_INPUT' });
    should(stage.requests).eql([]);
    const sent = set();
    should(arrivals[0]?.lanes).eql(lanes);
    await stage.advance(50);
    await stage.answer('PATCH');
    await sent;
  });
});

describe('joinable levels', () => {
  const stage = SteppedHub.forSuite();
  const set = (propertyPath: string, options = {}) =>
    stage.run('setProperty', { ...property, propertyPath, Value: 1 }, options);
  const joinable = { joinable: true };
  const answerBatch = () => {
    const entries = stage.open[0]?.body as { id: number }[];
    return stage.answer(
      'PUT /batch',
      entries.map(({ id }) => ({ id, responseCode: 200, responseBody: {} })),
    );
  };

  it('are sent as one batch although joining is off, and others alone', async () => {
    const calls = [set('A', joinable), set('B', joinable), set('C')];
    await stage.advance(50);
    await stage.advance(50);
    should(stage.lines().toSorted()).eql(['PATCH /engines/1/nodes/N/properties/C', 'PUT /batch']);
    await stage.answer('PATCH');
    await answerBatch();
    await Promise.all(calls);
  });

  it('are sent alone if the hub refuses the batch', async () => {
    const calls = [set('A', joinable), set('B', joinable)];
    await stage.advance(50);
    await stage.answer('PUT /batch', {}, 404);
    await stage.advance(50);
    should(stage.lines('PATCH')).have.length(2);
    for (const _ of calls) await stage.answer('PATCH');
    await Promise.all(calls);
  });

  it('are sent alone with their own deadline', async () => {
    const calls = ['A', 'B'].map((path) => set(path, { ...joinable, timeout: 400 }));
    await stage.advance(50);
    should(stage.lines('PUT')).eql([]);
    for (const _ of calls) await stage.answer('PATCH');
    await Promise.all(calls);
  });

  it('are never triggers', async () => {
    const call = (functionPath: string) =>
      stage.run('callFunction', { engineId: 1, nodePath: 'N', functionPath }, joinable);
    const calls = [call('F'), call('G')];
    await stage.advance(50);
    should(stage.lines('PUT')).eql([]);
    while (stage.open.length > 0) await stage.answer('');
    await Promise.all(calls);
  });
});
