import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { startSimulator } from '../../dist/simulator/index.js';
import { run } from '../commands/command-line.js';
import { freePort } from '../free-port.js';
import { get, post } from '../nodes/endpoints/endpoints.js';
import { useTimeLapse } from '../time-lapse.js';
import { control, plays } from './control-stage.js';
import { batch, EventStage, event, fader, pause, property, reader } from './event-stage.js';
import { key as pressOf } from './panel-stage.js';
import { fromMessage, literal, type Message, type NodeOf } from './stage.js';

describe('the journal of a hub', () => {
  useTimeLapse();
  const show = EventStage.forEach();

  async function rows(after?: number, id = 'config'): Promise<Message[]> {
    const query = after === undefined ? '' : `?after=${after}`;
    const { body, status } = await get(`journal/${id}${query}`);
    should(status).equal(200);
    return body.rows;
  }

  it('records each message that asks for something that its node does not know', async () => {
    const from = (fields: object, more: object) => ({ payload: true, ...fields, ...more });
    const MESSAGE = 'message';
    const cases: [NodeOf, Message, [field: string | undefined, does?: string, name?: string]][] = [
      [{ id: 'cues', type: 'hub-cues', list: 'Übergabe' }, { operation: 'Übergabe' }, ['operation', MESSAGE]],
      [{ id: 'goto', type: 'hub-cues', list: '日本語', operation: 'goto' }, {}, ['cue', MESSAGE]],
      [{ id: 'standby', type: 'hub-cues', list: 'Abend', operation: 'standby' }, { cue: '99' }, ['cue', MESSAGE]],
      [{ id: 'look', type: 'hub-look' }, { operation: '保存', look: 'Abend' }, ['operation', MESSAGE]],
      [{ id: 'nameless', type: 'hub-look', operation: 'delete' }, {}, ['look', MESSAGE]],
      [
        { id: 'gone', type: 'hub-look', operation: 'delete' },
        { look: 'Übergabe' },
        [undefined, MESSAGE, 'delete Übergabe'],
      ],
      [{ id: 'blend', type: 'hub-look', look: 'Übergabe' }, { blend: 2 }, ['blend', MESSAGE]],
      [event(), { payload: 'vielleicht' }, ['payload', MESSAGE]],
      [{ ...reader, id: 'watch', type: 'hub-watch' }, { watch: 'たぶん' }, ['msg.watch', MESSAGE]],
      [{ ...fader, params: { ...property, Value: { type: 'jsonata', value: '$Ü(' } } }, {}, ['Value', MESSAGE]],
      // A command whose values are wrong has its name.
      [
        {
          ...{ id: 'item', type: 'hub-playout-item', operation: 'pressItemButton' },
          params: { rundownId: literal(51), itemId: fromMessage('item'), buttonKey: literal('In') },
        },
        { item: 'Übergabe' },
        ['itemId'],
      ],
      [
        { id: 'launcher', type: 'hub-launcher', operation: 'launch', params: { configID: fromMessage('payload') } },
        { payload: 1.5 },
        ['configID'],
      ],
      [batch, { payload: 'Übergabe' }, ['entries']],
    ];
    await show.open(cases.map(([node]) => node));
    for (const [{ id }, fields, [field, does, name = field]] of cases) {
      const before = (await rows()).length;
      const msg = await show.stage.send(id, from(fields, { _msgid: id }));
      should(msg.hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
      await show.stage.until(() => /^(bad input|no (cue|operation|watch))/.test(show.stage.status(id).text ?? ''));
      const added = (await rows()).slice(before);
      should(added.length).equal(1, id);
      should(added[0]).match({ node: id, outcome: 'not-sent', failed: true, failure: { code: 'BAD_INPUT' } });
      should(added[0]?.failure.facts.field).equal(field, id);
      should(added[0]?.group?.does).equal(does, id);
      if (does) should(added[0]?.group.name).startWith(String(name));
    }
    // The status of a cue that does not exist. Its Go has a row of its own.
    await show.stage.send('goto', { _msgid: 'unknown', cue: '99' });
    await show.shows('goto', 'no cue 99');
    // The state of the list comes back.
    await show.stage.until(() => show.stage.status('goto').text === 'end of the list');
  });

  it('returns the commands in the order of their ends, and only the ones after a number', async () => {
    await show.open([{ ...fader, delivery: 'inOrder' }]);
    for (let value = 1; value <= 5; value += 1) await show.send('fader', value);
    const values = async (after?: number) => (await rows(after)).map(({ value }) => Number(value));
    should(await values()).eql([1, 2, 3, 4, 5]);
    should(await values(2)).eql([3, 4, 5]);
    should(await values(5)).eql([]);
    // The editor was open before the last restart.
    should(await values(9999)).eql([1, 2, 3, 4, 5]);
  });

  it('contains no secret in any part of a value or a name', async () => {
    const SECRET = 'rh_0123456789_secret_0123456789';
    const secrets = { apiKey: SECRET, header1: 'second-secret-of-a-header' };
    const inOrder = { ...fader, delivery: 'inOrder', expiry: '60' };
    const params = { ...(fader.params as object), nodePath: literal(`N ${SECRET}`) };
    const named = { ...inOrder, id: 'named', params };
    await show.open([inOrder, named], { auth: 'apiKey', headers: ['X-Two'] }, secrets);
    for (const before of ['', 'x'.repeat(140), 'x'.repeat(159), `${SECRET} `.repeat(3), `${SECRET} `.repeat(40)])
      await show.send('fader', { text: before + SECRET, more: [secrets.header1, { [SECRET]: 'x'.repeat(1000) }] });
    await show.send('named', 1);
    const all = await rows();
    should(all).have.length(6);
    // The sidebar has the name of the longest lane.
    show.hub.trouble({ operation: 'setProperty', never: true });
    for (const value of [2, 3, 4, 5]) show.stage.node('named').receive({ _msgid: `n${value}`, payload: value });
    let deepest: Message | undefined;
    while (!deepest) ({ deepest } = (await get('hubs')).body[0]);
    should(deepest.lane).have.length(3);
    const text = JSON.stringify([all, deepest]);
    // No part of a secret either, since values are shortened.
    for (const part of [SECRET.slice(0, 8), SECRET.slice(-8), 'second-s']) should(text).not.containEql(part);
    should(text).containEql('•••');
  });

  it('is empty for a hub that is not running', async () => {
    await show.open([fader]);
    for (const id of ['fader', '__proto__', '%2e%2e']) should(await rows(0, id)).be.empty();
  });
});

describe('the hubs of the sidebar', () => {
  useTimeLapse();
  const show = EventStage.forEach();

  const state = async (): Promise<Message> => (await get('hubs')).body[0];

  it('have a state and the latency of the last answer', async () => {
    await show.open([fader], { dialect: '2' });
    await show.shows('fader', 'connected');
    const { latency, since, stored: _stored, ...report } = await state();
    should(report).eql({
      id: 'config',
      state: 'connected',
      dialect: 2,
      rehearsal: false,
      inFlight: 0,
      waiting: 0,
      failures: 0,
      commands: 0,
    });
    should(latency).be.within(0, 10_000);
    should(Date.now() - since).be.within(0, 10_000);
    const press = (value: number) => show.stage.send('fader', { _msgid: `m${value}`, payload: value });
    await press(1);
    await press(0);
    const after = await state();
    should([after.commands, after.since]).eql([2, since]);
  });

  it('show the pending and queued commands, and the longest lane', async () => {
    await show.open([
      { ...fader, delivery: 'inOrder' },
      {
        ...fader,
        id: 'other',
        delivery: 'inOrder',
        params: { ...(fader.params as object), propertyPath: literal('P') },
      },
    ]);
    await show.shows('fader', 'connected');
    show.hub.trouble({ operation: 'setProperty', delay: 1500 });
    for (const [id, count] of [
      ['other', 2],
      ['fader', 4],
    ] as const)
      for (let value = 0; value < count; value += 1)
        show.stage.node(id).receive({ _msgid: id + value, payload: value });
    await show.stage.until(() => show.commands().length === 2);
    should(await state()).match({
      inFlight: 2,
      waiting: 4,
      deepest: { lane: ['1', 'Mixer_0', 'Overlay//Opacity/0'], count: 3 },
    });
  });

  it('switch rehearsal on and off at once in each report', async () => {
    await show.open([{ id: 'event', type: 'hub-event' }, fader]);
    await show.stage.until(() => show.about('rehearsal').length === 1);
    const setRehearsal = (on: unknown) => post('rehearsal/config', { on });
    should((await setRehearsal(true)).body[0]).match({ id: 'config', rehearsal: true });
    await show.send('fader', 1);
    should(show.commands()).be.empty();
    should((await setRehearsal(false)).body[0]).match({ rehearsal: false });
    await show.send('fader', 2);
    should(show.commands()).have.length(1);
    should(show.about('rehearsal')).eql([false, true, false]);
    for (const wrong of ['on', 1, null, undefined]) should((await setRehearsal(wrong)).status).equal(400);
    should((await post('rehearsal/nobody', { on: true })).status).equal(404);
    const form = post('rehearsal/config', { on: 'true' }, 'form');
    should((await form).status).equal(400);
    should((await state()).rehearsal).be.false();
  });

  it('stay in rehearsal over deploys until it is ended, and no command is sent in between', async () => {
    await show.open([fader]);
    const config = { id: 'config', type: 'hub-config', baseUrl: show.hub.url, auth: 'none' };
    const tab = { id: 'flow', type: 'tab', label: '' };
    const again = { ...fader, hub: 'config', version: 1, z: 'flow', x: 0, y: 0, wires: [] };
    const deploy = (flow: object[]) => helper.setFlows(flow as never, 'full');
    const ended = async () => (await state())?.commands ?? 0;
    const press = async () => {
      const before = await ended();
      helper.getNode('fader').receive({ payload: before } as never);
      while ((await ended()) === before) await pause(10);
    };
    await deploy([tab, config, again]);
    await post('rehearsal/config', { on: true });
    for (const changed of [config, { ...config, armAfter: '0.1' }, { ...config, name: 'Renamed' }]) {
      await deploy([tab, changed, again]);
      await pause(200);
      should((await state()).rehearsal).be.true();
      await press();
    }
    should(show.commands()).be.empty();
    await post('rehearsal/config', { on: false });
    await deploy([tab, config, again]);
    should((await state()).rehearsal).be.false();
    await press();
    should(show.commands()).have.length(1);
    // A new configuration with the same id begins on air.
    await post('rehearsal/config', { on: true });
    await deploy([tab]);
    await deploy([tab, config, again]);
    should((await state()).rehearsal).be.false();
  });
});

const linesOf = (path: string): Message[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('the as-run log', () => {
  useTimeLapse();

  const show = EventStage.forEach();

  it('records each command with its outcome, and no reads, as the journal does', async () => {
    const strict = { ...fader, id: 'strict', delivery: 'inOrder', expiry: '1' };
    await show.open([event(), { ...fader, timeout: '1' }, strict, reader, batch]);
    const before = Date.now();
    await show.send('fader', 0.5);
    show.hub.trouble({ operation: 'setProperty', status: 422, times: 1 });
    await show.send('fader', 1);
    show.hub.trouble({ operation: 'setProperty', never: true, times: 1 });
    await show.send('fader', 2);
    show.hub.trouble({ operation: 'setProperty', delay: 2000, times: 1 });
    for (const payload of [3, 4]) show.stage.node('strict').receive({ _msgid: `strict ${payload}`, payload });
    await show.stage.until(() => show.about('asRun').length === 5);
    await show.send('reader');
    await show.send('batch', [{ url: '/engines', verb: 'GET' }]);
    await show.send('event', true);
    await show.send('fader', 5);
    const records = show.about('asRun');
    should(records.map(({ value, outcome, code, statusCode }) => [value, outcome, code, statusCode])).eql([
      [0.5, 'done', undefined, 200],
      [1, 'refused', 'HUB_REJECTED', 422],
      [2, 'unknown', 'HUB_TIMEOUT', undefined],
      [4, 'not-sent', 'EXPIRED', undefined],
      [3, 'done', undefined, 200],
      [5, 'not-sent', 'REHEARSAL', undefined],
    ]);
    const [first] = records as [Message];
    const target = { engineId: 1, nodePath: 'Mixer_0', propertyPath: 'Overlay//Opacity/0' };
    should(first).match({ node: 'Overlay fader', type: 'hub-engine-property', operation: 'setProperty', target });
    should(Date.parse(first.at)).be.within(before, Date.now());
    for (const ms of [first.waited, first.elapsed]) should(ms).be.within(0, Date.now() - before);
    const { rows } = (await get('journal/config')).body;
    should(rows.map(({ value, outcome, failure }: Message) => [value, outcome, failure?.code])).eql([
      ['0.5', 'done', undefined],
      ['1', 'refused', 'HUB_REJECTED'],
      ['2', 'unknown', 'HUB_TIMEOUT'],
      ['4', 'not-sent', 'EXPIRED'],
      ['3', 'done', undefined],
      ['5', 'rehearsal', undefined],
    ]);
    should((await get('hubs')).body[0]).match({ id: 'config', failures: 3, rehearsal: true });
  });

  describe('is written to the file', () => {
    const lines = (path = show.file) => linesOf(path);

    it('with one line for each command, and continues after a restart', async () => {
      await show.open([event({ file: show.file }), fader]);
      for (const payload of [0.1, 0.2]) await show.send('fader', payload);
      const records = show.about('asRun');
      await show.stage.close();
      should(lines()).eql(records);
      await show.open([event({ file: show.file, asRun: false }), fader]);
      await show.send('fader', 0.3);
      should(show.about('asRun')).be.empty();
      await show.stage.close();
      should(lines().map(({ value }) => value)).eql([0.1, 0.2, 0.3]);
    });

    it('with rotation and the configured number of old files', async () => {
      await show.open([event({ file: show.file, maxSize: '0.001', oldFiles: '2' }), { ...fader, delivery: 'inOrder' }]);
      for (let value = 0; value < 20; value++) await show.send('fader', value);
      await show.stage.node('event').close();
      should(readdirSync(show.folder).sort()).eql(['as-run.jsonl', 'as-run.jsonl.1', 'as-run.jsonl.2']);
      // 0.001 MB, and a line has about 300 bytes.
      for (const age of ['.1', '.2']) should(statSync(show.file + age).size).be.within(600, 1000);
      const values = ['.2', '.1', ''].flatMap((age) => lines(show.file + age)).map(({ value }) => value);
      should(values).eql(Array.from({ length: values.length }, (_, index) => 20 - values.length + index));
    });

    it('with the commands that end when the flows stop', async () => {
      show.hub.trouble({ operation: 'setProperty', never: true });
      await show.open([event({ file: show.file }), { ...fader, delivery: 'inOrder' }]);
      for (const payload of [1, 2]) show.stage.node('fader').receive({ _msgid: `${payload}`, payload });
      await show.stage.until(() => show.commands().length === 1);
      await show.stage.close();
      should(
        lines()
          .map(({ value, code, outcome }) => [value, code, outcome])
          .sort(),
      ).eql([
        [1, 'CLOSED', 'unknown'],
        [2, 'CLOSED', 'not-sent'],
      ]);
    });

    it('or reports a failure once, and again only after a success', async () => {
      const missing = join(show.folder, 'missing');
      await show.open([event({ file: join(missing, 'as-run.jsonl') }), fader]);
      await show.send('fader', 1);
      await show.send('fader', 2);
      await show.shows('event', 'log failed');
      await show.stage.until(() => show.stage.caught.length > 0);
      should(show.stage.caught).have.length(1);
      should(show.stage.caught[0]?.error.message).match(/as-run\.jsonl.*ENOENT/);
      mkdirSync(missing);
      await show.send('fader', 3);
      await show.shows('event', 'connected');
      should(lines(join(missing, 'as-run.jsonl')).map(({ value }) => value)).eql([1, 2, 3]);
      rmSync(missing, { recursive: true });
      await show.send('fader', 4);
      await show.stage.until(() => show.stage.caught.length === 2);
    });
  });
});

describe('the as-run file with states', () => {
  const engineId = { ...literal(101), label: 'News Show' };

  const watch: NodeOf = {
    id: 'watch',
    type: 'hub-watch',
    operation: 'listLinearItems',
    params: { engineId, rundownId: literal(201) },
    interval: '0.1',
    wires: [['answers']],
  };

  const plays2014 = { ...plays(2014).params, engineId };
  const namedControl: NodeOf = {
    ...control({ interval: '0', actions: [plays(2014, { params: plays2014 })] }),
    name: 'Key 1',
  };

  const show = EventStage.forEach();

  const open = async (parts: NodeOf[]) => {
    await show.hub.close();
    show.hub = await startSimulator({ dialect: 2, restartTime: 0, port: await freePort() });
    await show.open([event({ file: show.file }), ...parts], { dialect: '2', linearSegment: 'lino' });
  };
  const lines = () => linesOf(show.file);
  const states = () => lines().filter((line) => 'onAir' in line);
  const onAir = (): unknown =>
    states()
      .at(-1)
      ?.onAir?.map(({ name }: { name: string }) => name);
  const becomes = (names: readonly string[] | undefined) =>
    show.stage.until(() => {
      try {
        return JSON.stringify(onAir()) === JSON.stringify(names);
      } catch {
        return false;
      }
    });
  /** A command of another client of the hub. */
  const put = (path: string) => fetch(`${show.hub.url}/api/rest/v1/lino/rundown/101/${path}`, { method: 'PUT' });

  it('has the graphics that others played, and those of a control by name', async () => {
    await open([watch, namedControl]);
    await becomes([]);
    should(states()).match([
      { target: { engineId: '101', rundownId: '201' }, names: { engineId: 'News Show' }, onAir: [], first: true },
    ]);
    await put('play/2012/0');
    await becomes(['Headlines']);
    await put('out/2012/0');
    await becomes([]);
    show.stage.node('control').receive({ _msgid: 'press', ...pressOf(0, 1) });
    await show.stage.until(() => lines().some(({ operation }) => operation === 'playItem'));
    should(lines().find(({ operation }) => operation === 'playItem')?.names).eql({
      engineId: 'News Show',
      itemId: '2014',
      rundownId: '201',
    });
    await show.stage.until(() => (onAir() as string[]).length === 1);
    const [graphic] = onAir() as string[];
    await put('out/2014/0');
    await becomes([]);
    await show.stage.close();
    should(states().at(-1)?.onAir).be.null();
    const { stdout } = await run(['as-run', show.file]);
    const rows = stdout.trimEnd().split('\r\n').slice(1);
    should(rows.map((row) => row.split(','))).match([
      ['Headlines', 'News Show', /./, /./, /./, /./, 'others', 'confirmed'],
      [graphic, 'News Show', /./, /./, /./, /./, 'Key 1', 'confirmed'],
    ]);
    should(rows).have.length(2);
  });
});
