import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { hostileHub } from '../hostile/http-hub.js';
import { useTimeLapse } from '../time-lapse.js';
import { pause, property } from './event-stage.js';
import { controller, key, note, PanelStage, panel, watched } from './panel-stage.js';
import { fromMessage, logOf, type Message, type NodeOf, perform, type Stage, timed } from './stage.js';

describe('the takeover of a panel node', function () {
  this.timeout(120_000);
  const show = PanelStage.forSuite();
  const range = { low: '0', high: '127' };

  it('picks up the value when the fader reaches it, and shows the distance', async () => {
    await show.open({ takeover: 'pickUp', ...range });
    await show.send(watched(50), controller(7, 10));
    should(show.values()).be.empty();
    await show.shows('↑ 40');
    await show.send(controller(7, 49));
    await show.shows('↑ 1');
    await show.send(controller(7, 50), controller(7, 51), controller(7, 3));
    should(show.values()).eql([50, 51, 3]);
    await show.shows('3');
  });

  it('sends nothing while the value is unknown or not a number', async () => {
    await show.open({ takeover: 'pickUp' });
    await show.send(controller(7, 10));
    await show.shows('waiting for value');
    await show.send(watched('text'), controller(7, 127), controller(7, 0), watched({ x: 1 }));
    should(show.values()).be.empty();
    should(show.logged()).have.length(1);
    should(show.logged()[0]).match(/^The present value is not a number/);
  });

  it('uses the configured part of a watched value', async () => {
    await show.open({ takeover: 'pickUp', component: 'y', ...range });
    await show.send(watched({ Value: { x: 1, y: 64 } }), controller(7, 64));
    should(show.values()).eql([64]);
    await show.send(watched({ x: 1, y: 30 }), controller(7, 40), controller(7, 30));
    should(show.values()).eql([64, 30]);
  });
});

describe('a panel node before a property', function () {
  this.timeout(120_000);
  useTimeLapse();
  let hub: Simulator;
  let stage: Stage;

  const setter: NodeOf = {
    id: 'setter',
    type: 'hub-engine-property',
    operation: 'setProperty',
    params: { ...property, Value: fromMessage('payload') },
    // No value ends early on a busy machine.
    timeout: '60',
    expiry: '60',
  };
  const sent = () =>
    hub.journal
      .filter(({ operation }) => operation === 'setProperty')
      .map(({ body }) => (body as { Value: number }).Value);
  const move = (value: number) => stage.node('panel').receive(controller(7, value));
  const set = (payload: number) => stage.send('setter', { _msgid: `s${payload}`, payload });

  async function open(fields: object, ...others: NodeOf[]): Promise<void> {
    const wired = panel({ control: 'cc 1/7', wires: [['setter']], ...fields });
    stage = await perform({ baseUrl: hub.url, auth: 'none' }, [wired, setter, ...others]);
  }

  beforeEach(async () => {
    hub = await startSimulator({ port: await freePort() });
  });
  afterEach(async () => {
    await stage.close();
    await hub.close();
  });

  for (const [source, fields, others] of [
    ['of its own reads', { hub: 'config', params: property }, []],
    [
      'of a watch',
      {},
      [
        {
          id: 'watch',
          type: 'hub-watch',
          operation: 'getProperty',
          params: property,
          interval: '0.1',
          path: '',
          wires: [['panel']],
        },
      ],
    ],
  ] as [string, object, NodeOf[]][])
    it(`picks up the value ${source}, and again after a change from elsewhere`, async () => {
      await open({ takeover: 'pickUp', ...fields }, ...others);
      await set(0.5);
      move(0);
      await stage.until(() => stage.status('panel').text === '↑ 0.5');
      for (const position of [1, 127]) move(position);
      await stage.until(() => sent().at(-1) === 1);
      // A change from another desk.
      await set(0.25);
      await stage.until(() => stage.status('panel').text === '↓ 0.75');
      const before = sent().length;
      move(126);
      move(100);
      should(sent()).have.length(before);
      move(31);
      await stage.until(() => sent().at(-1) === 31 / 127);
    });

  it('does not jump over a value from elsewhere where the hub stores whole numbers', async () => {
    let stored = 10;
    const whole = await hostileHub(({ method }, response) => {
      if (method === 'PATCH') stored = Math.round(JSON.parse(whole.requests.at(-1)?.body ?? '').Value);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ Value: stored }));
    });
    const follows = panel({ takeover: 'pickUp', high: '100', hub: 'config', params: property, wires: [['setter']] });
    stage = await perform({ baseUrl: whole.url, auth: 'none' }, [follows, setter]);
    const commandBodies = () =>
      whole.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body));
    try {
      move(0);
      await stage.until(() => stage.status('panel').text === '↑ 10');
      // A fast sweep to 80.3.
      for (let position = 0; position <= 102; position += 6) move(position);
      await stage.until(() => stored === 80);
      const reads = () => whole.requests.filter(({ method }) => method === 'GET').length;
      const before = reads();
      await stage.until(() => reads() > before + 1);
      await stage.until(() => stage.status('panel').text === '80.3');
      const shown = reads();
      await stage.until(() => reads() > shown + 1);
      should(stage.status('panel').text).equal('80.3');
      // Another operator.
      stored = 30;
      await stage.until(() => stage.status('panel').text === '↓ 50.3');
      move(103);
      await stage.until(() => stage.status('panel').text === '↓ 51.1');
      await set(10);
      should(commandBodies().slice(-2)).match([{ Value: (102 / 127) * 100 }, { Value: 10 }]);
    } finally {
      await whole.close();
    }
  });

  it('waits while the present value cannot be read, and reports it once', async () => {
    await open({
      takeover: 'pickUp',
      hub: 'config',
      params: { ...property, propertyPath: { type: 'str', value: 'Nowhere' } },
    });
    await stage.until(() => timed('not found').test(stage.status('panel').text ?? ''));
    move(0);
    move(127);
    await stage.until(() => stage.completed.length === 2);
    should(sent()).be.empty();
    should(logOf('panel')).have.length(1);
    should(logOf('panel')[0]).match(
      /^The present value cannot be read. The node repeats the read until the hub answers: .*Nowhere/,
    );
  });

  it('stops if the present value becomes unreadable, shows the reason, and needs a new takeover when it is readable again', async () => {
    await open({ takeover: 'pickUp', hub: 'config', params: property });
    await set(0.5);
    move(0);
    await stage.until(() => stage.status('panel').text === '↑ 0.5');
    for (const position of [1, 127]) move(position);
    await stage.until(() => sent().at(-1) === 1);
    const { port } = new URL(hub.url);
    await hub.close();
    await stage.until(() => timed('hub offline').test(stage.status('panel').text ?? ''));
    const before = stage.completed.length;
    move(100);
    move(10);
    await stage.until(() => stage.completed.length > before + 1);
    should(stage.status('panel').text).match(timed('hub offline'));
    hub = await startSimulator({ port: Number(port) });
    // The hub was restarted, so its value differs from the fader.
    await stage.until(() => /^[↑↓]/.test(stage.status('panel').text ?? ''));
    should(sent()).be.empty();
    move(0);
    move(127);
    await stage.until(() => sent().at(-1) === 1);
  });

  it('turns an encoder only from the present value', async () => {
    const { port } = new URL(hub.url);
    await hub.close();
    const encoder = { kind: 'encoder', coding: 'twosComplement', step: '0.25', hub: 'config', params: property };
    await open(encoder);
    await stage.until(() => timed('hub offline').test(stage.status('panel').text ?? ''));
    move(1);
    await stage.until(() => stage.completed.length === 1);
    hub = await startSimulator({ port: Number(port) });
    await stage.until(() => !stage.status('panel').text);
    should(sent()).be.empty();
    // The simulator starts with the overlay at 1.
    move(127);
    await stage.until(() => sent().length > 0);
    should(sent()).eql([0.75]);
  });
});

const osc = (payload: unknown): Message => ({ topic: '/1/encoder1', payload });
const pin = (payload: number): Message => ({ topic: 'gpio/17', payload });

/** As dcdp-server publishes it. P.I. Engineering, "X-keys Jog & Shuttle Pro Data Report": a shuttle is -7 … 7, at rest 0. */
const shuttle = (value: number): Message => ({
  topic: 'dcdp/server/shuttle_event/1062/3/0',
  payload: { device: 'XK12JS', vendor_id: 1523, product_id: 1062, unit_id: 3, control_id: 0, value },
});

/** A message that can be read, but not copied. */
const uncopyable = (msg: Message): Message =>
  Object.defineProperty({ _msgid: 'u', ...msg }, 'broken', {
    enumerable: true,
    get: () => {
      throw new Error('broken field');
    },
  });

describe('the settings of a panel node', () => {
  const show = PanelStage.forSuite();

  it('decide what an encoder and an X-keys shuttle send', async () => {
    for (const [fields, messages, values] of [
      [
        { kind: 'encoder', low: '0', high: '1', step: '0.1', inverted: true },
        [watched(0.5), controller(16, 1), controller(16, 1)],
        [0.4, 0.3],
      ],
      [
        { kind: 'encoder', source: 'osc', low: '0', high: '10', step: '1' },
        [watched(5), osc(1), osc(1), osc(-1), osc([-1]), osc({ type: 'i', value: -1 })],
        [6, 7, 6, 5, 4],
      ],
      [{ low: '-70', high: '70', step: '1' }, [0, 7, 1, 0, -7, 0].map(shuttle), [0, 70, 10, 0, -70, 0]],
    ] as const) {
      await show.open(fields);
      await show.send(...messages);
      should([fields, show.values()]).eql([fields, values]);
      await show.stage.close();
    }
    await show.open({});
  });

  it('decide what a button sends', async () => {
    const presses = [key(0, 1), key(0, 0), key(0, 1), key(0, 0), key(0, 1)];
    for (const [fields, messages, did] of [
      [
        { control: 'note 1/60' },
        [note(60, 99), note(60, 99), note(60, 0), note(60, 1), note(61, 9)],
        ['press', 'press'],
      ],
      [{ double: true, doubleTime: '5' }, presses, ['press', 'double', 'press']],
      [{ lockout: '60' }, presses, ['press']],
      [{ inverted: true, ignoreFirst: true }, [pin(1), pin(0), pin(1), pin(0)], ['press', 'press']],
    ] as const) {
      await show.open({ kind: 'button', ...fields });
      await show.send(...messages);
      should([fields, show.did()]).eql([fields, did.map((event) => [event, true])]);
      should(show.stage.completed).have.length(messages.length);
      await show.stage.close();
    }
    await show.open({ kind: 'button', toggle: true });
    await show.send(...presses);
    should(show.values()).eql([true, false, true]);
  });
});

describe('a panel node of a button', () => {
  const show = PanelStage.forSuite();

  it('sends a release with the fields of its own message', async () => {
    await show.open({ kind: 'button', release: true });
    await show.send({ ...key(0, 1), mine: 'kept' }, { ...key(0, 0), mine: 'too' });
    should(show.stage.out).match([
      { topic: 0, payload: true, mine: 'kept', gesture: { source: 'streamdeck', control: 'key 0', did: 'press' } },
      { topic: 0, payload: false, mine: 'too', gesture: { did: 'release' } },
    ]);
  });

  it('sends a hold while the button is held, and none for a short press or after it is closed', async () => {
    await show.open({ kind: 'button', press: false, hold: true, holdTime: '0.5' });
    for (const msg of [key(0, 1), key(0, 0)]) show.stage.node('panel').receive(msg);
    await pause(700);
    should(show.did()).be.empty();
    await show.send(key(0, 1));
    await show.stage.until(() => show.stage.out.length === 1);
    should(show.did()).eql([['hold', true]]);
    await show.send(key(0, 0), key(0, 1));
    await show.stage.node('panel').close();
    await pause(700);
    should(show.did()).have.length(1);
  });
});

describe('a panel node of a MIDI controller', () => {
  const show = PanelStage.forSuite();

  it('reads NRPN as one control, its number as 14 bits, and moves no other one', async () => {
    for (const [fields, value] of [
      [{ from: '0', to: '16383', low: '0', high: '16383' }, 8193],
      [{ control: 'nrpn 1/300' }, 8193 / 16383],
    ] as const) {
      await show.open(fields);
      if ('control' in fields)
        await show.send(controller(99, 2), controller(98, 45), controller(6, 1), controller(38, 1));
      await show.send(controller(99, 2), controller(98, 44), controller(6, 64), controller(38, 1));
      await show.stage.until(() => show.stage.out.length > 0);
      should(show.values()).eql([value]);
      should(show.stage.out[0]).match({
        topic: 'Fader bank',
        gesture: { kind: 'fader', control: 'nrpn 1/300', raw: 8193 },
      });
      await show.stage.close();
    }
    await show.open({});
  });

  it('sends nothing after it is closed', async () => {
    await show.open({ pair: true });
    const node = show.stage.node('panel');
    // In one turn, so that no half can wait to its end before the node is closed.
    for (const msg of [controller(7, 1), controller(99, 1)]) node.receive(msg);
    await node.close();
    await pause(100);
    should(show.values()).be.empty();
  });

  for (const [name, fields, first, next] of [
    ['one half of 14 bits', { pair: true }, controller(7, 127), [controller(7, 0), controller(7, 127)]],
    ['a selector of NRPN', {}, controller(99, 127), [controller(7, 127)]],
    ['a hold', { press: false, hold: true, holdTime: '0.05' }, note(60, 127), [note(60, 0), note(60, 127)]],
  ] as const)
    it(`whose output fails in a timer logs the error and reads the next message: ${name}`, async () => {
      await show.open({ kind: 'button', ...fields });
      show.stage.node('panel').receive(uncopyable(first));
      const errors = () => show.logged().filter((text) => text.includes('broken field'));
      await show.stage.until(() => errors().length === 1);
      should(show.values()).be.empty();
      await show.send(...next);
      await show.stage.until(() => show.values().length === 1);
      should(show.values()).eql([true]);
    });
});
