import { readFile, writeFile } from 'node:fs/promises';
import should from 'should';
import { pause } from '../../flows/event-stage.js';
import { LookStage, nameOf } from '../../flows/look-stage.js';
import { opacity } from '../../operations/values.js';
import { ask } from '../../simulator/ask.js';
import { type Answer, get, post } from './endpoints.js';

/** The launch configuration of Studio A and Studio B. */
const LAUNCH = 61;

describe('the endpoints of looks', function () {
  this.timeout(60_000);
  const show = LookStage.forEach();
  const name = nameOf('opacity');

  const reports = async () => (await get('looks')).body;
  const act = (action: string, fields: object = {}, id = 'look'): Promise<Answer> =>
    post(`looks/${id}`, { action, ...fields });
  const store = (look: string) => show.send('look', { operation: 'store', look });
  const setByOthers = (Value: unknown) => ask(show.hub, 'setProperty', { params: { ...opacity, Value } });
  const looksIn = async (path = show.file) => JSON.parse(await readFile(path, 'utf8')).looks;

  /** The report of the first node, when a look has a state. */
  async function reportWith(state: string) {
    let report = (await reports())[0];
    while (!report.looks.some((look: { readonly state: string }) => look.state === state)) {
      await pause(20);
      report = (await reports())[0];
    }
    return report;
  }

  it('list the looks of each deployed node with their states', async () => {
    await show.open([
      show.look('look', ['opacity', 'program'], { name: 'Studio looks' }),
      show.look('other', ['studioB'], { file: `${show.folder}/other.json`, hub: 'config' }),
    ]);
    await store('Evening');
    should(await reportWith('on')).eql({
      ...{ id: 'look', hub: 'config', name: 'Studio looks', asking: [] },
      looks: [{ name: 'Evening', state: 'on', differences: 0 }],
    });
    await setByOthers(0.25);
    should((await reportWith('changed')).looks).eql([{ name: 'Evening', state: 'changed', differences: 1 }]);
    should((await reports())[1]).match({ id: 'other', looks: [] });
    await show.stage.node('look').close();
    should((await reports()).map(({ id }: { readonly id: string }) => id)).eql(['other']);
    should((await act('recall', { look: 'Evening' })).status).equal(404);
  });

  it('list a look that git added to the file, and search nothing for a file that stays the same', async () => {
    await show.open([show.look('look', ['opacity'])]);
    await store('Evening');
    await reportWith('on');
    const lists = () => show.hub.journal.filter(({ operation }) => operation === 'listProperties').length;
    const before = lists();
    for (let times = 0; times < 20; times += 1) await reports();
    should(lists()).equal(before);
    await writeFile(show.file, (await readFile(show.file, 'utf8')).replace('Evening', 'Morning'));
    should((await reportWith('on')).looks).eql([{ name: 'Morning', state: 'on', differences: 0 }]);
  });

  it('recall a look, and return each value with its outcome', async () => {
    await show.open([show.look('look', ['opacity', 'program'])]);
    await store('Evening');
    await setByOthers(0.25);
    const { body } = await act('recall', { look: 'Evening' });
    should(body).eql({
      entries: [
        { ...name, value: 1, outcome: 'done' },
        { ...nameOf('program'), value: 'CAM 1', outcome: 'done' },
      ],
    });
    should(show.received('opacity')).eql([{ Value: 0.25 }, { Value: 1 }]);
    const { body: journal } = await get('journal/config');
    should(journal.rows).have.length(1);
    should(journal.rows[0]).match({
      node: 'look',
      outcome: 'done',
      group: { name: 'Evening', does: 'recall', count: 2 },
    });
  });

  it('list the engines that ask, and restore them', async () => {
    const params = { configID: LAUNCH };
    await show.open([show.look('look', ['opacity'], { restore: 'ask' }), show.look('other', ['studioB'])]);
    await setByOthers(0.5);
    await store('Evening');
    await act('recall', { look: 'Evening' });
    await reportWith('on');
    await ask(show.hub, 'stopLaunch', { params });
    await reportWith('unknown');
    await ask(show.hub, 'launch', { params });
    while ((await reports())[0].asking.length === 0) await pause(20);
    should((await reports()).map(({ asking }: { readonly asking: string[] }) => asking)).eql([['Studio A'], []]);
    should(show.value('opacity')).equal(1);
    // A press on any node of the hub restores all.
    should((await act('restore', {}, 'other')).body).eql({ entries: [{ ...name, value: 0.5, outcome: 'done' }] });
    should(show.value('opacity')).equal(0.5);
    should((await reports())[0].asking).eql([]);
    const { body } = await get('journal/config');
    should(body.rows.at(-1).group).match({ name: 'Studio A', does: 'restore', count: 1 });
  });

  it('send nothing in rehearsal', async () => {
    await show.open([show.look('look', ['opacity'])], { rehearsal: true });
    await store('Evening');
    await setByOthers(0.25);
    const { body } = await act('recall', { look: 'Evening' });
    should(body).eql({ entries: [{ ...name, value: 1, outcome: 'rehearsal' }] });
    should(show.received('opacity')).eql([{ Value: 0.25 }]);
  });

  it('store the present values as a new look, and update a look', async () => {
    await show.open([show.look('look', ['opacity', 'program'])], { rehearsal: true });
    const program = { ...nameOf('program'), value: 'CAM 1' };
    should((await act('store', { look: 'Evening' })).body).eql({ entries: [{ ...name, value: 1 }, program] });
    await setByOthers(0.25);
    should((await act('store', { look: 'Evening' })).body.problem.facts).match({
      ...{ field: 'look', allowed: { key: 'newLookName' } },
    });
    should((await looksIn()).Evening[0].value).equal(1);
    should((await act('update', { look: 'Evening' })).body).eql({ entries: [{ ...name, value: 0.25 }, program] });
    const { Evening, ...others } = await looksIn();
    should(Evening).match([{ value: 0.25 }, { value: 'CAM 1' }]);
    should(others).eql({});
    // Storing only reads.
    should(show.received('opacity')).eql([{ Value: 0.25 }]);
  });

  it('add one row to the journal for a recall that failed before its first value, and none for the rest', async () => {
    const second = { id: 'second', type: 'hub-config', baseUrl: show.hub.url, auth: 'none' };
    await show.open([second, show.look('look', ['opacity'], { name: 'Studio looks', hub: 'second' })]);
    const rows = async (config = 'second') => (await get(`journal/${config}?after=0`)).body.rows;
    await store('Evening');
    await act('recall', { look: 'Nowhere' });
    await act('compare', { look: 'Nowhere' });
    should(await rows()).have.length(1);
    should(await rows()).match([{ group: { name: 'Nowhere' }, outcome: 'not-sent', failed: true, node: 'look' }]);
    // The row of a value shows the failure already.
    await setByOthers(0.25);
    show.hub.trouble({ operation: 'setProperty', status: 422, times: 1 });
    await act('recall', { look: 'Evening' });
    should(await rows()).have.length(2);
    should((await rows())[1]).match({ group: { name: 'Evening' }, outcome: 'refused', failed: true });
    await writeFile(show.file, '{');
    await act('recall', { look: 'Evening' });
    should((await rows())[2]).match({ group: { name: 'Evening' }, failed: true });
    should(await rows('config')).be.empty();
  });

  it('compare a look with the hub', async () => {
    await show.open([show.look('look', ['opacity', 'program'])]);
    await store('Evening');
    should((await act('compare', { look: 'Evening' })).body).eql({ entries: [] });
    await setByOthers(0.25);
    should((await act('compare', { look: 'Evening' })).body).eql({ entries: [{ ...name, look: 1, hub: 0.25 }] });
    await show.hub.close();
    should((await act('compare', { look: 'Evening' })).body.problem).match({ code: 'HUB_UNREACHABLE' });
  });

  it('export the text of the file, and import it into another file', async () => {
    await show.open([
      show.look('look', ['opacity']),
      show.look('other', ['opacity'], { file: `${show.folder}/other.json` }),
    ]);
    await store('Evening');
    const { body } = await get('looks/look/file');
    should(body).eql({ text: await readFile(show.file, 'utf8') });
    should((await act('import', body, 'other')).body).eql({ entries: [] });
    should(await readFile(`${show.folder}/other.json`, 'utf8')).equal(body.text);
  });

  it('refuse a broken text with its line, and keep the file', async () => {
    await show.open([show.look('look', ['opacity'])]);
    await store('Evening');
    const file = await readFile(show.file, 'utf8');
    const facts = async (text: string) => (await act('import', { text })).body.problem.facts;
    should(await facts('{\n "format": oops')).match({ sentence: 'stored_notJson', line: 2, path: '' });
    should(await facts(file.replace('looks', 'other'))).match({ sentence: 'stored_wrongField' });
    should(await facts('')).match({ sentence: 'stored_endsEarly' });
    should(await readFile(show.file, 'utf8')).equal(file);
  });

  it('report a broken file with its path and line, and keep it', async () => {
    await show.open([show.look('look', ['opacity'])]);
    await store('Evening');
    await reportWith('on');
    await writeFile(show.file, '{\n<<<<<<< HEAD');
    const expected = { sentence: 'stored_notJson', line: 2, path: show.file };
    should((await reports())[0].problem).match({ code: 'BAD_INPUT', facts: expected });
    for (const answer of [
      (await get('looks/look/file')).body,
      (await act('import', { text: '{"format":"graphics-hub-looks","version":1,"looks":{}}' })).body,
      (await act('delete', { look: 'Evening' })).body,
    ])
      should(answer.problem.facts).match(expected);
    should(await readFile(show.file, 'utf8')).equal('{\n<<<<<<< HEAD');
  });

  it('answer for a file in a place that cannot be written, as a message does', async () => {
    await writeFile(`${show.folder}/Datei`, 'kein Ordner');
    const places = {
      belowFile: `${show.folder}/Datei/looks.json`,
      isFolder: show.folder,
      tooLong: `${show.folder}/${'ü'.repeat(200)}.json`,
      // A folder that reports each new one as missing.
      ...(process.platform === 'linux' && { noFolder: '/proc/Übergabe/日本語/looks.json' }),
    };
    const ids = Object.keys(places);
    await show.open(Object.entries(places).map(([id, file]) => show.look(id, ['opacity'], { file })));
    const text = JSON.stringify({ format: 'graphics-hub-looks', version: 1, looks: { Abend: [] } });
    for (const id of ids) {
      const path = places[id as keyof typeof places];
      const expected = { code: 'BAD_INPUT', facts: { sentence: /^stored_(disk|notFile)$/, path } };
      for (const fields of [{ look: 'Abend' }, { look: 'Abend', to: '夜' }, { text }])
        for (const action of 'text' in fields
          ? ['import']
          : 'to' in fields
            ? ['rename']
            : ['store', 'update', 'delete']) {
          const { status, body } = await act(action, fields, id);
          should(status).equal(200);
          // A file that does not exist has no look to delete.
          if (id === 'noFolder' && ['rename', 'delete'].includes(action))
            should(body.problem.facts.sentence).equal('stored_none');
          else should(body.problem).match(expected);
        }
      await show.send(id, { operation: 'store', look: 'Abend' });
      const { error, hub } = show.stage.caught.at(-1) as unknown as { error: { message: string }; hub: object };
      should(hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
      should(error.message).containEql(path);
    }
  });

  it('refuse forms, other bodies, unknown nodes and texts above the limit of Node-RED', async () => {
    await show.open([show.look('look', ['opacity'])]);
    await store('Evening');
    const send = (type: string, body: string) => post('looks/look', body, type);
    for (const type of ['application/x-www-form-urlencoded', 'text/plain'])
      should((await send(type, 'action=delete&look=Evening')).status).equal(400);
    const wrong = [
      {},
      [],
      { action: 'list', look: 'New' },
      { action: 'store', look: 7 },
      { action: 'toString' },
      { action: 'delete', look: 7 },
      { action: ['delete'], look: 'Evening' },
    ];
    for (const body of [...wrong, { action: 'import', text: {} }, { action: 'rename', look: 'Evening', to: null }])
      should((await post('looks/look', body)).status).equal(400);
    for (const id of ['config', '__proto__', '%2e%2e'])
      should((await act('delete', { look: 'Evening' }, id)).status).equal(404);
    should((await get('looks/config/file')).status).equal(404);
    should((await act('import', { text: 'x'.repeat(5_300_000) })).status).equal(413);
    should(Object.keys(await looksIn())).eql(['Evening']);
  });

  it('never change a path, an address or a key', async () => {
    await show.open([show.look('look', ['opacity'])]);
    await store('Evening');
    const path = `${show.folder}/other.json`;
    const more = { file: path, path, baseUrl: 'http://127.0.0.1:9', hub: { baseUrl: 'http://127.0.0.1:9' } };
    await setByOthers(0.25);
    should((await act('recall', { look: 'Evening', ...more })).body.entries).match([{ outcome: 'done' }]);
    should((await act('rename', { look: 'Evening', to: '../other', ...more })).body).eql({ entries: [] });
    should(Object.keys(await looksIn())).eql(['../other']);
    await readFile(path).should.be.rejectedWith({ code: 'ENOENT' });
  });
});
