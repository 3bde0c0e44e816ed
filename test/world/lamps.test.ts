import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NodeInitializer } from 'node-red';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import type { Part } from '../examples.js';
import { pause } from '../flows/event-stage.js';
import { type NodeOf, perform, type Stage } from '../flows/stage.js';
import { recipes } from '../recipes.js';
import { coreNode } from '../runtime.js';
import { type Broker, mayLackBroker, startBroker } from './broker.js';

const modules = ['network/10-mqtt.js', 'network/21-httprequest.js'].map(coreNode) as NodeInitializer[];

/** Period of a blinking light, in ms. */
const ONE_BLINK = 1200;

/** The lamp of a recipe, or its control with a light, with its input and output nodes, at other addresses. */
function lampOf(recipe: string, changes: Readonly<Record<string, string>>): NodeOf[] {
  const { flow = [] } = recipes.find(({ name }) => name === recipe) ?? {};
  const lamp = flow.find(({ type, light }) => type === 'hub-lamp' || light) as Part;
  const ids = lamp.wires?.flat() ?? [];
  const parts = flow.filter((part) => part === lamp || ids.includes(part.id) || part.wires?.flat().includes(lamp.id));
  const text = Object.entries(changes).reduce((json, [from, to]) => json.replaceAll(from, to), JSON.stringify(parts));
  return (JSON.parse(text) as NodeOf[]).map((part) => ({ ...part, z: 'flow', hub: 'config' }));
}

describe('a reader of the state of a lamp gets it once', () => {
  let hub: Simulator;
  let stage: Stage;

  beforeEach(async () => {
    hub = await startSimulator();
  });

  afterEach(async () => {
    await stage?.close();
    await hub.close();
  });

  const config = () => ({ baseUrl: hub.url, auth: 'none', dialect: '1' });

  it('Companion: one request for each change, and none while the hub is unreachable', async () => {
    const texts: unknown[] = [];
    const companion: Server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        texts.push(JSON.parse(body).text);
        response.end('ok');
      });
    }).listen(0, '127.0.0.1');
    await once(companion, 'listening');
    const { port } = companion.address() as AddressInfo;
    try {
      stage = await perform(config(), lampOf('companion', { '127.0.0.1:8000': `127.0.0.1:${port}` }), {}, { modules });
      await stage.until(() => texts.at(-1) === 'off');
      const before = texts.length;
      await hub.close();
      await stage.until(() => texts.at(-1) === 'unknown');
      await pause(ONE_BLINK);
      should(texts.slice(before)).eql(['unknown']);
    } finally {
      await stage?.close();
      companion.closeAllConnections();
      companion.close();
    }
  });

  it('MQTT: a new subscriber while the hub is unreachable gets only unknown', async function () {
    if (mayLackBroker) return this.skip();
    const broker: Broker = await startBroker();
    try {
      const configs = recipes
        .flatMap(({ name, flow }) => (name === 'mqtt' ? flow : []))
        .filter(({ type }) => type === 'mqtt-broker')
        .map((part) => ({ ...part, port: String(broker.port) }));
      stage = await perform(config(), lampOf('mqtt', {}), {}, { modules, configs });
      const first = await broker.subscribe('studio/lamp/lower-third');
      await stage.until(() => first.at(-1) === 'off');
      await hub.close();
      await stage.until(() => first.at(-1) === 'unknown');
      const late: (readonly string[])[] = [];
      for (let subscriber = 0; subscriber < 6; subscriber += 1) {
        late.push(await broker.subscribe('studio/lamp/lower-third'));
        await pause(ONE_BLINK / 6);
      }
      await stage.until(() => late.every(({ length }) => length > 0));
      should(late).eql(Array(6).fill(['unknown']));
      should(first.filter((state) => state === 'unknown').length).be.belowOrEqual(2);
    } finally {
      await stage?.close();
      await broker.close();
    }
  });
});
