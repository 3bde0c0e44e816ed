import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { pageToken } from '../page-token.js';
import { useRealStage } from './real-stage.js';
import { fromMessage, literal, type NodeOf, perform } from './stage.js';

/** The timers of the package that have not fired and have not ended, by the place of their start. */
function followTimers(): Map<unknown, string> {
  const pending = new Map<unknown, string>();
  const { setTimeout, clearTimeout } = globalThis;
  mock.method(globalThis, 'setTimeout', (callback: (...args: unknown[]) => void, ...rest: [number, ...unknown[]]) => {
    const timer = setTimeout(
      (...args) => {
        pending.delete(timer);
        callback(...args);
      },
      ...rest,
    );
    const { stack = '' } = new Error();
    if (stack.includes('bundle.js')) pending.set(timer, stack);
    return timer;
  });
  mock.method(globalThis, 'clearTimeout', (timer: NodeJS.Timeout) => {
    pending.delete(timer);
    clearTimeout(timer);
  });
  return pending;
}

const property = { engineId: literal(1), nodePath: literal('Mixer_0'), propertyPath: literal('Overlay//Opacity/0') };
const midi = (value: number) => ({
  payload: [1, value],
  midi: { channel: 1, type: 'controlchange', data: [1, value] },
});

describe('nodes that close in the middle of their work', () => {
  const folder = mkdtempSync(join(tmpdir(), 'closed-nodes-'));
  // It accepts each request and never answers.
  const silent = createServer(() => {});
  afterEach(() => mock.restoreAll());
  after(() => {
    silent.close();
    rmSync(folder, { recursive: true });
  });

  it('leave no timer behind', async () => {
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const timers = followTimers();
    const row = { engine: 'A', node: 'Mixer', nodePath: 'Mixer_0', property: 'O', propertyPath: 'O' };
    const parts: NodeOf[] = [
      {
        id: 'fader',
        type: 'hub-engine-property',
        operation: 'setProperty',
        params: { ...property, Value: fromMessage('payload') },
      },
      { id: 'stop', type: 'hub-launcher', operation: 'stopLaunch', guarded: true, params: { configID: literal(61) } },
      { id: 'watch', type: 'hub-watch', operation: 'getProperty', params: property, interval: '0.1' },
      { id: 'event', type: 'hub-event' },
      {
        id: 'look',
        type: 'hub-look',
        operation: 'recall',
        look: 'A',
        interval: '1',
        properties: [row],
        file: join(folder, 'a.json'),
        wires: [[], []],
      },
      { id: 'slider', type: 'hub-panel', kind: 'fader', source: 'midi', pair: true, params: property },
      { id: 'button', type: 'hub-panel', kind: 'button', hold: true, hub: '' },
      { id: 'lamp', type: 'hub-lamp', surface: 'streamdeck', control: '1', repeat: '1', silence: '1' },
      { id: 'motor', type: 'hub-lamp', surface: 'midiFader', control: 'cc 1/1', mode: 'rest', repeat: '1' },
      { id: 'host', type: 'hub-remote', role: 'host', wires: [[], [], []] },
      { id: 'remote', type: 'hub-remote', role: 'panel', wires: [[], [], []] },
    ];
    const stage = await perform({ baseUrl: `http://127.0.0.1:${port}`, auth: 'none', version: 1 }, parts);
    const send = (id: string, ...messages: object[]) => {
      for (const msg of messages) stage.node(id).receive({ ...msg });
    };
    send('fader', { payload: 0 }, { payload: 1 });
    send('stop', { payload: true });
    send('look', { payload: true });
    send('slider', midi(1), midi(2));
    send('button', { payload: true });
    send('lamp', { topic: 'a', payload: 'failed' });
    send('motor', { payload: 0.5 }, midi(64));
    await stage.until(() => timers.size > parts.length);
    await stage.close();
    should([...timers.values()]).eql([]);
  });
});

describe('a deploy, also while a press waits for its answer', () => {
  const at = { z: 'tab', x: 100, y: 100 };
  const press = {
    id: 'press',
    type: 'hub-playout-item',
    hub: 'hub',
    version: 1,
    operation: 'pressItemButton',
    actOn: 'every',
    params: { rundownId: literal(51), itemId: { ...literal(512), label: 'Anchor' }, buttonKey: literal('In') },
    wires: [[]],
    ...at,
  };

  const real = useRealStage();

  const flow = () => [
    { id: 'tab', type: 'tab', label: 'Show' },
    {
      id: 'hub',
      type: 'hub-config',
      name: 'Studio hub',
      baseUrl: real.hub.url,
      auth: 'none',
      timeout: 300,
      version: 1,
    },
    { id: 'go', type: 'inject', props: [{ p: 'payload' }], payloadType: 'date', wires: [['press']], ...at },
    press,
    { id: 'catch', type: 'catch', scope: null, wires: [['show']], ...at },
    {
      ...{ id: 'show', type: 'debug', active: true, tosidebar: false, console: true },
      ...{ complete: 'error.message', targetType: 'msg', wires: [], ...at },
    },
  ];

  const until = async (holds: () => boolean | Promise<boolean>) => {
    const deadline = Date.now() + 90_000;
    while (!(await holds())) {
      should(Date.now()).be.below(deadline, `never: ${holds}`);
      await sleep(20);
    }
  };

  /** Node-RED answers before it has started the nodes. */
  const deploy = async (type: string, nodes = flow()) => {
    const logged = real.nodeRed.log().length;
    const headers = { 'content-type': 'application/json', 'Node-RED-Deployment-Type': type };
    const answer = await fetch(`${real.nodeRed.url}/flows`, { method: 'POST', headers, body: JSON.stringify(nodes) });
    should(answer.ok).be.true();
    await until(() => /Started (modified )?(flows|nodes)/.test(real.nodeRed.log().slice(logged)));
  };

  const journal = async () => {
    const { url } = real.nodeRed;
    const answer = await fetch(`${url}/graphics-hub/journal/hub?after=0`, { headers: await pageToken(url) });
    return ((await answer.json()) as { rows: Record<string, unknown>[] }).rows;
  };

  const presses = () => real.hub.journal.filter(({ method }) => method === 'POST').length;

  /** Returns the row of the press in the journal, and the log since the deploy. */
  async function deployDuringPress(type: string, changed: object, answer: { never: true } | { delay: number }) {
    const undo = real.hub.trouble({ operation: 'pressItemButton', ...answer });
    const before = presses();
    should((await fetch(`${real.nodeRed.url}/inject/go`, { method: 'POST' })).ok).be.true();
    await until(() => presses() > before);
    const rows = (await journal()).length;
    const logged = real.nodeRed.log().length;
    const nodes = flow().map((node) => ({ ...node, ...(changed as Record<string, object>)[node.id] }));
    await deploy(type, nodes);
    await until(async () => (await journal()).length > rows);
    undo();
    return { row: (await journal()).at(-1), log: real.nodeRed.log().slice(logged) };
  }

  beforeEach(() => deploy('full'));

  it('reports nothing at the catch node if all nodes restart. The journal has it', async () => {
    const { row, log } = await deployDuringPress('full', {}, { never: true });
    should(row).match({ node: 'press', outcome: 'unknown', failure: { code: 'CLOSED' } });
    should(log).not.match(/Anchor/);
  });

  for (const type of ['flows', 'nodes'])
    it(`reports it as closed at the catch node if its node restarts (${type})`, async () => {
      const { row, log } = await deployDuringPress(type, { press: { name: 'Key 1' } }, { never: true });
      should(row).match({ node: 'press', outcome: 'unknown', failure: { code: 'CLOSED' } });
      should(log).containEql('Anchor › In (Studio hub): unknown – closed. Check output.');
    });

  it('does not end it if only other nodes restart', async () => {
    const { row, log } = await deployDuringPress('nodes', { go: { name: 'Go' } }, { delay: 2000 });
    should(row).match({ node: 'press', outcome: 'done' });
    should(log).not.match(/Anchor/);
  });
});
