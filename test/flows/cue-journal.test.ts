import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import should from 'should';
import type { CommandStep, LookStep } from '../../dist/cues/list.js';
import { get, post } from '../nodes/endpoints/endpoints.js';
import { control } from './control-stage.js';
import { CueStage, cueOf, message, set } from './cue-stage.js';
import { key as press } from './panel-stage.js';
import { literal, type Message } from './stage.js';

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

  /** A command whose rundown the hub looks for by its name. */
  const missing: CommandStep = {
    does: 'command',
    operation: 'pressItemButton',
    params: {
      rundownId: { ...literal(51), label: 'Übergabe' },
      itemId: { ...literal(1), label: '日本語' },
      buttonKey: literal('in'),
    },
    delay: 0,
  };
  const rowsAfter = async (count: number): Promise<Message[]> => {
    const end = performance.now() + 5000;
    let found = await rows();
    while (found.length < count && performance.now() < end) found = await rows();
    return found;
  };
  const pressSidebar = (operation: string, cue?: string) => post('cues/cues', { operation, ...(cue && { cue }) });

  it('have a row for each Go of the sidebar, also while the hub is away', async () => {
    await show.open({ 10: cueOf('Übergabe', [missing]), 20: cueOf('日本語', [message('atem')]) });
    await pressSidebar('goto', '99');
    await pressSidebar('go');
    await rowsAfter(2);
    await show.hub.close();
    await pressSidebar('go');
    const [unlisted, absent, away, ...more] = await rowsAfter(3);
    should(more).be.empty();
    const failed = { node: 'cues', failed: true, outcome: 'not-sent' };
    should(unlisted).match({ ...failed, failure: { code: 'BAD_INPUT' }, group: { number: '99', steps: [] } });
    const group = { does: 'cue', number: '10', name: 'Übergabe', count: 1 };
    const steps = [{ operation: 'pressItemButton', names: { itemId: '日本語' }, outcome: 'not-sent' }];
    should(absent).match({ ...failed, failure: { code: 'HUB_NOT_FOUND' }, group: { ...group, steps } });
    should(away).match({ ...failed, failure: { code: /^HUB_/ }, group: { ...group, steps } });
  });

  it('have a row for a Go that plays no cue, and for another operation that names no cue of the list', async () => {
    const key = control({
      ...{ id: 'key', name: 'Go', control: 'key 0', wires: [[], []] },
      actions: [{ on: 'press', does: 'cue', cueOperation: 'goto', cue: '20', cuesNode: 'gone' }],
    });
    await show.open({ 10: cueOf('Übergabe', [message('atem')]) }, {}, [key]);
    await show.send('standby', { cue: '99' });
    await show.send('go', { remote: { deadline: 0 } });
    await show.send('goto', { cue: '99' });
    show.stage.node('key').receive(press(0, 1));
    await rowsAfter(4);
    await writeFile(show.file, '{');
    await show.becomes(({ state }) => state === 'unreadable');
    await show.send('go');
    const found = await rowsAfter(5);
    should(found.map(({ node, failure, group }) => [node, group.number, failure.code, failure.facts.sentence])).eql([
      ['cues', undefined, 'BAD_INPUT', undefined],
      ['cues', '10', 'EXPIRED', 'cueLate'],
      ['cues', '99', 'BAD_INPUT', undefined],
      ['key', '20', 'BAD_INPUT', 'noCuesNode'],
      ['cues', '10', 'BAD_INPUT', 'stored_endsEarly'],
    ]);
    should(found.map(({ failed, outcome }) => [failed, outcome])).eql(Array(5).fill([true, 'not-sent']));
  });

  it('have a row for a message and a follow-on that were too late', async () => {
    const followOn = { does: 'followOn', after: 0.1, from: 'confirmed' } as const;
    await show.open(
      { 10: cueOf('Übergabe', [message('atem', 0.1)]), 20: cueOf('Guest', [set(0.2)], followOn), 30: cueOf('End', []) },
      { expiry: '0.3' },
    );
    const block = () => {
      const end = performance.now() + 600;
      while (performance.now() < end);
    };
    show.press('go');
    await show.becomes(({ state }) => state === 'running');
    block();
    await show.becomes(({ state }) => state === 'failed');
    show.press('goto', { cue: '20' });
    await show.becomes(({ standby }) => standby.number === '30');
    block();
    await show.becomes(({ state }) => state === 'holding');
    const [step, followed, ...more] = await rowsAfter(2);
    should(more).be.empty();
    const late = { failed: true, outcome: 'not-sent', failure: { code: 'EXPIRED' } };
    should(step).match({ ...late, group: { number: '10', steps: [] } });
    should(followed).match({ ...late, group: { number: '20', steps: [{ outcome: 'done' }] } });
  });

  it('have a row for a cue that was stopped before its first command, which is not a failure', async () => {
    show.hub.trouble({ operation: 'listRundowns', never: true });
    await show.open({ 10: cueOf('Übergabe', [missing]) });
    show.press('go');
    await show.becomes(({ state }) => state === 'running');
    await show.send('stop');
    const [row, ...more] = await rowsAfter(1);
    should(more).be.empty();
    should(row).match({ failed: false, outcome: 'not-sent', failure: { code: 'CLOSED' }, group: { number: '10' } });
  });

  it('have each step once in a rehearsal, also one that would fail', async () => {
    const absent = { ...missing, params: { ...missing.params, rundownId: literal(51), itemId: literal(999) } };
    await show.open({ 10: cueOf('Übergabe', [missing]), 20: cueOf('日本語', [absent]) }, {}, [], { rehearsal: true });
    await show.send('go');
    await show.send('goto', { cue: '20' });
    const found = await rowsAfter(2);
    should(found.map(({ failed, outcome, group }) => [failed, outcome, group.count])).eql([
      [false, 'rehearsal', 1],
      [false, 'rehearsal', 1],
    ]);
    for (const { failure } of found) should(failure).match({ code: 'HUB_NOT_FOUND' });
  });
});
