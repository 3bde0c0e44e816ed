import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { pageToken } from '../page-token.js';
import { useRealStage } from './real-stage.js';
import { literal } from './stage.js';

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

describe('a deploy, also while a press waits for its answer', () => {
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

  it('keeps rehearsal and journal of a hub until its configuration is removed', async () => {
    const { url } = real.nodeRed;
    const headers = { ...(await pageToken(url)), 'content-type': 'application/json' };
    const isRehearsed = async () =>
      ((await (await fetch(`${url}/graphics-hub/hubs`, { headers })).json()) as { rehearsal: boolean }[])[0]?.rehearsal;
    await fetch(`${url}/graphics-hub/rehearsal/hub`, { method: 'POST', headers, body: '{"on":true}' });
    const before = presses();
    const rows = (await journal()).length;
    should((await fetch(`${url}/inject/go`, { method: 'POST' })).ok).be.true();
    await until(async () => (await journal()).length > rows);
    await deploy('full');
    should(await isRehearsed()).be.true();
    should((await journal()).length).equal(rows + 1);
    await deploy('full', flow().slice(0, 1));
    await deploy('full');
    should(await isRehearsed()).be.false();
    should(await journal()).be.empty();
    should(presses()).equal(before);
  });
});
