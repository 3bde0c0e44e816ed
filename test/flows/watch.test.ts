import helper from 'node-red-node-test-helper';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { fader, pause, property } from './event-stage.js';
import { fromMessage, literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

const watch = (id: string, fields: object = {}): NodeOf => ({
  id,
  type: 'hub-watch',
  operation: 'getProperty',
  params: property,
  interval: '0.1',
  path: 'Value',
  ...fields,
});

/** Sets the property, without an output. */
const set = { ...fader, id: 'set', wires: [[]] };

describe('watch', () => {
  let hub: Simulator;
  let stage: Stage;
  let next = 0;

  beforeEach(async () => {
    hub = await startSimulator();
  });

  afterEach(async () => {
    await stage.close();
    await hub.close();
  });

  async function open(parts: NodeOf[], config: object = {}): Promise<void> {
    stage = await perform({ baseUrl: hub.url, auth: 'none', ...config }, parts);
  }

  const send = (id: string, msg: Message) => {
    next += 1;
    return stage.send(id, { _msgid: `m${next}`, ...msg });
  };
  const polls = (operation = 'getProperty') => hub.journal.filter((entry) => entry.operation === operation);
  const arrived = (count: number) => stage.until(() => stage.out.length >= count);
  const told = () => stage.out.map(({ payload, previous, changed }) => ({ payload, previous, changed }));

  /** What a node said in the log. */
  const said = (id: string): string[] =>
    helper
      .log()
      .args.filter(([entry]) => entry.id === id)
      .map(([{ msg }]) => String(msg));

  it('tells the value at the start and whenever it changes, with what it was and where', async () => {
    await open([watch('w', { path: '', name: 'Overlay' }), set]);
    await arrived(1);
    const [{ payload: start }] = stage.out as [Message];
    should(stage.out[0]).match({ topic: 'Overlay', changed: [''] });
    should(stage.out[0]?.previous).be.undefined();
    should(stage.out[0]?.hub).match({ operation: 'getProperty', area: 'engine-property', params: { engineId: 1 } });
    await send('set', { payload: 0.25 });
    await arrived(2);
    should(stage.out[1]).match({ payload: { ...start, Value: 0.25 }, previous: start, changed: ['Value'] });
    await pause(500);
    should(stage.out).have.length(2);
  });

  it('tells a part of the answer, in paths of that part', async () => {
    const Value = { x: 1, y: 2, z: 3 };
    const params = { ...property, propertyPath: literal('Transform//Location/0') };
    hub.trouble({
      operation: 'getProperty',
      body: JSON.stringify({ Value }),
      contentType: 'application/json',
      times: 1,
    });
    hub.trouble({
      operation: 'getProperty',
      body: JSON.stringify({ Value: { ...Value, y: 5 }, DisplayName: 'Location' }),
      contentType: 'application/json',
    });
    await open([watch('w', { params })]);
    await arrived(2);
    should(told()[1]).eql({ payload: { x: 1, y: 5, z: 3 }, previous: Value, changed: ['y'] });
  });

  it('takes a path into a list, and warns of one that leads nowhere', async () => {
    await open([
      watch('list', { operation: 'listEngines', params: {}, path: '[0].displayName', name: 'list' }),
      watch('nowhere', { path: 'Valeu.x', name: 'nowhere' }),
    ]);
    await arrived(2);
    const [list, nowhere] = ['list', 'nowhere'].map((name) => stage.out.find(({ topic }) => topic === name));
    const engines = (await (await fetch(`${hub.url}/api/rest/v1/engines`)).json()) as { displayName: string }[];
    should(list?.payload).equal(engines[0]?.displayName);
    should(nowhere).have.property('payload', undefined);
    should(said('nowhere')).eql(['The answer holds nothing at "Valeu.x"; check the path.']);
    should(said('list')).be.empty();
  });

  it('asks the hub once for two hundred that watch the same, and each tells it', async () => {
    const watchers = Array.from({ length: 200 }, (_, index) => watch(`w${index}`, { interval: '0.2' }));
    const started = Date.now();
    await open([...watchers, set]);
    await arrived(200);
    await send('set', { payload: 0.5 });
    await arrived(400);
    await stage.until(() => polls().length >= 6);
    should(polls().length).be.belowOrEqual(2 + (Date.now() - started) / 200);
    should(new Set(stage.out.slice(200).map(({ payload }) => payload))).eql(new Set([0.5]));
    should(stage.out).have.length(400);
  });

  it('gives each its own copy of what it tells', async () => {
    await open([watch('one', { path: '' }), watch('other', { path: '' }), set]);
    await arrived(2);
    for (const { payload } of stage.out) payload.Value = 'changed by the flow';
    await send('set', { payload: 0.5 });
    await arrived(4);
    should(stage.out.slice(2).map(({ previous }) => previous.Value)).not.containEql('changed by the flow');
  });

  it('never asks again before the hub has answered', async () => {
    hub.trouble({ operation: 'getProperty', delay: 350 });
    await open([watch('w')]);
    await stage.until(() => polls().length === 4);
    const gaps = polls().map(({ at }, index, all) => at - (all[index - 1]?.at ?? 0));
    for (const gap of gaps.slice(1)) should(gap).be.aboveOrEqual(345);
  });

  it('asks apart for two intervals', async () => {
    await open([watch('slow', { interval: '3600' }), watch('slower', { interval: '7200' })]);
    await arrived(2);
    should(polls()).have.length(2);
    await stage.close();
    hub.reset();
    const started = Date.now();
    await open([watch('quick'), watch('slow', { interval: '0.4' })]);
    await stage.until(() => polls().length >= 12);
    const elapsed = Date.now() - started;
    should(polls().length).be.belowOrEqual(4 + elapsed / 100 + elapsed / 400);
  });

  describe('on request', () => {
    it('puts the present value into the message, once each, also before the hub has answered', async () => {
      hub.trouble({ operation: 'getProperty', delay: 300, times: 1 });
      await open([watch('w', { name: 'Overlay', interval: '3600' })]);
      for (const _msgid of ['a', 'b']) stage.node('w').receive({ _msgid, topic: '', kept: { by: 'the flow' } });
      await stage.until(() => stage.completed.length === 2);
      await send('w', { topic: 7 });
      should(stage.completed).have.length(3);
      const value = stage.out[0]?.payload;
      should(told()).eql([
        { payload: value, previous: undefined, changed: [''] },
        { payload: value, previous: value, changed: [] },
        { payload: value, previous: value, changed: [] },
        { payload: value, previous: value, changed: [] },
      ]);
      should(stage.out.map(({ topic }) => topic)).eql(['Overlay', 'Overlay', 'Overlay', 7]);
      should(stage.out[1]?.kept).eql({ by: 'the flow' });
      should(polls()).have.length(1);
    });

    it('fails while the hub does', async () => {
      hub.trouble({ operation: 'getProperty', status: 500 });
      await open([watch('w')]);
      stage.node('w').receive({ _msgid: 'early', payload: 1 });
      await stage.until(() => stage.caught.length === 2);
      await send('w', { payload: 1 });
      should(stage.caught.map(({ _msgid }) => _msgid)).containDeep(['early']);
      should(stage.caught).have.length(3);
      for (const { hub: about, error } of stage.caught) {
        should(about).match({ operation: 'getProperty', code: 'HUB_FAULT' });
        should(error.message)
          .match(/500/)
          .and.not.match(/carried out/);
      }
      should(stage.out).be.empty();
    });
  });

  describe('that has lost the hub', () => {
    it('says so once, and once that it is back, and tells the value only if it has changed', async () => {
      const { port } = new URL(hub.url);
      await open([watch('same'), watch('whole', { path: '' })]);
      await arrived(2);
      await hub.close();
      await stage.until(() => stage.caught.length === 2 && stage.status('same').text === 'hub unreachable');
      await pause(2500);
      should(stage.caught).have.length(2);
      should(stage.caught[0]).match({
        topic: 'getProperty',
        hub: { operation: 'getProperty', area: 'engine-property' },
      });
      should(stage.caught[0]?.error.message).match(/asked again/);
      hub = await startSimulator({ port: Number(port) });
      await stage.until(() => said('same').length > 0 && said('whole').length > 0);
      await stage.until(() => stage.status('same').text === 'connected');
      await pause(400);
      // What a Catch node takes is not logged.
      for (const id of ['same', 'whole']) should(said(id)).eql(['The hub answers again.']);
      should(stage.out).have.length(2);
    });

    it('says again when the hub then refuses', async () => {
      await open([watch('w')]);
      await arrived(1);
      hub.trouble({ operation: 'getProperty', hangUp: 'before', times: 2 });
      hub.trouble({ operation: 'getProperty', status: 404, body: 'no such node' });
      await stage.until(() => stage.caught.length === 2);
      should(stage.caught[1]).match({ hub: { code: 'HUB_NOT_FOUND', outcome: 'refused' }, payload: 'no such node' });
      await pause(2500);
      should(stage.caught).have.length(2);
      should(stage.status('w')).eql({ fill: 'red', shape: 'dot', text: 'not found' });
    });

    it('tells the value when the hub answers for the first time', async () => {
      hub.trouble({ operation: 'getProperty', status: 500, times: 2 });
      await open([watch('w')]);
      await arrived(1);
      should(stage.caught).have.length(1);
      should(polls().length).be.aboveOrEqual(3);
    });
  });

  describe('says what is wrong with it, and asks nothing:', () => {
    const cases: [string, object, string, RegExp][] = [
      ['a missing field', { params: { ...property, nodePath: literal('') } }, 'bad input', /nodePath.*missing/],
      ['a field of the message', { params: { ...property, engineId: fromMessage('x') } }, 'bad input', /engineId/],
      ['a field that is wrong', { params: { ...property, engineId: literal('CAM') } }, 'bad input', /engineId.*"CAM"/],
      [
        'an expression that fails',
        { params: { ...property, engineId: { type: 'jsonata', value: '$x(' } } },
        'bad input',
        /engineId.*\$x\(/,
      ],
      ['too short an interval', { interval: '0.05' }, 'bad input', /interval.*0\.05.*0\.1 or more/],
      ['an interval that is none', { interval: 'often' }, 'bad input', /interval.*"often"/],
      ['a path that is none', { path: 'a..b' }, 'bad input', /path.*"a\.\.b".*Value\.x/],
      ['a path into a message', { path: 'items[msg.index]' }, 'bad input', /path/],
      ['a command', { operation: 'setProperty' }, 'no operation', /setProperty/],
    ];
    for (const [name, fields, text, words] of cases)
      it(name, async () => {
        await open([watch('w', fields)]);
        await stage.until(() => stage.status('w').text === text);
        await send('w', {});
        should(stage.caught.at(-1)?.error.message).match(words);
        should(stage.caught.at(-1)?.hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
        await pause(250);
        should(polls()).be.empty();
        should(stage.out).be.empty();
      });

    it('no hub', async () => {
      stage = await perform(undefined, [watch('w')]);
      should(stage.status('w')).eql({ fill: 'red', shape: 'ring', text: 'no hub' });
      should((await send('w', {})).error.message).match(/No hub/);
    });
  });

  it('takes its fields from the environment and from an expression, at the start', async () => {
    process.env.HUB_TEST_ENGINE = '1';
    process.env.HUB_TEST_INTERVAL = '0.1';
    const params = {
      engineId: { type: 'env', value: 'HUB_TEST_ENGINE' },
      nodePath: { type: 'jsonata', value: '"Mixer" & "_0"' },
      propertyPath: literal('Overlay//Opacity/0'),
    };
    await open([watch('w', { params, interval: '${HUB_TEST_INTERVAL}' })]);
    await arrived(1);
    should(stage.out[0]?.hub.params).eql({ engineId: 1, nodePath: 'Mixer_0', propertyPath: 'Overlay//Opacity/0' });
    for (const name of ['HUB_TEST_ENGINE', 'HUB_TEST_INTERVAL']) delete process.env[name];
  });

  it('ends what it asks and who waits for it when it closes', async () => {
    // Other suites of this process may have some, too.
    const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
    const earlier = sockets();
    hub.trouble({ operation: 'getProperty', never: true });
    await open([watch('w'), watch('other')]);
    stage.node('w').receive({ _msgid: 'waiting' });
    await stage.until(() => polls().length === 1);
    await stage.node('w').close();
    await stage.until(() => stage.caught.length === 1);
    should(stage.caught[0]).match({ _msgid: 'waiting', hub: { code: 'CLOSED' } });
    should(stage.status('w')).eql({});
    await stage.node('other').close();
    await stage.node('config').close();
    const before = hub.journal.length;
    await pause(500);
    should([hub.journal.length, stage.caught.length]).eql([before, 1]);
    should(sockets()).be.belowOrEqual(earlier);
  });

  it('goes on for the others when one closes', async () => {
    await open([watch('one'), watch('other'), set]);
    await arrived(2);
    await stage.node('one').close();
    await send('set', { payload: 0.125 });
    await arrived(3);
    await pause(300);
    should(stage.out).have.length(3);
  });
});
