import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeInitializer } from 'node-red';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { cuesText } from '../../dist/cues/cue-text.js';
import { sortCues } from '../../dist/cues/list.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { cueOf, set } from '../flows/cue-stage.js';
import { host, panel } from '../flows/remote-stage.js';
import { type Message, type NodeOf, perform, type Stage } from '../flows/stage.js';
import { coreNode } from '../runtime.js';
import { type Broker, mayLackBroker, startBroker } from './broker.js';

const mqttNodes = coreNode('network/10-mqtt.js') as NodeInitializer;
const CUES = { 10: cueOf('Anchor', [set(0.1)]), 20: cueOf('Guest', [set(0.2)]) };

const mqttIn = (id: string, target: string): NodeOf => ({
  ...{ id, type: 'mqtt in', topic: 'graphics-hub/#', qos: '0', datatype: 'utf8', broker: 'broker', wires: [[target]] },
});

describe('a cue list and a real broker', function () {
  this.timeout(60_000);
  let broker: Broker | undefined;
  let hub: Simulator;
  let stage: Stage;
  let folder: string;

  beforeEach(async function () {
    if (mayLackBroker) this.skip();
    broker = await startBroker();
    hub = await startSimulator();
    folder = mkdtempSync(join(tmpdir(), 'cues-'));
    mkdirSync(join(folder, 'graphics-hub-cues'));
    writeFileSync(join(folder, 'graphics-hub-cues', 'Show.json'), cuesText(sortCues(Object.entries(CUES))));
    helper.settings({ userDir: folder });
    const parts: NodeOf[] = [
      mqttIn('in', 'host'),
      mqttIn('panel-in', 'panel'),
      { id: 'mqtt', type: 'mqtt out', topic: '', qos: '', retain: '', broker: 'broker', wires: [] },
      host({ wires: [['mqtt'], ['cues'], ['cues']] }),
      panel({ name: 'Gallery 2', wires: [['mqtt'], ['out'], []] }),
      { id: 'cues', type: 'hub-cues', version: 1, list: 'Show', lockout: '0', wires: [['host'], ['host']] },
    ];
    const server = {
      ...{ id: 'broker', type: 'mqtt-broker', broker: '127.0.0.1', port: String(broker.port), protocolVersion: '4' },
      ...{ autoConnect: true, cleansession: true, keepalive: '60', usetls: false },
    };
    const config = { baseUrl: hub.url, auth: 'none', dialect: '1' };
    stage = await perform(config, parts, {}, { configs: [server], modules: [mqttNodes] });
  });

  afterEach(async () => {
    await stage?.close();
    helper.settings({});
    await hub?.close();
    await broker?.close();
    if (folder) rmSync(folder, { recursive: true });
  });

  it('plays for a panel, whose Go of each cue arrives once', async () => {
    const state = (): Message => stage.out.filter(({ topic }) => topic === 'cues').at(-1)?.payload ?? {};
    await stage.until(() => state().standby?.number === '10');
    for (const next of ['20', undefined]) {
      stage.node('panel').receive({ topic: 'cues', operation: 'go', payload: true });
      await stage.until(() => state().state !== 'running' && state().standby?.number === next);
      should(state().by).equal('Gallery 2');
    }
    const values = hub.journal.flatMap(({ method, body }) => (method === 'PATCH' ? (body as Message).Value : []));
    should(values).eql([0.1, 0.2]);
  });
});
