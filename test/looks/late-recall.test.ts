import should from 'should';
import type { LookEntry } from '../../dist/looks/entries.js';
import { LookStage, outcomes, row } from './look-stage.js';

const EVENING = { 'Arena/Mixer/Opacity': 0.2, 'Foyer/Key/Gain': 0.9 };
const TITLES = Object.keys(EVENING);
/** The time for the names of this look: a read of the engines, of their nodes, and of the properties. */
const SEARCH_MS = 3 * 4;

describe('the wait of a look that is recalled', () => {
  const stage = LookStage.forEach();
  const expired = Object.fromEntries(TITLES.map((title) => [title, 'not-sent']));

  async function shouldBeExpired(entries: readonly LookEntry[]) {
    should(outcomes(entries)).eql(expired);
    should(entries.map(({ code }) => code)).eql(TITLES.map(() => 'EXPIRED'));
    await stage.quiet();
    should(stage.memory.writes).eql([]);
  }

  for (const remaining of [undefined, 60_000])
    it(`includes the time for its names (rest of a wait on another Node-RED: ${remaining ?? 'none'})`, async () => {
      await stage.close();
      stage.open({ maxInFlight: 1 });
      stage.store({ Evening: EVENING });
      const desk = await stage.desk([], { interval: 0 });
      stage.memory.takesBatches = false;
      // Five reads take 2.4 s, and a value waits for 1.5 s.
      stage.memory.latency = 480;
      await shouldBeExpired(await stage.result(desk.recall('Evening', undefined, undefined, remaining)));
    });

  for (const share of [undefined, 0.5])
    it(`is the rest of a wait on another Node-RED, ${share ? 'with' : 'without'} a blend`, async () => {
      stage.store({ Evening: EVENING });
      const desk = await stage.desk([], { interval: 0 });
      const recall = (ms: number) => stage.result(desk.recall('Evening', undefined, share, ms));
      await shouldBeExpired(await recall(SEARCH_MS - 2));
      const entries = await recall(SEARCH_MS + 20);
      should(outcomes(entries)).eql(Object.fromEntries(TITLES.map((title) => [title, 'done'])));
      should(stage.memory.writes).have.length(TITLES.length);
    });

  it('is the rest of a wait on another Node-RED for a restore', async () => {
    const desk = await stage.desk(
      TITLES.map((title) => row(title)),
      { modeOf: () => 'ask' },
    );
    await stage.result(stage.hand('Arena/Mixer/Opacity', 0.7));
    stage.memory.engine('Arena').launch();
    await stage.quiet();
    await stage.quiet();
    should(desk.restorer.asking).eql(['Arena']);
    const writes = stage.memory.writes.length;
    const entries = await stage.result(desk.restorer.restore(1));
    should(outcomes(entries)).eql({ 'Arena/Mixer/Opacity': 'not-sent' });
    should(stage.memory.writes).have.length(writes);
  });
});
