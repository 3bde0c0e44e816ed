import should from 'should';
import { useTimeLapse } from '../time-lapse.js';
import { fader, pause, property } from './event-stage.js';
import { fromMessage, literal, type Message } from './stage.js';
import { WatchStage, watch } from './watch-stage.js';

/** Sets the property, without an output. */
const set = { ...fader, id: 'set', wires: [[]] };

describe('watch', () => {
  useTimeLapse();
  const show = WatchStage.forEach();

  const updates = () => show.stage.out.map(({ payload, previous, changed }) => ({ payload, previous, changed }));

  it('sends the value at the start and at each change, with the previous value and the changed paths', async () => {
    await show.open([watch('w', { path: '', name: 'Overlay' }), set]);
    await show.arrived(1);
    const [{ payload: start }] = show.stage.out as [Message];
    should(show.stage.out[0]).match({ topic: 'Overlay', changed: [''] });
    should(show.stage.out[0]?.previous).be.undefined();
    should(show.stage.out[0]?.hub).match({
      operation: 'getProperty',
      area: 'engine-property',
      params: { engineId: 1 },
    });
    await show.send('set', { payload: 0.25 });
    await show.arrived(2);
    should(show.stage.out[1]).match({ payload: { ...start, Value: 0.25 }, previous: start, changed: ['Value'] });
    await pause(500);
    should(show.stage.out).have.length(2);
  });

  it('lists no paths of a change if *List changed paths* is off', async () => {
    await show.open([watch('w', { listChanges: false }), set]);
    await show.arrived(1);
    await show.send('set', { payload: 0.25 });
    await show.arrived(2);
    should(show.stage.out[1]?.payload).equal(0.25);
    for (const msg of show.stage.out) should(msg).not.have.property('changed');
    await pause(300);
    should(show.stage.out).have.length(2);
  });

  it('sends a part of the answer, with paths inside that part', async () => {
    const Value = { x: 1, y: 2, z: 3 };
    const params = { ...property, propertyPath: literal('Transform//Location/0') };
    show.hub.trouble({
      operation: 'getProperty',
      body: JSON.stringify({ Value }),
      contentType: 'application/json',
      times: 1,
    });
    show.hub.trouble({
      operation: 'getProperty',
      body: JSON.stringify({ Value: { ...Value, y: 5 }, DisplayName: 'Location' }),
      contentType: 'application/json',
    });
    await show.open([watch('w', { params })]);
    await show.arrived(2);
    should(updates()[1]).eql({ payload: { x: 1, y: 5, z: 3 }, previous: Value, changed: ['y'] });
  });

  it('reads a path into a list, and warns about a path that leads nowhere', async () => {
    await show.open([
      watch('list', { operation: 'listEngines', params: {}, path: '[0].displayName', name: 'list' }),
      watch('nowhere', { path: 'Valeu.x', name: 'nowhere' }),
    ]);
    await show.arrived(2);
    const [list, nowhere] = ['list', 'nowhere'].map((name) => show.stage.out.find(({ topic }) => topic === name));
    const engines = (await (await fetch(`${show.hub.url}/api/rest/v1/engines`)).json()) as { displayName: string }[];
    should(list?.payload).equal(engines[0]?.displayName);
    should(nowhere).have.property('payload', undefined);
    should(show.logOf('nowhere')).eql(['The answer holds nothing at "Valeu.x". Check the path.']);
    should(show.logOf('list')).be.empty();
  });

  it('reads once for 200 watches of the same property, and each of them sends it', async () => {
    const watchers = Array.from({ length: 200 }, (_, index) => watch(`w${index}`, { interval: '0.2' }));
    const started = Date.now();
    await show.open([...watchers, set]);
    await show.arrived(200);
    await show.send('set', { payload: 0.5 });
    await show.arrived(400);
    await show.stage.until(() => show.polls().length >= 6);
    should(show.polls().length).be.belowOrEqual(2 + (Date.now() - started) / 200);
    should(new Set(show.stage.out.slice(200).map(({ payload }) => payload))).eql(new Set([0.5]));
    should(show.stage.out).have.length(400);
  });

  it('reads once for two intervals, at the shorter one, and gives each answer to both', async () => {
    await show.open([watch('quick', { name: 'Übergabe' }), watch('slow', { name: '日本語', interval: '1' }), set]);
    await show.arrived(2);
    const reads = async (ms: number) => {
      const before = show.polls().length;
      await pause(ms);
      return show.polls().length - before;
    };
    should(await reads(1000)).be.within(9, 11);
    await show.send('set', { payload: 0.25 });
    await pause(200);
    should(show.stage.out.map(({ topic, payload }) => `${topic} ${payload}`).sort()).eql(
      ['Übergabe', '日本語'].flatMap((name) => [`${name} 0.25`, `${name} 1`]).sort(),
    );
    await show.stage.node('quick').close();
    should(await reads(5000)).be.within(4, 6);
    await show.send('set', { payload: 0.5 });
    await show.arrived(5);
    await pause(2000);
    should(show.stage.out.slice(4)).match([{ topic: '日本語', payload: 0.5, previous: 0.25 }]);
    should(show.stage.out).have.length(5);
  });

  describe('on request', () => {
    it('puts the present value into the message, once each, also before the hub has answered', async () => {
      show.hub.trouble({ operation: 'getProperty', delay: 300, times: 1 });
      await show.open([watch('w', { name: 'Overlay', interval: '3600' })]);
      for (const _msgid of ['a', 'b']) show.stage.node('w').receive({ _msgid, topic: '', kept: { by: 'the flow' } });
      await show.stage.until(() => show.stage.completed.length === 2);
      await show.send('w', { topic: 7 });
      should(show.stage.completed).have.length(3);
      const value = show.stage.out[0]?.payload;
      should(updates()).eql([
        { payload: value, previous: undefined, changed: [''] },
        { payload: value, previous: value, changed: [] },
        { payload: value, previous: value, changed: [] },
        { payload: value, previous: value, changed: [] },
      ]);
      should(show.stage.out.map(({ topic }) => topic)).eql(['Overlay', 'Overlay', 'Overlay', 7]);
      should(show.stage.out[1]?.kept).eql({ by: 'the flow' });
      should(show.polls()).have.length(1);
    });

    it('fails while the reads fail', async () => {
      show.hub.trouble({ operation: 'getProperty', status: 500 });
      await show.open([watch('w')]);
      show.stage.node('w').receive({ _msgid: 'early', payload: 1 });
      await show.stage.until(() => show.stage.caught.length === 2);
      await show.send('w', { payload: 1 });
      should(show.stage.caught.map(({ _msgid }) => _msgid)).containDeep(['early']);
      should(show.stage.caught).have.length(3);
      for (const { hub: about, error } of show.stage.caught) {
        should(about).match({ operation: 'getProperty', code: 'HUB_FAULT' });
        should(error.message)
          .match(/500/)
          .and.not.match(/carried out/);
      }
      should(show.stage.out).be.empty();
    });
  });

  it('reports a wrong field without a request, and reads nothing', async () => {
    const cases: [string, object, string, RegExp][] = [
      ['a missing field', { params: { ...property, nodePath: literal('') } }, 'bad input', /– Node is missing/],
      [
        'a field of the message',
        { params: { ...property, engineId: fromMessage('x') } },
        'bad input',
        /– Engine is missing/,
      ],
      [
        'a field that is wrong',
        { params: { ...property, engineId: literal('CAM') } },
        'bad input',
        /– Engine must be .*"CAM"/,
      ],
      [
        'an expression that fails',
        { params: { ...property, engineId: { type: 'jsonata', value: '$x(' } } },
        'bad input',
        /– Engine .*\$x\(/,
      ],
      ['too short an interval', { interval: '0.05' }, 'bad input', /– Interval .*0\.1 or more.*0\.05/],
      ['an interval that is none', { interval: 'often' }, 'bad input', /– Interval .*"often"/],
      ['a path that is none', { path: 'a..b' }, 'bad input', /– Path .*Value\.x.*"a\.\.b"/],
      ['a path into a message', { path: 'items[msg.index]' }, 'bad input', /– Path /],
      ['a command', { operation: 'setProperty' }, 'no operation', /setProperty/],
      ['no hub', { hub: 'gone' }, 'no hub', /^hub watch: not sent – no hub/],
    ];
    await show.open(cases.map(([id, fields]) => watch(id, fields)));
    for (const [id, , text, words] of cases) {
      await show.stage.until(() => show.stage.status(id).text?.startsWith(text) === true);
      const { error, hub } = await show.send(id, {});
      should(error.message).match(words);
      should(hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
    }
    await pause(250);
    should([...show.polls(), ...show.stage.out]).be.empty();
  });

  it('reads its fields from the environment and from an expression at the start', async () => {
    process.env.HUB_TEST_ENGINE = '1';
    process.env.HUB_TEST_INTERVAL = '0.1';
    const params = {
      engineId: { type: 'env', value: 'HUB_TEST_ENGINE' },
      nodePath: { type: 'jsonata', value: '"Mixer" & "_0"' },
      propertyPath: literal('Overlay//Opacity/0'),
    };
    await show.open([watch('w', { params, interval: '${HUB_TEST_INTERVAL}' })]);
    await show.arrived(1);
    should(show.stage.out[0]?.hub.params).eql({ engineId: 1, nodePath: 'Mixer_0', propertyPath: 'Overlay//Opacity/0' });
    for (const name of ['HUB_TEST_ENGINE', 'HUB_TEST_INTERVAL']) delete process.env[name];
  });

  it('ends its request and waiting messages when it closes', async () => {
    // Other suites of this process may have open sockets too.
    const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
    const earlier = sockets();
    show.hub.trouble({ operation: 'getProperty', never: true });
    await show.open([watch('w'), watch('other')]);
    show.stage.node('w').receive({ _msgid: 'waiting' });
    await show.stage.until(() => show.polls().length === 1);
    await show.stage.node('w').close();
    await show.stage.until(() => show.stage.caught.length === 1);
    should(show.stage.caught[0]).match({ _msgid: 'waiting', hub: { code: 'CLOSED' } });
    should(show.stage.status('w')).eql({});
    await show.stage.node('other').close();
    await show.stage.node('config').close();
    const before = show.hub.journal.length;
    await pause(500);
    should([show.hub.journal.length, show.stage.caught.length]).eql([before, 1]);
    await show.stage.until(() => sockets() <= earlier);
  });

  it('continues for the other watches when one closes', async () => {
    await show.open([watch('one'), watch('other'), set]);
    await show.arrived(2);
    await show.stage.node('one').close();
    await show.send('set', { payload: 0.125 });
    await show.arrived(3);
    await pause(300);
    should(show.stage.out).have.length(3);
  });
});
