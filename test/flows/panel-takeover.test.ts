import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { hostileHub } from '../hostile/http-hub.js';
import { useTimeLapse } from '../time-lapse.js';
import { property } from './event-stage.js';
import { controller, PanelStage, panel, surface, watched } from './panel-stage.js';
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

  it('picks it up when a fast move crosses it, also from above', async () => {
    await show.open({ takeover: 'pickUp', ...range });
    await show.send(watched(50), controller(7, 127));
    await show.shows('↓ 77');
    await show.send(controller(7, 20));
    should(show.values()).eql([20]);
  });

  it('needs a new takeover when the value changes elsewhere, and shows it at once', async () => {
    await show.open({ takeover: 'pickUp', ...range });
    await show.send(watched(0), controller(7, 0), controller(7, 10), watched(10), watched(100));
    await show.shows('↑ 90');
    await show.send(controller(7, 11), controller(7, 99), controller(7, 101));
    should(show.values()).eql([0, 10, 101]);
  });

  it('does not treat its own value as a change from elsewhere', async () => {
    await show.open({ takeover: 'pickUp', ...range });
    await show.send(watched(0), controller(7, 0), controller(7, 40), controller(7, 60), watched(40), controller(7, 70));
    should(show.values()).eql([0, 40, 60, 70]);
  });

  it('moves with the fader and meets it at the end, scaled', async () => {
    await show.open({ takeover: 'scaled', ...range });
    await show.send(watched(100), controller(7, 27), controller(7, 77), controller(7, 127), controller(7, 60));
    const [first, second, ...rest] = show.values();
    should(first).be.within(100, 127);
    should(first).be.below(127);
    should([second, ...rest]).eql([127, 60]);
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

  it('treats a dashboard slider that follows the watch as a user’s input', async () => {
    await show.open({ takeover: 'pickUp' });
    const _client = { socketId: 'x', socketIp: '127.0.0.1' };
    await show.send(watched(0.5), { ...watched(0.5), _client }, { ...watched(0.75), _client });
    should(show.values()).eql([0.5, 0.75]);
  });

  it('sets the value at once by default', async () => {
    await show.open({ ...range });
    await show.send(watched(100), controller(7, 3));
    should(show.values()).eql([3]);
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

  it('sends the last value of a fast fader last', async () => {
    await open({});
    for (let step = 0; step <= 300; step += 1) move(step % 128);
    move(127);
    await stage.until(() => stage.completed.length + stage.caught.length === 604);
    should(stage.caught).be.empty();
    should(sent().at(-1)).equal(1);
    should(sent().length).be.below(302);
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

  it('sends no jump after a change of the bank, and the last value of the movement that takes over', async () => {
    await open({ takeover: 'pickUp', hub: 'config', params: property });
    await set(0.5);
    move(0);
    await stage.until(() => stage.status('panel').text === '↑ 0.5');
    for (const position of [40, 70, 99]) move(position);
    await stage.until(() => sent().at(-1) === 99 / 127);
    // The hub shows it, and the fader rests.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const before = sent().length;
    move(15);
    await stage.until(() => stage.status('panel').text === '↑ 0.661');
    for (const position of [16, 18, 40]) move(position);
    await stage.until(() => stage.status('panel').text === '↑ 0.465');
    should(sent()).have.length(before);
    for (const position of [70, 98, 100, 127, 90]) move(position);
    await stage.until(() => sent().at(-1) === 90 / 127);
    should(sent()[before]).be.aboveOrEqual(98 / 127);
  });

  it('sends no jump while it waits: by a change of the bank, or after its surface was lost', async () => {
    await open({ takeover: 'pickUp', hub: 'config', params: property });
    await set(0.5);
    move(26);
    await stage.until(() => stage.status('panel').text === '↑ 0.295');
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const before = sent().length;
    move(115);
    await stage.until(() => stage.status('panel').text === '↓ 0.406');
    should(sent()).have.length(before);
    // A hand crosses the value, and sends.
    for (const position of [100, 80, 60]) move(position);
    await stage.until(() => sent().at(-1) === 60 / 127);
    const caught = sent().length;
    for (const fill of ['red', 'green'] as const) stage.node('panel').receive(surface(fill));
    move(20);
    await stage.until(() => stage.status('panel').text === '↑ 0.315');
    should(sent()).have.length(caught);
    for (const position of [40, 70]) move(position);
    await stage.until(() => sent().at(-1) === 70 / 127);
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

  it('reports the missing hub for each message', async () => {
    await open({ hub: 'gone', takeover: 'pickUp' });
    should(stage.status('panel').text).equal('no hub');
    const caught = await stage.send('panel', { _msgid: 'x', ...controller(7, 3) });
    should((caught as Message).error.message).startWith('hub panel: not sent – no hub. Choose one');
  });
});
