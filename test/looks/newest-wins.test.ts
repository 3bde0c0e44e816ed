import should from 'should';
import { failing } from '../hub/scripted-hub.js';
import { LookStage, outcomes, row } from './look-stage.js';

const LOOKS = {
  Morning: { 'Arena/Mixer/Opacity': 0.1, 'Arena/Mixer/Program': 'CAM 1', 'Foyer/Key/Gain': 0.1 },
  Evening: { 'Arena/Mixer/Opacity': 0.9, 'Arena/Mixer/Program': 'CAM 2', 'Foyer/Key/Gain': 0.9 },
};
const TITLES = Object.keys(LOOKS.Evening);

describe('of two senders, the newest wins', () => {
  const stage = LookStage.forEach();
  const values = () => TITLES.map((title) => stage.value(title));

  for (const interval of [0, 200])
    for (const pause of [1, 3, 5, 9, 11, 13])
      it(`a second recall ${pause} ms after the first, ${interval > 0 ? 'with' : 'without'} polls`, async () => {
        stage.store(LOOKS);
        const desk = await stage.desk(
          TITLES.map((title) => row(title)),
          { interval },
        );
        const first = desk.recall('Morning', undefined);
        await stage.advance(pause);
        const second = desk.recall('Evening', undefined);
        await stage.result(Promise.all([first, second]));
        should(values()).eql(Object.values(LOOKS.Evening));
      });

  it('a second recall by another node that already knows the names', async () => {
    stage.store(LOOKS);
    const slow = await stage.desk([], { interval: 0 });
    const quick = await stage.desk(TITLES.map((title) => row(title)));
    const first = slow.recall('Morning', undefined);
    await stage.advance(1);
    await stage.result(quick.recall('Evening', undefined));
    should(outcomes(await stage.result(first))).eql(Object.fromEntries(TITLES.map((title) => [title, 'superseded'])));
    should(values()).eql(Object.values(LOOKS.Evening));
  });

  for (const pause of [1, 5, 9, 11, 13])
    it(`a fader ${pause} ms after a recall`, async () => {
      stage.store(LOOKS);
      const desk = await stage.desk([], { interval: 0 });
      const recall = desk.recall('Evening', undefined);
      await stage.advance(pause);
      const moved = stage.hand('Arena/Mixer/Opacity', 0.5);
      await stage.result(Promise.all([recall, moved]));
      should(values()).eql([0.5, 'CAM 2', 0.9]);
    });

  it('a recall after a fader', async () => {
    stage.store(LOOKS);
    const desk = await stage.desk([], { interval: 0 });
    const moved = stage.hand('Arena/Mixer/Opacity', 0.5);
    await stage.advance(1);
    await stage.result(Promise.all([moved, desk.recall('Evening', undefined)]));
    should(values()).eql(Object.values(LOOKS.Evening));
  });

  it('and a desk that closes sends nothing more', async () => {
    stage.store(LOOKS);
    for (const ms of [0, 1, 5, 9]) {
      const desk = await stage.desk([], { interval: 0 });
      const recall = desk.recall('Evening', undefined);
      await (ms > 0 && stage.advance(ms));
      stage.closeDesk(desk);
      should(await failing(stage.result(recall))).match({ code: 'CLOSED', outcome: 'not-sent' });
    }
    should(stage.memory.writes).eql([]);
  });
});
