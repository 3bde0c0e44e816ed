import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { nodeRedMain } from '../runtime.js';
import { useTimeLapse } from '../time-lapse.js';
import { property } from './event-stage.js';
import { anything, isSame } from './hostile-values.js';
import { lamp } from './lamp-stage.js';
import { fromMessage, literal, type Message, type NodeOf, perform, type Stage, timed } from './stage.js';

describe('a message with any content', function () {
  /** A text with a code. */
  type Failure = Readonly<string> & { readonly code?: string };

  /** Called at each `done`. A Catch node would miss messages that Node-RED cannot copy. */
  type OnComplete = (ended: { node: { id: string }; error?: Failure }) => void;
  const { hooks } = createRequire(nodeRedMain)('@node-red/util') as {
    hooks: { add(name: string, hook: OnComplete): void; remove(name: string): void };
  };

  const target = { engineId: literal(1), nodePath: literal('N'), propertyPath: literal('P') };
  const setter: NodeOf = {
    id: 'value',
    type: 'hub-engine-property',
    operation: 'setProperty',
    params: { ...target, Value: fromMessage('payload') },
    delivery: 'inOrder',
  };

  /** Nodes that use the payload as a value, a part of a path, a number or a list, or not at all. */
  const parts: NodeOf[] = [
    setter,
    { ...setter, id: 'path', params: { ...target, nodePath: fromMessage('payload'), Value: literal(1) } },
    { ...setter, id: 'deep', params: { ...target, Value: fromMessage('payload.a.0["b c"].__proto__') } },
    { ...setter, id: 'nothing', operation: 'getProperty', params: target },
    { id: 'number', type: 'hub-launcher', operation: 'launch', params: { configID: fromMessage('payload') } },
    { id: 'list', type: 'hub-batch', operation: 'batch', params: { entries: fromMessage('payload') } },
    { ...setter, id: 'lost', hub: 'gone' },
  ];

  /** Unusual message objects. */
  const wraps: Readonly<Record<string, (msg: Message) => Message>> = {
    plain: (msg) => msg,
    sealed: Object.seal,
    frozen: Object.freeze,
    proxied: (msg) => new Proxy(msg, {}),
    'without a prototype': (msg) => Object.assign(Object.create(null), msg),
    'with odd fields': (msg) =>
      Object.assign(msg, JSON.parse('{"__proto__":1}'), { hub: 7, statusCode: {}, topic: Symbol('t') }),
  };

  /** True for the values of a release, as a value or as text. */
  const isRelease = (payload: unknown): boolean =>
    typeof payload === 'string'
      ? /^\s*(off|false|no|released?)\s*$/i.test(payload) || (payload.trim() !== '' && Number(payload) === 0)
      : payload === 0 || payload === false;

  this.timeout(120_000);

  let hub: HostileHub;
  let stage: Stage;
  const ends = new Map<string, (Failure | undefined)[]>();
  const endsOf = (id: string) => ends.get(id)?.length ?? 0;

  before(async () => {
    hooks.add('onComplete.hostile', ({ node, error }) => {
      ends.set(node.id, [...(ends.get(node.id) ?? []), error]);
    });
    hub = await hostileHub((_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"ok":true}'),
    );
    stage = await perform({ baseUrl: hub.url, auth: 'none', rate: '100000' }, parts);
  });
  after(async () => {
    hooks.remove('*.hostile');
    await stage.close();
    await hub.close();
  });

  let messages = 0;
  /** Sends a message and waits for its end. Returns the error, if any, and the requests. */
  async function pass(id: string, msg: Message) {
    const [ended, asked] = [endsOf(id), hub.requests.length];
    messages += 1;
    stage.node(id).receive(msg);
    await stage.until(() => endsOf(id) > ended);
    await new Promise(setImmediate);
    should(endsOf(id)).equal(ended + 1, 'done once');
    // Probes of the connection and reads of the property do not count.
    const isProbe = ({ url }: { url: string }) => url.endsWith('/engines');
    const sent = hub.requests
      .slice(asked)
      .filter((request) => request.method !== 'GET' || (id === 'nothing' && !isProbe(request)));
    return { error: ends.get(id)?.[ended], sent };
  }

  function check(id: string, payload: unknown, { error, sent }: Awaited<ReturnType<typeof pass>>) {
    if (error) {
      should(error.code).equal('BAD_INPUT');
      should(String(error)).not.be.empty();
      should(sent).be.empty();
      if (id !== 'lost') should(String(error)).match(/Value|Node|Configuration|Requests|payload/i);
      return;
    }
    should(id).not.equal('lost');
    if (sent.length === 0) {
      // A release runs no trigger.
      should(isRelease(payload)).be.true();
      should(['number', 'list']).containEql(id);
      return;
    }
    should(sent).have.length(1);
    const [{ method = '', url = '', body = '' } = {}] = sent;
    should(`${method} ${url}`).match(/^(GET|PATCH|PUT) \/api\/rest\/v1\/[!-~]+$/);
    if (id === 'value') should(isSame(JSON.parse(body).Value, payload)).equal(true, `sent ${body}`);
    if (id === 'path')
      should(url.split('/').map(decodeURIComponent).slice(5)).eql(['1', 'nodes', String(payload), 'properties', 'P']);
    if (id === 'number') should(decodeURIComponent(url)).equal(`/api/rest/v1/launcher/${String(payload)}/launch`);
  }

  it('is refused with a clear error or sent unchanged, and the next message works', async () => {
    const wrapNames = fc.constantFrom(...Object.keys(wraps));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...parts.map(({ id }) => id)),
        wrapNames,
        anything,
        async (id, wrapName, make) => {
          const payload = make();
          const msg = wraps[wrapName]?.({ _msgid: String(messages), payload }) as Message;
          check(id, payload, await pass(id, msg));
          const { error, sent } = await pass('value', { _msgid: 'next', payload: 0.5 });
          should(error).be.undefined();
          should(sent.map(({ body }) => body)).eql(['{"Value":0.5}']);
        },
      ),
      { numRuns: 200 },
    );
    should(({} as Record<string, unknown>).x).be.undefined();
  });

  it('that throws when it is read is refused as a list, before its descriptions are read', async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    check('list', proxy, await pass('list', { _msgid: 'revoked', payload: proxy }));
    should((await pass('value', { _msgid: 'next', payload: 0.5 })).error).be.undefined();
  });

  it('with 10 MB is sent unchanged, and the next message works', async () => {
    const payload = { text: 'x'.repeat(10 * 2 ** 20) };
    const { error, sent } = await pass('value', { _msgid: 'big', payload });
    should(error).be.undefined();
    should(sent[0]?.body.length).equal(JSON.stringify({ Value: payload }).length);
    check('value', 0.5, await pass('value', { _msgid: 'next', payload: 0.5 }));
  });
});

const setter: NodeOf = {
  id: 'setter',
  type: 'hub-engine-property',
  operation: 'setProperty',
  params: { ...property, Value: fromMessage('payload') },
  delivery: 'inOrder',
};
const getter: NodeOf = { ...setter, id: 'getter', operation: 'getProperty', params: property };
const caller: NodeOf = {
  id: 'caller',
  type: 'hub-playout-item',
  operation: 'pressItemButton',
  params: { rundownId: literal(51), itemId: literal(511), buttonKey: literal('Play') },
};

/** A message whose payload throws when it is read. */
const throwing = (_msgid: string): Message =>
  Object.defineProperty({ _msgid }, 'payload', {
    enumerable: true,
    get: () => {
      throw new TypeError('not yours');
    },
  });

describe('a hostile message', () => {
  useTimeLapse();
  let hub: Simulator;
  let stage: Stage;
  let hostile: HostileHub | undefined;

  beforeEach(async () => {
    hub = await startSimulator();
  });
  afterEach(async () => {
    await stage.close();
    await Promise.all([hub.close(), hostile?.close()]);
    hostile = undefined;
  });

  const open = async (...parts: NodeOf[]) => {
    stage = await perform({ baseUrl: hub.url, auth: 'none' }, parts);
  };
  const sent = () => hub.journal.filter(({ method }) => method !== 'GET').length;
  /** Checks that a node still works and has no message in progress. */
  const checkNode = async (id = 'setter') => {
    const out = stage.out.length;
    await stage.send(id, { _msgid: `after ${out}`, payload: 0.5 });
    should(stage.out).have.length(out + 1);
    await stage.until(() => timed('✓ .+').test(stage.status(id).text ?? ''));
  };

  it('(an unreadable payload) is bad input if the node uses the payload', async () => {
    await open(setter, getter, caller);
    for (const id of ['setter', 'caller']) {
      stage.node(id).receive(throwing(id));
      await stage.until(() => timed('bad input').test(stage.status(id).text ?? ''));
    }
    should(sent()).equal(0);
    // Node-RED cannot copy the message, but the Catch node gets the error.
    should(stage.caught.map(({ error }) => error.message)).match([/Value.*msg\.payload/, /Payload.*msg\.payload/]);
    stage.node('getter').receive(throwing('getter'));
    await stage.until(() => stage.out.length === 1);
    should(stage.out[0]).match({ _msgid: 'getter', statusCode: 200, payload: { Value: 1 } });
    await checkNode();
  });

  it('(a promise in an expression) fails after 5 s, and later messages keep their order', async function () {
    this.timeout(120_000);
    await open({ ...setter, params: { ...property, Value: { type: 'jsonata', value: 'payload' } } });
    stage.node('setter').receive({ _msgid: '1', payload: new Promise(() => {}) });
    stage.node('setter').receive({ _msgid: '2', payload: [1] });
    stage.node('setter').receive({ _msgid: '3', payload: 0.5 });
    await stage.until(() => stage.caught.length + stage.out.length === 3);
    should(stage.caught.map(({ _msgid }) => _msgid)).containEql('1');
    should(stage.caught.find(({ _msgid }) => _msgid === '1')).match({
      hub: { code: 'BAD_INPUT' },
      error: { message: /not ready in 5 s/ },
    });
  });

  it('(a pending evaluation) fails when its node closes', async () => {
    await open({ ...setter, params: { ...property, Value: { type: 'jsonata', value: 'payload' } } });
    stage.node('setter').receive({ _msgid: '1', payload: new Promise(() => {}) });
    await pause(20);
    await stage.node('setter').close();
    await stage.until(() => stage.caught.length === 1);
    should(stage.caught[0]).match({ _msgid: '1', hub: { code: 'CLOSED', outcome: 'not-sent' } });
  });

  it('(a failing evaluation) is not overtaken by a later message', async () => {
    // The first is slow, the second fails at once, the third has its value at once.
    const wait = '$reduce([1..2000], function($sum, $next) { $sum + $next }) > 0 ? payload : payload';
    const value = `payload = 0.1 ? (${wait}) : payload = 0.2 ? $error("no") : payload`;
    await open({ ...setter, params: { ...property, Value: { type: 'jsonata', value } } });
    for (const payload of [0.1, 0.2, 0.3]) stage.node('setter').receive({ _msgid: String(payload), payload });
    await stage.until(() => stage.caught.length + stage.out.length === 3);
    should(hub.journal.filter(({ method }) => method !== 'GET').map(({ body }) => (body as Message).Value)).eql([
      0.1, 0.3,
    ]);
  });

  it('(frozen) is answered by a watch and refused by a disabled node', async () => {
    await open(
      { ...getter, id: 'watch', type: 'hub-watch', interval: '0.1', path: 'Value' },
      { ...setter, id: 'lost', hub: 'gone' },
      { id: 'event', type: 'hub-event' },
    );
    await stage.until(() => stage.out.some(({ topic }) => topic === 'getProperty'));
    await stage.send('watch', Object.freeze({ _msgid: 'f' }));
    should(stage.out.filter(({ _msgid }) => _msgid === 'f')).match([{ payload: 1, topic: 'getProperty' }]);
    for (const id of ['lost', 'event']) await stage.send(id, Object.freeze({ _msgid: id }));
    should(stage.caught.map(({ _msgid }) => _msgid)).eql(['lost', 'event']);
    stage.node('event').receive(throwing('event'));
    await stage.send('event', { _msgid: 'off', payload: 'off' });
    should(stage.completed.map(({ _msgid }) => _msgid)).eql(['f', 'off']);
  });

  it('(an answer with 5,000 levels) fails both watches with one sentence, until the hub has a better one', async () => {
    let body = '{"a":['.repeat(2500) + ']}'.repeat(2500);
    hostile = await hostileHub((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    });
    const watch = { ...getter, type: 'hub-watch', interval: '0.1', path: '' };
    stage = await perform({ baseUrl: hostile.url, auth: 'none' }, [
      { ...watch, id: 'one' },
      { ...watch, id: 'two' },
    ]);
    await stage.until(() => stage.caught.length === 2);
    for (const { error, hub: fields } of stage.caught) {
      should(fields).match({ code: 'HUB_BAD_ANSWER' });
      should((error as Message).message).match(/ The node cannot read the answer \(nested deeper than 100 levels\)\./);
    }
    should(stage.out).be.empty();
    body = '{"Value":1}';
    await stage.until(() => stage.out.length === 2);
    should(stage.out).match([{ payload: { Value: 1 } }, { payload: { Value: 1 } }]);
  });
});

describe('a value with 10,000 levels, or one that contains itself', function () {
  /** Called at each `done`. A Catch node would miss messages that Node-RED cannot copy. */
  type OnComplete = (ended: { node: { id: string }; error?: { readonly code?: string } | undefined }) => void;
  const { hooks } = createRequire(nodeRedMain)('@node-red/util') as {
    hooks: { add(name: string, hook: OnComplete): void; remove(name: string): void };
  };

  const nested = (wrap: (inner: unknown) => unknown): unknown => {
    let value: unknown = 'Übergabe';
    for (let level = 0; level < 10_000; level += 1) value = wrap(value);
    return value;
  };

  const ring: Record<string, unknown> = { 日本語: 1 };
  Object.assign(ring, { Value: ring, status: ring });
  const ringList: unknown[] = [];
  ringList.push(ringList);

  const VALUES: Readonly<Record<string, unknown>> = {
    'lists with 10,000 levels': nested((inner) => [inner]),
    'properties with 10,000 levels': nested((Value) => ({ Value })),
    'a property that is its own value': ring,
    'a list that contains itself': ringList,
  };

  const FIELDS = [
    'payload',
    'topic',
    'hub',
    'status',
    'gesture',
    'remote',
    'watch',
    'look',
    'only',
    'operation',
    'cue',
  ];

  const commandOf = (id: string, type: string, operation: string, params: object): NodeOf => ({
    ...{ id, type, operation, params },
  });

  /** Nodes that send the payload, or parts of it, to the hub. */
  const COMMANDS: readonly NodeOf[] = [
    commandOf('Value', 'hub-engine-property', 'setProperty', { ...property, Value: fromMessage('payload') }),
    commandOf('Requests', 'hub-batch', 'batch', { entries: fromMessage('payload') }),
    commandOf('Data', 'hub-playout-item', 'updateItem', {
      ...{ rundownId: literal(51), itemId: literal(511), data: fromMessage('payload') },
    }),
    commandOf('Parameters', 'hub-engine-function', 'callFunction', {
      ...{ engineId: literal(1), nodePath: literal('Player_0'), functionPath: literal('Default//Play/0') },
      Parameters: fromMessage('payload'),
    }),
  ];

  const LAMPS: readonly NodeOf[] = [
    ...['mqtt', 'streamdeck', 'dashboard'].map((surface) => ({ surface, control: '1' })),
    { surface: 'midiFader', control: 'cc 1/7' },
  ].map((fields) => lamp({ id: `lamp ${fields.surface}`, ...fields, wires: [] }));

  const OTHERS: readonly NodeOf[] = [
    commandOf('read', 'hub-engine-property', 'getProperty', property),
    commandOf('watch', 'hub-watch', 'getProperty', property),
    { id: 'event', type: 'hub-event' },
    { id: 'cues', type: 'hub-cues', list: 'Übergabe' },
    { id: 'host', type: 'hub-remote', role: 'host', wires: [[], [], []] },
    { id: 'remote panel', type: 'hub-remote', role: 'panel', wires: [[], [], []] },
    ...['', 'mqtt', 'osc', 'xkeys'].map((source) => ({
      id: `panel ${source}`,
      type: 'hub-panel',
      source,
      control: '',
    })),
  ];

  this.timeout(120_000);
  let hub: Simulator;
  let stage: Stage;
  const folder = mkdtempSync(join(tmpdir(), 'hub-depth-'));
  const looks = {
    id: 'looks',
    type: 'hub-look',
    file: join(folder, 'looks.json'),
    operation: 'recall',
    properties: [],
  };
  const parts = [...COMMANDS, ...LAMPS, ...OTHERS, looks];
  const ends = new Map<string, Parameters<OnComplete>[0][]>();

  before(async () => {
    // The cues are stored there.
    helper.settings({ userDir: folder });
    hub = await startSimulator();
    hooks.add('onComplete.depth', (ended) => {
      ends.set(ended.node.id, [...(ends.get(ended.node.id) ?? []), ended]);
    });
    stage = await perform({ baseUrl: hub.url, auth: 'none' }, parts);
  });
  after(async () => {
    hooks.remove('*.depth');
    helper.settings({});
    await stage.close();
    await hub.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The error of a message, or undefined after a success. */
  async function errorOf(id: string, msg: object) {
    ends.delete(id);
    stage.node(id).receive({ _msgid: 'm', payload: 'program', topic: 'Übergabe', ...msg });
    await stage.until(() => ends.has(id));
    const [ended, ...others] = ends.get(id) ?? [];
    should(others).be.empty();
    return ended?.error;
  }

  /** Polls may be joined in a batch. */
  const commands = () => hub.journal.filter(({ method }) => method === 'PATCH' || method === 'POST').length;

  for (const { id } of COMMANDS)
    it(`is not sent by a command, and its field is named: ${id}`, async () => {
      const before = commands();
      for (const payload of Object.values(VALUES)) {
        const error = await errorOf(id, { payload });
        should(error?.code).equal('BAD_INPUT');
        should(String(error)).match(new RegExp(`not sent – .*${id}`));
      }
      should(commands()).equal(before);
    });

  for (const { id } of parts)
    it(`in any field ends the message once, without an error of the program: ${id}`, async () => {
      for (const field of FIELDS)
        for (const [name, value] of Object.entries(VALUES).slice(1, 3)) {
          const error = await errorOf(id, { [field]: value });
          should(typeof (error ? error.code : 'none')).equal('string', `${field}: ${name}, ${error}`);
          should(String(error)).not.match(/RangeError|Maximum call stack|TypeError|circular/);
        }
    });

  it('from a broker is ignored by a remote panel', async () => {
    for (const topic of ['graphics-hub/host', 'graphics-hub/state/Übergabe'])
      for (const payload of Object.values(VALUES))
        should(await errorOf('remote panel', { topic, payload, qos: 0 })).be.undefined();
  });
});
