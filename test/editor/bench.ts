import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import should from 'should';
import { chromium as executablePath } from '../chromium.js';
import { linkPackage } from '../link-package.js';
import { FEW_NODES, type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { closeDialog, eventually, PATIENCE } from './page.js';

/** A real Node-RED with this package, and its editor in a real browser. */
export interface Bench {
  readonly page: Page;
  /** Exceptions in the browser, and errors and warnings on its console. */
  readonly browserErrors: string[];
  /** Deploys these nodes on one tab, and shows them in an editor with all dialogs closed. */
  deploy(...nodes: object[]): Promise<void>;
  close(): Promise<void>;
}

/** A name under which the browser finds this computer as if it were another one. */
export const REMOTE = 'studio.test';

const ARGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  `--host-resolver-rules=MAP ${REMOTE} 127.0.0.1`,
];

/** Tests must not depend on the public catalogue. */
export const SETTINGS = FEW_NODES;

/** On a loaded machine, Node-RED 5 can show a tip before it has a place for it, and throws. */
const USERS = { _: { editor: { view: { 'view-show-tips': false } } } };

/** Maximum time to start the browser or to load the editor, in ms. Several browsers can run at once. */
export const LOAD_TIMEOUT = 120_000;

/** Maximum time of a test or hook, in ms. Longer than all its waits, so that a failure shows the reason. */
export const TEST_TIMEOUT = 240_000;

/** The tab of the nodes for `deploy`. */
export const TAB = 'tab';

/** All files share one Node-RED and one browser: starting them takes as long as the tests of a file. */
let started: Promise<{ nodeRed: RealNodeRed; browser: BrowserContext; userDir: string }> | undefined;

async function start() {
  if (!executablePath) throw new Error('No Chromium: install it, or name it in CHROMIUM');
  const userDir = mkdtempSync(join(tmpdir(), 'hub-editor-'));
  linkPackage(userDir);
  disableTips(userDir);
  const nodeRed = await startNodeRed(userDir, SETTINGS);
  const browser = await chromium.launchPersistentContext(join(userDir, 'browser'), {
    executablePath,
    args: ARGS,
    timeout: LOAD_TIMEOUT,
    viewport: { width: 1400, height: 1000 },
  });
  return { nodeRed, browser, userDir };
}

after('the bench of the editor', async function () {
  this.timeout(TEST_TIMEOUT);
  const running = await started?.catch(() => undefined);
  if (!running) return;
  await running.browser.close();
  await running.nodeRed.stop();
  rmSync(running.userDir, { recursive: true, force: true, maxRetries: 5 });
});

/** Opens a page for the shared Node-RED or another one. */
export async function openBench(other?: RealNodeRed): Promise<Bench> {
  started ??= start();
  const { browser, nodeRed: shared } = await started;
  const nodeRed = other ?? shared;
  const page = await browser.newPage();
  nodeReds.set(page, nodeRed);
  page.setDefaultTimeout(PATIENCE);
  page.setDefaultNavigationTimeout(LOAD_TIMEOUT);
  const browserErrors = recordErrors(page);
  await withoutDiagrams(page);
  let isLoaded = false;
  const deploy = async (...nodes: object[]) => {
    isLoaded &&= await closeAll(page);
    const started = nextStart(page);
    await post(nodeRed.url, { id: TAB, type: 'tab', label: 'Flow' }, ...nodes);
    if (isLoaded) await showFlows(page);
    else await load(page, nodeRed.url);
    isLoaded = true;
    // After the flows are shown, so that the page gets the statuses of their nodes.
    await started();
  };
  const close = async () => {
    await page.close();
    // Stops the nodes. They would ask hubs that are closed.
    const started = nextStart(page);
    await post(nodeRed.url);
    await started();
  };
  return { page, browserErrors, deploy, close };
}

/** A bench for all tests of a suite. After each test, it closes open dialogs and expects no errors in the browser. */
export function useBench(): Omit<Bench, 'close'> {
  let bench: Bench;
  before('a page with the editor', async () => {
    bench = await openBench();
  });
  afterEach('no errors in the browser', async () => {
    for (const button of await openDialogs(bench.page)) await closeDialog(bench.page, button);
    should(bench.browserErrors).eql([]);
  });
  after('the page', () => bench?.close());
  return {
    get page() {
      return bench.page;
    },
    get browserErrors() {
      return bench.browserErrors;
    },
    deploy: (...nodes) => bench.deploy(...nodes),
  };
}

/** The buttons that cancel the open dialogs. */
const openDialogs = (page: Page) =>
  page.evaluate((buttons) => buttons.filter((button) => document.getElementById(button)), [
    'node-config-dialog-cancel',
    'node-dialog-cancel',
  ] as const);

/** The end of each start of the flows in the log. Flows without a type or a module cannot start. */
const STARTED = /Started flows|Waiting for missing types|Installing module|Failed to load external modules/g;

/** The Node-RED of each page. */
const nodeReds = new WeakMap<Page, RealNodeRed>();

/** Returns a wait until the Node-RED of a page has started the flows once more. It answers a deploy before. */
export function nextStart(page: Page): () => Promise<void> {
  const count = () => nodeReds.get(page)?.log().match(STARTED)?.length ?? 0;
  const before = count();
  return () => eventually(() => void should(count()).be.above(before));
}

/** Replaces the deployed flows by these nodes. */
async function post(url: string, ...nodes: object[]): Promise<void> {
  const response = await fetch(`${url}/flows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(nodes),
  });
  if (!response.ok) throw new Error(`Not deployed: ${response.status} ${await response.text()}`);
}

/** Opens the editor and waits until it has loaded the package and shows a flow. */
async function load(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await untilLoaded(page);
  // Node-RED opens the sidebar that the user opened last, even in the page of another suite.
  await page.evaluate(() => window.RED.sidebar.show('info'));
}

/** Loads the editor again, for example in another language. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await untilLoaded(page);
}

/** Waits until the editor has loaded the package and shows a flow. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(
    () => window.RED?.nodes?.getType?.('hub-engine-property') && window.RED.workspaces.active(),
    undefined,
    { timeout: LOAD_TIMEOUT },
  );
  await page.waitForSelector('#red-ui-loading-progress', { state: 'hidden', timeout: LOAD_TIMEOUT });
  // Animations slow the tests and prove nothing.
  await page.addStyleTag({
    content: '*, ::before, ::after { transition: none !important; animation: none !important }',
  });
  await page.evaluate(() => {
    window.jQuery.fx.off = true;
  });
}

/** Each page would load Node-RED's program for diagrams, which takes a fifth of the time. No help has a diagram. */
async function withoutDiagrams(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const body = Buffer.from('window.mermaid = { initialize() {} }').toString('base64');
  session.on('Fetch.requestPaused', ({ requestId }) =>
    // A closed page needs no answer.
    session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, body }).catch(() => {}),
  );
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/mermaid.min.js*' }] });
}

/** Closes all dialogs. Returns false if this fails, e.g. on a closed page. */
const closeAll = (page: Page): Promise<boolean> =>
  page
    .evaluate(async () => {
      const { RED } = window;
      if (document.querySelector('.ui-dialog:not([style*="display: none"])')) return false;
      for (let tries = 0; document.querySelector('.red-ui-tray'); tries += 1) {
        if (tries === 5) return false;
        await Promise.race([
          new Promise<void>((closed) => RED.tray.close(closed)),
          new Promise((timeout) => setTimeout(timeout, 1000)),
        ]);
      }
      for (const close of document.querySelectorAll<HTMLElement>('#red-ui-notifications button')) close.click();
      // Otherwise the editor would report a deploy by another user.
      RED.nodes.version(null);
      return true;
    })
    .catch(() => false);

/**
 * Shows the deployed flows, as the editor does after a change of project. Loading the page for each test would take
 * longer than the tests.
 */
const showFlows = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { RED } = window;
    const response = await fetch('flows', { headers: { accept: 'application/json', 'Node-RED-API-Version': 'v2' } });
    const { flows, rev } = await response.json();
    RED.nodes.clear();
    RED.history.clear();
    RED.nodes.version(rev);
    RED.nodes.import(flows);
    RED.nodes.dirty(false);
    RED.view.redraw(true);
    RED.workspaces.show(flows[0].id);
  });

/** An error of Node-RED's debug sidebar, if a flow reports a failure before the editor has loaded this flow. */
const DEBUG_TOO_EARLY = /RED\.comms\.subscribe: .*reading '(id|label|name)'|handleDebugMessage/;

/** The sidebar checks a hub that a deploy stops at this moment. Its next report repeats the check. */
const CHECK_OF_STOPPED = /404 .*\/check-flows\//;

function recordErrors(page: Page): string[] {
  const browserErrors: string[] = [];
  const record = (text: string) =>
    DEBUG_TOO_EARLY.test(text) || CHECK_OF_STOPPED.test(text) || browserErrors.push(text);
  page.on('pageerror', (error) => record(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) record(`${message.text()} (${message.location().url})`);
  });
  return browserErrors;
}

/** Disables tips in the editor of this user directory. */
export const disableTips = (userDir: string): void =>
  writeFileSync(join(userDir, '.config.users.json'), JSON.stringify(USERS));
