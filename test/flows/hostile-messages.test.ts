import { setTimeout as pause } from 'node:timers/promises';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { useTimeLapse } from '../time-lapse.js';
import { property } from './event-stage.js';
import { fromMessage, literal, type Message, type NodeOf, perform, type Stage, timed } from './stage.js';

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

const readOnlyHub = (_msgid: string, payload: unknown): Message =>
  Object.defineProperty({ _msgid, payload }, 'hub', { value: 'mine', enumerable: true });

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

  for (const [kind, msg] of [
    ['sealed', Object.seal({ _msgid: 's', payload: 0.25, mine: 1 })],
    ['frozen', Object.freeze({ _msgid: 's', payload: 0.25, mine: 1 })],
    ['with a hub of its own that is read-only', Object.assign(readOnlyHub('s', 0.25), { mine: 1 })],
  ] as [string, Message][])
    it(`(${kind}) is copied and gets the answer`, async () => {
      await open(getter);
      await stage.send('getter', msg);
      should(stage.caught).be.empty();
      should(stage.out).have.length(1);
      should(stage.out).match([{ _msgid: 's', mine: 1, statusCode: 200, hub: { operation: 'getProperty' } }]);
      await checkNode('getter');
    });

  for (const [kind, msg] of [
    ['sealed', Object.seal({ _msgid: 's', payload: 0.25 })],
    ['frozen', Object.freeze({ _msgid: 's', payload: 0.25 })],
    ['with a read-only hub', readOnlyHub('s', 0.25)],
  ] as [string, Message][])
    it(`(${kind}) gives one error if the hub refuses the command`, async () => {
      await open(setter);
      hub.trouble({ operation: 'setProperty', status: 422, body: 'no', times: 1 });
      await stage.send('setter', msg);
      should(stage.caught).match([{ _msgid: 's', error: { message: /422/ } }]);
      await checkNode();
      should(stage.caught).have.length(1);
    });

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

  for (const [kind, payload] of [
    ['never settles', new Promise(() => {})],
    ['has settled', Promise.resolve(1)],
  ] as [string, unknown][])
    it(`(a promise that ${kind}) is bad input with the field, and does not block later messages`, async () => {
      await open(setter);
      const msg = await stage.send('setter', { _msgid: 'p', payload });
      should(msg.hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
      should(msg.error.message).match(/Value.*Promise/);
      should(sent()).equal(0);
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
