import type { NodeInitializer } from 'node-red';
import should from 'should';
import { literal, perform, type Stage } from '../flows/stage.js';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { coreNode } from '../runtime.js';
import { type Broker, mayLackBroker, startBroker } from './broker.js';

const mqttNodes = coreNode('network/10-mqtt.js') as NodeInitializer;

/** A button on a real broker, wired straight to a trigger, as a technician would. */
describe('a button over MQTT', () => {
  let broker: Broker;
  let hub: HostileHub;
  let stage: Stage | undefined;

  before(async function () {
    if (mayLackBroker) this.skip();
    broker = await startBroker();
    hub = await hostileHub((_, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('OK'));
  });

  afterEach(() => stage?.close());

  after(async () => {
    await broker?.close();
    await hub?.close();
  });

  async function open(protocolVersion: 4 | 5, more: object = {}, trigger: object = {}) {
    hub.requests.length = 0;
    stage = await perform(
      { baseUrl: hub.url, auth: 'none' },
      [
        {
          id: 'button',
          type: 'mqtt in',
          topic: 'desk/take',
          qos: '1',
          datatype: 'auto-detect',
          broker: 'broker',
          wires: [['next', 'out']],
          ...more,
        },
        {
          id: 'next',
          type: 'hub-linear-play',
          operation: 'playNext',
          params: { engineId: literal(101), preview: literal('program') },
          wires: [[]],
          ...trigger,
        },
      ],
      {},
      {
        modules: [mqttNodes],
        configs: [
          {
            id: 'broker',
            type: 'mqtt-broker',
            broker: '127.0.0.1',
            port: String(broker.port),
            clientid: '',
            protocolVersion: String(protocolVersion),
            keepalive: '60',
            cleansession: true,
            autoConnect: true,
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

  /** Publishes one after the other; each has arrived when it comes out. */
  async function arrive({ out, until }: Stage, ...payloads: string[]) {
    for (const payload of payloads) {
      const before = out.length;
      await broker.publish('desk/take', payload);
      await until(() => out.length > before);
    }
  }

  for (const [pressed, released] of [
    ['1', '0'],
    ['ON', 'OFF'],
    ['on', 'off'],
    ['true', 'false'],
  ] as const)
    it(`that says ${pressed} and ${released} fires once a press`, async () => {
      const there = await open(4);
      await arrive(there, pressed, released, pressed, released);
      await there.until(() => there.completed.filter(({ topic }) => topic === 'desk/take').length >= 4);
      should(commands()).equal(2);
    });

  it('fires nothing by what the broker kept from before, and says why', async () => {
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

  it('that MQTT 5 hands on with its flag fires only where every message is to act', async () => {
    // "Retain as published": what comes live keeps its flag, too.
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
});
