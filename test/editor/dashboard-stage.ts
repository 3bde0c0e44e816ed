import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import should from 'should';
import { linkPackage } from '../link-package.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { eventually, PATIENCE } from './page.js';
import { createUserDir, openStage, type Stage } from './stage.js';

/** All files of a process share one Node-RED with Dashboard 2. */
let starting: Promise<{ readonly userDir: string; readonly nodeRed: RealNodeRed }> | undefined;

async function start() {
  const userDir = createUserDir();
  linkPackage(userDir, join(process.cwd(), 'node_modules/@flowfuse/node-red-dashboard'));
  return { userDir, nodeRed: await startNodeRed(userDir) };
}

after('the Node-RED with Dashboard 2', async () => {
  const started = await starting?.catch(() => undefined);
  await started?.nodeRed.stop();
  if (started) rmSync(started.userDir, { recursive: true, force: true, maxRetries: 5 });
});

/** A page of the browser for a page of Dashboard 2. After each test, expects no errors in the browser. */
export function useDashboard() {
  let stage: Stage;
  let nodeRed: RealNodeRed;
  before('a page for Dashboard 2', async () => {
    starting ??= start();
    ({ nodeRed } = await starting);
    stage = await openStage(nodeRed);
  });
  afterEach('no errors in the browser', () => void should(stage.browserErrors.splice(0)).eql([]));
  after('the page for Dashboard 2', () => stage?.close());
  return {
    page: (): Page => stage.page,
    url: (): string => nodeRed.url,
    /** The browser reports a lost network. */
    forgetErrors: () => stage.browserErrors.splice(0),
    async deploy(flow: readonly object[]): Promise<void> {
      const headers = { 'content-type': 'application/json' };
      const { status } = await fetch(`${nodeRed.url}/flows`, { method: 'POST', headers, body: JSON.stringify(flow) });
      should(status).equal(204);
    },
    /** Opens a page until this part is there: if it opens while the dashboard starts, it can stay empty. */
    async open(path: string, part: string, url = nodeRed.url): Promise<void> {
      await eventually(async () => {
        await stage.page.goto(`${url}/dashboard/${path}`);
        await stage.page.waitForSelector(part, { timeout: PATIENCE / 3 });
      });
      stage.browserErrors.length = 0;
    },
  };
}
