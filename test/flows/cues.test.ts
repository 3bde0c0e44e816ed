import { readFile } from 'node:fs/promises';
import should from 'should';
import { CueStage, cueOf, message, set } from './cue-stage.js';

const THREE = { 10: cueOf('Anchor', [set(0.1)]), 20: cueOf('Guest', [set(0.2)]), 30: cueOf('End', [set(0.3)]) };

describe('hub-cues', function () {
  this.timeout(60_000);
  const show = CueStage.forEach();

  it('plays one cue for each Go, and reports its position', async () => {
    await show.open(THREE);
    should(show.state).match({
      state: 'standby',
      standby: { number: '10', name: 'Anchor' },
      current: null,
      failed: null,
    });
    const done = await show.send('go', { by: 'Stream Deck' });
    should(done).match({
      topic: 'Show',
      cue: { number: '10', name: 'Anchor' },
      hub: { operation: 'goCue', outcome: 'done' },
    });
    should(done.payload).eql([{ does: 'command', part: 'steps', outcome: 'done' }]);
    await show.send('go');
    await show.becomes(({ standby }) => standby?.number === '30');
    should(show.state).match({ state: 'standby', current: { number: '20' }, next: null, by: '' });
    await show.send('go');
    await show.becomes(({ state }) => state === 'end');
    should(show.values).eql([0.1, 0.2, 0.3]);
    await show.send('go');
    should(show.values).eql([0.1, 0.2, 0.3]);
    await show.stage.until(() => show.stage.status('cues').text === 'end of the list');
  });

  it('holds on a refused step, and names cue, step and reason', async () => {
    await show.open({ 10: cueOf('Anchor', [set(0.1)]), 20: cueOf('Guest', [message('atem'), set(0.2)]) });
    await show.send('go');
    const remove = show.hub.trouble({ operation: 'setProperty', status: 409 });
    const caught = await show.send('go');
    should(String(caught.error.message)).match(/not accepted \(409\).* Cue 20 Guest, step 2\./);
    should(caught.hub).match({ outcome: 'refused', code: 'HUB_REJECTED' });
    await show.becomes(({ state }) => state === 'failed');
    should(show.state).match({ standby: { number: '20' }, failed: { cue: { number: '20', name: 'Guest' }, step: 2 } });
    should(show.state.failed.reason).match(/refused – not accepted \(409\)/);
    remove();
    await show.send('go');
    await show.becomes(({ state }) => state === 'end');
    should(show.state.failed).equal(null);
  });

  it('writes the position before it sends the first step', async () => {
    await show.open(THREE);
    const end = show.hub.trouble({ operation: 'setProperty', never: true });
    show.press('go');
    await show.stage.until(() => show.values.length > 0);
    const position = JSON.parse(await readFile(show.file.replace('.json', '.position'), 'utf8'));
    should(position).match({ standby: '10', running: '10' });
    end();
  });
});
