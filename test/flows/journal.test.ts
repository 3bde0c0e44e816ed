import helper from 'node-red-node-test-helper';
import should from 'should';
import { get, post } from '../nodes/endpoints/endpoints.js';
import { batch, EventStage, event, fader, pause, property, reader } from './event-stage.js';
import { fromMessage, literal, type Message, type NodeOf } from './stage.js';

describe('the journal of a hub', () => {
  const show = EventStage.forEach();

  async function rows(after?: number, id = 'config'): Promise<Message[]> {
    const query = after === undefined ? '' : `?after=${after}`;
    const { body, status } = await get(`journal/${id}${query}`);
    should(status).equal(200);
    return body.rows;
  }

  const hubs = async (): Promise<Message[]> => (await get('hubs')).body;

  it('records the value, the node, the target and the outcome of a command', async () => {
    await show.open([fader]);
    const before = Date.now();
    await show.send('fader', 0.5);
    const [row, ...more] = await rows();
    should(more).be.empty();
    const { at, waited, elapsed, ...record } = row!;
    should(record).eql({
      number: 1,
      update: 1,
      space: 'values',
      failed: false,
      node: 'fader',
      operation: 'setProperty',
      target: { engineId: '1', nodePath: 'Mixer_0', propertyPath: 'Overlay//Opacity/0' },
      value: '0.5',
      outcome: 'done',
      statusCode: 200,
    });
    should(at).be.within(before, Date.now());
    for (const ms of [waited, elapsed]) should(ms).be.within(0, Date.now() - before);
  });

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

  it('records the error of failed commands', async () => {
    await show.open([fader, { ...fader, id: 'strict', delivery: 'inOrder', expiry: '1' }]);
    show.hub.trouble({ operation: 'setProperty', times: 1, status: 422 });
    await show.send('fader', 1);
    show.hub.trouble({ operation: 'setProperty', times: 1, status: 503 });
    await show.send('fader', 2);
    show.hub.trouble({ operation: 'setProperty', times: 1, delay: 2000 });
    for (const payload of [3, 4]) show.stage.node('strict').receive({ _msgid: `${payload}`, payload });
    await show.stage.until(() => show.stage.completed.length + show.stage.caught.length === 4);
    should(
      (await rows()).map(({ value, outcome, failure, statusCode }) => [value, outcome, failure?.code, statusCode]),
    ).eql([
      ['1', 'refused', 'HUB_REJECTED', 422],
      ['2', 'unknown', 'HUB_FAULT', 503],
      ['4', 'not-sent', 'EXPIRED', undefined],
      ['3', 'done', undefined, 200],
    ]);
    should((await hubs())[0]).match({ id: 'config', failures: 3 });
  });

  it('records a rehearsed command, which does not count as failed', async () => {
    await show.open([fader], { rehearsal: true });
    await show.send('fader', 1);
    should((await rows())[0]).match({ value: '1', outcome: 'rehearsal' });
    should((await hubs())[0]).match({ rehearsal: true, failures: 0 });
  });

  it('contains no reads', async () => {
    await show.open([reader, batch]);
    await show.send('reader');
    await show.send('batch', [{ url: '/engines', verb: 'GET' }]);
    should(await rows()).be.empty();
  });

  it('has one row for a movement, which values of it change', async () => {
    await show.open([fader, { ...fader, id: 'press', delivery: 'inOrder' }]);
    for (let value = 0; value <= 10; value += 1) {
      await show.send('fader', value / 10);
      if (value === 4) await show.send('press', 1);
    }
    const all = await rows();
    should(all).have.length(2);
    should(all[0]).match({ node: 'fader', value: '0', movement: { to: '1', count: 11 }, outcome: 'done' });
    should(all[0]!.movement.duration).be.within(1, 10_000);
    should(all[1]).match({ node: 'press', value: '1' }).and.not.have.property('movement');
    const { body } = await get('journal/config?after=0');
    should(body.last).equal(12);
    should((await rows(6)).map(({ node }) => node)).eql(['fader']);
    should(await rows(12)).be.empty();
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

  it('stays limited and works at 1,000 messages a second', async () => {
    const lanes = Array.from({ length: 20 }, (_, index) => ({
      ...fader,
      id: `fader${index}`,
      params: { ...(fader.params as object), propertyPath: literal(`P${index}`) },
    }));
    await show.open(lanes, { rate: '100' });
    let sent = 0;
    // A busy machine sends fewer values.
    for (let turn = 0; turn < 30 || show.commands().length < 200; turn += 1) {
      for (const { id } of lanes) show.stage.node(id).receive({ _msgid: `m${sent++}`, payload: sent });
      await pause(20);
    }
    await show.stage.until(() => show.stage.completed.length + show.stage.caught.length === sent);
    const { body } = await get('journal/config');
    // A busy machine may pause longer than a movement, which ends it.
    should(body.rows.length).be.within(20, 100);
    should(body.last).be.within(200, sent);
    const counts = body.rows.map(({ movement }: Message) => movement?.count ?? 1);
    should(counts.reduce((sum: number, count: number) => sum + count, 0)).equal(body.last);
  }).timeout(120_000);

  it('continues after a restart of the flows, and ends with its configuration', async () => {
    await show.open([fader]);
    await show.send('fader', 1);
    const config = { id: 'config', type: 'hub-config', baseUrl: show.hub.url, auth: 'none' };
    const tab = { id: 'flow', type: 'tab', label: '' };
    const again = { ...fader, hub: 'config', version: 1, z: 'flow', x: 0, y: 0, wires: [] };
    const deploy = (flow: object[]) => helper.setFlows(flow as never, 'full');
    await deploy([tab, config, again]);
    should((await rows()).map(({ value }) => value)).eql(['1']);
    helper.getNode('fader').receive({ payload: 2 } as never);
    await show.stage.until(() => show.commands().length === 2);
    await deploy([tab]);
    should(await rows()).be.empty();
    await deploy([tab, config, again]);
    should(await rows()).be.empty();
  });

  it('shortens values', async () => {
    await show.open([batch]);
    const extra: Record<string, unknown> = {};
    extra.self = extra;
    const body = { name: 'A', long: 'x'.repeat(100_000) };
    await show.send('batch', [{ url: '/playout/rundowns', verb: 'POST', body, extra }]);
    const [row] = await rows();
    should(row?.value)
      .startWith('{"entries":[{"url":"/playout/rundowns","verb":"POST","body":{"name":"A","long":"xxx')
      .and.endWith('…');
    should(row?.value.length).be.within(150, 162);
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
