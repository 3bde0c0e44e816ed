import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { type JournalEntry, type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { eventually } from '../editor/page.js';
import { linkPackage } from '../link-package.js';
import { FEW_NODES, type RealNodeRed, startNodeRed } from '../real-node-red.js';

/** The report of the probe inside Node-RED, see `test/hostile/probe`. */
interface ProbeReport {
  readonly old: readonly string[];
  readonly pending: number;
  readonly ended: number;
  readonly unexpected: number;
  readonly timers: number;
  readonly sockets: number;
  readonly listeners: number;
}

interface Part {
  readonly id: string;
  readonly type: string;
  readonly name?: string;
  readonly d?: boolean;
}

/** More take longer, and show the same. */
const REDEPLOYS = 24;

/** The longest wait before sending in ms. A busy machine may need twice this time. */
const EXPIRY = 2000;

/** Waiting messages and requests in flight do not end by themselves within a test, in s. */
const NEVER = '300';

const literal = (value: string) => ({ type: 'str', value });
const fromMessage = (value: string) => ({ type: 'msg', value });
const at = { z: 'tab', x: 0, y: 0, version: 1, hub: 'hub', wires: [[]] };

const names = ['0', '1', '2', '3'];
const faders = names.map((name) => ({ id: `fader${name}`, delivery: 'latest' }));
const levels = names.map((name) => ({ id: `level${name}`, delivery: 'inOrder' }));

/** `expiry` in s. */
const flowFor = (baseUrl: string, expiry: string): Part[] => [
  { id: 'tab', type: 'tab' },
  { id: 'hub', type: 'hub-config', baseUrl, auth: 'none', timeout: NEVER } as Part,
  {
    ...{ ...at, id: 'probe', type: 'probe' },
    wires: [...faders, ...levels, ...names.map((id) => ({ id }))].map(({ id }) => [id]),
  } as Part,
  ...[...faders, ...levels].map((part) => ({
    ...{ ...at, ...part, type: 'hub-engine-property', operation: 'setProperty', expiry },
    params: {
      ...{ engineId: literal('1'), nodePath: literal('N') },
      ...{ propertyPath: literal(part.id), Value: fromMessage('payload') },
    },
  })),
  ...names.map((id) => ({
    ...{ ...at, id, type: 'hub-newsroom-mos', operation: 'updateMosObject', expiry },
    params: { objID: literal(id), data: fromMessage('payload') },
  })),
];

describe('a flow that is deployed again and again', function () {
  // A slow machine needs 0.5 s for each deploy.
  this.timeout(300_000 + REDEPLOYS * 2000);

  let hub: Simulator;
  let userDir: string;
  let nodeRed: RealNodeRed;
  let flow: Part[];
  /** The place and the age in ms of each message at its arrival. */
  let arrived: { target: string; number: number; age: number }[] = [];

  const note = ({ at: now, method, path, body }: JournalEntry) => {
    if (method === 'GET') return;
    const { Value, data } = body as Record<'Value' | 'data', { number: number; at: number }>;
    const { number, at: sent } = Value ?? data;
    arrived.push({ target: path, number, age: now - sent });
  };

  async function ask(path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(nodeRed.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'Content-Type': 'application/json', 'Node-RED-API-Version': 'v1', ...headers },
      body: body && JSON.stringify(body),
    });
    should(response.ok).equal(true, `${path}: ${response.status}`);
    return response;
  }
  const deploy = (parts: readonly Part[], type: string) => ask('/flows', parts, { 'Node-RED-Deployment-Type': type });
  const probe = async (query = ''): Promise<ProbeReport> =>
    (await ask(`/probe?${query}`)).json() as Promise<ProbeReport>;
  const changed = (change: number, id: string) =>
    flow.map((part) => (part.id === id ? { ...part, name: String(change) } : part));

  /** Waits until the hub, which answers nothing, has a message of a running node. Only a close can end it. */
  async function messageWithoutAnswer(): Promise<void> {
    const before = arrived.length;
    await eventually(async () => {
      should(arrived.length).be.above(before);
      should((await probe()).pending).be.above(0);
    });
  }

  /** Lets the hub answer nothing, changes the flow, and waits until all earlier messages have ended. */
  async function settles(change: () => Promise<unknown>): Promise<void> {
    const undo = hub.trouble({ never: true });
    await messageWithoutAnswer();
    const before = Date.now();
    await change();
    await eventually(async () => should((await probe(`since=${before}`)).old).be.empty());
    undo();
  }

  before(async () => {
    hub = await startSimulator({ onArrival: note });
    flow = flowFor(hub.url, NEVER);
    userDir = mkdtempSync(join(tmpdir(), 'hub-lifecycle-'));
    linkPackage(userDir);
    const nodesDir = join(__dirname, '../../test/hostile/probe');
    nodeRed = await startNodeRed(userDir, { ...FEW_NODES, nodesDir, runtimeState: { enabled: true, ui: false } });
  });
  after(async () => {
    await nodeRed.stop();
    await hub.close();
    rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
  });

  /** The remaining handles, when all messages have ended and all timers and sockets had time to end. */
  async function remainingHandles(): Promise<ProbeReport> {
    await probe('load=0');
    await eventually(async () => should((await probe()).pending).equal(0));
    await sleep(EXPIRY + 1500);
    return probe();
  }

  it(`${REDEPLOYS} times under load: all is settled, nothing is late, nothing is left`, async () => {
    flow = flowFor(hub.url, String(EXPIRY / 1000));
    await deploy(flow, 'full');
    await probe('load=1');
    await sleep(500);
    const before = await remainingHandles();
    arrived = [];
    await probe('load=1');
    const types = ['full', 'flows', 'nodes'];
    const ids = flow.filter(({ type }) => type.startsWith('hub-')).map(({ id }) => id);
    for (let count = 0; count < REDEPLOYS; count += 1) {
      const [type = '', id = ''] = [types[count % types.length], ids[count % ids.length]];
      const redeploy = () => deploy(changed(count, id), type);
      // At times nothing is answered, so that only the close ends the calls.
      if (type === 'full' && count % 12 === 0) await settles(redeploy);
      else await redeploy();
      // On a fast machine, the next deploy would come before the first connection.
      const before = arrived.length;
      await eventually(async () => should(arrived.length).be.above(before));
    }
    const { ended, unexpected } = await remainingHandles();
    should(ended).be.above(before.ended + REDEPLOYS);
    should(unexpected).equal(0);
    // A slow machine may end the last ones later. A leak stays.
    await eventually(async () => {
      const after = await probe();
      for (const kind of ['timers', 'sockets', 'listeners'] as const)
        should(after[kind]).be.belowOrEqual(before[kind], kind);
    });
    should(arrived.length).be.above(REDEPLOYS);
    // Two connections, before and after a deploy, may be read in any order. Requests in flight end as unknown.
    const once = new Set<number>();
    for (const { target, number, age } of arrived) {
      should(once.has(number)).equal(false, `${target}: once`);
      should(age).be.below(2 * EXPIRY, `${target}: not late`);
      once.add(number);
    }
  });

  const withoutHub = () => flow.filter(({ id }) => id !== 'hub');
  const disabled = () => flow.map((part) => (part.type.startsWith('hub-') ? { ...part, d: true } : part));
  const changes: Record<string, () => Promise<unknown>> = {
    'its configuration is removed': () => deploy(withoutHub(), 'full'),
    'its nodes and configuration are disabled': () => deploy(disabled(), 'nodes'),
    'it is deleted': () => deploy([], 'full'),
    'the flows are stopped': () => ask('/flows/state', { state: 'stop' }),
  };
  for (const [what, change] of Object.entries(changes))
    it(`in flight, while ${what}: all is settled, and nothing is sent any more`, async () => {
      flow = flowFor(hub.url, NEVER);
      await deploy(flow, 'full');
      await probe('load=1');
      await settles(change);
      arrived = [];
      await sleep(500);
      should(arrived).be.empty();
      if (what.includes('stopped')) await ask('/flows/state', { state: 'start' });
    });

  it('in flight, while Node-RED ends: it ends, and nothing is sent any more', async () => {
    await deploy(flow, 'full');
    await probe('load=1');
    hub.trouble({ never: true });
    await messageWithoutAnswer();
    await nodeRed.stop();
    // Node-RED itself gives nodes 15 s to close, and reports those that need longer.
    should(nodeRed.log()).not.match(/Error stopping node/);
    arrived = [];
    await sleep(300);
    should(arrived).be.empty();
  });
});
