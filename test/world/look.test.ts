import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeInitializer } from 'node-red';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { nameOf } from '../flows/look-stage.js';
import { perform, type Stage } from '../flows/stage.js';
import { freePort } from '../free-port.js';
import { opacity } from '../operations/values.js';
import { coreNode } from '../runtime.js';
import { ask } from '../simulator/ask.js';
import { type Broker, mayLackBroker, startBroker } from './broker.js';

const modules = [coreNode('network/10-mqtt.js'), coreNode('function/15-change.js')] as NodeInitializer[];

/** A key on a real broker. A *change* node adds the operation and the look. */
describe('a look over MQTT', function () {
  this.timeout(60_000);
  let broker: Broker;
  let hub: Simulator;
  let stage: Stage | undefined;
  let folder: string;

  before(async function () {
    if (mayLackBroker) this.skip();
    broker = await startBroker();
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'looks-'));
    hub = await startSimulator({ port: await freePort() });
  });

  afterEach(async () => {
    await stage?.close();
    await hub.close();
    await rm(folder, { recursive: true });
  });

  after(() => broker?.close());

  const set = (key: string, to: string) => ({ t: 'set', p: key, pt: 'msg', to, tot: 'str' });
  const at = { host: '127.0.0.1', type: 'mqtt-broker', clientid: '', protocolVersion: '4', keepalive: '60' };

  /** Starts Node-RED with one key for each operation: its topic is `desk/OPERATION`. */
  async function open(operations: readonly string[]): Promise<Stage> {
    const keys = operations.flatMap((operation) => [
      {
        id: `in-${operation}`,
        type: 'mqtt in',
        topic: `desk/${operation}`,
        qos: '1',
        datatype: 'auto-detect',
        broker: 'broker',
        wires: [[`set-${operation}`, 'out']],
      },
      {
        id: `set-${operation}`,
        type: 'change',
        rules: [set('operation', operation), set('look', 'Evening')],
        wires: [['look']],
      },
    ]);
    const look = {
      id: 'look',
      type: 'hub-look',
      properties: [nameOf('opacity')],
      file: join(folder, 'looks.json'),
      wires: [[], []],
    };
    const config = { ...at, id: 'broker', broker: at.host, port: String(broker.port), cleansession: true };
    stage = await perform(
      { baseUrl: hub.url, auth: 'none' },
      [...keys, look],
      {},
      { modules, configs: [{ ...config, autoConnect: true, usetls: false }] },
    );
    const { until, status } = stage;
    for (const operation of operations) await until(() => /connected/.test(status(`in-${operation}`).text ?? ''));
    return stage;
  }

  const handled = ({ completed, caught }: Stage) =>
    [...completed, ...caught].filter((msg) => msg.operation !== undefined && msg.topic?.startsWith('desk/')).length;

  /** Publishes payloads in order, and waits until the look has handled each. */
  async function press(there: Stage, operation: string, ...payloads: string[]): Promise<void> {
    for (const payload of payloads) {
      const before = handled(there);
      await broker.publish(`desk/${operation}`, payload);
      // The change node and the look complete it.
      await there.until(() => handled(there) >= before + 2);
    }
  }
  const looks = async () => JSON.parse(await readFile(join(folder, 'looks.json'), 'utf8')).looks;
  const commands = () => hub.journal.filter(({ method }) => method === 'PATCH').length;
  const setByOthers = (Value: number) => ask(hub, 'setProperty', { params: { ...opacity, Value } });

  it('stores at the press of a key, recalls once at another, and does nothing at their releases', async () => {
    const there = await open(['store', 'recall']);
    await press(there, 'store', 'ON');
    await setByOthers(0.5);
    await press(there, 'store', 'OFF');
    should((await looks()).Evening).match([{ value: 1 }]);
    const before = commands();
    await press(there, 'recall', 'ON', 'OFF');
    should(commands()).equal(before + 1);
    await press(there, 'recall', '{"action":"press"}', '{"action":"release"}', '{"action":""}');
    should(commands()).equal(before + 2);
  });
});
