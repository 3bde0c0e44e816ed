import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import should from 'should';
import type { LookStep } from '../../dist/cues/list.js';
import { get } from '../nodes/endpoints/endpoints.js';
import { CueStage, cueOf, message, set } from './cue-stage.js';
import type { Message } from './stage.js';

const look = (name: string): LookStep => ({ does: 'look', look: name, delay: 0 });

/** A command with the labels that the pickers saved. */
const named = (() => {
  const step = set(0.4);
  if (step.does !== 'command') throw new Error('A command is expected');
  const engineId = { ...step.params.engineId!, label: 'Studio A' };
  return { ...step, params: { ...step.params, engineId } };
})();

const looks = {
  ...{ id: 'looks', type: 'hub-look', version: 1, properties: [], wires: [[], []] },
};

describe('the journal and the as-run file of a cue list', function () {
  this.timeout(60_000);
  const show = CueStage.forEach();
  const rows = async (): Promise<Message[]> => (await get('journal/config')).body.rows;

  it('have one row for each cue with its steps, and lines with the number of the cue', async () => {
    const file = join(show.folder, 'as-run.jsonl');
    const log = { id: 'log', type: 'hub-event', version: 1, file, asRun: true, wires: [[]] };
    await show.open(
      { 10: cueOf('Anchor', [named, message('atem'), set(0.6, 0.2)]), '20.5': cueOf('Guest', [set(0.2)]) },
      {},
      [log],
    );
    await show.send('go');
    await show.send('go');
    const [first, second, ...more] = await rows();
    should(more).be.empty();
    should(first).match({
      node: 'cues',
      outcome: 'done',
      group: { does: 'cue', number: '10', name: 'Anchor', count: 2 },
    });
    should(first?.group.steps).match([
      { operation: 'setProperty', value: '0.4', names: { engineId: 'Studio A' } },
      { operation: 'setProperty', value: '0.6' },
    ]);
    should(second).match({ group: { does: 'cue', number: '20.5', count: 1 } });
    await show.stage.close();
    const lines = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    should(lines.map(({ cue, value }) => [cue, value])).eql([
      ['10', 0.4],
      ['10', 0.6],
      ['20.5', 0.2],
    ]);
    should(lines[0].names).match({ engineId: 'Studio A' });
  });

  it('name the step that failed, also if it was never sent', async () => {
    await show.open({ 10: cueOf('Anchor', [set(0.1), look('Nowhere')]), 20: cueOf('Guest', [set(0.2)]) }, {}, [looks]);
    await show.send('go');
    const [row, ...more] = await rows();
    should(more).be.empty();
    should(row).match({ failed: true, outcome: 'not-sent', group: { number: '10', count: 2 } });
    should(row?.group.steps).match([
      { operation: 'setProperty', outcome: 'done' },
      { group: { does: 'recall', name: 'Nowhere' }, outcome: 'not-sent' },
    ]);
    await show.send('next');
    const refuse = show.hub.trouble({ operation: 'setProperty', status: 409 });
    await show.send('go');
    refuse();
    const [, refused, ...others] = await rows();
    should(others).be.empty();
    // The refusal has one row.
    should(refused).match({ failed: true, outcome: 'refused', statusCode: 409, group: { number: '20', count: 1 } });
  });
});
