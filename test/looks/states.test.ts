import should from 'should';
import type { LookDesk } from '../../dist/looks/look-desk.js';
import { failing } from '../hub/scripted-hub.js';
import { LookStage, outcomes, row } from './look-stage.js';

const LOOKS = {
  Morning: { 'Arena/Mixer/Opacity': 1, 'Foyer/Key/Gain': 0.5 },
  Evening: { 'Arena/Mixer/Opacity': 0.2, 'Foyer/Key/Gain': 0.75 },
};

describe('the state of a look', () => {
  const stage = LookStage.forEach();
  const table = Object.keys(LOOKS.Morning).map((title) => row(title));
  const state = (desk: LookDesk, name: string) => desk.states.get(name)?.state;

  it('is on, or changed with the number of differences', async () => {
    stage.store(LOOKS);
    const desk = await stage.desk(table);
    should(desk.states.get('Morning')).eql({ state: 'on', differences: 0 });
    should(desk.states.get('Evening')).eql({ state: 'changed', differences: 2 });
    stage.setByOthers('Arena/Mixer/Opacity', 0.2);
    await stage.quiet();
    should(desk.states.get('Morning')).eql({ state: 'changed', differences: 1 });
    should(desk.states.get('Evening')).eql({ state: 'changed', differences: 1 });
  });

  it('ignores rows of the hub without a path, an id or a name', async () => {
    stage.store(LOOKS);
    const arena = stage.memory.engine('Arena');
    const desk = await stage.desk(table);
    for (const path of [undefined, null, '', {}, Number.NaN]) {
      Object.assign(arena.properties.find(({ name }) => name === 'Opacity') ?? {}, { path });
      Object.assign(stage.memory.engine('Foyer'), { id: path });
      arena.launch();
      await stage.quiet();
      await stage.quiet();
      should(state(desk, 'Evening')).equal('unknown');
      should(desk.isRead).be.true();
    }
  });

  it('is reported once for each change', async () => {
    stage.store(LOOKS);
    const desk = await stage.desk(table);
    const reports: unknown[] = [];
    desk.statesChanged.watch((states) => reports.push([...states.values()].map(({ state: each }) => each)));
    await stage.quiet();
    should(reports).eql([]);
    stage.setByOthers('Arena/Mixer/Opacity', 0.2);
    stage.setByOthers('Foyer/Key/Gain', 0.75);
    await stage.quiet();
    should(reports).eql([['on', 'changed']]);
  });

  it('is recalling after a recall whose outcomes are unknown, since its values may have arrived', async () => {
    stage.store(LOOKS);
    const desk = await stage.desk(table, { fade: { duration: 2, interpolation: 'Linear' } });
    stage.memory.takesBatches = false;
    stage.memory.faultOf = ({ method }) => (method === 'PATCH' ? 'lost' : undefined);
    should(outcomes(await stage.result(desk.recall('Evening', undefined)))).eql({
      'Arena/Mixer/Opacity': 'unknown',
      'Foyer/Key/Gain': 'unknown',
    });
    await stage.advance(10);
    should(state(desk, 'Evening')).equal('recalling');
  });

  it('is recalling from the command to the end of the fade', async () => {
    stage.store(LOOKS);
    const desk = await stage.desk(table, { fade: { duration: 2, interpolation: 'Linear' } });
    const recall = desk.recall('Evening', undefined);
    await stage.advance(1);
    should(state(desk, 'Evening')).equal('recalling');
    await stage.result(recall);
    await stage.advance(1900);
    should(state(desk, 'Evening')).equal('recalling');
    should(state(desk, 'Morning')).equal('changed');
    await stage.advance(400);
    should(state(desk, 'Evening')).equal('on');
  });

  it('is changed after a recall whose values another client changed', async () => {
    stage.store(LOOKS);
    const desk = await stage.desk(table);
    await stage.result(desk.recall('Evening', undefined));
    stage.setByOthers('Foyer/Key/Gain', 0);
    should(state(desk, 'Evening')).equal('recalling');
    await stage.quiet();
    should(desk.states.get('Evening')).eql({ state: 'changed', differences: 1 });
  });

  it('is recalling and then unknown without polls', async () => {
    stage.store(LOOKS);
    const desk = await stage.desk(table, { interval: 0, fade: { duration: 1, interpolation: 'Linear' } });
    const reports: unknown[] = [];
    desk.statesChanged.watch((states) => reports.push(states.get('Evening')?.state));
    should(state(desk, 'Evening')).equal('unknown');
    await stage.result(desk.recall('Evening', undefined));
    await stage.advance(900);
    should(state(desk, 'Evening')).equal('recalling');
    await stage.advance(200);
    should(reports).eql(['recalling', 'unknown']);
  });

  it('of an older recall with a long fade does not delay that of a newer one', async () => {
    stage.store(LOOKS);
    const rows = [row('Arena/Mixer/Opacity', { duration: 30 }), row('Foyer/Key/Gain')];
    const desk = await stage.desk(rows, { interval: 0 });
    const reports: unknown[] = [];
    desk.statesChanged.watch((states) => reports.push([...states.values()].map(({ state: each }) => each)));
    const first = desk.recall('Morning', undefined);
    await stage.result(Promise.all([first, desk.recall('Evening', 'Foyer')]));
    await stage.advance(500);
    should(reports.at(-1)).eql(['unknown', 'unknown']);
  });

  it('is not recalling after a recall that sent nothing', async () => {
    stage.store(LOOKS);
    const desk = await stage.desk(table, { interval: 0, fade: { duration: 30, interpolation: 'Linear' } });
    stage.hub.rehearsal.set(true);
    await stage.result(desk.recall('Evening', undefined));
    await stage.advance(10);
    should(state(desk, 'Evening')).equal('unknown');
    stage.hub.rehearsal.set(false);
    stage.memory.isOnline = false;
    await failing(stage.result(desk.recall('Evening', undefined)));
    await stage.advance(10);
    should(state(desk, 'Evening')).equal('unknown');
  });

  it('is unknown while a property is missing, the engine is away, or the hub is lost', async () => {
    stage.store({ ...LOOKS, Night: { 'Arena/Gone/Opacity': 1 } });
    const desk = await stage.desk(table);
    should(state(await stage.desk([]), 'Night')).equal('unknown');
    stage.memory.engine('Foyer').stop();
    await stage.quiet();
    should(state(desk, 'Morning')).equal('unknown');
    stage.memory.engine('Foyer').launch();
    await stage.quiet();
    should(state(desk, 'Morning')).equal('on');
    stage.memory.isOnline = false;
    await stage.quiet();
    should(state(desk, 'Morning')).equal('unknown');
    should(desk.isRead).equal(false);
    stage.memory.isOnline = true;
    await stage.advance(3000);
    should(state(desk, 'Morning')).equal('on');
    should(desk.isRead).equal(true);
  });

  it('finds a property that appears later, within 5 s, and does not search it at each poll', async () => {
    stage.store({ Night: { 'Arena/Mixer/Opacity': 1, 'Arena/Mixer/Gain': 0.25 } });
    const desk = await stage.desk([]);
    should(state(desk, 'Night')).equal('unknown');
    const searches = () => stage.memory.lines.filter((line) => line === 'GET /engines/1/nodes/Mixer//0/properties');
    const before = searches().length;
    await stage.advance(15_000);
    should(searches().length - before).be.within(2, 3);
    stage.memory.engine('Arena').add('Mixer/Gain', 0.25);
    await stage.advance(5500);
    should(state(desk, 'Night')).equal('on');
    const found = searches().length;
    await stage.advance(15_000);
    should(searches()).have.length(found);
  });

  it('does not depend on safe properties, and is unknown if all are safe', async () => {
    stage.store({ Morning: { ...LOOKS.Morning, 'Foyer/Key/Gain': 0 } });
    const rows = [row('Arena/Mixer/Opacity'), row('Foyer/Key/Gain', { recall: false })];
    should(state(await stage.desk(rows), 'Morning')).equal('on');
    const safe = rows.map((each) => ({ ...each, recall: false }));
    should(state(await stage.desk(safe), 'Morning')).equal('unknown');
  });

  it('is reported for the look of the node, or for all with a property of the table', async () => {
    stage.store({ ...LOOKS, Other: { 'Arena/Camera/Position': 1 } });
    const names = async (...args: Parameters<typeof stage.desk>) => [...(await stage.desk(...args)).states.keys()];
    should(await names(table, { look: 'Evening' })).eql(['Evening']);
    should(await names(table)).eql(['Evening', 'Morning']);
    should(await names([])).eql(['Evening', 'Morning', 'Other']);
  });

  it('is reported for a look of which only some properties are in the table', async () => {
    stage.store({ ...LOOKS, Wide: { 'Foyer/Key/Gain': 0.5, 'Arena/Camera/Position/x': 0 } });
    const desk = await stage.desk(table);
    should([...desk.states].map(([name, status]) => [name, status.state])).eql([
      ['Evening', 'changed'],
      ['Morning', 'on'],
      ['Wide', 'on'],
    ]);
  });

  it('is empty for a look that is not stored, if the file was read', async () => {
    const desk = stage.startDesk(table, { look: 'Evening' });
    should(desk.statusOf('Night')).eql({ state: 'unknown', differences: 0 });
    should(desk.states.size).equal(0);
    await stage.quiet();
    should(desk.statusOf('Night')).eql({ state: 'empty', differences: 0 });
    should([...desk.states]).eql([['Evening', { state: 'empty', differences: 0 }]]);
    await stage.result(desk.store('Evening'));
    should([...desk.states.keys(), desk.states.get('Evening')?.state]).eql(['Evening', 'on']);
    should(['Evening', ' Evening\u00a0'].map((name) => desk.statusOf(name).state)).eql(['on', 'on']);
  });

  it('follows the file, and is gone while the file is broken', async () => {
    stage.store(LOOKS);
    const desk = await stage.desk(table);
    const reports: string[][] = [];
    desk.statesChanged.watch((states) => reports.push([...states.keys()]));
    stage.store({ Morning: LOOKS.Morning });
    stage.file.changed.emit(await stage.file.read());
    stage.file.failed.emit(new Error('broken'));
    should(desk.statusOf('Morning').state).equal('unknown');
    stage.file.changed.emit(await stage.file.read());
    should(reports).eql([['Morning'], [], ['Morning']]);
    await stage.result(desk.rename('Morning', 'Dawn'));
    should(desk.states.get('Dawn')).eql({ state: 'on', differences: 0 });
    const dawn = stage.file.text;
    await stage.result(desk.delete('Dawn'));
    should([...(await desk.list()).keys(), ...desk.states.keys()]).eql([]);
    await stage.result(desk.import(dawn));
    should([...desk.states.keys()]).eql(['Dawn']);
    should(await desk.import('no looks').catch(({ name }) => name)).equal('StoredError');
    should([...(await desk.list()).keys()]).eql(['Dawn']);
  });

  it('polls the table although the file is broken', async () => {
    stage.file.text = 'no looks';
    const desk = stage.startDesk(table);
    await stage.quiet();
    should(desk.isRead).be.true();
    should(stage.memory.lines).containEql('PUT /batch');
    should(desk.states.size).equal(0);
  });

  it('costs as many requests as joined polls of its properties', async () => {
    stage.store(LOOKS);
    const desk = await stage.desk(table);
    const before = stage.memory.lines.length;
    await stage.advance(1000);
    should(stage.memory.lines.slice(before)).eql(Array(5).fill('PUT /batch'));
    await desk.list();
    await stage.advance(1000);
    should(stage.memory.lines.slice(before)).eql(Array(10).fill('PUT /batch'));
  });

  it('costs a command nothing', async () => {
    stage.store(LOOKS);
    await stage.desk(table, { modeOf: () => 'automatic' });
    should(stage.hub.ended.hasListeners).be.false();
  });

  it('ends with its desk: without a timer, a poll or a listener', async () => {
    stage.store(LOOKS);
    const fade = { duration: 60, interpolation: 'Linear' };
    for (const ms of [0, 1, 3, 5, 7, 100]) {
      const desk = await stage.desk(table, { interval: ms % 2 ? 200 : 0, modeOf: () => 'automatic', fade });
      const recall = desk.recall('Evening', undefined).catch(() => undefined);
      void desk.list().catch(() => undefined);
      await stage.advance(ms);
      stage.closeDesk(desk);
      await recall;
      await stage.advance(100);
      should([stage.hub.ledger.reset.hasListeners, stage.hub.ended.hasListeners, stage.file.changed.hasListeners]).eql([
        false,
        false,
        false,
      ]);
      should(stage.clock.timers).equal(0);
      const before = stage.memory.lines.length;
      await stage.quiet();
      should(stage.memory.lines.length).equal(before);
      should(await failing(desk.recall('Evening', undefined))).match({ code: 'CLOSED' });
      should(await failing(desk.store('Evening'))).match({ code: 'CLOSED' });
      should(stage.memory.lines.length).equal(before);
    }
    should(stage.file.closed).equal(6);
    should(stage.clock.timers).equal(0);
  });
});
