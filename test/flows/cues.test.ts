import { readFile, writeFile } from 'node:fs/promises';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { get, post } from '../nodes/endpoints/endpoints.js';
import { useTimeLapse } from '../time-lapse.js';
import { CueStage, cueOf, message, set } from './cue-stage.js';
import { pathsOf } from './look-stage.js';
import { literal, type Message, type NodeOf } from './stage.js';

const THREE = { 10: cueOf('Anchor', [set(0.1)]), 20: cueOf('Guest', [set(0.2)]), 30: cueOf('End', [set(0.3)]) };

/** Another node, which takes a place in the queue. */
const OTHER: NodeOf = {
  ...{ id: 'other', type: 'hub-engine-property', operation: 'setProperty' },
  params: Object.fromEntries(
    Object.entries({ ...pathsOf('program'), engineId: 1, Value: 'CAM 2' }).map(([name, value]) => [
      name,
      literal(value),
    ]),
  ),
};

describe('hub-cues', () => {
  useTimeLapse();
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
    should(show.state.failed.reason).match(/^Mixer_0 › .*refused – not accepted \(409\)/);
    remove();
    await show.send('go');
    await show.becomes(({ state }) => state === 'end');
    should(show.state.failed).equal(null);
  });

  it('plays a Go with the payload of a request, and drops the waiting commands of a closed node', async () => {
    await show.open({ 10: cueOf('Anchor', [set(0.1), set(0.2)]) }, {}, [OTHER], { maxInFlight: '1' });
    show.hub.trouble({ operation: 'setProperty', delay: 300, times: 1 });
    show.press('go', { payload: 'ask' });
    await show.stage.until(() => show.values.length === 1);
    await show.stage.node('cues').close();
    // The first one may overtake the second command, and the second one follows it.
    for (const count of [2, 3]) {
      show.stage.node('other').receive({ payload: true });
      await show.stage.until(() => show.values.length === count);
    }
    should(show.values).eql([0.1, 'CAM 2', 'CAM 2']);
  });

  it('does not play a Go that is already too late, and does not hold', async () => {
    await show.open({ 10: cueOf('Anchor', [set(0.1)]), 20: cueOf('Guest', [message('atem')]) });
    const caught = await show.send('goto', { cue: 20, remote: { deadline: 0 } });
    should(caught.hub).match({ outcome: 'not-sent', code: 'EXPIRED' });
    should(show.results).be.empty();
    await show.send('go');
    should(show.values).eql([0.1]);
  });

  it('plays its own operation for a message without one', async () => {
    await show.open(THREE, { operation: 'next' });
    await show.stage.send('cues', { _msgid: 'press', payload: true });
    await show.becomes(({ standby }) => standby?.number === '20');
    should(show.values).be.empty();
  });

  it('sends the message of a step to the first output, and a copy of its payload', async () => {
    await show.open({ 10: cueOf('Cut', [message('atem'), message('audio', 0.05)]) });
    helper.getNode('results').on('input', ({ payload }: Message) => {
      if (payload.cut) payload.cut = 'changed';
    });
    await show.send('go');
    await show.send('goto', { cue: 10 });
    should(show.results.map(({ topic }) => topic)).eql(['atem', 'audio', 'Show', 'atem', 'audio', 'Show']);
    should(show.results[0]).match({ topic: 'atem', cue: { number: '10', name: 'Cut' } });
    should(JSON.parse(await readFile(show.file, 'utf8')).cues['10'].steps[0].payload).eql({ cut: true });
  });

  it('asks after an unknown outcome, and takes Again and Next as different presses', async () => {
    await show.open(THREE, {}, [], { timeout: '0.1' });
    const lose = () => show.hub.trouble({ operation: 'setProperty', never: true, times: 1 });
    lose();
    const caught = await show.send('go');
    should(caught.hub).match({ outcome: 'unknown', code: 'HUB_TIMEOUT' });
    await show.becomes(({ state }) => state === 'holding');
    // The second one is too early.
    show.press('go');
    await show.send('go');
    await show.becomes(({ state, asking }) => state === 'asking' && asking);
    const askedAt = performance.now();
    await show.stage.until(() => show.stage.status('cues').text === 'again? 10 Anchor');
    should(show.values).eql([0.1]);
    await show.stage.until(() => performance.now() > askedAt + 500);
    lose();
    await show.send('again');
    should(show.values).eql([0.1, 0.1]);
    await show.send('go');
    await show.send('next');
    await show.becomes(({ state }) => state === 'standby');
    should(show.state).match({ standby: { number: '20' }, failed: null, asking: false });
    await show.send('go');
    should(show.values).eql([0.1, 0.1, 0.2]);
  });

  it('ignores the presses of all panels during the lockout', async () => {
    await show.open(THREE, { lockout: '60' });
    await show.send('go', { by: 'one' });
    await show.send('go', { by: 'two' });
    await show.send('goto', { cue: '30' });
    await show.stage.until(() => show.stage.status('cues').text === 'press ignored');
    should(show.stage.status('cues')).match({ fill: 'yellow', shape: 'ring' });
    should((await post('cues/cues', { operation: 'go' })).body).match({ note: 'lockedOut' });
    should(show.values).eql([0.1]);
    await show.becomes(({ standby }) => standby?.number === '20');
    should(show.state.by).equal('one');
  });

  it('follows on, counts the seconds, and stops', async () => {
    const next = { does: 'followOn', after: 1.5, from: 'confirmed' } as const;
    await show.open({
      10: cueOf('Anchor', [set(0.1)], { ...next, after: 0 }),
      20: cueOf('Guest', [set(0.2)], next),
      30: cueOf('End', [set(0.3)]),
    });
    await show.send('go');
    await show.stage.until(() => show.values.length === 2);
    await show.becomes(({ state, remaining }) => state === 'running' && remaining !== null);
    should(show.state.remaining).be.within(0.1, 1.5);
    const before = show.states.length;
    await show.stage.until(() => show.states.length > before);
    should(show.state.remaining).be.within(0, 0.6);
    await show.send('stop');
    await show.becomes(({ state }) => state === 'standby');
    should(show.state).match({ standby: { number: '30' }, remaining: null });
    should(show.values).eql([0.1, 0.2]);
    await show.stage.until(() => show.results.some(({ hub }) => hub?.operation === 'followOnCue'));
  });

  it('rehearses without a command, and moves only the position of the rehearsal', async () => {
    await show.open({ ...THREE, 20: cueOf('Guest', [message('atem'), set(0.2)]) }, {}, [
      { id: 'event', type: 'hub-event' },
    ]);
    await show.send('go');
    const rehearse = (payload: boolean) => show.stage.send('event', { _msgid: `${payload}`, payload });
    await rehearse(true);
    for (const cue of ['20', '30']) {
      await show.send('go');
      await show.becomes(({ current }) => current?.number === cue);
    }
    await show.becomes(({ state }) => state === 'end');
    should(show.values).eql([0.1]);
    // The result of the Go before the rehearsal, and no other.
    should(show.results).match([{ topic: 'Show', cue: { number: '10' } }]);
    should(show.results).have.length(1);
    await rehearse(false);
    await show.becomes(({ state }) => state === 'standby');
    should(show.state.standby).eql({ number: '20', name: 'Guest' });
    await show.send('go');
    should(show.values).eql([0.1, 0.2]);
  });

  it('lists its cues with the one that plays, and sends its state on request', async () => {
    await show.open(THREE);
    await show.send('go');
    const end = show.hub.trouble({ operation: 'setProperty', never: true });
    show.press('go');
    await show.becomes(({ state }) => state === 'running');
    const rows = await show.send('list');
    should(rows).match({ topic: 'Show', hub: { operation: 'listCues', outcome: 'done' } });
    should(rows.payload.map(({ number, outcome }: Message) => [number, outcome])).eql([
      ['10', 'done'],
      ['20', 'running'],
      ['30', undefined],
    ]);
    const before = show.states.length;
    await show.send('ask');
    await show.stage.until(() => show.states.length > before);
    should(show.state).match({ state: 'running', current: { number: '20' } });
    end();
  });

  it('takes from the sidebar only its own operations, for its own nodes', async () => {
    await show.open(THREE);
    for (const body of [{}, { operation: 'fly' }, { operation: 'goto', cue: 20 }])
      should((await post('cues/cues', body)).status).equal(400);
    for (const path of ['cues/other', 'cues/other/check'])
      should((await post(path, { operation: 'go' })).status).equal(404);
    const { problem, state } = (await post('cues/cues', { operation: 'goto' })).body;
    should(problem).match({ code: 'BAD_INPUT' });
    should(state).match({ state: 'standby', standby: { number: '10' } });
    should((await post('cues/cues', { operation: 'goto', cue: '20' })).body).match({ state: { by: 'sidebar' } });
    await show.stage.until(() => show.values.length === 1);
    should(show.values).eql([0.2]);
  });

  it('shows that the hub is lost, unless a cue has failed', async () => {
    const shows = (fill: string, shape: string, text: string) =>
      show.stage.until(() => JSON.stringify(show.stage.status('cues')) === JSON.stringify({ fill, shape, text }));
    const end = show.hub.trouble({ never: true });
    await show.open({ 10: cueOf('Anchor', [set(0.1)]), 20: cueOf('Guest', [set(0.2)]) });
    await shows('yellow', 'ring', 'connecting');
    end();
    await shows('green', 'dot', 'next: 10 Anchor');
    await show.hub.close();
    await shows('red', 'ring', 'hub offline');
    await show.send('standby', { cue: 20 });
    await show.send('go');
    await shows('red', 'dot', 'failed: 20 Guest');
    await show.send('next');
    await show.becomes(({ state }) => state === 'end');
    await shows('red', 'ring', 'hub offline');
  });

  it('has its position after a restart, and sends nothing', async () => {
    const next = { does: 'followOn', after: 0.2, from: 'confirmed' } as const;
    await show.open({ 10: cueOf('Anchor', [set(0.1)], next), 20: cueOf('Guest', [set(0.2)]), 30: cueOf('End', []) });
    await show.send('go');
    await show.restart();
    const startedAt = performance.now();
    should(show.state).match({ state: 'restarted', standby: { number: '20' }, failed: null });
    await show.stage.until(() => performance.now() > startedAt + 400);
    should(show.values).eql([0.1]);
    await show.send('go');
    await show.becomes(({ state }) => state === 'standby');
    should(show.values).eql([0.1, 0.2]);
  });

  it('refuses Go with a broken file, names its line, and never overwrites it', async () => {
    await show.open(THREE);
    const text = (await readFile(show.file, 'utf8')).replace('"20"', '"020"');
    await writeFile(show.file, text);
    await show.becomes(({ state }) => state === 'unreadable');
    const caught = await show.send('go');
    should(String(caught.error.message)).match(/number of a cue is wrong.*line 12: 020/);
    should(show.values).eql([]);
    should(await readFile(show.file, 'utf8')).equal(text);
    await show.write(THREE);
    await show.becomes(({ state }) => state === 'standby');
    await show.send('go');
    should(show.values).eql([0.1]);
  });

  it('reads and writes a list for the dialog, unless somebody else has changed it', async () => {
    await show.open(THREE);
    const { cues, revision } = (await get('cues/lists/Show')).body;
    should(Object.keys(cues)).eql(['10', '20', '30']);
    const edited = { ...cues, 15: cueOf('New', []) };
    const written = (await post('cues/lists/Show', { cues: edited, revision })).body;
    should(Object.keys(written.cues)).containDeep(['15']);
    should((await post('cues/lists/Show', { cues, revision })).body).match({
      changed: true,
      revision: written.revision,
    });
    const wrong = { 'a b': cueOf('', []) };
    should((await post('cues/lists/Show', { cues: wrong, revision: written.revision })).body.problem.facts).match({
      sentence: 'stored_cueNumber',
    });
    await show.send('go');
    await show.becomes(({ standby }) => standby?.number === '15');
    should((await get('cues/lists/..%2Fother')).status).equal(400);
    should((await post('cues/lists/..%2Fother', { cues, revision })).status).equal(400);
    const [row] = (await get('cues')).body;
    should(row).match({ id: 'cues', list: 'Show', state: { state: 'standby' } });
    should(row.cues.map(({ number, outcome }: Message) => [number, outcome])).eql([
      ['10', 'done'],
      ['15', undefined],
      ['20', undefined],
      ['30', undefined],
    ]);
  });
});

describe('the number of a cue in a message', () => {
  useTimeLapse();
  const show = CueStage.forEach();

  it('finds a cue by each form of its number, and by no other', async () => {
    const numbers = ['1', '10', '10.1', '10.5', '20', '30.5', '30.50', '40.1.2', '1000'];
    await show.open(Object.fromEntries(numbers.map((each) => [each, cueOf('Übergabe 日本語', [])])));
    for (const [cue, number] of [
      [10.1, '10.1'],
      [Math.fround(10.1), '10.1'],
      [String(Math.fround(10.1)), '10.1'],
      ['10,5', '10.5'],
      ['010', '10'],
      [' 20.000 ', '20'],
      [{ number: '010.5', name: 'Übergabe' }, '10.5'],
      ['30.5', '30.5'],
      ['30.50', '30.50'],
      ['40.1.2', '40.1.2'],
      ['1000', '1000'],
    ] as const) {
      should([cue, (await show.send('standby', { cue })).payload.standby]).eql([
        cue,
        { number, name: 'Übergabe 日本語' },
      ]);
      should((await show.send('goto', { cue })).cue.number).equal(number);
    }
    for (const [cue, error] of [
      // One in London is a thousand in Berlin.
      ['1,000', /no cue "1,000"/],
      [10.05, /no cue "10\.05"/],
      ['40.1', /no cue "40\.1"/],
      ['日本語', /no cue "日本語"/],
      // It was deleted, and 10.5 is another cue.
      ['10.50', /no cue "10\.50"/],
      ['030.5', /several are called “030\.5” \(Cue\)\. Use one of these instead: 30\.5, 30\.50/],
      [true, /Cue must be .* It is true/],
      [undefined, /Cue is missing\. It must be a text that is not empty\./],
      [{ name: 'Übergabe' }, /It is \{"name":"Übergabe"\}/],
    ] as const)
      for (const operation of ['goto', 'standby']) {
        const caught = await show.send(operation, { cue });
        should(caught.hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
        should(String(caught.error.message)).match(error);
      }
  });
});
