import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import should from 'should';
import { cuesText } from '../../dist/cues/cue-text.js';
import { sortCues } from '../../dist/cues/list.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { cueOf, set } from '../flows/cue-stage.js';
import type { NodeOf } from '../flows/stage.js';
import { linkPackage } from '../link-package.js';
import { FEW_NODES, type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { type Broker, mayLackBroker, startBroker } from './broker.js';

/** The flow of docs/recipes/many-machines.md. The nodes above the line belong to the host. */
const RECIPE = JSON.parse(readFileSync('examples/4-recipes/many-machines.json', 'utf8')) as NodeOf[];
const LINE = 320;

/** Longest wait in ms. The machine may be busy, and no test measures this time. */
const LONGEST_WAIT = 60_000;

const CUE = cueOf('日本語', [set(0.5)]);

/** The life of a command in s. A busy machine needs longer than the 0.5 s of the recipe. */
const LIFE = 4;

/** A lamp on the host: the lamp of the panels, wired to the watch of the host. */
function lampBehind(flow: readonly NodeOf[]): readonly NodeOf[] {
  const [lamp, lampDebug] = ['hub-lamp', 'debug'].map((type) => RECIPE.find((part) => part.type === type)) as NodeOf[];
  for (const { type, wires } of flow) if (type === 'hub-watch') (wires as string[][])[0]?.push('lamp');
  return [
    { ...(lamp as NodeOf), id: 'lamp', wires: [['shown']] },
    { ...(lampDebug as NodeOf), id: 'shown', name: 'Lamp here', console: true },
  ];
}

/** The nodes of one type in a flow. */
const nodesOf = (flow: readonly NodeOf[], type: string) => flow.filter((part) => part.type === type);

/** A list at the host, behind its switch. */
function addCues(flow: NodeOf[]): void {
  const hub = nodesOf(flow, 'hub-config')[0]?.id;
  const { z } = nodesOf(flow, 'switch')[0] as NodeOf & { readonly z: string };
  flow.push({ id: 'cues', type: 'hub-cues', z, version: 1, hub, list: 'Übergabe', wires: [[], []] });
  for (const each of nodesOf(flow, 'switch')) {
    (each.rules as object[]).push({ t: 'eq', v: 'cues', vt: 'str' });
    (each.wires as string[][]).push(['cues']);
    Object.assign(each, { outputs: 3 });
  }
  for (const { scope } of [...nodesOf(flow, 'complete'), ...nodesOf(flow, 'catch')]) (scope as string[]).push('cues');
}

/** A key of a panel for Go. The log shows why a press sent nothing. */
function addGo(flow: NodeOf[]): void {
  const { id, z } = nodesOf(flow, 'hub-remote')[0] as NodeOf & { readonly z: string };
  const props = [
    { p: 'operation', v: 'go', vt: 'str' },
    { p: 'payload', v: 'true', vt: 'bool' },
  ];
  flow.push(
    {
      ...{ id: 'go', type: 'inject', z, name: 'Go', topic: 'cues' },
      props: [...props, { p: 'topic', vt: 'str' }],
      wires: [[id]],
    },
    { id: 'ended', type: 'complete', z, scope: [id], wires: [['ignored']] },
    {
      ...{ id: 'ignored', type: 'switch', z, property: 'remote.ignored', propertyType: 'msg', rules: [{ t: 'nnull' }] },
      ...{ checkall: 'true', outputs: 1, wires: [['reason']] },
    },
    {
      ...{ id: 'reason', type: 'debug', z, name: 'Ignored', active: true, console: true },
      complete: 'remote.ignored',
      targetType: 'msg',
      wires: [],
    },
  );
}

/** A machine: its user directory outlives its Node-RED. */
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
      ...(part.type === 'hub-remote' && { expiry: String(LIFE) }),
    }));
    const used = JSON.stringify(mine);
    const flow = mine.filter(({ id, type }) => type !== 'mqtt-broker' || used.split(id).length > 2);
    if (half === 'host') flow.push(...lampBehind(flow));
    if (half === 'host') addCues(flow);
    else addGo(flow);
    mkdirSync(join(this.#userDir, 'graphics-hub-cues'));
    writeFileSync(join(this.#userDir, 'graphics-hub-cues', 'Übergabe.json'), cuesText(sortCues([['10', CUE]])));
    writeFileSync(join(this.#userDir, 'flows.json'), JSON.stringify(flow));
  }

  async start(): Promise<void> {
    this.#nodeRed = await startNodeRed(this.#userDir, { ...FEW_NODES, mqttReconnectTime: 500 });
  }

  /** Deploys one node alone, while the others continue. */
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
    const id = name === 'Go' ? 'go' : RECIPE.find((part) => part.type === 'inject' && part.name === name)?.id;
    const response = await fetch(`${this.#nodeRed?.url}/inject/${id}`, { method: 'POST' });
    should(response.ok).be.true();
  }

  /** All messages of a debug node since the start, oldest first. */
  messagesOf = (name: string): string[] =>
    [...(this.#nodeRed?.log() ?? '').matchAll(new RegExp(`\\[debug:${name}\\] ?(.*)`, 'g'))].map(
      ([, message = '']) => message,
    );

  get lamp(): string | undefined {
    return this.messagesOf(this.#half === 'host' ? 'Lamp here' : 'Lamp there').at(-1);
  }

  log = (): string => this.#nodeRed?.log() ?? '';
}

describe('many machines and one hub', function () {
  this.timeout(240_000);
  let hub: Simulator;
  let broker: Broker;
  let host: Machine;
  let first: Machine;
  let right: Machine;

  before(async function () {
    if (mayLackBroker) this.skip();
    [hub, broker] = await Promise.all([startSimulator(), startBroker()]);
    host = new Machine('host', hub, broker);
    first = new Machine('panel', hub, broker);
    right = new Machine('panel', hub, broker);
    await Promise.all([host, first, right].map((machine) => machine.start()));
  });

  after(async () => {
    await Promise.all([host, first, right].map((machine) => machine?.close()));
    await broker?.close();
    await hub?.close();
  });

  /** Without the joined reads of watches and of the items that nodes press. */
  const commands = () =>
    hub.journal
      .filter(({ method }) => method !== 'GET')
      .map(({ path }) => path.split('/').at(-1))
      .filter((name) => name !== 'batch');

  async function until(holds: () => boolean): Promise<void> {
    for (const deadline = Date.now() + LONGEST_WAIT; !holds(); await pause(20))
      if (Date.now() > deadline)
        throw new Error(`never: ${holds}\n${[host, first, right].map((machine) => machine.log()).join('\n---\n')}`);
  }

  const lamps = (state: string, of: readonly Machine[] = [host, first, right]) =>
    until(() => of.every(({ lamp }) => lamp === state));

  /** Presses a button and waits for the answer. Earlier commands of the panel would arrive before it. */
  async function pressAndWait(panel: Machine, name: string): Promise<void> {
    const before = panel.messagesOf('Answers').length;
    await panel.press(name);
    await until(() => panel.messagesOf('Answers').length > before);
  }

  it('runs each press once, and all lamps agree', async () => {
    await lamps('off');
    await pressAndWait(first, 'In');
    await lamps('program');
    should(first.messagesOf('Answers')).have.length(1);
    should(right.messagesOf('Answers')).have.length(0);
    await pressAndWait(right, 'Out');
    await lamps('off');
    should(commands()).eql(['in', 'out']);
  });

  it('shows the same state after a deploy of the host alone, although no watch has changed', async () => {
    const before = first.messagesOf('Lamp there').length;
    await host.deployAlone('hub-remote');
    await until(() => first.messagesOf('Lamp there').slice(before).includes('unknown'));
    await lamps('off');
  });

  it('drops late commands of a frozen broker, and reports this', async () => {
    const before = commands().length;
    broker.freeze();
    await first.press('In');
    await pause(LIFE * 1000 + 500);
    broker.thaw();
    await until(() => first.messagesOf('Failures').length === 1);
    should(first.messagesOf('Failures')[0]).match(/not sent – too late/);
    should(commands()).have.length(before);
    await lamps('off');
  });

  it('does not fire when a killed broker restarts, and lamps are unknown meanwhile', async () => {
    await pressAndWait(right, 'In');
    await lamps('program');
    const before = commands().length;
    await broker.kill();
    // One press shortly after the last message of the host, one later.
    await first.press('Out');
    await lamps('unknown', [first, right]);
    await right.press('Out');
    await until(() => right.messagesOf('Failures').length === 1);
    should(right.messagesOf('Failures')[0]).match(/not sent – the host does not answer/);
    should(host.lamp).equal('program');
    // The MQTT client may hold the first one until the broker is back. The panel reports it earlier.
    await until(() => first.messagesOf('Failures').length === 2);
    should(first.messagesOf('Failures')[1]).match(/: unknown – /);
    broker = await startBroker(broker.port);
    await lamps('program');
    for (const panel of [first, right]) await pressAndWait(panel, 'In');
    should(commands().slice(before)).eql(['in', 'in']);
    await lamps('program');
  });

  it('does not fire when a killed host restarts, and lamps recover', async () => {
    const before = commands().length;
    const gos = () => hub.journal.filter(({ method }) => method === 'PATCH').length;
    const failed = first.messagesOf('Failures').length;
    const failures = () => first.messagesOf('Failures').slice(failed);
    hub.trouble({ operation: 'setProperty', delay: 30_000, times: 1 });
    await first.press('Go');
    await until(() => gos() === 1);
    await host.kill();
    await lamps('unknown', [first, right]);
    await first.press('Out');
    await until(() => failures().some((text) => /the host does not answer/.test(text)));
    // No watch runs during this change.
    await fetch(`${hub.url}/api/rest/v1/playout/rundowns/51/items/512/out`, { method: 'POST' });
    await host.start();
    await lamps('off');
    await pressAndWait(first, 'In');
    await lamps('program');
    // Nobody knows whether the cue was played, so its next Go asks for a second press.
    const ignored = () => first.messagesOf('Ignored');
    await first.press('Go');
    await until(() => ignored().length > 0);
    should(ignored()).eql(['again']);
    should(gos()).equal(1);
    await pause(600);
    await pressAndWait(first, 'Go');
    should(gos()).equal(2);
    should(
      commands()
        .slice(before)
        .filter((name) => ['in', 'out'].includes(String(name))),
    ).eql(['out', 'in']);
  });
});
