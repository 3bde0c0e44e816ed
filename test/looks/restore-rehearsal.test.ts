import should from 'should';
import { LookStage, outcomes, row } from './look-stage.js';

const OPACITY = 'Arena/Mixer/Opacity';
const DONE = { [OPACITY]: 'done' };
const REHEARSED = { [OPACITY]: 'rehearsal' };

describe('a restore in rehearsal', () => {
  const stage = LookStage.forEach();

  /** The engine starts again in rehearsal, and a property has its first value again. */
  async function open(mode: 'ask' | 'automatic', value: unknown = 0.3, title = OPACITY) {
    const desk = await stage.desk([row(title)], { modeOf: () => mode });
    const restored: object[] = [];
    desk.restorer.restored.watch(({ entries }) => restored.push(outcomes(entries)));
    stage.setByOthers(title, value);
    await stage.quiet();
    stage.hub.rehearsal.set(true);
    stage.memory.engine('Arena').launch();
    await stage.quiet();
    return { restorer: desk.restorer, restored };
  }

  async function endRehearsal(): Promise<void> {
    stage.hub.rehearsal.set(false);
    await stage.quiet();
    should(stage.memory.writes).eql([]);
  }

  it('is reported once if it is automatic. When the rehearsal ends, it asks and sends nothing', async () => {
    const { restorer, restored } = await open('automatic');
    should(restored).eql([REHEARSED]);
    should(restorer.asking).eql(['Arena']);
    await endRehearsal();
    should(restored).have.length(1);
    should(restorer.asking).eql(['Arena']);
  });

  for (const mode of ['ask', 'automatic'] as const)
    it(`is still to be done after its press was rehearsed, with the mode ${mode}`, async () => {
      const { restorer } = await open(mode);
      for (const _ of [1, 2]) should(outcomes(await stage.result(restorer.restore()))).eql(REHEARSED);
      await stage.quiet();
      should(restorer.asking).eql(['Arena']);
      await endRehearsal();
      should(outcomes(await stage.result(restorer.restore()))).eql(DONE);
      should(stage.sent(OPACITY)).eql([0.3]);
      should(restorer.asking).eql([]);
      should(await stage.result(restorer.restore())).eql([]);
    });

  it('is still to be done after a fader of one component was rehearsed', async () => {
    const position = 'Arena/Camera/Position';
    const { restorer } = await open('ask', { x: 1, y: 2, z: 3 }, position);
    should(await stage.result(stage.hand(position, 9, { Component: 'x' }))).match({ outcome: 'rehearsal' });
    await endRehearsal();
    should(outcomes(await stage.result(restorer.restore()))).eql({ [position]: 'done' });
    should(stage.value(position)).eql({ x: 1, y: 2, z: 3 });
  });

  it('asks no more if the value was set meanwhile', async () => {
    const { restorer } = await open('automatic');
    stage.setByOthers(OPACITY, 0.3);
    await endRehearsal();
    should(restorer.asking).eql([]);
  });
});
