import { createSocket } from 'node:dgram';
import type { NodeInitializer } from 'node-red';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { pause } from '../flows/event-stage.js';
import { fromMessage, literal, type Message, perform, type Stage } from '../flows/stage.js';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { bundleOf, freeUdpPort, packetOf } from '../osc.js';
import { coreNode } from '../runtime.js';

const modules = [coreNode('network/32-udp.js'), require('node-red-contrib-osc/osc.js')] as NodeInitializer[];

describe('an OSC panel that sends real packets', () => {
  let hub: HostileHub;
  let stage: Stage;
  let port: number;
  const panel = createSocket('udp4');

  before(async () => {
    hub = await hostileHub((_, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('OK'));
  });

  afterEach(() => stage.close());

  after(async () => {
    panel.close();
    await hub.close();
  });

  async function open(metadata: boolean) {
    hub.requests.length = 0;
    port = await freeUdpPort();
    const opacity = {
      ...{ engineId: literal(1), nodePath: literal('Overlay'), propertyPath: literal('Overlay//Opacity') },
      Value: fromMessage(metadata ? 'payload.0.value' : 'payload'),
    };
    const playsNext = { engineId: literal(101), preview: literal('program') };
    const udp = { multicast: 'false', iface: '', ipv: 'udp4', addr: '', group: '', datatype: 'buffer' };
    stage = await perform(
      { baseUrl: hub.url, auth: 'none' },
      [
        { id: 'in', type: 'udp in', port: String(port), ...udp, wires: [['osc']] },
        { id: 'osc', type: 'osc', path: '', metadata, wires: [['which', 'out', 'follows']] },
        { id: 'which', type: 'test-by-topic', wires: [['opacity'], ['next']] },
        {
          ...{ id: 'follows', type: 'hub-lamp', surface: 'oscFader', control: '/1/fader1', touch: '/1/fader1/z' },
          ...{ mode: 'rest', wires: [['surface']] },
        },
        { id: 'surface', type: 'helper', wires: [] },
        { id: 'opacity', type: 'hub-engine-property', operation: 'setProperty', params: opacity, wires: [[]] },
        { id: 'next', type: 'hub-linear-play', operation: 'playNext', params: playsNext, wires: [[]] },
      ],
      {},
      { modules: [...modules, byTopic] },
    );
    // The receiver may not listen yet.
    while (stage.out.length === 0) {
      panel.send(packetOf('/hello', 1), port, '127.0.0.1');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Sends a fader to the first output, a button to the second, and other messages to none. */
  const byTopic: NodeInitializer = (RED) => {
    RED.nodes.registerType('test-by-topic', function (config) {
      RED.nodes.createNode(this, config);
      this.on('input', (msg, send, done) => {
        send([msg.topic === '/1/fader1' ? msg : null, msg.topic === '/1/push1' ? msg : null]);
        done();
      });
    });
  };

  /** Waits for the arrival of each packet. UDP loses no packets on one machine. */
  async function send(...packets: Buffer[]) {
    for (const each of packets) {
      const before = received().length;
      panel.send(each, port, '127.0.0.1');
      await stage.until(() => received().length > before);
    }
  }

  const received = () => stage.out.filter(({ topic }) => topic !== '/hello');

  const commands = (method: string) => hub.requests.filter((request) => request.method === method);

  for (const metadata of [false, true])
    it(`presses once for each press, ${metadata ? 'also with metadata' : 'where one argument comes unpacked'}`, async () => {
      await open(metadata);
      await send(packetOf('/1/push1', 1), packetOf('/1/push1', 0), packetOf('/1/push1', 1), packetOf('/1/push1', 0));
      await stage.until(() => stage.completed.filter(({ topic }) => topic === '/1/push1').length >= 4);
      await stage.until(() => commands('PUT').length > 1);
      should(commands('PUT')).have.length(2);
    });

  it('moves a property, and its last value arrives last', async () => {
    await open(false);
    await send(...[0, 0.25, 0.5, 1, 0.75].map((value) => packetOf('/1/fader1', value)));
    await stage.until(() => commands('PATCH').some(({ body }) => JSON.parse(body).Value === 0.75));
    should(JSON.parse(commands('PATCH').at(-1)?.body ?? '{}')).match({ Value: 0.75 });
  });

  for (const [how, ...packets] of [
    ['the fader is not the first of a bundle', bundleOf(packetOf('/time', 1), packetOf('/1/fader1', 0.5))],
    [
      'the fader is in a bundle within another',
      bundleOf(packetOf('/accxyz', 0, 0, 1), bundleOf(packetOf('/1/fader2', 0.1), packetOf('/1/fader1', 0.5))),
    ],
    [
      'a finger is put on it in the bundle that moves it',
      bundleOf(packetOf('/1/fader1', 0.5), packetOf('/1/fader1/z', 1)),
    ],
  ] as const)
    it(`is not moved while it is touched: ${how}`, async () => {
      await open(false);
      const surface: unknown[] = [];
      helper.getNode('surface').on('input', (msg: Message) => surface.push(msg.payload));
      const hubSays = (payload: number) =>
        stage.send('follows', { _msgid: `${payload}`, payload, hub: { operation: 'getProperty', params: {}, at: 1 } });
      // The fader follows as soon as the flow has started.
      await hubSays(0.125);
      await stage.until(() => surface.length === 1);
      for (const payload of [0.25, 0.375, 0.625, 0.75, 0.875]) {
        await send(...packets);
        await hubSays(payload);
      }
      should(surface).eql([0.125]);
      if (how.startsWith('a finger')) {
        await pause(700);
        should(surface).eql([0.125]);
        await send(bundleOf(packetOf('/1/fader1', 0.5), packetOf('/1/fader1/z', 0)));
      }
      await stage.until(() => surface.length === 2);
      should(surface).eql([0.125, 0.875]);
    });
});
