import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { eventually } from '../editor/page.js';
import { freePort } from '../free-port.js';
import { linkPackage } from '../link-package.js';
import { FEW_NODES, type RealNodeRed, startNodeRed } from '../real-node-red.js';

describe('the simulator of a marked hub', function () {
  this.timeout(240_000);
  let userDir: string;
  let port: number;
  let nodeRed: RealNodeRed | undefined;

  beforeEach(async () => {
    userDir = mkdtempSync(join(tmpdir(), 'hub-simulator-'));
    linkPackage(userDir);
    port = await freePort();
  });
  afterEach(async () => {
    await nodeRed?.stop();
    nodeRed = undefined;
    rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Starts Node-RED with hubs. */
  async function start(...hubs: object[]): Promise<RealNodeRed> {
    const flows = hubs.map((hub, index) => ({
      ...{ id: `hub ${index}`, type: 'hub-config', name: '', auth: 'none', version: 1, ...hub },
    }));
    writeFileSync(join(userDir, 'flows.json'), JSON.stringify(flows));
    nodeRed = await startNodeRed(userDir, FEW_NODES);
    return nodeRed;
  }

  const here = () => `http://127.0.0.1:${port}`;
  const status = () =>
    fetch(`${here()}/api/rest/v1/engines`).then(
      (answer) => answer.status,
      () => 'no answer',
    );

  it('starts with Node-RED on its port, also after a restart and after a power cut', async () => {
    for (const end of ['stop', 'kill', 'stop'] as const) {
      const { [end]: endNodeRed } = await start({ baseUrl: here(), simulator: 'true' });
      await eventually(async () => should(await status()).equal(200));
      await endNodeRed();
      should(await status()).equal('no answer');
    }
  });

  it('does not start without the mark, or for another address', async () => {
    // Each of them would start it on the same port.
    const { log } = await start(
      { baseUrl: here(), simulator: 'false' },
      { baseUrl: here() },
      { baseUrl: `http://192.0.2.1:${port}`, simulator: 'true' },
      { baseUrl: `https://127.0.0.1:${port}`, simulator: 'true' },
    );
    // A marked simulator starts in the turn after this line.
    await eventually(async () => should(log()).match(/Started flows/));
    for (let turn = 0; turn < 20; turn += 1) should(await status()).equal('no answer');
  });

  it('reports a port that another program uses, and leaves that program alone', async () => {
    const program = createServer().listen(port, '127.0.0.1');
    await once(program, 'listening');
    try {
      const { log } = await start({ baseUrl: here(), simulator: 'true' });
      const sentence = `Another program uses port ${port}, so the simulator cannot start there. End that program, then click Start the simulator.`;
      await eventually(async () => should(log()).containEql(sentence));
      should(log()).not.match(/EADDRINUSE|unhandled/i);
    } finally {
      program.close();
    }
  });
});
