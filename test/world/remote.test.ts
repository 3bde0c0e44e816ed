import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import type { NodeOf } from '../flows/stage.js';
import { linkPackage } from '../link-package.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { type Broker, mayLackBroker, startBroker } from './broker.js';

/** The page docs/recipes/many-machines.md and its flow: above the line is the host's half. */
const RECIPE = JSON.parse(readFileSync('docs/recipes/many-machines.json', 'utf8')) as NodeOf[];
const LINE = 320;

/** Others may be at work beside; nothing here is judged by it. */
const PATIENCE = 40_000;

/** A lamp of the host's own: the one of the panels, behind the host's watch. */
function lampBehind(flow: readonly NodeOf[]): readonly NodeOf[] {
  const [lamp, shown] = ['hub-lamp', 'debug'].map((type) => RECIPE.find((part) => part.type === type)) as NodeOf[];
  for (const { type, wires } of flow) if (type === 'hub-watch') (wires as string[][])[0]?.push('lamp');
  return [
    { ...(lamp as NodeOf), id: 'lamp', wires: [['shown']] },
    { ...(shown as NodeOf), id: 'shown', name: 'Lamp here', console: true },
  ];
}

/** A machine of its own: the user directory outlives its Node-RED. */
class Machine {
  readonly #userDir = mkdtempSync(join(tmpdir(), 'hub-remote-'));
  readonly #half: 'host' | 'panel';
  #nodeRed: RealNodeRed | undefined;

  constructor(half: 'host' | 'panel', hub: Simulator, broker: Broker) {
    this.#half = half;
    linkPackage(this.#userDir);
    const mine = RECIPE.filter(({ y }) => y === undefined || Number(y) < LINE === (half === 'host')).map((part) => ({
      ...part,
      ...(part.type === 'debug' && { console: true }),
      ...(part.type === 'hub-config' && { baseUrl: hub.url }),
      ...(part.type === 'mqtt-broker' && { port: String(broker.port) }),
    }));
    const used = JSON.stringify(mine);
    const flow = mine.filter(({ id, type }) => type !== 'mqtt-broker' || used.split(id).length > 2);
    if (half === 'host') flow.push(...lampBehind(flow));
    writeFileSync(join(this.#userDir, 'flows.json'), JSON.stringify(flow));
  }

  async start(): Promise<void> {
    this.#nodeRed = await startNodeRed(this.#userDir, { mqttReconnectTime: 500 });
  }

  /** Deploys one node alone: the others go on. */
  async deployAlone(type: string): Promise<void> {
    const url = `${this.#nodeRed?.url}/flows`;
    const flow = (await (await fetch(url)).json()) as NodeOf[];
    const changed = flow.map((part) => (part.type === type ? { ...part, name: `${part.name}, deployed` } : part));
    const headers = { 'content-type': 'application/json', 'Node-RED-Deployment-Type': 'nodes' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(changed) });
    should(response.ok).be.true();
  }

  kill = async (): Promise<void> => this.#nodeRed?.kill();

  async close(): Promise<void> {
    await this.#nodeRed?.stop();
    rmSync(this.#userDir, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Clicks an inject node. */
  async press(name: string): Promise<void> {
    const node = RECIPE.find((part) => part.type === 'inject' && part.name === name);
    const response = await fetch(`${this.#nodeRed?.url}/inject/${node?.id}`, { method: 'POST' });
    should(response.ok).be.true();
  }

  /** All that a debug node has printed since the start, the oldest first. */
  said = (name: string): string[] =>
    [...(this.#nodeRed?.log() ?? '').matchAll(new RegExp(`\\[debug:${name}\\] ?(.*)`, 'g'))].map(
      ([, said = '']) => said,
    );

  get lamp(): string | undefined {
    return this.said(this.#half === 'host' ? 'Lamp here' : 'Lamp there').at(-1);
  }

  log = (): string => this.#nodeRed?.log() ?? '';
}

describe('many machines and one hub', function () {
  this.timeout(120_000);
  let hub: Simulator;
  let broker: Broker;
  let host: Machine;
  let left: Machine;
  let right: Machine;

  before(async function () {
    if (mayLackBroker) this.skip();
    [hub, broker] = await Promise.all([startSimulator(), startBroker()]);
    host = new Machine('host', hub, broker);
    left = new Machine('panel', hub, broker);
    right = new Machine('panel', hub, broker);
    await Promise.all([host, left, right].map((machine) => machine.start()));
  });

  after(async () => {
    await Promise.all([host, left, right].map((machine) => machine?.close()));
    await broker?.close();
    await hub?.close();
  });

  const commands = () => hub.journal.filter(({ method }) => method !== 'GET').map(({ path }) => path.split('/').at(-1));

  async function until(holds: () => boolean): Promise<void> {
    for (const deadline = Date.now() + PATIENCE; !holds(); await pause(20))
      if (Date.now() > deadline)
        throw new Error(`never: ${holds}\n${[host, left, right].map((machine) => machine.log()).join('\n---\n')}`);
  }

  const lamps = (state: string, of: readonly Machine[] = [host, left, right]) =>
    until(() => of.every(({ lamp }) => lamp === state));

  /** Longer than any command may live, and than a watch sleeps. */
  const quiet = () => pause(1500);

  it('carries out once what is pressed on one, and all lamps agree', async () => {
    await lamps('off');
    await left.press('In');
    await lamps('program');
    should(left.said('Answers')).have.length(1);
    should(right.said('Answers')).have.length(0);
    await right.press('Out');
    await lamps('off');
    should(commands()).eql(['in', 'out']);
  });

  it('shows the same after the host alone was deployed, though no watch has news', async () => {
    const before = left.said('Lamp there').length;
    await host.deployAlone('hub-remote');
    await until(() => left.said('Lamp there').slice(before).includes('unknown'));
    await lamps('off');
  });

  it('drops what a frozen broker brings too late, and says so', async () => {
    const before = commands().length;
    broker.freeze();
    await left.press('In');
    await pause(1200);
    broker.thaw();
    await until(() => left.said('Failures').length === 1);
    should(left.said('Failures')[0]).match(/too late.*Nothing was sent to the hub/);
    should(commands()).have.length(before);
    await lamps('off');
  });

  it('fires nothing by a broker that is killed and comes back, and lamps are unknown meanwhile', async () => {
    await right.press('In');
    await lamps('program');
    const before = commands().length;
    await broker.kill();
    // One while the host was heard a moment ago, one later.
    await left.press('Out');
    await lamps('unknown', [left, right]);
    await right.press('Out');
    await until(() => right.said('Failures').length === 1);
    should(right.said('Failures')[0]).match(/The host does not answer.*Nothing was sent/);
    should(host.lamp).equal('program');
    broker = await startBroker(broker.port);
    await lamps('program');
    await quiet();
    should(commands()).have.length(before);
    await lamps('program');
    await until(() => left.said('Failures').length === 2);
    should(left.said('Failures')[1]).match(/Outcome unknown/);
  });

  it('fires nothing by a host that is killed and comes back, and lamps are right again', async () => {
    const before = commands().length;
    await host.kill();
    await lamps('unknown', [left, right]);
    await left.press('Out');
    await until(() => left.said('Failures').length === 3);
    should(left.said('Failures')[2]).match(/The host does not answer/);
    // Nobody watches while it changes.
    await fetch(`${hub.url}/api/rest/v1/playout/rundowns/51/items/512/out`, { method: 'POST' });
    await host.start();
    await lamps('off');
    await quiet();
    should(commands()).have.length(before + 1);
    await left.press('In');
    await lamps('program');
    should(commands()).have.length(before + 2);
  });
});
