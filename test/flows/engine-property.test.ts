import should from 'should';
import { fader, PropertyStage } from './engine-property-stage.js';
import { property } from './event-stage.js';
import { fromMessage, literal, type Message, type NodeOf, timed } from './stage.js';

const reading = (id: string, operation: string, params: object): NodeOf => ({
  id,
  type: 'hub-engine-property',
  operation,
  params,
});

describe('engine-property', () => {
  const studio = PropertyStage.forSuite();

  describe('sets', () => {
    it('a value that a later read returns', async () => {
      const show = await studio.open(fader, reading('read', 'getProperty', property));
      await show.send('fader', { _msgid: '1', payload: 0.25 });
      await show.send('read', { _msgid: '2' });
      should(show.out.map(({ payload }) => payload.Value)).eql([0.25, 0.25]);
    });

    it('0, false and "", and no blank fields', async () => {
      const blank = { type: 'num', value: '' };
      const params = {
        ...(fader.params as object),
        Interpolation: { type: 'str', value: '' },
        Duration: blank,
        Delay: blank,
      };
      const show = await studio.open({ ...fader, params });
      for (const [index, payload] of [0, false, ''].entries())
        await show.send('fader', { _msgid: String(index), payload });
      should(studio.commands().map(({ body }) => body)).eql([{ Value: 0 }, { Value: false }, { Value: '' }]);
    });

    it('the value of every kind of typed input', async () => {
      process.env.HUB_TEST_VALUE = 'from the environment';
      const inputs: [{ type: string; value: string }, unknown][] = [
        [{ type: 'str', value: '' }, ''],
        [{ type: 'num', value: '0.5' }, 0.5],
        [{ type: 'bool', value: 'false' }, false],
        [{ type: 'bool', value: 'True' }, true],
        [{ type: 'json', value: '{"x":1}' }, { x: 1 }],
        [{ type: 'msg', value: 'deep.value' }, 7],
        [{ type: 'env', value: 'HUB_TEST_VALUE' }, 'from the environment'],
        [{ type: 'jsonata', value: 'deep.value * 2' }, 14],
      ];
      const parts = inputs.map(([Value], index) => ({ ...fader, id: `n${index}`, params: { ...property, Value } }));
      const show = await studio.open(...parts);
      for (const { id } of parts) await show.send(id, { _msgid: id, deep: { value: 7 } });
      should(studio.commands().map(({ body }) => (body as Message).Value)).eql(inputs.map(([, value]) => value));
      delete process.env.HUB_TEST_VALUE;
    });

    it('with interpolation, duration and delay from the message', async () => {
      const params = {
        ...(fader.params as object),
        Interpolation: fromMessage('how'),
        Duration: fromMessage('seconds'),
        Delay: fromMessage('delay'),
      };
      const show = await studio.open({ ...fader, params });
      await show.send('fader', { _msgid: '1', payload: 1, how: 'EaseIn', seconds: '1.5', delay: 0 });
      should(studio.commands()[0]?.body).eql({ Value: 1, Interpolation: 'EaseIn', Duration: 1.5 });
    });
  });

  it('lists and gets engines, nodes and properties', async () => {
    const { engineId, nodePath } = property;
    const show = await studio.open(
      reading('engines', 'listEngines', {}),
      reading('engine', 'getEngine', { engineId }),
      reading('nodes', 'listNodes', { engineId }),
      reading('node', 'getNode', { engineId, nodePath }),
      reading('properties', 'listProperties', { engineId, nodePath }),
    );
    for (const id of ['engines', 'engine', 'nodes', 'node', 'properties']) await show.send(id, { _msgid: id });
    const [engines, engine, nodes, node, properties] = show.out.map(({ payload }) => payload);
    should(engines.map(({ id }: Message) => id)).eql([1, 2, 3, 4]);
    should(engine.displayName).equal(engines[0].displayName);
    should(nodes).containEql(node);
    should(properties.map(({ PropertyPath }: Message) => PropertyPath)).containEql('Overlay//Opacity/0');
  });

  describe('refuses, with the field, the value and the allowed values, and sends nothing:', () => {
    const cases: [string, object, RegExp][] = [
      [
        'a wrong interpolation',
        { Interpolation: literal('linear') },
        /– Interpolation is "linear" – choose Constant, Linear, EaseIn, EaseOut, EaseInOut\./,
      ],
      ['a negative duration', { Duration: literal(-1) }, /Duration.*0 or more.*-1/],
      ['a missing value', { Value: fromMessage('nothing') }, /Value.*missing.*boolean, number, text/],
      ['an engine that is no whole number', { engineId: literal('CAM 1') }, /– Engine must be a whole number.*"CAM 1"/],
      ['a number that is none', { Duration: { type: 'num', value: 'fast' } }, /Duration.*number.*"fast"/],
      ['an expression that fails', { Value: { type: 'jsonata', value: 'payload.(' } }, /Value.*payload\.\(/],
      [
        'the same beside a number that is none',
        { Value: { type: 'jsonata', value: 'payload.(' }, Duration: { type: 'num', value: 'fast' } },
        /Duration.*number.*"fast"/,
      ],
      ['a value that the message does not hold', { Value: fromMessage('deep.er.value') }, /Value.*missing/],
      ['binary data', { Value: fromMessage('buffer') }, /Value/],
      ['a node called ..', { nodePath: literal('..') }, /– Node must be.*"\.\."/],
      ['a variable that is not set', { engineId: { type: 'env', value: 'HUB_TEST_UNSET' } }, /– Engine is missing/],
    ];
    for (const [name, params, words] of cases)
      it(name, async () => {
        const show = await studio.open({ ...fader, params: { ...(fader.params as object), ...params } });
        const msg = { _msgid: '1', payload: 0.5, buffer: Buffer.from('1') };
        const { error, hub: hubFields, payload } = await studio.caughtBy(show, 'fader', msg);
        should(error.message).match(words);
        should(hubFields).have.properties({ operation: 'setProperty', code: 'BAD_INPUT', outcome: 'not-sent' });
        should(payload).equal(0.5);
        await show.until(() => timed('bad input').test(show.status('fader').text ?? ''));
        should(show.status('fader')).have.properties({ fill: 'red', shape: 'dot' });
      });
  });

  it('sends the last value of a fast fader last, with few requests and one done for each message', async () => {
    // No value ends early on a busy machine.
    const show = await studio.open({ ...fader, timeout: '60', expiry: '60' });
    studio.hub.trouble({ operation: 'setProperty', delay: 20 });
    const started = performance.now();
    for (let step = 0; step <= 1000; step++) show.node('fader').receive({ _msgid: String(step), payload: step / 1000 });
    await show.until(() => show.completed.length + show.caught.length === 1001);
    should(show.caught).be.empty();
    should(show.out.at(-1)?.payload.Value).equal(1);
    const sent = studio.commands().map(({ body }) => (body as Message).Value);
    should(sent.at(-1)).equal(1);
    // At most 50 a second, and the first and the last.
    should(sent.length).be.belowOrEqual(2 + (performance.now() - started) / 20);
    should(sent).eql([...sent].sort((one, other) => one - other));
  });

  it('keeps every value in order, even with a slow expression', async () => {
    const slow = { type: 'jsonata', value: 'payload % 3 = 0 ? ($sum([1..3000]) * 0 + payload) : payload' };
    const show = await studio.open({ ...fader, delivery: 'inOrder', params: { ...property, Value: slow } });
    for (let value = 0; value < 30; value++) show.node('fader').receive({ _msgid: String(value), payload: value });
    await show.until(() => show.completed.length === 30);
    should(studio.commands().map(({ body }) => (body as Message).Value)).eql(
      Array.from({ length: 30 }, (_, value) => value),
    );
  });

  it('ends pending and queued messages once when it closes', async () => {
    // Longer than the test, so only the close ends the messages.
    const show = await studio.open({ ...fader, delivery: 'inOrder', timeout: '300', expiry: '300' });
    await show.until(() => show.status('fader').text === 'connected');
    studio.hub.trouble({ operation: 'setProperty', never: true });
    for (const _msgid of ['1', '2', '3']) show.node('fader').receive({ _msgid, payload: 1 });
    await show.until(() => studio.commands().length === 1);
    await show.node('fader').close();
    await show.until(() => show.caught.length === 3);
    const errors = show.caught.map(({ _msgid, hub: { code, outcome } }) => [_msgid, code, outcome]).sort();
    should(errors).eql([
      ['1', 'CLOSED', 'unknown'],
      ['2', 'CLOSED', 'not-sent'],
      ['3', 'CLOSED', 'not-sent'],
    ]);
    should(show.completed).be.empty();
    should(show.status('fader')).eql({});
    should(studio.commands()).have.length(1);
  });
});
