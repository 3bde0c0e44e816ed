import { writeFile } from 'node:fs/promises';
import should from 'should';
import { LookStage, nameOf } from './look-stage.js';
import { fromMessage, literal, type NodeOf } from './stage.js';

/** The simulator's item 512 has the buttons In and Out. */
const wave: NodeOf = {
  id: 'a1b2c3d4e5f60718',
  type: 'hub-playout-item',
  operation: 'pressItemButton',
  params: {
    rundownId: literal(51),
    itemId: { ...literal(512), label: 'Anchor' },
    buttonKey: fromMessage('payload'),
  },
};

describe('a name that does not exist', function () {
  this.timeout(60_000);
  const show = LookStage.forEach();
  const message = () => String(show.stage.caught.at(-1)?.error.message);
  const shows = (id: string, text: string) => show.stage.until(() => show.stage.status(id).text === text);

  it('begins the reason of a button, is in the status, and the sentence has no id of the node', async () => {
    await show.open([wave]);
    await show.send(wave.id, { payload: 'Wave' });
    should(message()).match(
      /^Anchor › Wave \(127\..*\): not sent – no button "Wave" – choose in \(In\), out \(Out\)\.$/,
    );
    await shows(wave.id, 'no button Wave');
    await show.send(wave.id, { payload: 'Start the whole sequence' });
    await shows(wave.id, 'no button Start the…');
    await show.send(wave.id, { payload: 'In' });
    await show.stage.until(() => /^✓ In/.test(show.stage.status(wave.id).text ?? ''));
  });

  it('begins the reason of an item, and is in the status', async () => {
    await show.open([
      { ...wave, id: 'item', name: 'Key 1', params: { ...(wave.params as object), itemId: literal(599) } },
    ]);
    await show.send('item', { payload: 'In' });
    should(message()).match(/^599 › In \(.*\): not sent – no item 599\. Check the name\. .* \[Key 1\]$/);
    await shows('item', 'no item 599');
  });

  it('begins the reason of a function’s parameter', async () => {
    const params = {
      engineId: literal(1),
      nodePath: literal('Media Player_0'),
      functionPath: literal('Default//Play/0'),
    };
    const call = { type: 'hub-engine-function', operation: 'callFunction' };
    await show.open([{ id: 'call', ...call, params: { ...params, Parameters: fromMessage('payload') } }]);
    await show.send('call', { payload: { Volume: 1 } });
    should(message()).match(/: not sent – no parameter "Volume"/);
    await shows('call', 'no parameter Volume');
  });

  it('begins the reason of a look, of a part of it and of an operation', async () => {
    const look = [{ ...nameOf('opacity'), value: 1 }];
    await writeFile(
      show.file,
      JSON.stringify({ format: 'graphics-hub-looks', version: 1, looks: { 'Anchor 2': look, Interview: look } }),
    );
    await show.open([show.look('look', ['opacity'], { interval: '0' })]);
    await show.send('look', { payload: true, look: 'Anchor' });
    should(message()).match(/^hub look \(.*\): not sent – no look "Anchor" – choose Anchor 2, Interview\.$/);
    await shows('look', 'no look Anchor');
    await show.send('look', { payload: true, look: 'Ancor' });
    await shows('look', 'no look Ancor');
    await show.send('look', { payload: true, look: 'Interview', only: 'Studio B' });
    should(message()).match(/: not sent – no part "Studio B" – choose Studio A, Studio A › Mixer, /);
    await shows('look', 'no part Studio B');
    await show.send('look', { payload: true, look: 'Interview', operation: 'recal' });
    should(message()).match(/: not sent – no operation "recal" – choose recall, /);
    await shows('look', 'no operation recal');
  });
});
