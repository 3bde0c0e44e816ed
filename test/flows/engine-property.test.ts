import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { fromMessage, literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

const KEY = 'rh_very_secret_key';
const opacity = {
  engineId: literal(1),
  nodePath: literal('Mixer_0'),
  propertyPath: literal('Overlay//Opacity/0'),
};

const fader: NodeOf = {
  id: 'fader',
  type: 'hub-engine-property',
  operation: 'setProperty',
  params: { ...opacity, Value: fromMessage('payload') },
};

const reading = (id: string, operation: string, params: object): NodeOf => ({
  id,
  type: 'hub-engine-property',
  operation,
  params,
});

describe('engine-property', () => {
  let hub: Simulator;
  let stage: Stage | undefined;

  before(async () => {
    hub = await startSimulator({ apiKey: KEY });
  });

  after(() => hub.close());

  afterEach(async () => {
    await stage?.close();
    stage = undefined;
    hub.reset();
  });

  const config = (more: object = {}) => ({ baseUrl: hub.url, ...more });

  async function open(...parts: NodeOf[]): Promise<Stage> {
    stage = await perform(config(), parts, { apiKey: KEY });
    return stage;
  }

  const commands = () => hub.journal.filter(({ method }) => method !== 'GET');

  async function caughtBy(show: Stage, id: string, msg: Message): Promise<Message> {
    const sent = commands().length;
    await show.send(id, msg);
    should(show.out).be.empty();
    should(show.completed).be.empty();
    should(show.caught).have.length(1);
    should(commands()).have.length(sent);
    return show.caught[0] as Message;
  }

  describe('sets', () => {
    it('a value, which a later read tells', async () => {
      const show = await open(fader, reading('read', 'getProperty', opacity));
      await show.send('fader', { _msgid: '1', payload: 0.25 });
      await show.send('read', { _msgid: '2' });
      should(show.out.map(({ payload }) => payload.Value)).eql([0.25, 0.25]);
    });

    it('a real 0, false and "", and nothing that is blank', async () => {
      const blank = { type: 'num', value: '' };
      const params = {
        ...(fader.params as object),
        Interpolation: { type: 'str', value: '' },
        Duration: blank,
        Delay: blank,
      };
      const show = await open({ ...fader, params });
      for (const [index, payload] of [0, false, ''].entries())
        await show.send('fader', { _msgid: String(index), payload });
      should(commands().map(({ body }) => body)).eql([{ Value: 0 }, { Value: false }, { Value: '' }]);
    });

    it('what every kind of typed input gives', async () => {
      process.env.HUB_TEST_VALUE = 'from the environment';
      const inputs: [{ type: string; value: string }, unknown][] = [
        [{ type: 'str', value: '' }, ''],
        [{ type: 'num', value: '0.5' }, 0.5],
        [{ type: 'bool', value: 'false' }, false],
        [{ type: 'json', value: '{"x":1}' }, { x: 1 }],
        [{ type: 'msg', value: 'deep.value' }, 7],
        [{ type: 'env', value: 'HUB_TEST_VALUE' }, 'from the environment'],
        [{ type: 'jsonata', value: 'deep.value * 2' }, 14],
      ];
      const parts = inputs.map(([Value], index) => ({ ...fader, id: `n${index}`, params: { ...opacity, Value } }));
      const show = await open(...parts);
      for (const { id } of parts) await show.send(id, { _msgid: id, deep: { value: 7 } });
      should(commands().map(({ body }) => (body as Message).Value)).eql(inputs.map(([, value]) => value));
      delete process.env.HUB_TEST_VALUE;
    });

    it('with interpolation, duration and delay from the message', async () => {
      const params = {
        ...(fader.params as object),
        Interpolation: fromMessage('how'),
        Duration: fromMessage('seconds'),
        Delay: fromMessage('delay'),
      };
      const show = await open({ ...fader, params });
      await show.send('fader', { _msgid: '1', payload: 1, how: 'EaseIn', seconds: '1.5', delay: 0 });
      should(commands()[0]?.body).eql({ Value: 1, Interpolation: 'EaseIn', Duration: 1.5 });
    });
  });

  it('lists and gets engines, nodes and properties', async () => {
    const { engineId, nodePath } = opacity;
    const show = await open(
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

  describe('refuses, naming the field, the value and what is allowed, and sends nothing:', () => {
    const cases: [string, object, RegExp][] = [
      [
        'a wrong interpolation',
        { Interpolation: literal('linear') },
        /Interpolation.*"linear".*Constant, Linear, EaseIn/,
      ],
      ['a negative duration', { Duration: literal(-1) }, /Duration.*-1.*0 or more/],
      ['a missing value', { Value: fromMessage('nothing') }, /Value.*missing.*boolean, number, text/],
      ['an engine that is no whole number', { engineId: literal('CAM 1') }, /engineId.*"CAM 1".*whole number/],
      ['a number that is none', { Duration: { type: 'num', value: 'fast' } }, /Duration.*"fast".*number/],
      ['an expression that fails', { Value: { type: 'jsonata', value: 'payload.(' } }, /Value.*payload\.\(/],
      [
        'the same beside a number that is none',
        { Value: { type: 'jsonata', value: 'payload.(' }, Duration: { type: 'num', value: 'fast' } },
        /Duration.*"fast".*number/,
      ],
      ['a value that the message does not hold', { Value: fromMessage('deep.er.value') }, /Value.*missing/],
      ['binary data', { Value: fromMessage('buffer') }, /Value/],
      ['a node called ..', { nodePath: literal('..') }, /nodePath.*"\.\."/],
      ['a variable that is not set', { engineId: { type: 'env', value: 'HUB_TEST_UNSET' } }, /engineId.*missing/],
    ];
    for (const [name, params, words] of cases)
      it(name, async () => {
        const show = await open({ ...fader, params: { ...(fader.params as object), ...params } });
        const msg = { _msgid: '1', payload: 0.5, buffer: Buffer.from('1') };
        const { error, hub: told, payload } = await caughtBy(show, 'fader', msg);
        should(error.message).match(words);
        should(error.code).equal('BAD_INPUT');
        should(told).have.properties({ operation: 'setProperty', code: 'BAD_INPUT', outcome: 'not-sent' });
        should(payload).equal(0.5);
        await show.until(() => show.status('fader').text === 'bad input');
        should(show.status('fader')).have.properties({ fill: 'red', shape: 'dot' });
      });
  });

  it('ends a flood of a fader on the last value, with few requests and one done a message', async () => {
    const show = await open(fader);
    hub.trouble({ operation: 'setProperty', delay: 20 });
    const started = Date.now();
    for (let step = 0; step <= 1000; step++) show.node('fader').receive({ _msgid: String(step), payload: step / 1000 });
    await show.until(() => show.completed.length === 1001);
    should(show.caught).be.empty();
    should(show.out.at(-1)?.payload.Value).equal(1);
    const sent = commands().map(({ body }) => (body as Message).Value);
    should(sent.at(-1)).equal(1);
    // At most 50 a second, and the first and the last.
    should(sent.length).be.belowOrEqual(2 + (Date.now() - started) / 20);
    should(sent).eql([...sent].sort((left, right) => left - right));
  });

  it('keeps every value and their order in order, also when an expression takes its time', async () => {
    const slow = { type: 'jsonata', value: 'payload % 3 = 0 ? ($sum([1..3000]) * 0 + payload) : payload' };
    const show = await open({ ...fader, delivery: 'inOrder', params: { ...opacity, Value: slow } });
    for (let value = 0; value < 30; value++) show.node('fader').receive({ _msgid: String(value), payload: value });
    await show.until(() => show.completed.length === 30);
    should(commands().map(({ body }) => (body as Message).Value)).eql(Array.from({ length: 30 }, (_, value) => value));
  });

  describe('shows', () => {
    it('the way to the hub: connecting, connected', async () => {
      hub.trouble({ operation: 'listEngines', delay: 300, times: 1 });
      const show = await open(fader);
      should(show.status('fader')).eql({ fill: 'yellow', shape: 'ring', text: 'connecting' });
      await show.until(() => show.status('fader').text === 'connected');
      should(show.status('fader')).have.properties({ fill: 'green', shape: 'dot' });
    });

    it('a refused key, and says so to each message without telling the key', async () => {
      const wrong = 'rh_another_secret';
      stage = await perform(config(), [fader], { apiKey: wrong });
      await stage.until(() => stage?.status('fader').text === 'key refused');
      const { error, hub: told, payload } = await stage.send('fader', { _msgid: '1', payload: 1 });
      should(told).have.properties({ code: 'HUB_AUTH', outcome: 'refused' });
      should(error.message).match(/401.*licence/);
      should(JSON.stringify([error, told, payload, stage.status('fader')])).not.containEql(wrong);
    });

    it('a hub that is not there, sends nothing, and recovers by itself', async () => {
      const gone = await startSimulator();
      const { url } = gone;
      await gone.close();
      stage = await perform({ baseUrl: url, auth: 'none' }, [fader]);
      await stage.until(() => stage?.status('fader').text === 'hub unreachable');
      const { hub: told, error } = await caughtBy(stage, 'fader', { _msgid: '1', payload: 1 });
      should(told).have.properties({ code: 'HUB_UNREACHABLE', outcome: 'not-sent' });
      should(error.message).containEql(url);
      const back = await startSimulator({ port: Number(new URL(url).port) });
      try {
        await stage.until(() => stage?.status('fader').text === 'connected');
      } finally {
        await stage.close();
        await back.close();
      }
    });

    it('an unknown outcome, until something goes well', async () => {
      const show = await open({ ...fader, timeout: '0.2' });
      const undo = hub.trouble({ operation: 'setProperty', never: true });
      const { hub: told, error } = await show.send('fader', { _msgid: '1', payload: 1 });
      should(told).have.properties({ code: 'HUB_TIMEOUT', outcome: 'unknown' });
      should(error.message).match(/200 ms.*Outcome unknown/);
      await show.until(() => show.status('fader').text === 'no answer in time');
      undo();
      await show.send('fader', { _msgid: '2', payload: 1 });
      await show.until(() => show.status('fader').text === 'connected');
      should(commands()).have.length(2);
    });
  });

  describe('without a hub that can be used', () => {
    const cases: [string, Record<string, unknown> | undefined, string, RegExp][] = [
      ['none chosen', undefined, 'no hub', /No hub is chosen/],
      ['one that is disabled', { baseUrl: 'http://127.0.0.1:1', d: true }, 'no hub', /disabled/],
      ['one with a bad address', { baseUrl: 'hub' }, 'bad hub settings', /baseUrl.*"hub".*http/],
      ['one with a variable that is not set', { baseUrl: '${HUB_TEST_UNSET}' }, 'bad hub settings', /HUB_TEST_UNSET/],
      ['one with a bad dialect', { baseUrl: 'http://127.0.0.1:1', dialect: '3' }, 'bad hub settings', /dialect.*1, 2/],
      [
        'one with a bad timeout',
        { baseUrl: 'http://127.0.0.1:1', timeout: '-1' },
        'bad hub settings',
        /timeout.*above 0/,
      ],
    ];
    for (const [name, broken, text, words] of cases)
      it(`(${name}) says so in its status and to each message`, async () => {
        stage = await perform(broken, [fader]);
        should(stage.status('fader')).eql({ fill: 'red', shape: 'ring', text });
        const { error, hub: told } = await caughtBy(stage, 'fader', { _msgid: '1', payload: 1 });
        should(error.message).match(words);
        should(told).have.properties({ code: 'BAD_INPUT', outcome: 'not-sent' });
      });

    it('(an operation of another node) says so', async () => {
      const show = await open({ ...fader, operation: 'launch' });
      should(show.status('fader').text).equal('no operation');
      const { error } = await caughtBy(show, 'fader', { _msgid: '1' });
      should(error.message).containEql('launch');
    });
  });

  it('takes every setting of the hub from the environment', async () => {
    const settings = {
      HUB_TEST_URL: `${hub.url}/api/rest/v1/`,
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
    stage = await perform(
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
    await stage.send('fader', { _msgid: '1', payload: 0.5 });
    should(stage.caught).be.empty();
    should(commands()[0]?.headers).have.properties({ 'x-api-key': KEY, 'x-studio': 'A' });
    for (const name of Object.keys(settings)) delete process.env[name];
  });

  it('ends what is in flight and what waits when it closes, each message once, and leaves nothing', async () => {
    const show = await open({ ...fader, delivery: 'inOrder' });
    await show.until(() => show.status('fader').text === 'connected');
    hub.trouble({ operation: 'setProperty', never: true });
    for (const _msgid of ['1', '2', '3']) show.node('fader').receive({ _msgid, payload: 1 });
    await show.until(() => commands().length === 1);
    const started = Date.now();
    await show.node('fader').close();
    await show.until(() => show.caught.length === 3);
    // Less than the timeout: it was ended, not waited for.
    should(Date.now() - started).be.below(4000);
    const told = show.caught.map(({ _msgid, hub: { code, outcome } }) => [_msgid, code, outcome]).sort();
    should(told).eql([
      ['1', 'CLOSED', 'unknown'],
      ['2', 'CLOSED', 'not-sent'],
      ['3', 'CLOSED', 'not-sent'],
    ]);
    should(show.completed).be.empty();
    should(show.status('fader')).eql({});
    should(commands()).have.length(1);
  });
});
