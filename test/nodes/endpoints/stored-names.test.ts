import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import should from 'should';
import { CueStage, cueOf } from '../../flows/cue-stage.js';
import type { NodeOf } from '../../flows/stage.js';
import { get, post } from './endpoints.js';

const property = { engine: 'Studio A', node: 'Mixer', property: 'Overlay Opacity', value: 1 };
const CUES = { 10: cueOf('Begrüßung', []), '10.5': cueOf('日本語', []) };

type Action = Readonly<Record<string, unknown>>;

/** A saved control of the editor. It is not deployed. */
const key = (id: string, action: Action, fields: object = {}): NodeOf => ({
  ...{ id, type: 'hub-control', hub: 'config', name: id, kind: 'button', actions: [{ on: 'press', ...action }] },
  ...fields,
});
const recalls = (id: string, look: string, more: Action = {}) => key(id, { does: 'look', look, ...more });
const goesTo = (id: string, cue: string, more: Action = {}) =>
  key(id, { does: 'cue', cueOperation: 'goto', cue, ...more });

describe('the check of looks and cues in flows', function () {
  this.timeout(60_000);
  const show = CueStage.forEach();
  const write = (file: string, ...names: string[]) =>
    writeFile(
      join(show.folder, file),
      JSON.stringify({
        format: 'graphics-hub-looks',
        version: 1,
        looks: Object.fromEntries(names.map((name) => [name, [property]])),
      }),
    );
  const look = (id: string, file: string, fields: object = {}): NodeOf => ({
    ...{ id, type: 'hub-look', properties: [], interval: '0', file: join(show.folder, file) },
    ...fields,
  });
  const open = (...others: NodeOf[]) => show.open(CUES, {}, others);

  /** The verdict for each node of a flow, and the sentence of its problem. */
  async function check(...flows: object[]): Promise<Record<string, string[]>> {
    const { status, body } = await post('check-flows/config', { flows });
    should(status).equal(200);
    const found: Record<string, string[]> = {};
    for (const { nodeId, field, value, verdict, problem } of body.fields) {
      const { sentence, allowed, path, line } = problem?.facts ?? {};
      const reason = [sentence, allowed?.options?.join(' '), path && line && `line ${line}`].filter(Boolean);
      found[nodeId] = [...(found[nodeId] ?? []), [field, value, verdict, ...reason].join(': ')];
    }
    return found;
  }

  it('reports a look and a cue that do not exist, with those that do, and none of those that do', async () => {
    await write('looks.json', 'Übergabe', 'Abend');
    await open(look('looks', 'looks.json'));
    should(
      await check(
        recalls('present', 'Übergabe'),
        // A Mac writes the same name with other characters.
        recalls('decomposed', ' U\u0308bergabe '),
        recalls('gone', '日本語', { lookOperation: 'recall' }),
        recalls('chosen', 'übergabe', { lookNode: 'looks' }),
        recalls('new', 'Neu', { lookOperation: 'store' }),
        recalls('blank', ' '),
        goesTo('cue', '10.5'),
        goesTo('cue in spaces', ' 10 '),
        goesTo('no cue', '20'),
        goesTo('other number', '10.50', { cuesNode: 'cues' }),
        key('go', { does: 'cue', cueOperation: 'go', cue: '99' }),
        // A fader blends a look, and never goes to a cue. Its second action does not run.
        key('fader', { does: 'look', look: 'Fort' }, { kind: 'fader' }),
        key('second', {}, { kind: 'fader', actions: [{}, { does: 'look', look: 'Fort' }] }),
        { ...goesTo('of another hub', '99'), hub: 'other' },
        { ...recalls('disabled', 'Fort'), d: true },
      ),
    ).eql({
      present: ['look: Übergabe: present'],
      decomposed: ['look: U\u0308bergabe: present'],
      gone: ['look: 日本語: missing: Abend Übergabe'],
      chosen: ['look: übergabe: missing: Abend Übergabe'],
      cue: ['cue: 10.5: present'],
      'cue in spaces': ['cue: 10: present'],
      'no cue': ['cue: 20: missing: 10 10.5'],
      'other number': ['cue: 10.50: missing: 10 10.5'],
      fader: ['look: Fort: missing: Abend Übergabe'],
    });
  });

  it('reports each gesture, and a look of the node itself unless it stores it', async () => {
    await write('looks.json', 'Übergabe');
    await open(look('looks', 'looks.json'));
    const own = (operation: string | undefined, name: string) => ({
      ...{ id: 'looks', type: 'hub-look', hub: 'config', name: '', look: name, operation, properties: [] },
    });
    const actions = [
      { on: 'press', does: 'look', look: 'Fort' },
      { on: 'hold', does: 'cue', cueOperation: 'goto', cue: '7' },
    ];
    // A slot is stored by a hold, and is empty before.
    const slot = (stored: string) => [
      { on: 'press', does: 'look', look: 'Leer' },
      { on: 'hold', does: 'look', look: stored, lookOperation: 'store' },
    ];
    should(await check(key('slot', {}, { actions: slot(' Leer') }))).eql({});
    should(await check(key('no slot', {}, { actions: slot('Voll') }))).eql({
      'no slot': ['look: Leer: missing: Übergabe'],
    });
    should(await check(key('both', {}, { actions }))).eql({
      both: ['look: Fort: missing: Übergabe', 'cue: 7: missing: 10 10.5'],
    });
    for (const operation of ['recall', 'compare', 'delete', '', undefined])
      should(await check(own(operation, 'Fort'))).eql({ looks: ['look: Fort: missing: Übergabe'] });
    for (const operation of ['store', 'restore', 'list']) should(await check(own(operation, 'Fort'))).eql({});
    should(await check(own('recall', 'Übergabe'))).eql({ looks: ['look: Übergabe: present'] });
    should(await check(own('recall', ''))).eql({});
  });

  it('calls nothing missing if its node or its file is not known, or if the name is', async () => {
    await write('looks.json', 'Übergabe');
    await writeFile(join(show.folder, 'broken.json'), '{\n"looks": 日本語');
    await open(look('one', 'looks.json'), look('broken', 'broken.json'));
    should(
      await check(
        recalls('two nodes', 'Fort'),
        recalls('no node', 'Fort', { lookNode: 'not deployed' }),
        goesTo('no list', '99', { cuesNode: 'not deployed' }),
        recalls('broken file', 'Fort', { lookNode: 'broken' }),
        recalls('variable', '${LOOK}', { lookNode: 'one' }),
        recalls('variable node', 'Fort', { lookNode: '${NODE}' }),
        recalls('variable operation', 'Fort', { lookNode: 'one', lookOperation: '${OPERATION}' }),
        goesTo('variable cue', '${CUE}'),
      ),
    ).eql({
      'two nodes': ['look: Fort: unread: noLookNode'],
      'no node': ['look: Fort: unread: noLookNode'],
      'no list': ['cue: 99: unread: noCuesNode'],
      'broken file': ['look: Fort: unread: stored_notJson: line 2'],
      variable: ['look: ${LOOK}: notChecked'],
      'variable node': ['look: Fort: notChecked'],
      'variable operation': ['look: Fort: notChecked'],
      'variable cue': ['cue: ${CUE}: notChecked'],
    });
    await writeFile(show.file, 'Übergabe');
    let found = await check(goesTo('cue', '99'));
    while (String(found.cue).includes('missing')) found = await check(goesTo('cue', '99'));
    should(found).eql({ cue: ['cue: 99: unread: stored_notJson: line 1'] });
  });

  it('reports a look whose name two looks have, and every look of a file without any', async () => {
    await write('looks.json', 'Übergabe', 'U\u0308bergabe');
    await open(look('two', 'looks.json'), look('none', 'none.json'));
    should(
      await check(
        recalls('several', 'Übergabe', { lookNode: 'two' }),
        recalls('of none', 'Übergabe', { lookNode: 'none' }),
      ),
    ).eql({
      several: ['look: Übergabe: missing: ambiguous'],
      'of none': ['look: Übergabe: missing'],
    });
  });

  it('lets the sidebar notice a look or a cue that is new or gone, and nothing else', async () => {
    await write('looks.json', 'Übergabe');
    await open(look('looks', 'looks.json'));
    // Its answer comes after the file was read.
    await get('looks');
    const mark = async () => (await get('hubs')).body[0].stored;
    /** Waits for a mark that none of the earlier ones was. */
    const marks: string[] = [];
    const isOther = async () => {
      while (marks.includes(await mark())) await new Promise((resolve) => setTimeout(resolve, 50));
      marks.push(await mark());
    };
    await isOther();
    should((await post('looks/looks', { action: 'rename', look: 'Übergabe', to: '日本語' })).body).eql({ entries: [] });
    await isOther();
    const { revision } = (await get('cues/lists/Show')).body;
    const { revision: next } = (await post('cues/lists/Show', { revision, cues: { 10: CUES[10] } })).body;
    await isOther();
    // Only the name of a cue changes.
    const renamed = { ...CUES[10], name: 'Übergabe' };
    should((await post('cues/lists/Show', { revision: next, cues: { 10: renamed } })).body.cues).eql({ 10: renamed });
    should(await mark()).equal(marks.at(-1));
  });
});
