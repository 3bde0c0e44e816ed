import { readFileSync } from 'node:fs';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { tokenHeader } from '../page-token.js';
import { EventStage, event } from './event-stage.js';
import { fromMessage, literal, type Message, type NodeOf } from './stage.js';

/** The simulator's item 512 has the buttons In and Out. */
const press: NodeOf = {
  id: 'press',
  name: 'Key 1',
  type: 'hub-playout-item',
  operation: 'pressItemButton',
  params: {
    rundownId: literal(51),
    itemId: { ...literal(512), label: 'Anchor' },
    buttonKey: fromMessage('payload'),
  },
  wires: [['answers']],
};

const REASON = 'no button "Wave" – choose in (In), out (Out).';

describe('a wrong name in rehearsal', () => {
  const show = EventStage.forEach();
  const status = () => show.stage.status('press');
  const becomes = (fill: string, shape: string, text: string) =>
    show.stage.until(() => {
      const shown = status();
      return shown.fill === fill && shown.shape === shape && shown.text === text;
    });

  beforeEach(async () => {
    await show.open([event({ file: show.file }), press], { rehearsal: true });
    await show.shows('press', 'rehearsal');
  });

  it('is in the status, in the as-run record and in the journal, and the outcome is a rehearsal', async () => {
    await show.send('press', 'Wave');
    await becomes('red', 'ring', 'would fail: no button Wave');
    should(show.stage.caught).be.empty();
    should(show.answered).be.empty();
    should(show.stage.completed).have.length(1);
    should(show.commands()).be.empty();
    // The list of the items has their buttons too.
    should(show.hub.journal.some(({ operation }) => operation === 'getItem' || operation === 'listItems')).be.true();
    const record = { operation: 'pressItemButton', outcome: 'not-sent', code: 'REHEARSAL', wouldFail: REASON };
    should(show.about('asRun')).match([record]);
    await show.stage.until(() => readFileSync(show.file, 'utf8').includes('wouldFail'));
    const header = tokenHeader((await helper.request().get('/graphics-hub/token')).body);
    const { rows } = (await helper.request().get('/graphics-hub/journal/config').set(header)).body as Message;
    should(rows).match([
      {
        outcome: 'rehearsal',
        failed: false,
        failure: { code: 'BAD_INPUT', facts: { field: 'buttonKey', value: '"Wave"' } },
      },
    ]);
  });

  it('is no longer in the status after a right one, or after the rehearsal', async () => {
    await show.send('press', 'Wave');
    await becomes('red', 'ring', 'would fail: no button Wave');
    await show.send('press', 'In');
    await becomes('blue', 'ring', 'rehearsal, 2');
    should(show.about('asRun').at(-1)).match({ code: 'REHEARSAL' }).and.not.have.property('wouldFail');
    await show.send('press', 'Wave');
    await show.send('event', false);
    await becomes('green', 'dot', 'connected');
    should(show.commands()).be.empty();
    await show.send('press', 'In');
    should(show.commands().map(({ path }) => path)).eql(['/api/rest/v1/playout/rundowns/51/items/512/in']);
    await show.send('event', true);
    await becomes('blue', 'ring', 'rehearsal');
  });
});
