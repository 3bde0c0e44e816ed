import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
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
    for (const end of ['kill', 'stop'] as const) {
      const { [end]: endNodeRed } = await start({ baseUrl: here(), simulator: 'true' });
      await eventually(async () => should(await status()).equal(200));
      await endNodeRed();
      should(await status()).equal('no answer');
    }
  });

  it('does not start without the mark, for another address, or on a port that another program uses', async () => {
    const program = createServer().listen(0, '127.0.0.1');
    await once(program, 'listening');
    const { port: used } = program.address() as AddressInfo;
    try {
      const { log } = await start(
        // Each of these would start it on the same port.
        { baseUrl: here(), simulator: 'false' },
        { baseUrl: here() },
        { baseUrl: `http://192.0.2.1:${port}`, simulator: 'true' },
        { baseUrl: `https://127.0.0.1:${port}`, simulator: 'true' },
        { baseUrl: `http://127.0.0.1:${used}`, simulator: 'true' },
      );
      const sentence = `Another program uses port ${used}, so the simulator cannot start there. End that program, then click Start the simulator.`;
      await eventually(async () => should(log()).containEql(sentence));
      should(log()).not.match(/EADDRINUSE|unhandled/i);
      // The simulators of all marked hubs start in one turn.
      for (let turn = 0; turn < 20; turn += 1) should(await status()).equal('no answer');
    } finally {
      program.close();
    }
  });
});
