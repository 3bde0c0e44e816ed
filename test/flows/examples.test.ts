import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { linkPackage } from '../editor/bench.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';

interface Part {
  id: string;
  type: string;
  name: string;
  wires?: string[][];
  [field: string]: unknown;
}

const examples = readdirSync('examples').map((file) => ({
  file,
  flow: JSON.parse(readFileSync(join('examples', file), 'utf8')) as Part[],
}));

/** A technician who imports an example, starts the simulator and clicks each button once. */
describe('the examples', function () {
  this.timeout(240_000);

  let hub: Simulator;
  let nodeRed: RealNodeRed;
  let userDir: string;

  before(async () => {
    hub = await startSimulator();
    userDir = mkdtempSync(join(tmpdir(), 'hub-examples-'));
    linkPackage(userDir);
    nodeRed = await startNodeRed(userDir);
  });

  after(async () => {
    await nodeRed?.stop();
    await hub?.close();
    rmSync(userDir, { recursive: true, force: true });
  });

  const post = async (path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(nodeRed.url + path, { method: 'POST', headers, body: JSON.stringify(body ?? {}) });
    should(response.ok).be.true(path);
  };

  /** What the debug nodes printed since, by their names. */
  const printed = (since: number) =>
    [
      ...nodeRed
        .log()
        .slice(since)
        .matchAll(/\[debug:(.+?)\]/g),
    ].map(([, name]) => name);

  /** Waits until all is printed that the start brings with it. */
  async function quiet(): Promise<void> {
    for (let before = -1; before !== nodeRed.log().length; await sleep(500)) before = nodeRed.log().length;
  }

  it('share their hub and no other id', () => {
    const parts = examples.flatMap(({ flow }) => flow);
    const hubs = parts.filter(({ type }) => type === 'hub-config');
    for (const config of hubs) should(config).eql(hubs[0]);
    const ids = parts.filter(({ type }) => type !== 'hub-config').map(({ id }) => id);
    should(new Set(ids).size).equal(ids.length);
  });

  for (const { file, flow } of examples)
    describe(file, () => {
      const find = (id: string | undefined) => flow.find((part) => part.id === id);
      const target = (part: Part) => find(part.wires?.[0]?.[0]);
      const buttons = flow.filter(({ type, once }) => type === 'inject' && !once);

      before(async () => {
        hub.reset();
        const told = flow.map((part) => {
          if (part.type === 'hub-config') return { ...part, baseUrl: hub.url };
          return part.type === 'debug' ? { ...part, console: true } : part;
        });
        await post('/flows', told);
        await quiet();
      });

      for (const button of buttons)
        it(`${target(button)?.name}: ${button.name}`, async () => {
          const since = nodeRed.log().length;
          const before = hub.journal.length;
          const click = () => post(`/inject/${button.id}`);
          await click();
          if (button.name === 'Release') {
            await sleep(300);
            should(hub.journal.slice(before)).eql([]);
            return;
          }
          const asked = target(button);
          if (asked?.guarded && String(asked.operation).startsWith('stop')) {
            // Between the half second of a bounce and the three seconds of a confirmation.
            await sleep(1500);
            should(printed(since)).eql([]);
            await click();
          }
          while (printed(since).length === 0) await sleep(20);
          await sleep(100);
          const failed = button.name === 'One fails' && asked?.failed === 'error';
          should(printed(since).includes('Failures')).equal(failed, nodeRed.log().slice(since));
          for (const { statusCode, path } of hub.journal.slice(before)) should(statusCode).be.below(300, path);
        });
    });
});
