import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { eventually } from '../editor/page.js';
import { linkPackage } from '../link-package.js';
import { FEW_NODES, type RealNodeRed, startNodeRed } from '../real-node-red.js';

/** A simulated hub, and a Node-RED of its own process with this package. */
export interface RealStage {
  readonly hub: Simulator;
  readonly nodeRed: RealNodeRed;
  /** Deploys a flow, and waits until its nodes run. Node-RED answers before. */
  deploy(flow: readonly object[]): Promise<void>;
  /** Asks Node-RED to do something, for example to press a button by `/inject/…`. */
  post(path: string, body?: object): Promise<void>;
}

/** One for all tests of a suite. */
export function useRealStage(): RealStage {
  let hub: Simulator;
  let nodeRed: RealNodeRed;
  let userDir: string;
  before(async () => {
    hub = await startSimulator();
    userDir = mkdtempSync(join(tmpdir(), 'hub-flows-'));
    linkPackage(userDir);
    nodeRed = await startNodeRed(userDir, FEW_NODES);
  });
  after(async () => {
    await nodeRed?.stop();
    await hub?.close();
    rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
  });
  async function post(path: string, body: object = {}): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(nodeRed.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    should(response.ok).be.true(path);
  }
  return {
    get hub() {
      return hub;
    },
    get nodeRed() {
      return nodeRed;
    },
    async deploy(flow) {
      const since = nodeRed.log().length;
      await post('/flows', flow);
      await eventually(() => should(nodeRed.log().slice(since)).containEql('Started flows'));
    },
    post,
  };
}
