import type { NodeInitializer } from 'node-red';
import should from 'should';
import { fromMessage, literal, type NodeOf, pausesOfHand, perform, type Stage } from '../flows/stage.js';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { families } from '../panels/devices/index.js';
import { ACTS, EVENTS } from '../panels/devices/row.js';
import { coreNode } from '../runtime.js';
import { type Broker, mayLackBroker, startBroker } from './broker.js';

const mqttNodes = coreNode('network/10-mqtt.js') as NodeInitializer;

const all = {
  kind: 'button',
  press: true,
  release: true,
  hold: true,
  double: true,
  holdTime: '60',
  doubleTime: '0.000001',
};

/** A node keeps the last events of its devices during a deploy, so each test has its own ids. */
const panel = (test: string): NodeOf => ({ id: `panel of ${test}`, type: 'hub-panel', hub: '', ...all });

/** Calls the function with the name of the topic at each single press. */
const trigger = (test: string): NodeOf => ({
  id: `trigger of ${test}`,
  type: 'hub-engine-function',
  operation: 'callFunction',
  actOn: 'single',
  params: {
    engineId: literal(1),
    nodePath: literal('Node'),
    functionPath: fromMessage('topic'),
    Parameters: literal([]),
  },
  wires: [[]],
});

describe('devices over a broker', () => {
  let hub: HostileHub;
  let stage: Stage;

  before(async function () {
    if (mayLackBroker) this.skip();
    broker = await startBroker();
    hub = await hostileHub((_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
  });
  afterEach(() => stage.close());
  after(async () => {
    await broker?.close();
    await hub?.close();
  });

  const did = () => stage.out.filter(({ gesture }) => gesture).map(({ topic, gesture }) => `${topic} ${gesture.did}`);
  const commands = () =>
    hub.requests
      .filter(({ method }) => method === 'POST')
      .map(({ url }) => decodeURIComponent(url.slice(url.lastIndexOf('/functions/') + '/functions/'.length)));

  let broker: Broker;

  /** Node-RED starts, and its panel and its trigger get all messages of the broker. */
  async function open(name: string, datatype = 'auto-detect'): Promise<void> {
    const settings = { clientid: '', protocolVersion: '4', keepalive: '60', cleansession: true, autoConnect: true };
    const address = { broker: '127.0.0.1', port: `${broker.port}`, usetls: false };
    const mqtt = { type: 'mqtt in', topic: '#', qos: '1', datatype, broker: 'broker' };
    const wires = [[`panel of ${name}`, `trigger of ${name}`, 'out']];
    stage = await perform(
      { baseUrl: hub.url, auth: 'none' },
      [{ id: 'in', ...mqtt, wires }, panel(name), trigger(name)],
      {},
      { modules: [mqttNodes], configs: [{ id: 'broker', type: 'mqtt-broker', ...address, ...settings }] },
    );
    await stage.until(() => /connected/.test(stage.status('in').text ?? ''));
  }

  const received = () => stage.out.filter(({ gesture }) => !gesture).length;

  for (const datatype of ['auto-detect', 'utf8'])
    it(`press, hold and release as their messages say (${datatype})`, async () => {
      hub.requests.length = 0;
      await open(datatype, datatype);
      const rows = Object.values(families)
        .flat()
        .filter(({ msg }) => msg.qos !== undefined);
      should(rows.length).be.above(40);
      const pause = pausesOfHand();
      for (const [index, { msg }] of rows.entries()) {
        await stage.until(() => received() === index);
        await pause(msg);
        await broker.publish(String(msg.topic), String(msg.payload));
      }
      await stage.until(() => received() === rows.length);
      await stage.until(() => stage.completed.length >= 2 * rows.length);
      should(did()).eql(rows.flatMap(({ msg, hand }) => EVENTS[hand].map((event) => `${msg.topic} ${event}`)));
      should(commands()).eql(
        rows.filter(({ hand }) => ACTS.single?.includes(hand)).map(({ msg }) => String(msg.topic)),
      );
      should(stage.caught).be.empty();
    }).timeout(120_000);

  it('play nothing if a Shelly Gen1 repeats its last event after each of three starts, and play for a press', async () => {
    hub.requests.length = 0;
    const topic = 'shellies/shelly1-B929CC/input_event/0';
    for (const start of [1, 2, 3]) {
      await open(`start ${start}`);
      // The event of before the start, again each 30 s, and a press.
      for (const count of [start, start, start + 1])
        await broker.publish(topic, JSON.stringify({ event: 'S', event_cnt: count }));
      await stage.until(() => received() === 3 && stage.completed.length >= 6);
      should(did()).eql([`${topic} press`, `${topic} release`]);
      should(commands()).eql(new Array(start).fill(topic));
      await stage.close();
    }
  });
});
