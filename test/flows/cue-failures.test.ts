import should from 'should';
import type { Step } from '../../dist/cues/list.js';
import { CueStage, cueOf, set } from './cue-stage.js';
import { literal } from './stage.js';

const THREE = { 10: cueOf('Anchor', [set(0.1)]), 20: cueOf('Guest', [set(0.2)]), 30: cueOf('End', [set(0.3)]) };

describe('the failure of a cue', function () {
  this.timeout(60_000);
  const show = CueStage.forEach();

  it('holds on an answer 200 with “success”: false, and plays no follow-on', async () => {
    const followOn = { does: 'followOn', from: 'confirmed', after: 0 } as const;
    await show.open({ 10: cueOf('Übergabe', [set(0.1)], followOn), 20: cueOf('Guest', [set(0.2)]) });
    const body = JSON.stringify({ success: false, error: '日本語 is busy' });
    const remove = show.hub.trouble({ operation: 'setProperty', body, contentType: 'application/json' });
    should(await show.send('go')).match({ statusCode: 200, hub: { outcome: 'refused', code: 'HUB_REJECTED' } });
    await show.becomes(({ state }) => state === 'failed');
    should(show.state).match({
      standby: { number: '10' },
      failed: { step: 1, reason: /: refused – .*日本語 is busy/ },
    });
    should(show.values).eql([0.1]);
    remove();
    await show.send('go');
    await show.becomes(({ state }) => state === 'end');
    should(show.values).eql([0.1, 0.1, 0.2]);
  });

  it('gives the same reason of a failure after a deploy, and does not contradict itself', async () => {
    const press: Step = {
      does: 'command',
      operation: 'pressItemButton',
      params: {
        rundownId: literal(51),
        itemId: { ...literal(1), label: 'Übergabe' },
        buttonKey: { ...literal('in'), label: 'In' },
      },
      delay: 0,
    };
    await show.open({ 70: cueOf('日本語', [press]) });
    should(await show.send('go')).match({ hub: { code: 'HUB_NOT_FOUND', outcome: 'not-sent' } });
    await show.becomes(({ failed }) => failed);
    const before = show.state.failed;
    should(before).match({ cue: { number: '70', name: '日本語' }, step: 1 });
    should(before.reason).match(/^Übergabe › In \(.*\): not sent – no item "Übergabe"\. Check the name\.$/);
    for (const begin of [() => show.stage.deploy((flow) => flow, 'full'), () => show.restart()]) {
      await begin();
      await show.becomes(({ failed }) => failed);
      should(show.state.failed).eql(before);
    }
    should(show.state.state).equal('restarted');
  });

  it('has not sent a cue if the connection breaks while it finds the things of its step', async () => {
    const press: Step = {
      does: 'command',
      operation: 'pressItemButton',
      params: { rundownId: { ...literal(51), label: 'Übergabe' }, itemId: literal(512), buttonKey: literal('in') },
      delay: 0,
    };
    // From the start, because the list is also read for the check of its names.
    const remove = show.hub.trouble({ operation: 'listRundowns', hangUp: 'before' });
    await show.open({ 30: cueOf('日本語', [press]) });
    const { error, hub } = await show.send('go');
    remove();
    should(hub).match({ code: 'HUB_CONNECTION_LOST', outcome: 'not-sent' });
    should(String(error.message))
      .match(/not sent – disconnected\. Check the hub\./)
      .and.not.match(/may have|Check output/);
    should(show.hub.state.playout.presses).be.empty();
  });

  it('names a whole cue that Node-RED left without an answer', async () => {
    await show.open(THREE);
    const end = show.hub.trouble({ operation: 'setProperty', never: true });
    show.press('go');
    await show.stage.until(() => show.values.length > 0);
    await show.restart();
    end();
    should(show.state).match({ state: 'restarted', failed: { cue: { number: '10', name: 'Anchor' }, step: null } });
    should(show.state.failed.reason).match(
      /^Cue 10 Anchor \(.*unknown – closed\. Check output\. A deploy or a restart came before the answer\./,
    );
  });
});
