import { setTimeout as pause } from 'node:timers/promises';
import should from 'should';
import type { Step } from '../../dist/cues/list.js';
import { get } from '../nodes/endpoints/endpoints.js';
import { CueStage, cueOf, message, set } from './cue-stage.js';
import { nameOf } from './look-stage.js';

const FOLLOW_ON = { does: 'followOn', after: 0, from: 'confirmed' } as const;

/** All measured at the hub, which answers the first step late. The second step waits in the lane of the same property. */
describe('a cue whose second step waits in the hub', function () {
  this.timeout(60_000);
  const show = CueStage.forEach();

  async function open(second: Step, next: Step = set(0.2)): Promise<void> {
    const look = {
      ...{ id: 'look', type: 'hub-look', interval: '0', file: `${show.folder}/looks.json` },
      properties: [nameOf('opacity')],
    };
    await show.open(
      {
        10: cueOf('Übergabe', [set(0.1), second], FOLLOW_ON),
        20: cueOf('日本語', [next]),
        30: cueOf('End', [set(0.3)]),
      },
      {},
      [look],
    );
    await show.stage.send('look', { _msgid: 'store', operation: 'store', look: 'Soirée' });
  }

  /** Presses Go, and returns when the first step is on its way. */
  async function goUntilSent(trouble: object = {}): Promise<void> {
    show.hub.trouble({ operation: 'setProperty', delay: 600, times: 1, ...trouble });
    show.press('go');
    await show.stage.until(() => show.values.length > 0);
  }

  for (const [what, second, value] of [
    ['command', set(0.15), 0.15],
    ['look', { does: 'look', look: 'Soirée', delay: 0 }, 1],
  ] as const)
    it(`drops a ${what} at a Stop, with its follow-on, and does not hold`, async () => {
      await open(second);
      await goUntilSent();
      await show.send('stop');
      await show.becomes(({ state }) => state !== 'running');
      should(show.values).eql([0.1]);
      should(show.state).match({ state: 'standby', standby: { number: '10' }, failed: null });
      should(show.stage.caught).be.empty();
      await show.send('go');
      await show.stage.until(() => show.values.length === 4);
      should(show.values).eql([0.1, 0.1, value, 0.2]);
    });

  it('sends nothing after the next Go, which plays the next cue', async () => {
    await open(set(0.15), message('atem'));
    await goUntilSent();
    should(await show.send('go')).match({ cue: { number: '20' }, hub: { outcome: 'done' } });
    await show.stage.until(() => show.stage.completed.some(({ cue }) => cue?.number === '10'));
    should((await get('cues')).body[0].cues).match([{ outcome: 'superseded' }, { outcome: 'done' }, {}]);
    should(show.state).match({ state: 'standby', standby: { number: '30' }, failed: null });
    should(await show.send('go')).match({ cue: { number: '30' }, hub: { outcome: 'done' } });
    should(show.values).eql([0.1, 0.3]);
  });

  it('still has the outcome of its first step, which had left', async () => {
    await open(set(0.15));
    await goUntilSent({ status: 409 });
    await show.send('stop');
    await show.becomes(({ state }) => state === 'failed');
    should(show.state.failed).match({ cue: { number: '10' }, step: 1 });
    should(show.values).eql([0.1]);
  });
});

describe('a long row of cues', function () {
  this.timeout(60_000);
  const show = CueStage.forEach();

  it('gives way to a Stop between 1,000 cues that follow on after 0 s', async () => {
    const next = { does: 'followOn', after: 0, from: 'confirmed' } as const;
    const cues = Array.from({ length: 1000 }, (_, index) => [
      String(index + 1),
      cueOf('Übergabe', index % 2 ? [] : [message('atem')], next),
    ]);
    await show.open(Object.fromEntries(cues));
    let longest = 0;
    let before = performance.now();
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - before);
      before = performance.now();
    }, 1);
    show.press('go');
    await show.becomes(({ current }) => Number(current?.number) > 100);
    await show.send('stop');
    clearInterval(watch);
    // The state of the Stop can follow its message.
    await show.becomes(({ state }) => state === 'standby');
    const at = show.state.current.number;
    should(Number(at)).be.below(1000);
    should(show.state.remaining).equal(null);
    await pause(100);
    should(show.state.current.number).equal(at);
    should(longest).be.below(500);
  });
});
