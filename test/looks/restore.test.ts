import should from 'should';
import type { LookDeskOptions } from '../../dist/looks/look-desk.js';
import type { Restored } from '../../dist/looks/restorer.js';
import { LookStage, outcomes, row } from './look-stage.js';

const TITLES = ['Arena/Mixer/Opacity', 'Arena/Mixer/Program', 'Arena/Camera/Position', 'Foyer/Key/Gain'];

describe('a restore', () => {
  const stage = LookStage.forEach();
  let restored: Restored[];
  let asking: (readonly string[])[];

  async function open(mode: 'off' | 'ask' | 'automatic', more: Partial<LookDeskOptions> = {}) {
    restored = [];
    asking = [];
    const desk = await stage.desk(
      TITLES.map((title) => row(title)),
      { modeOf: () => mode, ...more },
    );
    desk.restorer.restored.watch((each) => restored.push(each));
    desk.restorer.askingChanged.watch((engines) => asking.push([...engines]));
    return desk;
  }
  const arena = () => stage.memory.engine('Arena');
  const fromOthers = async () => {
    stage.setByOthers('Arena/Mixer/Opacity', 0.3);
    stage.setByOthers('Arena/Camera/Position', { x: 1, y: 2, z: 3 });
    await stage.quiet();
  };
  const away = async (ms = 400) => {
    arena().stop();
    await stage.advance(ms);
    arena().load();
    await stage.advance(400);
    arena().listsNodes = false;
    arena().finish();
    await stage.advance(400);
    should(stage.memory.writes.filter(({ isLaunching }) => isLaunching)).eql([]);
    arena().listsNodes = true;
  };

  it('sends each value that differs once, as soon as the nodes are listed', async () => {
    const sentBy: unknown[] = [];
    stage.hub.ended.watch(({ group }) => sentBy.push([group?.name, group?.does === 'restore']));
    await open('automatic');
    await fromOthers();
    await away();
    should(stage.memory.writes).eql([]);
    await stage.advance(250);
    should(sentBy).eql([
      ['Arena', true],
      ['Arena', true],
    ]);
    should(stage.memory.writes.map(({ target, body }) => [target, body])).eql([
      ['Mixer//0/Opacity//0', { Value: 0.3 }],
      ['Camera//0/Position//0', { Value: { x: 1, y: 2, z: 3 } }],
    ]);
    await stage.quiet();
    should(stage.memory.writes).have.length(2);
    should(restored.map(({ engine, entries }) => [engine, outcomes(entries)])).eql([
      ['Arena', { 'Arena/Mixer/Opacity': 'done', 'Arena/Camera/Position': 'done' }],
    ]);
    should(Object.keys(restored[0]?.entries[0] ?? {})).eql(['engine', 'node', 'property', 'value', 'outcome']);
  });

  it('leaves a value alone that a look will send, although it still waits for its place', async () => {
    await stage.close();
    stage.open({ maxInFlight: 3 });
    stage.memory.takesBatches = false;
    stage.store({ Evening: { 'Arena/Mixer/Opacity': 0.2, 'Arena/Mixer/Program': 'CAM 2', 'Foyer/Key/Gain': 0.9 } });
    const desk = await open('automatic');
    await stage.result(stage.hand('Foyer/Key/Gain', 0.7));
    await stage.quiet();
    // One value of a look is sent at a time, and these two get no answer for 500 ms each.
    stage.memory.faultOf = ({ method, path }) => (method === 'PATCH' && path.includes('Mixer') ? 'lost' : undefined);
    const recalled = desk.recall('Evening', undefined);
    await stage.advance(20);
    stage.memory.engine('Foyer').launch();
    await stage.advance(900);
    should(stage.sent('Foyer/Key/Gain')).eql([0.7]);
    should(outcomes(await stage.result(recalled))).match({ 'Foyer/Key/Gain': 'done' });
    await stage.quiet();
    should(stage.sent('Foyer/Key/Gain')).eql([0.7, 0.9]);
    should(stage.value('Foyer/Key/Gain')).equal(0.9);
  });

  it('has a mode for each engine', async () => {
    await open('off', { modeOf: (engine) => (engine === 'Foyer' ? 'automatic' : 'off') });
    await stage.result(stage.hand('Arena/Mixer/Opacity', 0.7));
    await stage.result(stage.hand('Foyer/Key/Gain', 0.7));
    for (const engine of stage.memory.engines) engine.launch();
    await stage.quiet();
    should([stage.value('Arena/Mixer/Opacity'), stage.value('Foyer/Key/Gain')]).eql([1, 0.7]);
  });

  it('asks, and sends at a press', async () => {
    const desk = await open('ask');
    await fromOthers();
    await away();
    await stage.quiet();
    should(stage.memory.writes).eql([]);
    should(asking).eql([['Arena']]);
    const entries = await stage.result(desk.restorer.restore());
    should(outcomes(entries)).eql({ 'Arena/Mixer/Opacity': 'done', 'Arena/Camera/Position': 'done' });
    should(asking).eql([['Arena'], []]);
    should(await stage.result(desk.restorer.restore())).eql([]);
    should(stage.memory.writes).have.length(2);
    should(asking).have.length(2);
  });

  it('asks after an earlier restore only if the engine returns with another project, also the second engine', async () => {
    for (const name of ['Arena', 'Foyer'] as const) {
      const desk = await open('automatic');
      const title = name === 'Arena' ? 'Arena/Mixer/Opacity' : 'Foyer/Key/Gain';
      await stage.result(stage.hand(title, 0.3));
      for (const count of [2, 3]) {
        stage.memory.engine(name).launch();
        await stage.quiet();
        should([stage.sent(title).length, asking]).eql([count, []]);
      }
      stage.memory.engine(name).projectId += 1;
      stage.memory.engine(name).launch();
      await stage.quiet();
      should([stage.sent(title).length, asking]).eql([3, [[name]]]);
      stage.closeDesk(desk);
    }
  });

  it('does not ask if nothing differs', async () => {
    await open('ask');
    await away();
    await stage.quiet();
    should(asking).eql([]);
  });

  it('leaves a value alone that another client changes after the question', async () => {
    const desk = await open('ask');
    await fromOthers();
    await away();
    await stage.quiet();
    stage.setByOthers('Arena/Mixer/Opacity', 0.6);
    await stage.quiet();
    should(outcomes(await stage.result(desk.restorer.restore()))).eql({ 'Arena/Camera/Position': 'done' });
    should(stage.value('Arena/Mixer/Opacity')).equal(0.6);
  });

  it('asks no more if all values were changed after the question', async () => {
    const desk = await open('ask');
    await fromOthers();
    await away();
    await stage.quiet();
    await stage.result(stage.hand('Arena/Mixer/Opacity', 0.6));
    stage.setByOthers('Arena/Camera/Position', { x: 9, y: 9, z: 9 });
    await stage.quiet();
    should(asking).eql([['Arena'], []]);
    should(await stage.result(desk.restorer.restore())).eql([]);
  });

  it('asks if a node has another name, although no value of the table is in it', async () => {
    arena().add('Other/Thing', 1);
    await open('automatic');
    await fromOthers();
    arena().stop();
    Object.assign(arena().properties.at(-1) ?? {}, { node: 'Another' });
    await away();
    await stage.quiet();
    should([asking, stage.memory.writes]).eql([[['Arena']], []]);
  });

  it('leaves a value alone that a hand moved while the engine was away or back', async () => {
    await open('automatic');
    await fromOthers();
    arena().launch();
    // The launch is not polled yet.
    await stage.result(stage.hand('Arena/Mixer/Opacity', 0.9));
    await stage.quiet();
    should(stage.sent('Arena/Mixer/Opacity')).eql([0.9]);
    should(stage.sent('Arena/Camera/Position')).have.length(1);
  });

  it('sends no safe property', async () => {
    await stage.desk([row('Arena/Mixer/Opacity', { recall: false }), row('Arena/Camera/Position')], {
      modeOf: () => 'automatic',
    });
    await fromOthers();
    arena().launch();
    await stage.quiet();
    should(stage.sent('Arena/Mixer/Opacity')).eql([]);
    should(stage.sent('Arena/Camera/Position')).have.length(1);
  });

  it('asks if another engine has taken over the name without an absence, although it is automatic', async () => {
    for (const pid of [100, null]) {
      Object.assign(arena(), { pid });
      const desk = await open('automatic');
      await fromOthers();
      Object.assign(arena(), { id: arena().id + 70, name: 'Arena' });
      arena().set('Mixer/Opacity', 0.8);
      await stage.quiet();
      should(asking).eql([['Arena']]);
      should(stage.memory.writes).eql([]);
      should(outcomes(await stage.result(desk.restorer.restore()))).eql({ 'Arena/Mixer/Opacity': 'done' });
      stage.memory.writes.length = 0;
      stage.closeDesk(desk);
    }
  });

  it('by two nodes with the same properties sends each value once', async () => {
    await open('automatic');
    await stage.desk(
      TITLES.map((title) => row(title)),
      { modeOf: () => 'automatic', interval: 300 },
    );
    await stage.advance(1000);
    await fromOthers();
    await away();
    await stage.advance(3000);
    should(stage.memory.writes).have.length(2);
  });

  it('does not search an engine again and again while it asks, or while it stays away', async () => {
    const desk = await open('ask');
    await fromOthers();
    for (const isBack of [true, false]) {
      if (isBack) await away();
      else arena().stop();
      await stage.quiet();
      should(desk.restorer.asking).eql(['Arena']);
      const before = stage.memory.lines.length;
      await stage.advance(4000);
      // One batch of polls for each interval, and two for one search.
      should(stage.memory.lines.length - before).be.belowOrEqual(24);
    }
  });
});
