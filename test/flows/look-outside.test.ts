import { readFile, rm, writeFile } from 'node:fs/promises';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { useTimeLapse } from '../time-lapse.js';
import { LookStage, nameOf } from './look-stage.js';
import type { Message } from './stage.js';

/** Nobody opens the sidebar, which would read the file. */
describe('the states of looks after a change of their file', function () {
  this.timeout(60_000);
  useTimeLapse();
  const show = LookStage.forEach();
  let states: Message[];

  beforeEach(async () => {
    await show.open([show.look('look', ['opacity'])]);
    states = [];
    helper.getNode('states').on('input', (msg: Message) => states.push(msg));
    await show.send('look', { operation: 'store', look: 'Evening' });
    await becomes('Evening', 'on');
  });

  const becomes = (look: string, payload: string) =>
    show.stage.until(() => states.findLast((msg) => msg.look === look)?.payload === payload);
  const recall = () => show.send('look', { payload: true, look: 'Evening' });
  const text = () => readFile(show.file, 'utf8');
  const storedValue = async () => JSON.parse(await text()).looks.Evening[0].value;

  it('follow an edit by git or by hand', async () => {
    should(await storedValue()).equal(1);
    const edited = (await text()).replace('"value":1}', '"value":0.5}');
    await writeFile(show.file, edited);
    should(await storedValue()).equal(0.5);
    await becomes('Evening', 'changed');
    await writeFile(show.file, edited.replace('"value":0.5}', '"value":1}').replace('Evening', 'Night'));
    await becomes('Night', 'on');
    await becomes('Evening', 'empty');
  });

  it('are unknown while the file is broken, which is reported once', async () => {
    const before = await text();
    await writeFile(show.file, before.slice(0, -4));
    await becomes('Evening', 'unknown');
    await show.stage.until(() => show.stage.caught.length > 0);
    should(show.stage.caught[0]?.error.message).match(/incomplete.*looks\.json/);
    await writeFile(show.file, before);
    await becomes('Evening', 'on');
    should(show.stage.caught).have.length(1);
  });

  it('are unknown while the file is missing. No command calls it empty or begins a new one', async () => {
    const before = await text();
    await rm(show.file);
    await becomes('Evening', 'unknown');
    await show.stage.until(() => show.stage.caught.length > 0);
    const missing = new RegExp(`the file is missing\\..* ${show.file} does not exist any more`);
    for (const msg of [await recall(), await show.send('look', { operation: 'store', look: 'Night' })]) {
      should(msg.hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
      should(msg.error.message).match(missing);
    }
    await writeFile(show.file, before);
    await becomes('Evening', 'on');
    should((await recall()).payload).eql([{ ...nameOf('opacity'), value: 1, outcome: 'done' }]);
  });
});

describe('a new file of looks', () => {
  const show = LookStage.forEach();

  it('has no looks and reports nothing, and a recall names it', async () => {
    await show.open([show.look('look', ['opacity'])]);
    const list = await show.send('look', { operation: 'list' });
    should(list.payload).eql([]);
    should(list.hub).match({ operation: 'listLooks', outcome: 'done' }).and.not.have.property('look');
    const msg = await show.send('look', { payload: true, look: 'Evening' });
    should(msg.error.message).match(new RegExp(`no looks\\. Store one first\\. There is none in ${show.file}`));
  });
});
