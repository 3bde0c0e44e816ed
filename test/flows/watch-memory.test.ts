import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { linkPackage } from '../link-package.js';
import { FEW_NODES, type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { literal } from './stage.js';

/** Numbers in a list of 10 MB. */
const NUMBERS = 1_800_000;

/** Memory of Node-RED in MB. It needs 40 without the list, and a list needs 15. */
const HEAP = 150;

/** Changes that the watch must report. */
const CHANGES = 5;

/** The last number is different in each list. */
const lists = [1, 2, 3].map((last) =>
  JSON.stringify([...Array.from({ length: NUMBERS }, (_, index) => 10_000 + (index % 80_000)), last]),
);

const at = { z: 'tab', x: 100, y: 100 };

describe('a watch of a list of 10 MB that changes at each poll', function () {
  this.timeout(240_000);
  const userDir = mkdtempSync(join(tmpdir(), 'hub-memory-'));
  let hub: Server;
  let nodeRed: RealNodeRed;

  before(async () => {
    let reads = 0;
    hub = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (!request.url?.endsWith('/renderer')) response.end('[]');
      else response.end(lists[reads % lists.length]);
      reads += 1;
    }).listen(0, '127.0.0.1');
    await once(hub, 'listening');
    const { port } = hub.address() as AddressInfo;
    const flow = [
      { id: 'tab', type: 'tab', label: 'Show' },
      { id: 'hub', type: 'hub-config', baseUrl: `http://127.0.0.1:${port}`, auth: 'none', version: 1 },
      {
        ...{ id: 'watch', type: 'hub-watch', hub: 'hub', version: 1, operation: 'listRenderers' },
        ...{ params: { configID: literal(7) }, interval: '0.5', wires: [['show']], ...at },
      },
      {
        ...{ id: 'show', type: 'debug', active: true, tosidebar: false, console: true },
        ...{ complete: 'truncated', targetType: 'msg', wires: [], ...at },
      },
    ];
    writeFileSync(join(userDir, 'flows.json'), JSON.stringify(flow));
    linkPackage(userDir);
    nodeRed = await startNodeRed(userDir, FEW_NODES, [`--max-old-space-size=${HEAP}`]);
  });

  after(async () => {
    await nodeRed?.stop();
    hub?.closeAllConnections();
    hub?.close();
    rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
  });

  it('needs memory for a few lists only', async () => {
    const changes = () => nodeRed.log().match(/\[debug:show\] true/g)?.length ?? 0;
    for (const deadline = Date.now() + 200_000; changes() < CHANGES && Date.now() < deadline; await sleep(100))
      should(nodeRed.log()).not.match(/out of memory/);
    should(changes()).be.aboveOrEqual(CHANGES, nodeRed.log());
  });
});
