import should from 'should';
import { startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { useTimeLapse } from '../time-lapse.js';
import { fader, KEY, PropertyStage } from './engine-property-stage.js';
import { property } from './event-stage.js';
import { fromMessage, literal, type Message, type NodeOf, timed } from './stage.js';

const reading = (id: string, operation: string, params: object): NodeOf => ({
  id,
  type: 'hub-engine-property',
  operation,
  params,
});

describe('engine-property', () => {
  useTimeLapse();
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
  });

  it('refuses with the field, the value and the allowed values, and sends nothing', async () => {
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
    const nodes = cases.map(([id, params]) => ({ ...fader, id, params: { ...(fader.params as object), ...params } }));
    const show = await studio.open(...nodes);
    for (const [id, , words] of cases) {
      const msg = { _msgid: id, payload: 0.5, buffer: Buffer.from('1') };
      const { error, hub: hubFields, payload } = await show.send(id, msg);
      should(error.message).match(words);
      should(hubFields).have.properties({ operation: 'setProperty', code: 'BAD_INPUT', outcome: 'not-sent' });
      should(payload).equal(0.5);
      await show.until(() => timed('bad input').test(show.status(id).text ?? ''));
      should(show.status(id)).have.properties({ fill: 'red', shape: 'dot' });
    }
    should([...show.out, ...show.completed, ...studio.commands()]).be.empty();
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

describe('engine-property and its hub', () => {
  useTimeLapse();
  const studio = PropertyStage.forSuite();

  describe('shows', () => {
    it('the connection: connecting, connected', async () => {
      studio.hub.trouble({ operation: 'listEngines', delay: 300, times: 1 });
      const show = await studio.open(fader);
      should(show.status('fader')).eql({ fill: 'yellow', shape: 'ring', text: 'connecting' });
      await show.until(() => show.status('fader').text === 'connected');
      should(show.status('fader')).have.properties({ fill: 'green', shape: 'dot' });
    });

    it('a refused key, and reports it for each message without the key', async () => {
      const wrong = 'rh_another_secret';
      const show = await studio.perform({ baseUrl: studio.hub.url }, [fader], { apiKey: wrong });
      await show.until(() => /^wrong key/.test(show.status('fader').text ?? ''));
      const { error, hub: hubFields, payload } = await show.send('fader', { _msgid: '1', payload: 1 });
      should(hubFields).have.properties({ code: 'HUB_AUTH', outcome: 'refused' });
      should(error.message).match(/401.*licence/);
      should(JSON.stringify([error, hubFields, payload, show.status('fader')])).not.containEql(wrong);
      const fault = await show.send('fader', { _msgid: '2', payload: undefined });
      should(fault.hub.code).equal('BAD_INPUT');
      should(fault.error.message).not.match(/licence/);
    });

    it('an unreachable hub, sends nothing, and recovers by itself', async () => {
      const stopped = await startSimulator({ port: await freePort() });
      const { url } = stopped;
      await stopped.close();
      const show = await studio.perform({ baseUrl: url, auth: 'none' }, [fader]);
      await show.until(() => show.status('fader').text === 'hub offline');
      // The status code of an earlier node would look like an answer of the hub.
      const msg = { _msgid: '1', payload: 1, statusCode: 200 };
      const { hub: hubFields, error, ...failed } = await studio.caughtBy(show, 'fader', msg);
      should(hubFields).have.properties({ code: 'HUB_UNREACHABLE', outcome: 'not-sent' });
      should(failed).match({ payload: 1 }).and.not.have.property('statusCode');
      should(error.message).containEql(url);
      const back = await startSimulator({ port: Number(new URL(url).port) });
      try {
        await show.until(() => show.status('fader').text === 'connected');
      } finally {
        await show.close();
        await back.close();
      }
    });

    it('an unknown outcome until the next success', async () => {
      const show = await studio.open({ ...fader, timeout: '1' });
      const undo = studio.hub.trouble({ operation: 'setProperty', never: true });
      const { hub: hubFields, error } = await show.send('fader', { _msgid: '1', payload: 1 });
      should(hubFields).have.properties({ code: 'HUB_TIMEOUT', outcome: 'unknown' });
      should(error.message).match(/: unknown – no answer in 1 s\. Check output\./);
      await show.until(() => timed('no answer').test(show.status('fader').text ?? ''));
      undo();
      await show.send('fader', { _msgid: '2', payload: 1 });
      await show.until(() => timed('✓ 1').test(show.status('fader').text ?? ''));
      should(studio.commands()).have.length(2);
    });
  });

  describe('without a hub that can be used', () => {
    it('shows it in its status and reports it for each message', async () => {
      const cases: [string, Record<string, unknown> | undefined, string, RegExp][] = [
        ['none chosen', undefined, 'no hub', /not sent – no hub\. Choose one and deploy\./],
        ['one that is disabled', { baseUrl: 'http://127.0.0.1:1', d: true }, 'no hub', /disabled/],
        ['one with a bad address', { baseUrl: 'hub' }, 'bad hub config', /Base URL.*http.*"hub"/],
        ['one with a variable that is not set', { baseUrl: '${HUB_TEST_UNSET}' }, 'bad hub config', /HUB_TEST_UNSET/],
        ['one with a bad dialect', { baseUrl: 'http://127.0.0.1:1', dialect: '3' }, 'bad hub config', /Revision.*1, 2/],
        [
          'one with a bad timeout',
          { baseUrl: 'http://127.0.0.1:1', timeout: '-1' },
          'bad hub config',
          /Timeout.*above 0/,
        ],
      ];
      const parts = cases.map(([id]) => ({ ...fader, id, hub: `hub of ${id}` }));
      const configs = cases.flatMap(([id, fields]) =>
        fields ? [{ id: `hub of ${id}`, type: 'hub-config', ...fields }] : [],
      );
      const show = await studio.perform(undefined, parts, {}, { configs });
      for (const [id, , text, words] of cases) {
        should(show.status(id)).eql({ fill: 'red', shape: 'ring', text });
        const { error, hub } = await show.send(id, { _msgid: id, payload: 1 });
        should(error.message).match(words);
        should(hub).have.properties({ code: 'BAD_INPUT', outcome: 'not-sent' });
      }
      should(show.out).be.empty();
    });

    it('(an operation of another node) reports it', async () => {
      const show = await studio.open({ ...fader, operation: 'launch' });
      should(show.status('fader').text).equal('no operation');
      const { error } = await studio.caughtBy(show, 'fader', { _msgid: '1' });
      should(error.message).match(/“launch”/i);
    });
  });

  it('takes every setting of the hub from the environment', async () => {
    const settings = {
      HUB_TEST_URL: `${studio.hub.url}/api/rest/v1/`,
      HUB_TEST_DIALECT: '2',
      HUB_TEST_LINEAR: 'lino',
      HUB_TEST_AUTH: 'apiKey',
      HUB_TEST_HEADER: 'X-API-Key',
      HUB_TEST_TIMEOUT: '3',
      HUB_TEST_LIMIT: '2',
      HUB_TEST_KEY: KEY,
      HUB_TEST_EXTRA: 'X-Studio',
      HUB_TEST_EXTRA_VALUE: 'A',
      HUB_TEST_ENGINE: '1',
    };
    Object.assign(process.env, settings);
    const show = await studio.perform(
      {
        baseUrl: '${HUB_TEST_URL}',
        dialect: '${HUB_TEST_DIALECT}',
        linearSegment: '${HUB_TEST_LINEAR}',
        auth: '${HUB_TEST_AUTH}',
        keyHeader: '${HUB_TEST_HEADER}',
        timeout: '${HUB_TEST_TIMEOUT}',
        maxInFlight: '${HUB_TEST_LIMIT}',
        headers: ['', '', '${HUB_TEST_EXTRA}', '', '', '', '', ''],
      },
      [{ ...fader, params: { ...(fader.params as object), engineId: { type: 'num', value: '${HUB_TEST_ENGINE}' } } }],
      { apiKey: '${HUB_TEST_KEY}', header3: '${HUB_TEST_EXTRA_VALUE}' },
    );
    await show.send('fader', { _msgid: '1', payload: 0.5 });
    should(show.caught).be.empty();
    should(studio.commands()[0]?.headers).have.properties({ 'x-api-key': KEY, 'x-studio': 'A' });
    for (const name of Object.keys(settings)) delete process.env[name];
  });
});
