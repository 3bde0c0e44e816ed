import type { NodeInitializer } from 'node-red';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { handPause, literal, logOf, type NodeOf, perform, type Stage } from '../flows/stage.js';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { coreNode } from '../runtime.js';
import { type Broker, mayLackBroker, startBroker } from './broker.js';

const mqttNodes = coreNode('network/10-mqtt.js') as NodeInitializer;
const statusNode = coreNode('common/25-status.js') as NodeInitializer;

const playsNext = { engineId: literal(101), preview: literal('program') };

/** A button on a real broker, wired directly to a trigger. */
describe('a button over MQTT', () => {
  let broker: Broker;
  let hub: HostileHub;
  let stage: Stage | undefined;

  before(async function () {
    if (mayLackBroker) this.skip();
    // As most brokers do, also without this option: one message for each subscription that matches.
    broker = await startBroker(undefined, 'allow_duplicate_messages true');
    hub = await hostileHub((_, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('OK'));
  });

  afterEach(() => stage?.close());

  after(async () => {
    await broker?.close();
    await hub?.close();
  });

  async function open(protocolVersion: 4 | 5, more: object = {}, trigger: object = {}, others: NodeOf[] = []) {
    hub.requests.length = 0;
    stage = await perform(
      { baseUrl: hub.url, auth: 'none' },
      [
        {
          ...{ id: 'button', type: 'mqtt in', topic: 'desk/take', qos: '1', datatype: 'auto-detect', broker: 'broker' },
          ...{ wires: [['next', 'out']], ...more },
        },
        { id: 'next', type: 'hub-linear-play', operation: 'playNext', params: playsNext, wires: [[]], ...trigger },
        ...others,
      ],
      {},
      {
        modules: [mqttNodes, statusNode],
        configs: [
          {
            ...{ id: 'broker', type: 'mqtt-broker', broker: '127.0.0.1', port: String(broker.port), clientid: '' },
            ...{ protocolVersion: String(protocolVersion), keepalive: '60', cleansession: true, autoConnect: true },
            usetls: false,
          },
        ],
      },
    );
    const { until, status } = stage;
    await until(() => /connected/.test(status('button').text ?? ''));
    return stage;
  }

  const commands = () => hub.requests.filter(({ method }) => method === 'PUT').length;

  /** Publishes payloads in order, and waits for the arrival of each. */
  async function arrive({ out, until }: Stage, ...payloads: string[]) {
    for (const payload of payloads) {
      const before = out.length;
      await broker.publish('desk/take', payload);
      await until(() => out.length > before);
      await handPause();
    }
  }

  it('does not fire for retained messages, and shows the reason', async () => {
    await broker.publish('desk/take', 'ON', { retain: true });
    const there = await open(4);
    await there.until(() => there.out.length === 1);
    should(there.out[0]).match({ payload: 'ON', retain: true });
    await there.until(() => /kept|retained/i.test(there.status('next').text ?? ''));
    await arrive(there, 'OFF', 'ON');
    await there.until(() => commands() === 1);
    await broker.publish('desk/take', '', { retain: true });
    should(commands()).equal(1);
  });

  it('with a retain flag of MQTT 5 fires only if every message counts', async () => {
    // With "Retain as published", live messages also keep their flag.
    const there = await open(5, { rap: true, nl: false, rh: '2' });
    await broker.publish('desk/take', 'ON', { retain: true });
    await there.until(() => there.completed.some(({ topic }) => topic === 'desk/take'));
    should(there.out[0]).match({ payload: 'ON', retain: true });
    should(commands()).equal(0);
    await there.close();
    const every = await open(5, { rap: true, nl: false, rh: '2' }, { actOn: 'every' });
    await broker.publish('desk/take', 'ON', { retain: true });
    await every.until(() => commands() === 1);
    await broker.publish('desk/take', '', { retain: true });
  });

  /** A trigger and a panel node of a button, each wired to the broker. The panel sends a gesture. */
  async function openBoth(datatype = 'auto-detect') {
    const panel = { id: 'panel', type: 'hub-panel', hub: '', kind: 'button', control: 'desk/take' };
    return open(4, { datatype, wires: [['next', 'panel', 'out']] }, {}, [panel]);
  }
  const sentByPanel = ({ out }: Stage) => out.filter(({ gesture }) => gesture !== undefined).length;

  for (const datatype of ['auto-detect', 'utf8', 'buffer'])
    it(`does not fire for an empty message, retained or not, but for the press after it (${datatype})`, async () => {
      await broker.publish('desk/take', 'ON', { retain: true });
      const there = await openBoth(datatype);
      await there.until(() => there.out.length === 1);
      // The message of `mosquitto_pub -t desk/take -n -r`, with and without a retained message to clear.
      await broker.publish('desk/take', '', { retain: true });
      await broker.publish('desk/take', '', { retain: true });
      await broker.publish('desk/take', '');
      await there.until(() => there.out.length === 4);
      await there.until(() => there.status('next').text === 'not a press');
      should([commands(), sentByPanel(there)]).eql([0, 0]);
      should(logOf('panel')).be.empty();
      await arrive(there, 'OFF', 'ON');
      await there.until(() => commands() === 1 && sentByPanel(there) === 1);
      should(there.caught).be.empty();
    });

  it('fires once for each press at every node, though an unrelated subscription delivers it twice', async () => {
    const control = {
      ...{ id: 'control', type: 'hub-control', surface: 'mqtt', control: 'desk/take', light: '-', wires: [[], []] },
      actions: [{ on: 'press', does: 'command', operation: 'playNext', params: playsNext }],
    };
    const panel = {
      ...{
        id: 'panel of copies',
        type: 'hub-panel',
        hub: '',
        kind: 'button',
        control: 'desk/take',
        wires: [['every']],
      },
    };
    const there = await open(4, { topic: 'desk/+', wires: [['next', 'panel of copies', 'control', 'out']] }, {}, [
      { id: 'unrelated', type: 'mqtt in', topic: '#', qos: '1', datatype: 'utf8', broker: 'broker', wires: [[]] },
      ...[panel, control],
      { id: 'every', type: 'hub-linear-play', operation: 'playNext', actOn: 'every', params: playsNext, wires: [[]] },
    ]);
    await there.until(() => /connected/.test(there.status('unrelated').text ?? ''));
    const taken = () => there.out.filter(({ topic }) => topic === 'desk/take').length;
    const arrivals: number[] = [];
    there.node('out').on('input', ({ topic }) => topic === 'desk/take' && arrivals.push(performance.now()));
    let deliveries = 0;
    // Other work in the turn of both copies takes longer than a copy may be late.
    there.node('next').on('input', ({ topic }) => {
      if (topic !== 'desk/take') return;
      deliveries += 1;
      const isFirst = deliveries % 2 === 1;
      const started = performance.now();
      while (isFirst && performance.now() - started < 30);
    });
    let presses = 0;
    /** Presses whose copy a busy machine read too late. */
    let late = 0;
    for (const payload of ['1', '0', '1', '0', '{"action":"single"}', 'PRESS', '{"action":"single"}']) {
      // A feed on the same connection, whose messages arrive twice too.
      await broker.publish('desk/Lüfter', `{"temperature":${20 + presses}}`);
      const before = taken();
      await broker.publish('desk/take', payload);
      await there.until(() => taken() === before + 2);
      const [first = 0, second = 0] = arrivals.slice(-2);
      if (payload !== '0' && second - first > 5) late += 1;
      if (payload !== '0') presses += 1;
      await there.until(() => commands() >= 3 * presses);
      await handPause();
    }
    should(commands()).be.within(15, 15 + 3 * late);
    should(there.caught).be.empty();
  });

  it('does not fire for the retained states of a restarted broker, but for a press after them', async () => {
    // Long enough that the broker retains the press before the node is connected again.
    helper.settings({ mqttReconnectTime: 2000 });
    const there = await open(4, { topic: 'desk/#', wires: [['restarted', 'out']] }, {}, [
      { id: 'connection', type: 'status', scope: ['button'], wires: [['restarted']] },
      // A node remembers a switch over a deploy, so this one has its own id.
      { id: 'restarted', type: 'hub-panel', hub: '', kind: 'button', wires: [['next']] },
    ]);
    helper.settings({});
    await arrive(there, 'ON', 'OFF');
    await there.until(() => commands() === 1);
    await broker.kill();
    await there.until(() => !/: ?connected|status.connected/.test(there.status('button').text ?? ''));
    broker = await startBroker(broker.port);
    await broker.publish('desk/take', 'ON', { retain: true });
    await there.until(() => there.out.at(-1)?.retain === true);
    // A reconnected device also publishes its state live.
    for (const topic of ['desk/take', 'desk/other']) await broker.publish(topic, 'ON');
    await there.until(() => there.out.length === 5);
    should(commands()).equal(1);
    await arrive(there, 'OFF', 'ON');
    await there.until(() => commands() === 2);
    await broker.publish('desk/take', '', { retain: true });
  });
});
