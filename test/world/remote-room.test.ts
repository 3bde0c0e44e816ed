import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { NodeInitializer } from 'node-red';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { digestsOf } from '../../dist/remote/digests.js';
import { isName } from '../../dist/remote/topics.js';
import { host, panel } from '../flows/remote-stage.js';
import { type Message, type NodeOf, perform } from '../flows/stage.js';
import { linkPackage } from '../link-package.js';
import { FEW_NODES, startNodeRed } from '../real-node-red.js';
import { coreNode } from '../runtime.js';
import { type Broker, mayLackBroker, startBroker } from './broker.js';

const mqttNodes = coreNode('network/10-mqtt.js') as NodeInitializer;

const RUN = 'a-host-run-0001';

/** A remote node between core's own nodes, as in examples/4-recipes/many-machines.json. */
const flow = (remote: NodeOf, port: number): { parts: NodeOf[]; configs: NodeOf[] } => ({
  parts: [
    {
      id: 'in',
      type: 'mqtt in',
      topic: 'graphics-hub/#',
      qos: '0',
      datatype: 'utf8',
      broker: 'broker',
      wires: [[remote.id]],
    },
    { id: 'mqtt', type: 'mqtt out', topic: '', qos: '', retain: '', broker: 'broker', wires: [] },
    { ...remote, wires: [['mqtt'], ['out'], []] },
  ],
  configs: [
    {
      ...{ id: 'broker', type: 'mqtt-broker', broker: '127.0.0.1', port: String(port), protocolVersion: '4' },
      ...{ autoConnect: true, cleansession: true, keepalive: '60', usetls: false },
    },
  ],
});

describe('a remote node and a real broker', function () {
  this.timeout(240_000);
  let broker: Broker;

  beforeEach(async function () {
    if (mayLackBroker) this.skip();
    broker = await startBroker();
  });

  afterEach(() => broker?.close());

  it('works in a small heap with 120 retained states of 147 kB from an earlier host', async () => {
    // Small as text, large in memory.
    const rows = Array(49_000).fill([]);
    for (let count = 0; count < 120; count += 1) {
      const state = { version: 1, run: 'an-earlier-run', serial: count, message: { payload: rows } };
      await broker.publish(`graphics-hub/state/n${count}`, JSON.stringify(state), { retain: true });
    }
    const userDir = mkdtempSync(join(tmpdir(), 'hub-remote-'));
    linkPackage(userDir);
    const { parts, configs } = flow(panel(), broker.port);
    const debugNode = { id: 'out', type: 'debug', name: 'Lamp', complete: 'payload', console: true, wires: [] };
    const nodes = [...parts, debugNode].map((part) => ({ z: 'tab', x: 0, y: 0, ...part }));
    const tab = { id: 'tab', type: 'tab', label: '' };
    writeFileSync(join(userDir, 'flows.json'), JSON.stringify([tab, ...configs, ...nodes]));
    const nodeRed = await startNodeRed(userDir, FEW_NODES, ['--max-old-space-size=160']);
    try {
      const state = { version: 1, run: RUN, serial: 1, message: { payload: 'program' } };
      const digests = digestsOf([['title', 1]]);
      for (const deadline = Date.now() + 180_000; !nodeRed.log().includes('[debug:Lamp] program'); await pause(200)) {
        if (Date.now() > deadline || nodeRed.log().includes('heap')) throw new Error(nodeRed.log().slice(-2000));
        const beat = { version: 1, run: RUN, at: Date.now(), steady: performance.now(), digests };
        await broker.publish('graphics-hub/state/title', JSON.stringify(state));
        await broker.publish('graphics-hub/host', JSON.stringify(beat));
      }
    } finally {
      await nodeRed.stop();
      rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
    }
  });

  it('keeps its connection with every accepted name', async () => {
    const { parts, configs } = flow(host(), broker.port);
    const stage = await perform(undefined, parts, {}, { configs, modules: [mqttNodes] });
    try {
      await stage.until(() => stage.status('host').text === 'serving panels');
      const symbols = Array.from({ length: 0x10000 }, (_, index) => String.fromCodePoint(index)).filter(isName);
      should(symbols.length).be.above(60_000);
      const names = symbols.join('').match(/.{1,190}/gsu) as string[];
      names.push('$SYS', '/', '/'.repeat(49), 'x'.repeat(200), '𝄞'.repeat(100));
      should(names.filter((name) => !isName(name))).eql([]);
      should(names.length).be.below(500);
      const received: string[] = [];
      helper.getNode('host').on('input', ({ topic, qos }: Message) => {
        if (qos === 0 && topic.startsWith('graphics-hub/state/'))
          received.push(topic.slice('graphics-hub/state/'.length));
      });
      const statuses = new Set<unknown>();
      for (const topic of names) {
        stage.node('host').receive({ topic, payload: 'program', hub: { operation: 'getProperty' } });
        statuses.add(stage.status('in').text);
      }
      // A host also receives its own messages.
      stage.node('host').receive({ topic: 'last', payload: 'program', hub: { operation: 'getProperty' } });
      await stage.until(() => received.includes('last'));
      should(names.filter((name) => !received.includes(name))).eql([]);
      statuses.add(stage.status('in').text);
      should([...statuses]).eql(['node-red:common.status.connected']);
    } finally {
      await stage.close();
    }
  });
});
